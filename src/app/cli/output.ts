/**
 * The file that a command makes, and the report about it: words or a JSON document on standard output, unless the file
 * itself goes there; then the words move to standard error.
 */
import { type Arguments, isGiven, textOf } from './arguments.ts'
import { STREAM } from './files.ts'
import { type Io, printJson } from './io.ts'
import { usageProblem } from './problem.ts'

export interface Output {
  /** `-` is standard output. */
  readonly path: string
  tell(words: string, document: object): void
}

/** What `-o` names; `missing` is what to say where it was not given. */
export function outputOf(args: Arguments, io: Io, missing: string): Output {
  const path = textOf(args, 'out')
  if (path === undefined) throw usageProblem(missing)
  const isJson = isGiven(args, 'json')
  if (isJson && path === STREAM) {
    throw usageProblem('-o - puts the file on standard output, where --json has no room: leave out one of them.')
  }
  return {
    path,
    tell(words, document) {
      if (isJson) printJson(io, document)
      else if (path === STREAM) io.err(words)
      else io.out(words)
    },
  }
}
