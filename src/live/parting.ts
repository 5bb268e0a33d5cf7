/**
 * Counts the islands that a commit joins or parts. Only cells that become walls or free, and their neighbours, can show
 * it.
 */
import { islandOfCell } from '../atlas/islands.ts'
import type { Work } from '../base/work.ts'
import { DX, DY } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'
import type { Store } from './store.ts'
import type { EditsOfBlock } from './touched-blocks.ts'

/** A cell and its four straight neighbours. */
const AROUND = 5
const CELLS_A_PIECE = 64

/** The cells that are about to become walls, or free. */
export function* partingCells({ terrain }: Store, edits: EditsOfBlock): Work<number[]> {
  const parting: number[] = []
  for (const [block, cells] of edits) {
    const left = (block % terrain.blocksWide) << BLOCK_SHIFT
    const top = Math.floor(block / terrain.blocksWide) << BLOCK_SHIFT
    for (let i = 0; i < cells.length; i += 2) {
      const [x, y] = [left + (cells[i] & BLOCK_MASK), top + (cells[i] >> BLOCK_SHIFT)]
      if (terrain.isFree(x, y) !== cells[i + 1] > 0) parting.push(y * terrain.width + x)
    }
    yield
  }
  return parting
}

/** The islands of each cell and its neighbours; -1 for walls. */
export function* islandsAround(store: Store, cells: readonly number[]): Work<Int32Array> {
  const { terrain } = store
  const islands = new Int32Array(AROUND * cells.length)
  for (let i = 0, to = 0; i < cells.length; i++) {
    if (i % CELLS_A_PIECE === 0) yield
    const x = cells[i] % terrain.width
    const y = (cells[i] - x) / terrain.width
    islands[to++] = islandOfCell(store, x, y)
    for (let side = 0; side + 1 < AROUND; side++) islands[to++] = islandOfCell(store, x + DX[side], y + DY[side])
  }
  return islands
}

/** Counts joined and parted islands. Cells that are free before and after pair each old island with a new one. */
export function* parted(before: Int32Array, now: Int32Array): Work<{ islandsMerged: number; islandsSplit: number }> {
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
