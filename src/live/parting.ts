/**
 * Which islands a commit makes one, and which it parts: it can only be told at cells that become walls or free, and beside them.
 */
import { islandOfCell, type Labels } from '../atlas/islands.ts'
import type { Work } from '../base/work.ts'
import { DX, DY } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'
import type { Store } from './store.ts'
import type { EditsOfBlock } from './touched-blocks.ts'

const NO_ISLANDS = new Int32Array(0)
/** A cell and those one straight step away. */
const AROUND = 5
const CELLS_A_PIECE = 64

export class IslandParting {
  private readonly store: Store
  private readonly labels: Labels
  private cells: number[] = []
  /** Of each cell and those around it. */
  private islandsBefore: Int32Array = new Int32Array(0)

  constructor(store: Store, labels: Labels) {
    this.store = store
    this.labels = labels
  }

  /** Notes the islands around what is about to become walls, or free. */
  *look(edits: EditsOfBlock): Work<void> {
    const { terrain } = this.store
    this.cells = []
    for (const [block, cells] of edits) {
      const left = (block % terrain.blocksWide) << BLOCK_SHIFT
      const top = Math.floor(block / terrain.blocksWide) << BLOCK_SHIFT
      for (let i = 0; i < cells.length; i += 2) {
        const [x, y] = [left + (cells[i] & BLOCK_MASK), top + (cells[i] >> BLOCK_SHIFT)]
        if (terrain.isFree(x, y) !== cells[i + 1] > 0) this.cells.push(y * terrain.width + x)
      }
      yield
    }
    this.islandsBefore = yield* this.islands()
  }

  /** Cells that are free before and after tell which islands of before make which of now. */
  *told(): Work<{ islandsMerged: number; islandsSplit: number }> {
    const before = this.islandsBefore
    const now = yield* this.islands()
    const pairs = new Set<string>()
    const olds = new Set<number>()
    const news = new Set<number>()
    for (let i = 0, last = -1; i < now.length; i++) {
      if (i % (CELLS_A_PIECE * AROUND) === 0) yield
      if (now[i] < 0 || before[i] < 0) continue
      if (last >= 0 && now[i] === now[last] && before[i] === before[last]) continue
      last = i
      pairs.add(`${before[i]} ${now[i]}`)
      olds.add(before[i])
      news.add(now[i])
    }
    return { islandsMerged: pairs.size - news.size, islandsSplit: pairs.size - olds.size }
  }

  /** The islands of each cell and its neighbours; -1 for walls. */
  private *islands(): Work<Int32Array> {
    const { cells, store, labels } = this
    const { terrain, levels } = store
    const columns = { terrain, levels, labels, islandOfRegion: NO_ISLANDS }
    const islands = new Int32Array(AROUND * cells.length)
    for (let i = 0, to = 0; i < cells.length; i++) {
      if (i % CELLS_A_PIECE === 0) yield
      const x = cells[i] % terrain.width
      const y = (cells[i] - x) / terrain.width
      islands[to++] = islandOfCell(columns, x, y)
      for (let side = 0; side + 1 < AROUND; side++) islands[to++] = islandOfCell(columns, x + DX[side], y + DY[side])
    }
    return islands
  }
}
