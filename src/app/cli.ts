#!/usr/bin/env node
/**
 * The program `isthmus`: lends the process's streams and clock to one run of the command line.
 */
import type { Io } from './io.ts'
import { fileProblem } from './problem.ts'
import { run } from './run.ts'

const io: Io = {
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
  isErrTerminal: process.stderr.isTTY === true,
  errColumns: process.stderr.columns ?? 80,
  nowMs: () => performance.now(),
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader such as `head` has seen enough: that is its right, and no problem.
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`isthmus: ${fileProblem('write', 'to standard output', error).message}\n`)
  process.exit(1)
})
process.stderr.on('error', () => process.exit(1))

process.exitCode = await run(process.argv.slice(2), io)
