/** Ways inside the two blocks of a border, between crossings of one stretch, by floods of both blocks. */
import { landingOf, reversed, xOf, yOf } from '../atlas/crossing.ts'
import { finish } from '../base/work.ts'
import { BlockFloods, FLOODS_AT_ONCE } from '../cells/block-floods.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { type Candidates, EAST } from './candidates.ts'
import type { InnerWays } from './stretch-choice.ts'

export class BorderWays implements InnerWays {
  private readonly terrain: Terrain
  private floods: BlockFloods | null = null
  private blocks = [0, 0]
  private direction = EAST
  /** By side and crossing: where a path stands, as a place in the block and along the border. */
  private readonly cellOfSide = [new Int32Array(BLOCK_SIDE_CELLS), new Int32Array(BLOCK_SIDE_CELLS)] as const
  readonly placeOfSide = [new Int32Array(BLOCK_SIDE_CELLS), new Int32Array(BLOCK_SIDE_CELLS)] as const
  /** unitsOfSide[side][crossing * 32 + place]: cost from a measured crossing to each cell of the border. */
  private readonly unitsOfSide = [
    new Float64Array(BLOCK_SIDE_CELLS ** 2),
    new Float64Array(BLOCK_SIDE_CELLS ** 2),
  ] as const
  private readonly cells = new Int32Array(FLOODS_AT_ONCE)

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  /** Unloads the block: blocks may have changed. */
  forget(): void {
    this.floods?.forget()
  }

  /** Begins a stretch: the first `count` candidates of `group`. */
  start({ blockX, blockY, direction, crossingOf }: Candidates, group: ArrayLike<number>, count: number): void {
    const block = blockY * this.terrain.blocksWide + blockX
    this.blocks = [block, block + (direction === EAST ? 1 : this.terrain.blocksWide)]
    this.direction = direction
    for (let i = 0; i < count; i++) {
      for (const side of [0, 1]) {
        const crossing = crossingOf[group[i]]
        const landing = landingOf(this.terrain, side === 0 ? crossing : reversed(crossing))
        const [x, y] = [xOf(landing) & BLOCK_MASK, yOf(landing) & BLOCK_MASK]
        this.cellOfSide[side][i] = (y << BLOCK_SHIFT) | x
        this.placeOfSide[side][i] = direction === EAST ? y : x
      }
    }
  }

  measure(from: readonly number[]): void {
    for (let first = 0; first < from.length; first += FLOODS_AT_ONCE) {
      for (const side of [0, 1]) this.flood(from.slice(first, first + FLOODS_AT_ONCE), side)
    }
  }

  unitsBetween(from: number, to: number): number {
    const [near, far] = this.unitsOfSide
    const at = from * BLOCK_SIDE_CELLS
    return near[at + this.placeOfSide[0][to]] + far[at + this.placeOfSide[1][to]]
  }

  private flood(from: readonly number[], side: number): void {
    this.floods ??= new BlockFloods(this.terrain)
    const { floods, cells, cellOfSide, unitsOfSide } = this
    from.forEach((i, lane) => {
      cells[lane] = cellOfSide[side][i]
    })
    finish(floods.flood(this.blocks[side], cells, from.length))
    from.forEach((i, lane) => {
      floods.choose(lane)
      unitsOfSide[side].fill(Infinity, i * BLOCK_SIDE_CELLS, (i + 1) * BLOCK_SIDE_CELLS)
      floods.unitsToSide(this.direction + 2 * side, unitsOfSide[side], i * BLOCK_SIDE_CELLS)
    })
  }
}
