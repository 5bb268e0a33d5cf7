/**
 * The world around a command: two output streams, whether a person watches the second one, a clock. The process passes
 * its own, tests pass recording ones.
 */
import { readFileSync } from 'node:fs'
import type { Arguments } from './arguments.ts'
import { checkWritable, STREAM, writeBytes } from './files.ts'
import { fileProblem, usageProblem } from './problem.ts'

export interface Io {
  /** Standard output: only the answer. */
  out(text: string): void
  /** Standard error: messages and progress. */
  err(text: string): void
  readonly isErrTerminal: boolean
  readonly errColumns: number
  /** A clock that never runs backwards, in milliseconds and fractions of them. */
  nowMs(): number
}

/** The streams and the clock of this process. */
export const processIo: Io = {
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
  isErrTerminal: process.stderr.isTTY === true,
  // Windows change their size, and some terminals say 0.
  get errColumns() {
    return process.stderr.columns || 80
  },
  nowMs: () => performance.now(),
}

/** Increases when a field is removed or changes its meaning; new fields may appear at any time. */
export const JSON_VERSION = 1

/** Prints a JSON document for `--json`, on one line. JSON has no Infinity and NaN: they become null. */
export function printJson(io: Io, document: object): void {
  io.out(`${JSON.stringify({ version: JSON_VERSION, ...document })}\n`)
}

/** Prints the answer of a command: a document with --json, else words. */
export function printAnswer(args: Arguments, io: Io, document: object, words: () => string): void {
  if (args.has('json')) printJson(io, document)
  else io.out(words())
}

/** The time and the memory of a command, for its JSON document. */
export function effortSince(startMs: number, io: Io): { elapsedMs: number; peakMemoryBytes: number } {
  return { elapsedMs: io.nowMs() - startMs, peakMemoryBytes: process.resourceUsage().maxRSS * 1024 }
}

/** Resolves when a person or the system asks the process to end. */
export function untilInterrupted(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

/** If a reader such as `head` has seen enough, the program ends quietly. Any other stream error prints one line. */
export function guardStreams(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`isthmus: ${fileProblem('write', 'to standard output', error).message}\n`)
    process.exit(1)
  })
  process.stderr.on('error', () => process.exit(1))
}

/** The version in the package's manifest. */
export function version(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

export type Output = ReturnType<typeof outputOf>

/**
 * The file that a command makes, named by `-o`, and the report about it. If the file goes to standard output, words go to
 * standard error. `example` is a name for the message.
 */
export function outputOf(args: Arguments, io: Io, example: string) {
  const path = args.text('out')
  if (path === undefined) throw usageProblem(`The name of the output is missing: add -o ${example}.`)
  const isJson = args.has('json')
  if (isJson && path === STREAM) {
    throw usageProblem('-o - puts the file on standard output, where --json has no room: leave out one of them.')
  }
  return {
    /** `-` is standard output. */
    path,
    /** Checks, before hours of work, that the file can be written and is none of the inputs. */
    check: (inputs: readonly string[]) => checkWritable(path, inputs),
    write: (bytes: Uint8Array) => writeBytes(path, bytes),
    tell(words: string, document: object): void {
      if (isJson) printJson(io, document)
      else (path === STREAM ? io.err : io.out)(words)
    },
  }
}
