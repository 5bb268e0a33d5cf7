/**
 * Storage for the records of a live map: runs inside one long typed array, identified by where they begin. A record is
 * written once and never changed, so versions share it. Its room is free for another record of the same size once no
 * version has it: at once if only the version had it that gives it back. Otherwise the edges of the tree of versions
 * (versions.ts) note who has it.
 */
import { grownTo } from '../base/growing.ts'
import { addTo } from '../base/lists.ts'
import { copying, type Work } from '../base/work.ts'
import type { Difference, Shared, Versions } from './versions.ts'

export type Words = Int32Array | Uint16Array

/** How full an array is before long work replaces it by a longer one, and how much longer that is. */
const FULL_SHARE = 15 / 16
const GROWTH = 1.5

/** Place -> size. */
type Records = Map<number, number>

/** The records that only one end of an edge has. A version that is lost between others takes those that only it had with it. */
class Apart implements Difference {
  private readonly arena: Arena<Words>
  /** Those of the end nearer to the root. */
  private here: Records = new Map()
  private there: Records = new Map()

  constructor(arena: Arena<Words>) {
    this.arena = arena
  }

  get isEmpty(): boolean {
    return this.here.size === 0 && this.there.size === 0
  }

  take(at: number, size: number): void {
    this.here.set(at, size)
  }

  /** Returns whether no other version has the record. */
  give(at: number, size: number): boolean {
    const isOwn = this.here.delete(at)
    if (!isOwn) this.there.set(at, size)
    return isOwn
  }

  swap(): void {
    const { here, there } = this
    this.here = there
    this.there = here
  }

  over(near: Apart): void {
    for (const [at, size] of near.there) {
      if (this.here.delete(at)) this.arena.free(at, size)
      else this.there.set(at, size)
    }
    for (const [at, size] of near.here) this.here.set(at, size)
  }

  drop(): void {
    for (const [at, size] of this.there) this.arena.free(at, size)
  }
}

/** The records of all versions. */
export class Arena<T extends Words> implements Shared {
  data: T
  difference: Apart | null = null
  private readonly versions: Versions
  private bytesOfData: Uint8Array = new Uint8Array(0)
  /** The end of all room handed out so far, in units. */
  private end: number
  /** Array elements per unit of place and size. */
  private readonly unit: number
  private readonly freeOfSize = new Map<number, number[]>()
  /** Place and size of each record taken while a longer array is filled; null if none is. */
  private taken: number[] | null = null

  constructor(versions: Versions, data: T, end: number, unit: number) {
    this.versions = versions
    this.data = data
    this.end = end
    this.unit = unit
    versions.add(this)
  }

  noDifference(): Apart {
    return new Apart(this)
  }

  /** The array as bytes. */
  get bytes(): Uint8Array {
    const { data } = this
    if (this.bytesOfData.buffer !== data.buffer) this.bytesOfData = new Uint8Array(data.buffer, 0, data.byteLength)
    return this.bytesOfData
  }

  /** The place of a new record of the root version. */
  take(size: number): number {
    const at = this.freeOfSize.get(size)?.pop() ?? this.append(size)
    this.taken?.push(at, size)
    this.difference?.take(at, size)
    return at
  }

  /** Takes a record away from the root version. */
  give(at: number, size: number): void {
    if (size > 0 && (this.difference?.give(at, size) ?? true)) this.free(at, size)
  }

  /** Call when no version has a record. */
  free(at: number, size: number): void {
    addTo(this.freeOfSize, size, at)
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

  private append(size: number): number {
    const at = this.end
    this.end += size
    const length = this.end * this.unit
    if (length > this.data.length) this.replace(grownTo(this.data, Math.ceil(GROWTH * length)))
    return at
  }

  private replace(longer: T): void {
    this.data = longer
    this.versions.onGrow()
  }
}
