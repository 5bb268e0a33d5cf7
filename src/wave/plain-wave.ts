/**
 * A wave without WebAssembly: a heap of cells. It gives the same exact costs as a block wave, in some thirty times the
 * time.
 */
import { Heap } from '../base/heap.ts'
import { canStep, DX, DY, stepUnits } from '../map/movement.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { CellUnits } from './cell-units.ts'
import type { IsOfUse } from './news-of-use.ts'

export class PlainWave {
  settledCount = 0
  private readonly terrain: Terrain
  private readonly units: CellUnits
  private readonly waiting = new Heap(64)
  /** 0 for blocks that the wave stays out of; null where it goes everywhere. */
  private within: Uint8Array | null = null

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.units = new CellUnits(terrain)
  }

  begin(sources: ArrayLike<number>, within: Uint8Array | null = null): void {
    this.release()
    this.within = within
    for (let i = 0; i < sources.length; i += 2) this.lower(sources[i], sources[i + 1], 0)
  }

  release(): void {
    this.units.clear()
    this.waiting.clear()
    this.settledCount = 0
  }

  get finalUnits(): number {
    return this.waiting.size === 0 ? Infinity : this.waiting.leastKey
  }

  advance(units = Infinity, settledMax = Infinity, isOfUse: IsOfUse | null = null): void {
    const { waiting, terrain } = this
    const settledEnd = this.settledCount + settledMax
    while (waiting.size > 0 && waiting.leastKey < units && this.settledCount < settledEnd) {
      const cell = waiting.pop()
      const own = waiting.poppedKey
      const x = cell % terrain.width
      const y = (cell - x) / terrain.width
      if (own > this.unitsAt(x, y) || isOfUse?.(x, y, own) === false) continue
      this.settledCount += 1 / BLOCK_CELLS
      const cost = terrain.costOfFree(x, y)
      for (let direction = 0; direction < terrain.directions; direction++) {
        if (!canStep(terrain, x, y, direction)) continue
        const toX = x + DX[direction]
        const toY = y + DY[direction]
        this.lower(toX, toY, own + stepUnits(direction, cost, terrain.costOfFree(toX, toY)))
      }
    }
  }

  leastWaiting(): number {
    return this.finalUnits
  }

  unitsAt(x: number, y: number): number {
    return this.units.at(x, y)
  }

  showWithin(units: number, show: (block: number, rows: Int32Array) => void): void {
    const rows = new Int32Array(BLOCK_SIDE_CELLS)
    for (const [block, unitsOfPlace] of this.units.unitsOfBlock) {
      rows.fill(0)
      for (let place = 0; place < BLOCK_CELLS; place++) {
        if (unitsOfPlace[place] <= units && unitsOfPlace[place] < Infinity)
          rows[place >> BLOCK_SHIFT] |= 1 << (place & BLOCK_MASK)
      }
      if (rows.some(row => row !== 0)) show(block, rows)
    }
  }

  arrowsOf(): boolean {
    return false
  }

  repair(): null {
    return null
  }

  private lower(x: number, y: number, to: number): void {
    if (to >= this.unitsAt(x, y) || this.within?.[this.terrain.blockOf(x, y)] === 0) return
    this.units.set(x, y, to)
    this.waiting.push(to, y * this.terrain.width + x)
  }
}
