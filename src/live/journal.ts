/**
 * What was committed since an atlas was made, as bytes: a head that names the atlas by its checksum, then a record for each
 * commit: how many edits, the edits (cell and cost), and a checksum of it all. A record that is not whole ends the journal:
 * the edits before it count, and whoever opens it is told.
 */
import { WORD_CHECKSUM } from '../atlas/layout.ts'
import { IsthmusError } from '../base/errors.ts'
import { GrowingInts } from '../base/growing.ts'
import { COST_MAX } from '../map/grid.ts'

/** "ISJ" and a line feed, then the version. */
const MAGIC = 0x0a4a5349
const VERSION = 1
export const HEAD_WORDS = 6

/** A journal as it was read, or an empty one. */
export interface Journal {
  /** Words of the head and of all whole records. */
  readonly words: Int32Array
  /** The last cost of each cell: y * width + x -> cost. */
  readonly edits: ReadonlyMap<number, number>
  readonly problem: string
  /** How many cells each commit edited. */
  readonly cellsOfCommit: readonly number[]
}

export class JournalWriter {
  private readonly words = new GrowingInts()

  constructor(journal: Journal) {
    this.words.append(journal.words)
  }

  /** Nothing where there is no head: a map of a view's own has no atlas that a journal could follow. */
  add(edits: ReadonlyMap<number, number>): void {
    if (this.words.length === 0) return
    const record = new Int32Array(2 + 2 * edits.size)
    record[0] = edits.size
    let at = 1
    for (const [cell, cost] of edits) {
      record[at++] = cell
      record[at++] = cost
    }
    record[at] = sumOf(record.subarray(0, at))
    this.words.append(record)
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.words.toArray().buffer)
  }
}

/** Visits the cells that the commits of a journal have edited, a cell as often as it was. */
export function forEachEdit(journal: Uint8Array, visit: (cell: number) => void): void {
  const words = new Int32Array(journal.buffer, journal.byteOffset, journal.length >> 2)
  for (let at = HEAD_WORDS; at < words.length; at += 2 + 2 * words[at]) {
    for (let i = 0; i < words[at]; i++) visit(words[at + 1 + 2 * i])
  }
}

/** For a map without an atlas's bytes. */
export function noJournal(): Journal {
  return { words: new Int32Array(0), edits: new Map(), problem: '', cellsOfCommit: [] }
}

/** The journal of an atlas file, or of one of its travellers; an empty one where there is none yet. */
export function readJournal(
  atlas: Uint8Array,
  width: number,
  height: number,
  bytes?: Uint8Array,
  traveller = 0,
): Journal {
  const name = new Int32Array(atlas.slice(4 * WORD_CHECKSUM, 4 * WORD_CHECKSUM + 8).buffer)
  const head = Int32Array.of(MAGIC, VERSION, name[0] ^ traveller, name[1], width, height)
  if (bytes === undefined) return { words: head, edits: new Map(), problem: '', cellsOfCommit: [] }
  if (isTornHead(bytes, head)) {
    const problem = `The journal's ${bytes.length} bytes end within its head: it has no commits.`
    return { words: head, edits: new Map(), problem, cellsOfCommit: [] }
  }
  const words = new Int32Array(bytes.slice(0, bytes.length & ~3).buffer)
  checkHead(words, head)
  const edits = new Map<number, number>()
  const cellsOfCommit: number[] = []
  let at = HEAD_WORDS
  while (at < words.length) {
    const count = words[at]
    const end = at + 1 + 2 * count
    if (count < 1 || end >= words.length || words[end] !== sumOf(words.subarray(at, end))) break
    for (let i = at + 1; i < end; i += 2) {
      if (!(words[i] >= 0 && words[i] < width * height && words[i + 1] >= 0 && words[i + 1] <= COST_MAX)) {
        throw new IsthmusError('JOURNAL_DAMAGED', `The journal edits cell ${words[i]}, which the map does not have.`)
      }
      edits.set(words[i], words[i + 1])
    }
    cellsOfCommit.push(count)
    at = end + 1
  }
  const lost = bytes.length - 4 * at
  const problem = lost === 0 ? '' : `The last ${lost} bytes of the journal are no whole commit: they were left out.`
  return { words: words.slice(0, at), edits, problem, cellsOfCommit }
}

/** Whether a journal was cut off before it had a whole head: nothing was committed with it. */
function isTornHead(bytes: Uint8Array, head: Int32Array): boolean {
  const whole = new Uint8Array(head.buffer)
  return bytes instanceof Uint8Array && bytes.length < whole.length && bytes.every((byte, i) => byte === whole[i])
}

function checkHead(words: Int32Array, head: Int32Array): void {
  if (words.length < HEAD_WORDS || words[0] !== MAGIC) {
    throw new IsthmusError('JOURNAL_DAMAGED', 'These bytes are not a journal: give what journal() returned.')
  }
  if (words[1] !== VERSION) {
    throw new IsthmusError('JOURNAL_DAMAGED', `Journal format ${words[1]}; this reader knows ${VERSION}.`)
  }
  if (head.some((word, i) => word !== words[i])) {
    throw new IsthmusError(
      'JOURNAL_DAMAGED',
      'The journal is of another atlas: open it with the atlas that it was kept for.',
    )
  }
}

/** The checksum of a record. */
export function sumOf(words: Int32Array): number {
  let sum = 0x811c9dc5 | 0
  for (const word of words) {
    sum = Math.imul(sum ^ word, 0x9e3779b1)
    sum ^= sum >>> 15
  }
  return sum
}
