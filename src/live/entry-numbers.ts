/**
 * The numbers of a version's entries. An entry keeps its number as long as it lives; numbers that are free are given again.
 * Pools of them, where the entries of borders of high levels have numbers of their own below all others, let columns of high
 * levels be short: a pool that is used up takes from the last one, which has no end.
 */
interface Pool {
  /** The next number that was never taken, and where the pool ends. */
  next: number
  readonly limit: number
  readonly free: number[]
}

export class EntryNumbers {
  /** Those of the highest borders come first; of level 0 last. */
  private readonly pools: Pool[]

  private constructor(pools: Pool[]) {
    this.pools = pools
  }

  /** Of `count` entries, which may lie on any border. */
  static ofAll(count: number): EntryNumbers {
    return new EntryNumbers([{ next: count, limit: Infinity, free: [] }])
  }

  /** With a pool for the borders of each level; all are free. */
  static ofLevels(roomOfLevel: readonly number[]): EntryNumbers {
    let end = 0
    const pools = [...roomOfLevel].reverse().map((room, i, all) => {
      const next = end
      end += room
      return { next, limit: i + 1 < all.length ? end : Infinity, free: [] }
    })
    return new EntryNumbers(pools)
  }

  fork(): EntryNumbers {
    return new EntryNumbers(this.pools.map(pool => ({ ...pool, free: pool.free.slice() })))
  }

  /** Behind the last number that may have been taken. */
  get end(): number {
    return this.pools.at(-1)!.next
  }

  /** How many numbers entries have. */
  get inUse(): number {
    const startOf = (i: number) => (i === 0 ? 0 : this.pools[i - 1].limit)
    return this.pools.reduce((sum, { next, free }, i) => sum + next - startOf(i) - free.length, 0)
  }

  /** A number for an entry on a border of this level. */
  take(level: number): number {
    const last = this.pools.length - 1
    const pool = this.pools[Math.max(0, last - level)]
    if (pool.free.length > 0) return pool.free.pop()!
    if (pool.next < pool.limit) return pool.next++
    const { free } = this.pools[last]
    return free.length > 0 ? free.pop()! : this.pools[last].next++
  }

  give(entry: number): void {
    this.pools.find(pool => entry < pool.limit)!.free.push(entry)
  }
}
