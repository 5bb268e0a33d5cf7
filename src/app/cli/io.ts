/**
 * What a command knows of the world around it: two streams of text, whether a person watches the second one, a clock.
 * The process gives the real ones; tests give ones that remember.
 */
import { readFileSync } from 'node:fs'
import type { Arguments } from './arguments.ts'
import { fileProblem } from './problem.ts'

export interface Io {
  /** Standard output: the answer and nothing else. */
  out(text: string): void
  /** Standard error: messages and progress. */
  err(text: string): void
  readonly isErrTerminal: boolean
  readonly errColumns: number
  /** A clock that never runs backwards, in milliseconds and fractions of them. */
  nowMs(): number
}

/** Grows when a field goes away or changes its meaning; new fields may come at any time. */
export const JSON_VERSION = 1

/** A JSON document of `--json`, on one line. Infinity and NaN have no JSON: they become null. */
export function printJson(io: Io, document: object): void {
  io.out(`${JSON.stringify({ version: JSON_VERSION, ...document })}\n`)
}

/** The answer of a command: a document where --json asks for one, else words. */
export function printAnswer(args: Arguments, io: Io, document: object, words: () => string): void {
  if (args.has('json')) printJson(io, document)
  else io.out(words())
}

/** How long a command has worked, and what it took, for its JSON document. */
export function effortSince(startMs: number, io: Io): { elapsedMs: number; peakMemoryBytes: number } {
  return { elapsedMs: io.nowMs() - startMs, peakMemoryBytes: process.resourceUsage().maxRSS * 1024 }
}

/** Resolves when a person or the system asks the process to end. */
export function untilInterrupted(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

/** A reader such as `head` that has seen enough ends the program quietly; any other error of the streams is one line. */
export function guardStreams(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`isthmus: ${fileProblem('write', 'to standard output', error).message}\n`)
    process.exit(1)
  })
  process.stderr.on('error', () => process.exit(1))
}

/** Which isthmus this is, as its manifest says. */
export function version(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
