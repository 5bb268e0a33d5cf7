/**
 * Turns edits of cells into the bits, costs and labels of their blocks. Keeps what blocks were before, so that their
 * regions can be compared.
 */
import { planeCountOf, regionCountOf } from '../atlas/islands.ts'
import { listOf } from '../base/lists.ts'
import type { Work } from '../base/work.ts'
import {
  BLOCK_CELLS,
  BLOCK_CELLS_SHIFT,
  BLOCK_MASK,
  BLOCK_SHIFT,
  BLOCK_SIDE_CELLS,
  type Terrain,
} from '../map/terrain.ts'
import { BlockLabeller } from '../region/label.ts'
import type { Store } from './store.ts'

const CELLS_A_PIECE = 64

/** A block with changed cells. */
export interface TouchedBlock {
  readonly block: number
  /**
   * Whether its entries stay although costs change, as under layers that come and go. If the ground itself changed,
   * entries move to where it is cheap.
   */
  readonly keepsEntries: boolean
  /** Whether cells became free or walls. */
  hasBits: boolean
  /** Whether cells that stay free changed their cost, or the block's costs are now stored in another way. */
  hasCosts: boolean
  /** For each row, the changed columns as bits. */
  readonly changed: Int32Array
  /** The changed cells: place in the block, cost now. */
  readonly cells: ArrayLike<number>
  /** What each of them cost before. */
  readonly costsBefore: readonly number[]
}

const LAST = BLOCK_SIDE_CELLS - 1
/** This many cells along the border count: on mixed ground for a step over a corner, with the next one on the diagonal. */
const CORNER_CELLS = { even: 1, mixed: 3 }

/** The cell of a corner in its block, and the direction of the block across. */
interface Corner {
  readonly column: number
  readonly row: number
  readonly towardsX: number
  readonly towardsY: number
}

const CORNERS: readonly Corner[] = [0, LAST].flatMap(row => {
  return [0, LAST].map(column => ({ column, row, towardsX: column === 0 ? -1 : 1, towardsY: row === 0 ? -1 : 1 }))
})

/**
 * The corners of a block with a change near them. Entries across such a corner may move: walls end there, or a step
 * leads over the corner where four blocks meet (atlas/crossing.ts).
 */
export function touchedCorners({ changed }: TouchedBlock, terrain: Terrain): readonly Corner[] {
  const isChanged = (column: number, row: number) => ((changed[row] >>> column) & 1) !== 0
  const reach = terrain.ground.of(CORNER_CELLS)
  return CORNERS.filter(({ column, row, towardsX, towardsY }) => {
    for (let i = 0; i < reach; i++) {
      if (isChanged(column - i * towardsX, row) || isChanged(column, row - i * towardsY)) return true
    }
    return reach > 1 && isChanged(column - towardsX, row - towardsY)
  })
}

/** By block, the cells that change: the place in the block, (y & 31) * 32 + (x & 31), and the new cost or ground. */
export type EditsOfBlock = ReadonlyMap<number, ArrayLike<number>>

export function cellCountOf(edits: EditsOfBlock): number {
  let count = 0
  for (const cells of edits.values()) count += cells.length / 2
  return count
}

/** Groups edits (y * width + x -> cost) by block; leaves out those that change nothing. */
export function* byBlock(
  store: Pick<Store, 'terrain' | 'turn'>,
  edits: ReadonlyMap<number, number>,
): Work<EditsOfBlock> {
  const { terrain } = store
  const cellsOfBlock = new Map<number, number[]>()
  let count = 0
  for (const [cell, cost] of edits) {
    if (count++ % CELLS_A_PIECE === 0) {
      yield
      store.turn()
    }
    const x = cell % terrain.width
    const y = (cell - x) / terrain.width
    if (terrain.costAt(x, y) === cost) continue
    listOf(cellsOfBlock, terrain.blockOf(x, y)).push(((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK), cost)
  }
  return cellsOfBlock
}

/** Writes the costs of a block's cells, 0 for walls, to `out` from `at` on. */
export function readCosts(
  { costOfBlock, costOfCell, rowBits }: Terrain,
  block: number,
  out: Uint16Array,
  at = 0,
): void {
  const cost = costOfBlock[block]
  if (cost < 0) {
    const from = ~cost << BLOCK_CELLS_SHIFT
    out.set(costOfCell.subarray(from, from + BLOCK_CELLS), at)
    return
  }
  for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
    const bits = rowBits[(block << BLOCK_SHIFT) | row]
    for (let column = 0; column < BLOCK_SIDE_CELLS; column++) out[at++] = ((bits >>> column) & 1) * cost
  }
}

export class TouchedBlocks {
  private readonly store: Store
  private readonly labeller = new BlockLabeller()
  private readonly costs = new Uint16Array(BLOCK_CELLS)

  constructor(store: Store) {
    this.store = store
  }

  /** Applies the edits and returns the changed blocks. Blocks in `layered` keep their entries. */
  *apply(cellsOfBlock: EditsOfBlock, layered: ReadonlySet<number>): Work<TouchedBlock[]> {
    const touched: TouchedBlock[] = []
    for (const [block, cells] of cellsOfBlock) {
      touched.push(this.edit(block, cells, layered.has(block)))
      yield
    }
    return touched
  }

  private edit(block: number, cells: ArrayLike<number>, keepsEntries: boolean): TouchedBlock {
    const { costs, store } = this
    const changed = new Int32Array(BLOCK_SIDE_CELLS)
    readCosts(store.terrain, block, costs)
    const costsBefore: number[] = []
    const touched: TouchedBlock = { block, keepsEntries, hasBits: false, hasCosts: false, changed, cells, costsBefore }
    for (let i = 0; i < cells.length; i += 2) {
      const before = costs[cells[i]]
      costsBefore.push(before)
      changed[cells[i] >> BLOCK_SHIFT] |= 1 << (cells[i] & BLOCK_MASK)
      if (before > 0 === cells[i + 1] > 0) touched.hasCosts = true
      else touched.hasBits = true
      costs[cells[i]] = cells[i + 1]
    }
    if (store.ground.set(block, costs)) touched.hasCosts = true
    return touched
  }

  /** Labels a block anew and writes its planes; returns its count of regions. The caller writes its regions. */
  label(block: number): number {
    const { store, labeller } = this
    const oldPlanes = planeCountOf(regionCountOf(store.levels[0].regionsOfBlock, block))
    const count = labeller.label(store.terrain.rowBits, block << BLOCK_SHIFT)
    const planeCount = planeCountOf(count)
    store.planes.give(store.labels.firstPlaneOfBlock[block], oldPlanes)
    if (planeCount > 0) {
      const at = store.planes.take(planeCount)
      store.planes.data.set(labeller.planes.subarray(0, planeCount << BLOCK_SHIFT), at << BLOCK_SHIFT)
      store.columns.firstPlaneOfBlock.write(block, at)
    }
    return count
  }
}
