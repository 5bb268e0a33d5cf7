/**
 * The commits since an atlas was made, as bytes. A head names the atlas by its checksum. A record follows for each commit: the
 * count of edits, the edits (cell and value), and a checksum. A value is a cost. On a map of travellers it is a ground's number,
 * or 256 plus a cost that no ground has.
 *
 * The first record of a long journal may fold many commits into the last value of each cell. It holds minus the count
 * of edits, the count of commits, the checksum of all of them, the edits, and a checksum of the record.
 *
 * A part has the commits after some version. Its head has two more words: that version, and a checksum of all commits
 * before it. So a map refuses a part that does not follow its own commits. A journal on a disk may have parts appended.
 */
import { IsthmusError } from '../base/errors.ts'
import { nameOf, refuse } from '../base/given.ts'
import { growingInts } from '../base/growing.ts'
import { WORD_CHECKSUM } from '../base/section-file.ts'

/** "ISJ" and a line feed; "ISP" and a line feed. */
const MAGIC = 0x0a4a5349
const MAGIC_PART = 0x0a505349
export const HEAD_WORDS = 6
export const PART_WORDS = 8
/** The format numbers: values are costs, or grounds. */
const VERSION_COSTS = 1
const VERSION_GROUNDS = 2
/** Added to the format number if the first record folds many commits. */
const FOLDED = 2
/** Words of a folded record before its edits. */
const FOLD_WORDS = 3

/** Which atlas a journal belongs to, and which edits are valid. */
export interface JournalOf {
  readonly head: Int32Array
  readonly cellCount: number
  /** Whether an edit may give a cell this value. */
  readonly isValue: (value: number) => boolean
}

/** The last value of each cell: y * width + x -> value. */
type Edits = Map<number, number>

/** For an atlas file. `isOfGrounds`: edits are grounds, not costs. */
export function journalOf(
  atlas: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  isOfGrounds: boolean,
  isValue: (value: number) => boolean,
): JournalOf {
  const name = wordsOf(atlas.subarray(4 * WORD_CHECKSUM, 4 * WORD_CHECKSUM + 8))
  const version = isOfGrounds ? VERSION_GROUNDS : VERSION_COSTS
  const head = Int32Array.of(MAGIC, version, name[0], name[1], width, height)
  return { head, cellCount: width * height, isValue }
}

/** A version that the journal can go back to: where its last record ends, and the checksum of all commits up to it. */
interface Mark {
  readonly version: number
  readonly end: number
  readonly sum: number
}

/** All commits since the atlas was made. */
export class JournalLog {
  /** What was wrong with the end of the journal that the map was opened with; empty if nothing was. */
  readonly problem: string
  private readonly of: JournalOf
  private records = growingInts()
  /** The beginning, and a mark for each record. Only the first record may fold several commits. */
  private marks: Mark[] = [{ version: 0, end: 0, sum: 0 }]

  constructor(of: JournalOf, bytes: Uint8Array | null) {
    this.of = of
    this.problem = bytes === null ? '' : this.readFile(bytes)
  }

  get version(): number {
    return this.marks[this.marks.length - 1].version
  }

  /** How many commits the first record folds; 0 if it does not. */
  private get foldedVersion(): number {
    return this.marks.length > 1 && this.records.at(0) < 0 ? this.marks[1].version : 0
  }

  /** How many cells each unfolded commit edited. */
  get cellsOfCommit(): number[] {
    return this.marks.slice(1).flatMap((_, i) => {
      const count = this.records.at(this.marks[i].end)
      return count < 0 ? [] : count
    })
  }

  /** A copy that ends at a version. */
  upTo(version: number): JournalLog {
    return new JournalLog(this.of, this.toBytes(undefined, version))
  }

  /** Folds the commits up to a version into one record. */
  fold(version: number): void {
    if (version <= this.foldedVersion) return
    const { end, sum } = this.markOf('The version', version)
    const edits = this.editsBetween(0, version)
    const record = new Int32Array(FOLD_WORDS + 2 * edits.size + 1)
    record.set([-edits.size, version, sum])
    writeEdits(record, FOLD_WORDS, edits)
    const rest = this.records.toArray(end)
    const later = this.marks.slice(this.indexOf(version) + 1)
    this.records = growingInts()
    this.records.append(record)
    this.records.append(rest)
    const moved = later.map(mark => ({ ...mark, end: mark.end + record.length - end }))
    this.marks = [this.marks[0], { version, end: record.length, sum }, ...moved]
  }

  add(edits: ReadonlyMap<number, number>): void {
    const record = new Int32Array(2 + 2 * edits.size)
    record[0] = edits.size
    writeEdits(record, 1, edits)
    this.append(record)
  }

