/** Dijkstra over all cells of a map: flat arrays with walls around, a binary heap of whole numbers, each neighbour written out. */
import type { Terrain } from '../../src/map/terrain.ts'

const FAR = 0x7fffffff

export class HeapFlood {
  private readonly stride: number
  private readonly cost: Uint16Array
  private readonly units: Int32Array
  private keys = new Int32Array(1 << 16)
  private cells = new Int32Array(1 << 16)
  private size = 0

  constructor(terrain: Terrain) {
    this.stride = terrain.width + 2
    this.cost = new Uint16Array(this.stride * (terrain.height + 2))
    this.units = new Int32Array(this.cost.length)
    for (let y = 0; y < terrain.height; y++) {
      for (let x = 0; x < terrain.width; x++) this.cost[(y + 1) * this.stride + x + 1] = terrain.costAt(x, y)
    }
  }

  /** With 8 directions, in units of the movement rule. */
  flood(x: number, y: number): void {
    const { units, cost, stride } = this
    units.fill(FAR)
    this.size = 0
    this.lower((y + 1) * stride + x + 1, 0)
    while (this.size > 0) {
      const key = this.keys[0]
      const cell = this.pop()
      if (key > units[cell]) continue
      const own = cost[cell]
      const east = cost[cell + 1]
      const west = cost[cell - 1]
      const south = cost[cell + stride]
      const north = cost[cell - stride]
      if (east !== 0) this.lower(cell + 1, key + 70 * (own + east))
      if (west !== 0) this.lower(cell - 1, key + 70 * (own + west))
      if (south !== 0) {
        this.lower(cell + stride, key + 70 * (own + south))
        if (east !== 0) this.lowerFree(cell + stride + 1, key, own)
        if (west !== 0) this.lowerFree(cell + stride - 1, key, own)
      }
      if (north !== 0) {
        this.lower(cell - stride, key + 70 * (own + north))
        if (east !== 0) this.lowerFree(cell - stride + 1, key, own)
        if (west !== 0) this.lowerFree(cell - stride - 1, key, own)
      }
    }
  }

  /** The cell that costs most of those the last flood reached. */
  farthest(): { x: number; y: number } {
    const { units, stride } = this
    let far = 0
    units.forEach((cost, cell) => {
      if (cost < FAR && (units[far] === FAR || cost > units[far])) far = cell
    })
    return { x: (far % stride) - 1, y: Math.floor(far / stride) - 1 }
  }

  private lowerFree(cell: number, key: number, own: number): void {
    if (this.cost[cell] !== 0) this.lower(cell, key + 99 * (own + this.cost[cell]))
  }

  private lower(cell: number, to: number): void {
    if (to >= this.units[cell]) return
    this.units[cell] = to
    if (this.size === this.keys.length) this.grow()
    const { keys, cells } = this
    let i = this.size++
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (keys[parent] <= to) break
      keys[i] = keys[parent]
      cells[i] = cells[parent]
      i = parent
    }
    keys[i] = to
    cells[i] = cell
  }

  private pop(): number {
    const { keys, cells } = this
    const top = cells[0]
    const key = keys[--this.size]
    const cell = cells[this.size]
    const { size } = this
    let i = 0
    for (let child = 1; child < size; child = 2 * i + 1) {
      if (child + 1 < size && keys[child + 1] < keys[child]) child++
      if (keys[child] >= key) break
      keys[i] = keys[child]
      cells[i] = cells[child]
      i = child
    }
    keys[i] = key
    cells[i] = cell
    return top
  }

  private grow(): void {
    const keys = new Int32Array(2 * this.keys.length)
    const cells = new Int32Array(2 * this.cells.length)
    keys.set(this.keys)
    cells.set(this.cells)
    this.keys = keys
    this.cells = cells
  }
}
