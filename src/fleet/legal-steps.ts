/**
 * The legal steps of each cell as one byte: bit d is direction d of the movement rule. The byte is made when a unit
 * first looks at the cell, so a fleet on a huge map starts at once.
 */
import { canStep, DX, DY } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

/** The direction of a unit that stays. */
export const STAY = 8

export class Steps {
  /** Cells of a row, at least three, so that no two directions have the same delta. */
  readonly width: number
  readonly height: number
  /** What a step adds to a cell's number, by direction; 0 for staying. */
  readonly deltaOfDirection: Int32Array
  private readonly terrain: Terrain
  /** 0 where the byte is not made yet, and where no step is legal. */
  private readonly legalOfCell: Uint8Array

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.width = Math.max(3, terrain.width)
    this.height = terrain.height
    this.deltaOfDirection = Int32Array.from({ length: STAY + 1 }, (_, d) =>
      d === STAY ? 0 : DY[d] * this.width + DX[d],
    )
    this.legalOfCell = new Uint8Array(this.width * terrain.height)
  }

  get cellCount(): number {
    return this.legalOfCell.length
  }

  legalOf(cell: number): number {
    const legal = this.legalOfCell[cell]
    return legal !== 0 ? legal : this.ask(cell)
  }

  /** The direction of the step between two neighbouring cells. */
  directionTo(cell: number, next: number): number {
    return this.deltaOfDirection.indexOf(next - cell)
  }

  private ask(cell: number): number {
    const { terrain, width } = this
    const y = (cell / width) | 0
    const x = cell - y * width
    let legal = 0
    for (let d = 0; d < terrain.directions; d++) if (canStep(terrain, x, y, d)) legal |= 1 << d
    this.legalOfCell[cell] = legal
    return legal
  }
}
