/**
 * JSON in pieces, so that a large answer is written bit by bit between other requests. Typed arrays and iterables
 * become arrays. A number that JSON cannot hold becomes null.
 */
import { setImmediate } from 'node:timers/promises'

/** An answer before it is written. */
export type Unwritten<T> = T extends readonly (number | null)[]
  ? ArrayLike<number>
  : T extends readonly (infer Item)[]
    ? Iterable<Unwritten<Item>>
    : T extends object
      ? { [Key in keyof T]: Unwritten<T[Key]> }
      : T

const NUMBERS_A_PIECE = 8192

export function* jsonPieces(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) yield JSON.stringify(value)
  else if (ArrayBuffer.isView(value)) yield* numberPieces(value as Int32Array)
  else if (Symbol.iterator in value) {
    let before = '['
    for (const item of value as Iterable<unknown>) {
      yield before
      yield* jsonPieces(item)
      before = ','
    }
    yield before === '[' ? '[]' : ']'
  } else {
    let before = '{'
    for (const [key, field] of Object.entries(value)) {
      if (field === undefined) continue
      if (typeof field !== 'object') yield `${before}"${key}":${JSON.stringify(field)}`
      else {
        yield `${before}"${key}":`
        yield* jsonPieces(field)
      }
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  }
}

function* numberPieces(numbers: Int32Array): Generator<string> {
  if (numbers.length <= NUMBERS_A_PIECE) {
    yield JSON.stringify(Array.from(numbers))
    return
  }
  for (let from = 0; from < numbers.length; from += NUMBERS_A_PIECE) {
    yield from === 0 ? '[' : ','
    yield JSON.stringify(Array.from(numbers.subarray(from, from + NUMBERS_A_PIECE))).slice(1, -1)
  }
  yield ']'
}

/** A text shorter than this is the last one. */
export const TEXT_CHARACTERS = 1 << 16

/** The next pieces as one text. */
export function nextText(pieces: Iterator<string>): string {
  let text = ''
  while (text.length < TEXT_CHARACTERS) {
    const { value, done } = pieces.next()
    if (done) break
    text += value
  }
  return text
}

let turns: Promise<unknown> = Promise.resolve()

/** The first text and those after it. All answers together make one text per turn of the event loop. */
export async function* textsInTurns(first: string, pieces: Iterator<string>): AsyncGenerator<string> {
  for (let text = first; text !== ''; text = nextText(pieces)) {
    yield text
    turns = turns.then(() => setImmediate())
    await turns
  }
}
