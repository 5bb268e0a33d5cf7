/**
 * The file that a command makes, and the report about it: words or a JSON document on standard output. If the file
 * itself goes there, the words go to standard error.
 */
import type { Arguments } from './arguments.ts'
import { checkWritable, STREAM, writeBytes } from './files.ts'
import { type Io, printJson } from './io.ts'
import { usageProblem } from './problem.ts'

export interface Output {
  /** `-` is standard output. */
  readonly path: string
  /** Checks, before hours of work, that the file can be written and is none of the inputs. */
  check(inputs: readonly string[]): Promise<void>
  write(bytes: Uint8Array): Promise<void>
  tell(words: string, document: object): void
}

/** The output named by `-o`; `example` is a name for the message. */
export function outputOf(args: Arguments, io: Io, example: string): Output {
  const path = args.text('out')
  if (path === undefined) throw usageProblem(`The name of the output is missing: add -o ${example}.`)
  const isJson = args.has('json')
  if (isJson && path === STREAM) {
    throw usageProblem('-o - puts the file on standard output, where --json has no room: leave out one of them.')
  }
  return {
    path,
    check: inputs => checkWritable(path, inputs),
    write: bytes => writeBytes(path, bytes),
    tell(words, document) {
      if (isJson) printJson(io, document)
      else (path === STREAM ? io.err : io.out)(words)
    },
  }
}