  /** The bytes of the commits after `since`, or of all, up to `upTo`. */
  toBytes(since?: number, upTo = this.version): Uint8Array<ArrayBuffer> {
    const after = this.markOf('since', since ?? 0)
    const { end } = this.markOf('upTo', upTo)
    const from = after.end
    const head = since === undefined ? this.of.head.slice() : this.partHead(after)
    if (from === 0 && end > 0 && this.foldedVersion > 0) head[1] += FOLDED
    return bytesOf(head, this.records.toArray(from).subarray(0, Math.max(0, end - from)))
  }

  /** The last value of each cell edited by the commits after `from`, up to `to`. */
  editsBetween(from: number, to = this.version): Edits {
    const { records, marks } = this
    const edits: Edits = new Map()
    for (let i = this.indexOf(from) + 1; i <= this.indexOf(to); i++) {
      const begin = marks[i - 1].end
      const first = begin + (records.at(begin) < 0 ? FOLD_WORDS : 1)
      for (let at = first; at < marks[i].end - 1; at += 2) edits.set(records.at(at), records.at(at + 1))
    }
    return edits
  }

  /** Takes over commits of another map of the same file, all or none. Skips those that it has already. */
  take(bytes: Uint8Array): void {
    checkBytes(bytes, 'The commits are')
    const records: Int32Array[] = []
    const end = this.readRecords(wordsOf(bytes), records)
    if (4 * end !== bytes.length) {
      throw new IsthmusError(
        'JOURNAL_DAMAGED',
        `The last ${bytes.length - 4 * end} bytes are no whole commit, so none was taken: send all of journal({ since }).`,
      )
    }
    for (const record of records) this.append(record)
  }

  /** Reads a journal from a disk, parts appended to it included. Returns what is wrong with its end. */
  private readFile(bytes: Uint8Array): string {
    checkBytes(bytes, 'The journal is')
    if (isTorn(bytes, this.of.head) || isTorn(bytes, this.partHead(this.marks[0]))) {
      return `The journal's ${bytes.length} bytes end within its head: it has no commits.`
    }
    const words = wordsOf(bytes)
    let at = 0
    do {
      const records: Int32Array[] = []
      at += this.readRecords(words.subarray(at), records)
      for (const record of records) this.append(record)
    } while (words[at] === MAGIC_PART && words.length - at >= PART_WORDS)
    const lost = bytes.length - 4 * at
    return lost === 0 ? '' : `The last ${lost} bytes of the journal are no whole commit: they were left out.`
  }

  /** Throws unless these commits follow on the commits here. Returns the version that they follow. */
  private checkHead(words: Int32Array): number {
    const { head } = this.of
    const isPart = words[0] === MAGIC_PART
    if (words.length < (isPart ? PART_WORDS : HEAD_WORDS) || !(isPart || words[0] === MAGIC)) {
      throw new IsthmusError('JOURNAL_DAMAGED', 'These bytes are not a journal: give what journal() returned.')
    }
    if (words[1] !== head[1] && words[1] !== head[1] + FOLDED) {
      throw new IsthmusError('JOURNAL_DAMAGED', versionProblem(words[1], head[1]))
    }
    if (head.some((word, i) => i > 1 && word !== words[i])) {
      throw new IsthmusError(
        'JOURNAL_DAMAGED',
        'The journal is of another atlas: open it with the atlas that it was kept for.',
      )
    }
    const since = isPart ? words[HEAD_WORDS] : 0
    if (since < 0 || since > this.version) {
      const ask = `ask for journal({ since: ${this.version} })`
      throw new IsthmusError(
        'JOURNAL_GAP',
        `The commits follow on version ${since}, this map is at ${this.version}: ${ask}.`,
      )
    }
    if (isPart && this.isOther(since, words[HEAD_WORDS + 1])) throw parted(since)
    return since
  }

  /**
   * Reads records up to one that is not whole and returns where that begins. Adds the records that are new here to
   * `records`.
   */
  private readRecords(words: Int32Array, records: Int32Array[]): number {
    const { of } = this
    let version = this.checkHead(words)
    const isPart = words[0] === MAGIC_PART
    let at = isPart ? PART_WORDS : HEAD_WORDS
    /** The checksum of all commits up to this one. */
    let sum = isPart ? words[HEAD_WORDS + 1] : 0
    for (let isFold = words[1] === of.head[1] + FOLDED; at < words.length; isFold = false) {
      const count = isFold ? -words[at] : words[at]
      const first = at + (isFold ? FOLD_WORDS : 1)
      const end = first + 2 * count
      if (count < 1 || end >= words.length || words[end] !== sumOf(words.subarray(at, end))) break
      if (isFold && (version !== 0 || words[at + 1] < 1)) break
      checkRecord(of, words.subarray(first, end))
      const before = version
      version = isFold ? words[at + 1] : version + 1
      sum = isFold ? words[at + 2] : sumOf(Int32Array.of(sum, words[end]))
      if (isFold && this.version > 0 && version > this.version) {
        const what = `The commits up to version ${version} come as one, and this map is at ${this.version}`
        throw new IsthmusError('JOURNAL_GAP', `${what}: open the file again with all of the journal.`)
      }
      // A commit that is here already must be the same.
      if (this.isOther(version, sum)) throw parted(isFold ? version : before)
      if (before >= this.version) records.push(words.slice(at, end + 1))
      at = end + 1
    }
    return at
  }

