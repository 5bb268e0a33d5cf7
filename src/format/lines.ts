/**
 * Maps drawn as rows of letters, one byte a cell: shared by the MovingAI format and plain text art. All work is on
 * bytes, because a text of a hundred million cells is too long for a string. Lines end with LF or CR LF. Before it
 * allocates memory, a reader checks that the text holds the rows that it claims.
 */
import { refuse, refuseMap } from '../base/given.ts'
import { allocateCosts, type Grid } from '../map/grid.ts'

const TAB = 9
const LF = 10
const CR = 13
const SHOWN_BYTES = 60
/** The alphabet entry of a byte without a meaning. */
const UNKNOWN = -1

/** Walks over the lines of a text; after each `next()` that returns true, one line lies in bytes[start..end). */
export class Lines {
  readonly bytes: Uint8Array
  /** The number of the current line, from 1. */
  number = 0
  start = 0
  end = 0
  private nextStart: number

  constructor(bytes: Uint8Array, startByte: number) {
    this.bytes = bytes
    this.nextStart = startByte
  }

  next(): boolean {
    const { bytes } = this
    this.number++
    this.start = this.nextStart
    this.end = this.start
    if (this.start >= bytes.length) return false
    const newline = bytes.indexOf(LF, this.start)
    const stop = newline < 0 ? bytes.length : newline
    this.nextStart = stop + 1
    this.end = stop > this.start && bytes[stop - 1] === CR ? stop - 1 : stop
    return true
  }

  get length(): number {
    return this.end - this.start
  }

  /** The line as a string, a tab as a space, shortened where it is too long to show. */
  text(): string {
    const shown = this.bytes.subarray(this.start, Math.min(this.end, this.start + SHOWN_BYTES))
    const letters = Array.from(shown, byte => (byte === TAB ? ' ' : letter(byte)))
    return letters.join('') + (this.length > SHOWN_BYTES ? '...' : '')
  }

  /** A second cursor at the same place. */
  copy(): Lines {
    const copy = new Lines(this.bytes, this.nextStart)
    copy.number = this.number
    copy.start = this.start
    copy.end = this.end
    return copy
  }
}

export function letter(byte: number): string {
  return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`
}

/**
 * An alphabet from pairs of a cost and all letters that stand for it, the one to write first; `words` lists the letters for
 * messages.
 */
export function alphabet(words: string, lettersOfCost: ReadonlyArray<readonly [number, string]>) {
  /** costOfByte[byte], or UNKNOWN */
  const costOfByte = new Int16Array(256).fill(UNKNOWN)
  /** byteOfCost[cost], or 0 for a cost without a letter */
  const byteOfCost = new Uint8Array(256)
  for (const [cost, letters] of lettersOfCost) {
    byteOfCost[cost] = letters.charCodeAt(0)
    for (const one of letters) costOfByte[one.charCodeAt(0)] = cost
  }
  return { costOfByte, byteOfCost, words }
}

export type Alphabet = ReturnType<typeof alphabet>

/** The byte order mark some editors put before a text. */
export function textStart(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
}

/** Skips the rest of a text; returns whether all its lines are empty. */
export function isRestEmpty(lines: Lines): boolean {
  while (lines.next()) {
    if (lines.length > 0) return false
  }
  return true
}

/** Reads the next `height` lines of `lines`, each of `width` letters. The caller has checked that they are there. */
export function readRows(lines: Lines, width: number, height: number, { costOfByte, words }: Alphabet): Grid {
  const cost = allocateCosts(width, height)
  const { bytes } = lines
  for (let y = 0, cell = 0; y < height; y++) {
    lines.next()
    for (let at = lines.start; at < lines.end; at++, cell++) {
      const cellCost = costOfByte[bytes[at]]
      if (cellCost === UNKNOWN) {
        const column = at - lines.start + 1
        refuseMap(
          `Line ${lines.number}, column ${column}: '${letter(bytes[at])}' is no letter of this format. Known are ${words}.`,
        )
      }
      cost[cell] = cellCost
    }
  }
  return { width, height, cost }
}

/** Writes one letter per cell after `head`; `refusal` tells the costs that the format can hold. */
export function writeRows(head: string, grid: Grid, { byteOfCost }: Alphabet, refusal: string): Uint8Array {
  const { width, height, cost } = grid
  const text = new Uint8Array(head.length + (width + 1) * height)
  for (let i = 0; i < head.length; i++) text[i] = head.charCodeAt(i)
  let at = head.length
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++, cell++) {
      const byte = byteOfCost[cost[cell]] ?? 0
      if (byte === 0) refuse(`Cell (${x}, ${y}) costs ${cost[cell]}: ${refusal}`)
      text[at++] = byte
    }
    text[at++] = LF
  }
  return text
}
