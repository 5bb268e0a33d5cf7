/**
 * The commits since an atlas was made, as bytes. A head names the atlas by its checksum; a record follows for each
 * commit: the count of edits, the edits (cell and value), and a checksum. A value is a cost. On a map of travellers it
 * is a ground's number, or 256 plus a cost that no ground has.
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

/** All commits since the atlas was made. */
export class JournalLog {
  /** What was wrong with the end of the journal that the map was opened with; empty if nothing was. */
  readonly problem: string
  /** How many cells each unfolded commit edited. */
  readonly cellsOfCommit: number[] = []
  private readonly of: JournalOf
  private records = growingInts()
  /** The folded record: how many commits it holds, where it ends in `records`, and the checksum of these commits. */
  private folded = { version: 0, end: 0, sum: 0 }
  /** Where each later commit ends in `records`, and the checksum of all commits up to it. */
  private readonly endOfCommit: number[] = []
  private readonly sumOfCommits: number[] = []

  constructor(of: JournalOf, bytes: Uint8Array | null) {
    this.of = of
    this.problem = bytes === null ? '' : this.readFile(bytes)
  }

  get version(): number {
    return this.folded.version + this.endOfCommit.length
  }

  /** A copy that ends at a version. */
  upTo(version: number): JournalLog {
    return new JournalLog(this.of, this.toBytes(undefined, version))
  }

  /** Folds the commits up to a version into one record. */
  fold(version: number): void {
    if (version <= this.folded.version) return
    this.checkVersion('The version', version)
    const edits = this.editsBetween(0, version)
    const record = new Int32Array(FOLD_WORDS + 2 * edits.size + 1)
    record.set([-edits.size, version, this.sumAt(version)])
    writeEdits(record, FOLD_WORDS, edits)
    const end = this.endOf(version)
    const rest = this.records.toArray(end)
    const count = version - this.folded.version
    this.sumOfCommits.splice(0, count)
    this.cellsOfCommit.splice(0, count)
    this.endOfCommit.splice(0, count)
    for (let i = 0; i < this.endOfCommit.length; i++) this.endOfCommit[i] += record.length - end
    this.records = growingInts()
    this.records.append(record)
    this.records.append(rest)
    this.folded = { version, end: record.length, sum: record[2] }
  }

  add(edits: ReadonlyMap<number, number>): void {
    const record = new Int32Array(2 + 2 * edits.size)
    record[0] = edits.size
    writeEdits(record, 1, edits)
    this.append(record)
  }

  /** The bytes of the commits after `since`, or of all, up to `upTo`. */
  toBytes(since?: number, upTo = this.version): Uint8Array<ArrayBuffer> {
    const { of, records } = this
    this.checkVersion('since', since ?? 0)
    this.checkVersion('upTo', upTo)
    const from = this.endOf(since ?? 0)
    const head = since === undefined ? of.head.slice() : this.partHead(since)
    if (from === 0 && this.folded.version > 0 && upTo > 0) head[1] += FOLDED
    return bytesOf(head, records.toArray(from).subarray(0, Math.max(0, this.endOf(upTo) - from)))
  }

  /** The last value of each cell edited by the commits after `from`, up to `to`. */
  editsBetween(from: number, to = this.version): Edits {
    const { records, folded } = this
    const edits: Edits = new Map()
    const read = (at: number, end: number) => {
      for (; at < end; at += 2) edits.set(records.at(at), records.at(at + 1))
    }
    if (from < folded.version) read(FOLD_WORDS, folded.end - 1)
    for (let version = Math.max(from, folded.version); version < to; version++) {
      read(this.endOf(version) + 1, this.endOf(version + 1) - 1)
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
    if (isTorn(bytes, this.of.head) || isTorn(bytes, this.partHead(0))) {
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
    if (isPart && this.hasVersion(since) && words[HEAD_WORDS + 1] !== this.sumAt(since)) throw parted(since)
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
    if (words[1] === of.head[1] + FOLDED) {
      const end = at + FOLD_WORDS - 2 * words[at]
      const isWhole = version === 0 && words[at] < 0 && words[at + 1] > 0 && end < words.length
      if (!isWhole || words[end] !== sumOf(words.subarray(at, end))) return at
      checkRecord(of, words.subarray(at + FOLD_WORDS, end))
      version = words[at + 1]
      sum = words[at + 2]
      this.checkFold(version, sum)
      if (this.version === 0) records.push(words.slice(at, end + 1))
      at = end + 1
    }
    while (at < words.length) {
      const end = at + 1 + 2 * words[at]
      if (words[at] < 1 || end >= words.length || words[end] !== sumOf(words.subarray(at, end))) break
      checkRecord(of, words.subarray(at + 1, end))
      if (version >= this.version) records.push(words.slice(at, end + 1))
      version++
      sum = sumOf(Int32Array.of(sum, words[end]))
      // A commit that is here already must be the same.
      if (this.hasVersion(version) && sum !== this.sumAt(version)) throw parted(version - 1)
      at = end + 1
    }
    return at
  }

  /** Throws if these folded commits do not match the commits here. */
  private checkFold(version: number, sum: number): void {
    if (this.version > 0 && version > this.version) {
      const what = `The commits up to version ${version} come as one, and this map is at ${this.version}`
      throw new IsthmusError('JOURNAL_GAP', `${what}: open the file again with all of the journal.`)
    }
    if (this.version > 0 && this.hasVersion(version) && sum !== this.sumAt(version)) throw parted(version)
  }

  /** Whether this map has a version, and did not fold it into a later one. */
  private hasVersion(version: number): boolean {
    return Number.isInteger(version) && (version === 0 || (version >= this.folded.version && version <= this.version))
  }

  private checkVersion(what: string, version: number): void {
    if (this.hasVersion(version)) return
    const { version: folded } = this.folded
    const versions = folded > 0 ? `0 and ${folded}` : '0'
    refuse(`${what} is ${String(version)}: this map has the versions ${versions} to ${this.version}.`)
  }

  private append(record: Int32Array): void {
    if (record[0] < 0) {
      this.records.append(record)
      this.folded = { version: record[1], end: record.length, sum: record[2] }
      return
    }
    const before = this.sumAt(this.version)
    this.records.append(record)
    this.endOfCommit.push(this.records.length)
    this.sumOfCommits.push(sumOf(Int32Array.of(before, record[record.length - 1])))
    this.cellsOfCommit.push(record[0])
  }

  private partHead(since: number): Int32Array {
    const part = new Int32Array(PART_WORDS)
    part.set(this.of.head)
    part[0] = MAGIC_PART
    part[HEAD_WORDS] = since
    part[HEAD_WORDS + 1] = this.sumAt(since)
    return part
  }

  private endOf(version: number): number {
    const { folded } = this
    if (version === 0) return 0
    return version === folded.version ? folded.end : this.endOfCommit[version - folded.version - 1]
  }

  private sumAt(version: number): number {
    const { folded } = this
    if (version === 0) return 0
    return version === folded.version ? folded.sum : this.sumOfCommits[version - folded.version - 1]
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
