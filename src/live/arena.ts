/**
 * Where records of a map that changes lie: runs of one long typed array, found by where they begin. A record is written once
 * and never changed, so versions share them; room that is free again is handed out to records of the same size. When the
 * array is full it is replaced by one that is half as long again, which whoever holds it must notice.
 */
type Words = Int32Array | Uint16Array | Int16Array

export class Arena<T extends Words> {
  data: T
  /** In records' units: what lies from here on was never handed out. */
  end: number
  private readonly unit: number
  private readonly freeOfSize = new Map<number, number[]>()
  /** Records that versions which are still held may read. */
  private held: number[] = []

  /** `unit` elements of the array are one unit of place and size. */
  constructor(data: T, end: number, unit: number) {
    this.data = data
    this.end = end
    this.unit = unit
  }

  /** The place of a new record; true in `hasGrown` of the caller's making is its own affair: compare `data`. */
  take(size: number): number {
    const free = this.freeOfSize.get(size)
    if (free !== undefined && free.length > 0) return free.pop()!
    const at = this.end
    this.end += size
    if (this.end * this.unit > this.data.length) this.grow()
    return at
  }

  /** Hands back a record; while versions are held that may read it, its room waits. */
  give(at: number, size: number, isHeld: boolean): void {
    if (size === 0) return
    if (isHeld) this.held.push(at, size)
    else this.free(at, size)
  }

  /** No version but the newest is held any more. */
  release(): void {
    for (let i = 0; i < this.held.length; i += 2) this.free(this.held[i], this.held[i + 1])
    this.held = []
  }

  private free(at: number, size: number): void {
    const free = this.freeOfSize.get(size)
    if (free === undefined) this.freeOfSize.set(size, [at])
    else free.push(at)
  }

  private grow(): void {
    const Column = this.data.constructor as new (length: number) => T
    const grown = new Column(Math.ceil(this.end * this.unit * 1.5))
    grown.set(this.data)
    this.data = grown
  }
}

/** A copy with room for more; room that is never written takes no memory. */
export function withRoom<T extends Words>(data: T, length: number): T {
  const Column = data.constructor as new (length: number) => T
  const copy = new Column(Math.max(length, data.length))
  copy.set(data)
  return copy
}
