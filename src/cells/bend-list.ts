/**
 * The bends of a path: the cells where it starts, turns and ends, between two of which it runs straight in one of 8
 * directions. A search knows its path from the goal backwards, so bends are added in that order and turned round at the
 * end. The memory is kept from query to query and grows when a path needs more.
 */
export class BendList {
  /** x,y pairs; the first `count` pairs are the path. */
  xy = new Int32Array(256)
  count = 0

  clear(): void {
    this.count = 0
  }

  /** Adds a cell that lies straight (in one of 8 directions) from the one added before, or is that same cell. */
  add(x: number, y: number): void {
    const { xy, count } = this
    const last = 2 * count - 2
    if (count > 0) {
      const dx = x - xy[last]
      const dy = y - xy[last + 1]
      if (dx === 0 && dy === 0) return
      // A leg that goes on in the direction of the leg before only makes that one longer.
      if (
        count > 1 &&
        Math.sign(dx) === Math.sign(xy[last] - xy[last - 2]) &&
        Math.sign(dy) === Math.sign(xy[last + 1] - xy[last - 1])
      ) {
        xy[last] = x
        xy[last + 1] = y
        return
      }
    }
    if (last + 4 > xy.length) this.grow()
    this.xy[last + 2] = x
    this.xy[last + 3] = y
    this.count = count + 1
  }

  /** Becomes a copy of another path's bends. */
  take(xy: Int32Array, count: number): void {
    while (this.xy.length < 2 * count) this.grow()
    this.xy.set(xy.subarray(0, 2 * count))
    this.count = count
  }

  /** Turns the order round. */
  reverse(): void {
    const { xy } = this
    for (let i = 0, j = 2 * this.count - 2; i < j; i += 2, j -= 2) {
      const x = xy[i]
      const y = xy[i + 1]
      xy[i] = xy[j]
      xy[i + 1] = xy[j + 1]
      xy[j] = x
      xy[j + 1] = y
    }
  }

  private grow(): void {
    const grown = new Int32Array(2 * this.xy.length)
    grown.set(this.xy)
    this.xy = grown
  }
}
