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
const [MINUS, ZERO, COMMA] = [45, 48, 44]

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
    let text = '{'
    for (const key of Object.keys(value)) {
      const field = (value as Readonly<Record<string, unknown>>)[key]
      if (field === undefined) continue
      text += text === '{' ? `"${key}":` : `,"${key}":`
      if (typeof field !== 'object') text += JSON.stringify(field)
      else {
        yield text
        yield* jsonPieces(field)
        text = ''
      }
    }
    yield `${text}}`
  }
}

function* numberPieces(numbers: Int32Array | Float64Array): Generator<string> {
  const textOf = numbers instanceof Float64Array ? textOfFloats : textOfInts
  if (numbers.length <= NUMBERS_A_PIECE) {
    yield `[${textOf(numbers)}]`
    return
  }
  for (let from = 0; from < numbers.length; from += NUMBERS_A_PIECE) {
    yield from === 0 ? '[' : ','
    yield textOf(numbers.subarray(from, from + NUMBERS_A_PIECE))
  }
  yield ']'
}

function textOfFloats(numbers: Int32Array | Float64Array): string {
  return JSON.stringify(Array.from(numbers)).slice(1, -1)
}

/** Ten digits, a sign and a comma each. */
const digits = Buffer.alloc(12 * NUMBERS_A_PIECE)

/** Writes digits itself, in a fifth of the time of JSON.stringify: most of a long answer is cells. */
function textOfInts(numbers: Int32Array | Float64Array): string {
  let at = 0
  for (let i = 0; i < numbers.length; i++) {
    let left = numbers[i]
    if (left < 0) {
      digits[at++] = MINUS
      left = -left
    }
    const first = at
    for (let bound = 10; bound <= left; bound *= 10) at++
    for (let place = at; place >= first; place--) {
      const tenth = (left / 10) | 0
      digits[place] = ZERO + left - 10 * tenth
      left = tenth
    }
    digits[at + 1] = COMMA
    at += 2
  }
  return digits.toString('latin1', 0, Math.max(0, at - 1))
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
