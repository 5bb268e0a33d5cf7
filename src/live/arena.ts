/**
 * Storage for the records of a live map: runs inside one long typed array, identified by where they begin. A record is
 * written once and never changed, so versions share it. Freed room is reused for records of the same size. If no other
 * version has seen the record, that happens at once; otherwise when no other version is left.
 */
import { grownTo } from '../base/growing.ts'
import { addTo } from '../base/lists.ts'
import { copying, type Work } from '../base/work.ts'

export type Words = Int32Array | Uint16Array

/** How full an array is before long work replaces it by a longer one, and how much longer that is. */
const FULL_SHARE = 15 / 16
const GROWTH = 1.5

/** The array that all versions share. */
export class ArenaRoom<T extends Words> {
  data: T
  private bytesOfData: Uint8Array = new Uint8Array(0)
  /** The end of all room handed out so far, in units. */
  private end: number
  /** Array elements per unit of place and size. */
  private readonly unit: number
  private readonly freeOfSize = new Map<number, number[]>()
  /** Place and size of each record taken while a longer array is filled; null if none is. */
  private taken: number[] | null = null
  /** Called when a longer array has replaced `data`: others may still hold the old one. */
  onGrow = () => {}

  constructor(data: T, end: number, unit: number) {
    this.data = data
    this.end = end
    this.unit = unit
  }

  /** The array as bytes. */
  get bytes(): Uint8Array {
    const { data } = this
    if (this.bytesOfData.buffer !== data.buffer) this.bytesOfData = new Uint8Array(data.buffer, 0, data.byteLength)
    return this.bytesOfData
  }

  take(size: number): number {
    const at = this.freeOfSize.get(size)?.pop() ?? this.append(size)
    this.taken?.push(at, size)
    return at
  }

  get isNearlyFull(): boolean {
    return this.end * this.unit > FULL_SHARE * this.data.length && this.taken === null
  }

  /** Makes a longer array in pieces, so that `take` need not do so at once. */
  *growing(): Work<void> {
    const { data, unit } = this
    const longer = grownTo(data.subarray(0, 0) as T, Math.ceil(GROWTH * data.length))
    const taken: number[] = []
    this.taken = taken
    try {
      yield* copying(data, longer, 0)
    } finally {
      this.taken = null
    }
    if (this.data !== data) return
    for (let i = 0; i < taken.length; i += 2) {
      const at = taken[i] * unit
      longer.set(data.subarray(at, at + taken[i + 1] * unit), at)
    }
    this.replace(longer)
  }

  free(at: number, size: number): void {
    addTo(this.freeOfSize, size, at)
  }

  private append(size: number): number {
    const at = this.end
    this.end += size
    const length = this.end * this.unit
    if (length > this.data.length) this.replace(grownTo(this.data, Math.ceil(GROWTH * length)))
    return at
  }

  private replace(longer: T): void {
    this.data = longer
    this.onGrow()
  }
}

/** The records of one version. */
export class Arena<T extends Words> {
  /** Records that no other version has seen: place -> size. */
  readonly young = new Map<number, number>()
  readonly room: ArenaRoom<T>
  /** Whether there are other versions. */
  isShared = false
  /** Records that other versions may read. */
  private readonly held: number[] = []
  /** Records that the current commit gave back. The commit may still read them until it ends. */
  private readonly given: number[] = []

  constructor(room: ArenaRoom<T>) {
    this.room = room
  }

  get data(): T {
    return this.room.data
  }

  /** Makes an equal version. From now on both share all records. */
  fork(): Arena<T> {
    this.young.clear()
    this.isShared = true
    const other = new Arena(this.room)
    other.isShared = true
    return other
  }

  /** The place of a new record. */
  take(size: number): number {
    const at = this.room.take(size)
    if (this.isShared) this.young.set(at, size)
    return at
  }

  /** Gives a record back. */
  give(at: number, size: number): void {
    if (size === 0) return
    if (!this.isShared || this.young.delete(at)) this.given.push(at, size)
    else this.held.push(at, size)
  }

  /** Ends the commit: records that it gave back may be overwritten. */
  endCommit(): void {
    if (this.given.length === 0) return
    for (let i = 0; i < this.given.length; i += 2) this.room.free(this.given[i], this.given[i + 1])
    this.given.length = 0
  }

  /** Call when the version is gone: frees the records that only it had seen. */
  abandon(): void {
    for (const [at, size] of this.young) this.room.free(at, size)
    this.young.clear()
  }

  /** Notes whether there are other versions. If not, all held room is free. */
  share(isShared: boolean): void {
    this.isShared = isShared
    if (isShared) return
    for (let i = 0; i < this.held.length; i += 2) this.room.free(this.held[i], this.held[i + 1])
    this.held.length = 0
    // Clearing an empty map allocates a new one.
    if (this.young.size > 0) this.young.clear()
  }
}
