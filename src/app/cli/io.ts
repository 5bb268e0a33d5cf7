/**
 * What a command knows of the world around it: two streams of text, whether a person watches the second one, a clock.
 * The process gives the real ones; tests give ones that remember.
 */
import { JSON_VERSION } from './json.ts'

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

/** A JSON document of `--json`, on one line. Infinity and NaN have no JSON: they become null. */
export function printJson(io: Io, document: object): void {
  io.out(`${JSON.stringify({ version: JSON_VERSION, ...document })}\n`)
}
