/**
 * A search with a queue of cells: a wave where no WebAssembly can run, and the search of textbooks. As a wave it gives the same
 * exact costs as a block wave, in some thirty times the time. An estimate of what is left leads it to a goal.
 */
import { Heap } from '../base/heap.ts'
import { canStep, DX, DY, stepUnits } from '../map/movement.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import type { IsOfUse } from './news-of-use.ts'

const NOTHING_LEFT = () => 0

/** Its methods are those of Wave (wave.ts). */
export class PlainWave {
  settledCount = 0
  private readonly terrain: Terrain
  private readonly left: (x: number, y: number) => number
  /**
   * By block and place in the block: the cost of a cell from the sources, -1 less the cost once it is settled, Infinity where it is not
   * reached. Memory grows with the area reached.
   */
  private readonly unitsOfBlock = new Map<number, Float64Array>()
  private readonly waiting = new Heap(64)
  /** 0 for blocks that the wave stays out of; null where it goes everywhere. */
  private within: Uint8Array | null = null

  /** `left` estimates the cost from a cell to the goal; 0 unless given. No cell is settled twice, whatever it says. */
  constructor(terrain: Terrain, left: (x: number, y: number) => number = NOTHING_LEFT) {
    this.terrain = terrain
    this.left = left
  }

  begin(sources: ArrayLike<number>, within: Uint8Array | null = null): void {
    this.release()
    this.within = within
    for (let i = 0; i < sources.length; i += 2) this.lower(sources[i], sources[i + 1], 0)
  }

  release(): void {
    this.unitsOfBlock.clear()
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
      const x = cell % terrain.width
      const y = (cell - x) / terrain.width
      const own = this.storedAt(x, y)
      if (own < 0 || isOfUse?.(x, y, own) === false) continue
      this.store(x, y, -1 - own)
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
    return costOf(this.storedAt(x, y))
  }

  /** The cost of a cell that is settled; Infinity for others. */
  settledUnitsAt(x: number, y: number): number {
    const stored = this.storedAt(x, y)
    return stored < 0 ? costOf(stored) : Infinity
  }

  showWithin(units: number, show: (block: number, rows: Int32Array) => void): void {
    const rows = new Int32Array(BLOCK_SIDE_CELLS)
    for (const [block, unitsOfPlace] of this.unitsOfBlock) {
      rows.fill(0)
      for (let place = 0; place < BLOCK_CELLS; place++) {
        const own = costOf(unitsOfPlace[place])
        if (own <= units && own < Infinity) rows[place >> BLOCK_SHIFT] |= 1 << (place & BLOCK_MASK)
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
    if (to >= this.storedAt(x, y) || this.within?.[this.terrain.blockOf(x, y)] === 0) return
    this.store(x, y, to)
    this.waiting.push(to + this.left(x, y), y * this.terrain.width + x)
  }

  private storedAt(x: number, y: number): number {
    return this.unitsOfBlock.get(this.terrain.blockOf(x, y))?.[placeOf(x, y)] ?? Infinity
  }

  private store(x: number, y: number, value: number): void {
    const block = this.terrain.blockOf(x, y)
    let units = this.unitsOfBlock.get(block)
    if (units === undefined) {
      units = new Float64Array(BLOCK_CELLS).fill(Infinity)
      this.unitsOfBlock.set(block, units)
    }
    units[placeOf(x, y)] = value
  }
}

function costOf(stored: number): number {
  return stored < 0 ? -1 - stored : stored
}

function placeOf(x: number, y: number): number {
  return ((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)
}
