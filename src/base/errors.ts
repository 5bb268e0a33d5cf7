/**
 * The one error class. Each error has a code for programs, and a sentence for people that says what was found and what
 * to do about it. "Unreachable" is an answer and never an error.
 */
export type ErrorCode =
  | 'BAD_ARGUMENT' // a call of the library with a value that cannot mean anything
  | 'BAD_MAP' // the bytes of a map cannot be read
  | 'BAD_SCENARIO' // the text of a scenario file cannot be read
  | 'NOT_AN_ATLAS' // the bytes do not start as an atlas does
  | 'ATLAS_VERSION' // an atlas of another format version
  | 'ATLAS_DAMAGED' // an atlas whose size, counts or checksum do not fit
  | 'JOURNAL_DAMAGED' // a journal of changes that belongs to another map, or whose bytes changed
  | 'JOURNAL_GAP' // commits of another map that build on commits which this map lacks
  | 'MAP_CHANGED' // a route needs data that it had not computed before the map changed
  | 'BAD_WORLD' // a world cannot be baked from the description given
  | 'NOT_A_WORLD' // the bytes do not start as a world does
  | 'WORLD_VERSION' // a world of another format version
  | 'WORLD_DAMAGED' // a world whose size, counts, texts or checksum do not fit
  | 'BAD_PLAN' // the text of a tiled map's plan cannot be read
  | 'TILE_MISSING' // an object of a tiled map that must be there is not
  | 'TILE_DAMAGED' // an object of a tiled map whose checksum or counts do not fit, or that is of another plan
  | 'STORE_FAILED' // the store of a tiled map cannot be read or written
  | 'WORKER_FAILED' // a thread ended before its work
  | 'POOL_CLOSED' // a question to a pool that was closed
  | 'POOL_FULL' // more questions wait in a pool than it was allowed to hold
  | 'TOO_LARGE' // a map, graph or picture above a limit of size

/** Messages quote files, which may contain a name of megabytes. Longer messages lose their middle. */
const MESSAGE_CHARS_MAX = 2000
const MESSAGE_END_CHARS = 300

export function shortened(message: string): string {
  if (message.length <= MESSAGE_CHARS_MAX) return message
  const head = message.slice(0, MESSAGE_CHARS_MAX - MESSAGE_END_CHARS - 5)
  return `${head} ... ${message.slice(-MESSAGE_END_CHARS)}`
}

export class IsthmusError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(shortened(message))
    this.name = 'IsthmusError'
    this.code = code
  }
}
