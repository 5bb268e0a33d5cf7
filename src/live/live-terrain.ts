/**
 * A ground that changes: the bits of its free cells, the cost of each block, and a record with the costs of each block
 * that has several. A live map has one. Travellers with the same walls share their entries, and a bake chooses these on
 * the mean of the travellers' costs (bake-travellers.ts): that mean is a ground of its own, which each edit changes too.
 */
import { copying, type Work } from '../base/work.ts'
import { BLOCK_CELLS, BLOCK_CELLS_SHIFT, BLOCK_SHIFT, BLOCK_SIDE_CELLS, groundOf, Terrain } from '../map/terrain.ts'
import { Arena } from './arena.ts'
import type { Writable } from './live-level.ts'
import { VersionedColumn, type Versions } from './versions.ts'

export class LiveTerrain {
  /** What searches read. */
  readonly terrain: Writable<Terrain>
  /** The costs of cells of mixed blocks. */
  readonly costs: Arena<Uint16Array>
  private readonly rowBits: VersionedColumn
  private readonly costOfBlock: VersionedColumn
  /** Blocks with free cells that cost more than the lowest cost. */
  private oddBlocks = 0

  /** Empty, with room for what `fill` copies from the same ground. */
  constructor(versions: Versions, from: Terrain) {
    this.terrain = copyOf(from)
    const { rowBits, costOfBlock, costOfCell } = from
    this.rowBits = new VersionedColumn(versions, new Int32Array(rowBits.length), BLOCK_SHIFT)
    this.costOfBlock = new VersionedColumn(versions, new Int32Array(costOfBlock.length))
    const { length } = costOfCell
    this.costs = new Arena(versions, new Uint16Array(length), length / BLOCK_CELLS, BLOCK_CELLS)
    this.terrain.rowBits = this.rowBits.data
    this.terrain.costOfBlock = this.costOfBlock.data
    this.look()
  }

  /** Copies the ground, in pieces. */
  *fill({ rowBits, costOfBlock, costOfCell }: Terrain): Work<void> {
    yield* copying(rowBits, this.rowBits.data, 0)
    yield* copying(costOfBlock, this.costOfBlock.data, 0)
    yield* copying(costOfCell as Uint16Array, this.costs.data, 0)
    this.countOddBlocks()
  }

  /** Reads the array of costs again: a longer one may have replaced it. */
  look(): void {
    this.terrain.costOfCell = this.costs.data
  }

  /** The same ground for a new version. */
  fork(): LiveTerrain {
    const copy: LiveTerrain = Object.create(LiveTerrain.prototype)
    return Object.assign(copy, this, { terrain: copyOf(this.terrain) })
  }

  /**
   * Sets the costs of a block's cells. Returns whether the block's one cost changed, or the way of storing costs. A
   * lowest cost that no cell has any more stays as a bound; saving finds it again.
   */
  set(block: number, costs: Uint16Array): boolean {
    const before = this.costOfBlock.data[block]
    let one = 0
    let least = 0x7fffffff
    for (let row = 0, place = 0; row < BLOCK_SIDE_CELLS; row++) {
      let bits = 0
      for (let column = 0; column < BLOCK_SIDE_CELLS; column++, place++) {
        const cost = costs[place]
        if (cost === 0) continue
        bits |= 1 << column
        if (cost < least) least = cost
        one = one === 0 || one === cost ? cost : -1
      }
      this.rowBits.write((block << BLOCK_SHIFT) | row, bits)
    }
    if (before < 0) this.costs.give(~before, 1)
    const now = one < 0 ? ~this.record(costs) : one
    this.costOfBlock.write(block, now)
    this.count(before, now, least)
    return before < 0 || now < 0 ? before >= 0 || now >= 0 : before !== now
  }

  private record(costs: Uint16Array): number {
    const n = this.costs.take(1)
    this.costs.data.set(costs, n << BLOCK_CELLS_SHIFT)
    this.look()
    return n
  }

  private count(before: number, now: number, least: number): void {
    const { terrain } = this
    const { costMin, directions } = terrain
    if (least < costMin) {
      terrain.costMin = least
      this.countOddBlocks()
      return
    }
    this.oddBlocks += Number(now !== 0 && now !== costMin) - Number(before !== 0 && before !== costMin)
    terrain.ground = groundOf(this.oddBlocks === 0, directions)
  }

  private countOddBlocks(): void {
    const { costOfBlock, costMin, directions } = this.terrain
    this.oddBlocks = 0
    for (const cost of costOfBlock) if (cost !== 0 && cost !== costMin) this.oddBlocks++
    this.terrain.ground = groundOf(this.oddBlocks === 0, directions)
  }
}

/** A copy of the object: changed fields of one do not show in the other. */
export function copyOf(terrain: Terrain): Writable<Terrain> {
  return Object.assign(Object.create(Terrain.prototype) as Writable<Terrain>, terrain)
}
