/**
 * What a program of ours does when nobody takes its output: a reader such as `head` that has seen enough ends it
 * quietly; any other error is one line.
 */
import { fileProblem } from './problem.ts'

export function guardStreams(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`isthmus: ${fileProblem('write', 'to standard output', error).message}\n`)
    process.exit(1)
  })
  process.stderr.on('error', () => process.exit(1))
}
