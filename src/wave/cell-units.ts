/**
 * A number for each cell that a search has reached, block by block: memory grows with the area reached.
 */
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT, type Terrain } from '../map/terrain.ts'

export class CellUnits {
  /** By block and place in the block; Infinity for a cell not reached. */
  readonly unitsOfBlock = new Map<number, Float64Array>()
  private readonly terrain: Terrain

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  clear(): void {
    this.unitsOfBlock.clear()
  }

  at(x: number, y: number): number {
    return this.unitsOfBlock.get(this.terrain.blockOf(x, y))?.[placeOf(x, y)] ?? Infinity
  }

  set(x: number, y: number, value: number): void {
    const block = this.terrain.blockOf(x, y)
    let units = this.unitsOfBlock.get(block)
    if (units === undefined) {
      units = new Float64Array(BLOCK_CELLS).fill(Infinity)
      this.unitsOfBlock.set(block, units)
    }
    units[placeOf(x, y)] = value
  }
}

function placeOf(x: number, y: number): number {
  return ((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)
}