  /** The place of a version among the marks; -1 if the map does not have it, or folded it into a later one. */
  private indexOf(version: number): number {
    if (version === 0) return 0
    const i = Number.isInteger(version) ? version - this.marks[1]?.version + 1 : 0
    return i >= 1 && i < this.marks.length ? i : -1
  }

  private markOf(what: string, version: number): Mark {
    const i = this.indexOf(version)
    if (i >= 0) return this.marks[i]
    const versions = this.foldedVersion > 0 ? `0 and ${this.foldedVersion}` : '0'
    refuse(`${what} is ${String(version)}: this map has the versions ${versions} to ${this.version}.`)
  }

  /** Whether the map has a version, but came to it by other commits. */
  private isOther(version: number, sum: number): boolean {
    const i = this.indexOf(version)
    return i >= 0 && this.marks[i].sum !== sum
  }

  private append(record: Int32Array): void {
    const { version, sum } = this.marks[this.marks.length - 1]
    this.records.append(record)
    const end = this.records.length
    if (record[0] < 0) this.marks.push({ version: record[1], end, sum: record[2] })
    else this.marks.push({ version: version + 1, end, sum: sumOf(Int32Array.of(sum, record[record.length - 1])) })
  }

  private partHead({ version, sum }: Mark): Int32Array {
    const part = new Int32Array(PART_WORDS)
    part.set(this.of.head)
    part[0] = MAGIC_PART
    part[HEAD_WORDS] = version
    part[HEAD_WORDS + 1] = sum
    return part
  }
}

/** Whether a journal was cut off within its head: then it has no commits. */
function isTorn(bytes: Uint8Array, head: Int32Array): boolean {
  const whole = new Uint8Array(head.buffer)
  return bytes.length < whole.length && bytes.every((byte, i) => byte === whole[i])
}

function checkBytes(bytes: unknown, what: string): void {
  if (!(bytes instanceof Uint8Array))
    refuse(`${what} ${nameOf(bytes)}: a Uint8Array was expected, as journal() returns.`)
}

/** Copies, since bytes may begin anywhere and a Buffer's slices share its memory. */
function wordsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(new Uint8Array(bytes.subarray(0, bytes.length & ~3)).buffer)
}

/** Writes edits into a record from `at` on, and its checksum behind them. */
function writeEdits(record: Int32Array, at: number, edits: ReadonlyMap<number, number>): void {
  for (const [cell, value] of edits) {
    record[at++] = cell
    record[at++] = value
  }
  record[at] = sumOf(record.subarray(0, at))
}

function checkRecord({ cellCount, isValue }: JournalOf, edits: Int32Array): void {
  for (let i = 0; i < edits.length; i += 2) {
    if (!(edits[i] >= 0 && edits[i] < cellCount)) {
      throw new IsthmusError('JOURNAL_DAMAGED', `The journal edits cell ${edits[i]}, which the map does not have.`)
    }
    if (isValue(edits[i + 1])) continue
    const what = `The journal gives cell ${edits[i]} the value ${edits[i + 1]}`
    throw new IsthmusError('JOURNAL_DAMAGED', `${what}, which no cell of this map can have.`)
  }
}

function versionProblem(found: number, known: number): string {
  if (found === VERSION_COSTS && known === VERSION_GROUNDS) {
    return 'The journal is of one traveller, by an older release: a journal of this file is of all of them.'
  }
  return `Journal format ${found}; this reader knows ${known} here.`
}

function parted(version: number): IsthmusError {
  const what = `The commits follow on others than this map has up to version ${version}`
  return new IsthmusError('JOURNAL_DAMAGED', `${what}: open the file again and apply the whole journal.`)
}

function bytesOf(head: Int32Array, records: Int32Array): Uint8Array<ArrayBuffer> {
  const words = new Int32Array(head.length + records.length)
  words.set(head)
  words.set(records, head.length)
  return new Uint8Array(words.buffer)
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
