/**
 * Finds the free cells of a tiled map closest to a point, and cells that replace ends without a path between them. The
 * rules are those of one atlas. It reads tiles ring by ring around the point, and leaves out those without a cell of
 * the wanted island.
 */
import type { Point } from '../base/answer.ts'
import { NONE } from '../base/none.ts'
import { whyNoPair } from '../find/replaced-ends.ts'
import type { CellPair } from '../route/nearest.ts'
import { type Plan, type TileWindow, tileOf } from './tile-plan.ts'
import type { TiledEnd, TiledSearch } from './tiled-search.ts'

/** The one island of the cell, the islands that it must not belong to, or null for any; by `TiledSearch.islandOf`. */
type Wanted = number | ReadonlySet<number> | null

/** The free cell closest in a straight line, at most `withinCells` away. Of equally close cells it takes the first by rows. */
export async function nearestFreeCell(
  search: TiledSearch,
  point: Point,
  withinCells: number,
  wanted: Wanted = null,
): Promise<Point | null> {
  const { plan } = search.crown
  const column = clampedTile(point.x, plan.tileSide, plan.columns)
  const row = clampedTile(point.y, plan.tileSide, plan.rows)
  let best: Point | null = null
  let bestCells = withinCells
  for (let ring = 0; ring < Math.max(plan.columns, plan.rows); ring++) {
    // All cells of this ring are farther off than this.
    if ((ring - 1) * plan.tileSide > bestCells) break
    for (const tile of tilesOnRing(plan, column, row, ring)) {
      if (cellsTo(tileOf(plan, tile), point) > bestCells) continue
      if (typeof wanted === 'number' && !search.mayHold(tile, wanted)) continue
      const near = await cellIn(search, tile, point, bestCells, wanted)
      if (near === null) continue
      const cells = Math.hypot(near.x - point.x, near.y - point.y)
      // Whichever tile has the first by rows.
      if (best !== null && cells === bestCells && (near.y - best.y || near.x - best.x) > 0) continue
      best = near
      bestCells = cells
    }
  }
  return best
}

async function cellIn(
  search: TiledSearch,
  tile: number,
  point: Point,
  withinCells: number,
  wanted: Wanted,
): Promise<Point | null> {
  const loaded = await search.cache.get(tile)
  const left = new Set<number>()
  const isWanted = (island: number) => {
    if (left.has(island)) return false
    const number = search.islandOf({ tile, island })
    return typeof wanted === 'number' ? number === wanted : !wanted?.has(number)
  }
  for (;;) {
    const near = loaded.nearestFree(point, withinCells, wanted === null ? null : isWanted)
    if (near === null || typeof wanted === 'number' || wanted === null) return near
    if (!wanted.has(search.islandOf(await search.endAt(near)))) return near
    // An island may look closed in the halo that is not.
    left.add(loaded.islandOf(near))
  }
}

/** The cells that replace two ends that no path joins; else a sentence on why none can. An end outside the map is null. */
export async function replacement(
  search: TiledSearch,
  start: Point,
  goal: Point,
  ends: readonly (TiledEnd | null)[],
  withinCells: number,
): Promise<CellPair | string> {
  const [from, to] = ends.map(end => (end === null ? NONE : search.islandOf(end)))
  let moved: CellPair | null
  if (from >= 0) {
    const near = await nearestFreeCell(search, goal, withinCells, from)
    moved = near && { start, goal: near }
  } else if (to >= 0) {
    const near = await nearestFreeCell(search, start, withinCells, to)
    moved = near && { start: near, goal }
  } else moved = await closestPair(search, start, goal, withinCells)
  return moved ?? whyNoPair(from, to, withinCells)
}

/** Tries the islands in the order of their distances from the start, until all others are too far for a better pair. */
async function closestPair(
  search: TiledSearch,
  start: Point,
  goal: Point,
  withinCells: number,
): Promise<CellPair | null> {
  const tried = new Set<number>()
  let best: CellPair | null = null
  let bestCells = Infinity
  for (;;) {
    const near = await nearestFreeCell(search, start, Math.min(withinCells, bestCells), tried)
    if (near === null) return best
    const island = search.islandOf(await search.endAt(near))
    tried.add(island)
    const cells = Math.hypot(near.x - start.x, near.y - start.y)
    const other = await nearestFreeCell(search, goal, Math.min(withinCells, bestCells - cells), island)
    if (other === null) continue
    const total = cells + Math.hypot(other.x - goal.x, other.y - goal.y)
    if (total >= bestCells) continue
    best = { start: near, goal: other }
    bestCells = total
  }
}

function clampedTile(at: number, tileSide: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(at / tileSide)))
}

function* tilesOnRing({ columns, rows }: Plan, column: number, row: number, ring: number): Generator<number> {
  for (let y = Math.max(0, row - ring); y <= Math.min(rows - 1, row + ring); y++) {
    const step = ring === 0 || Math.abs(y - row) === ring ? 1 : 2 * ring
    for (let x = column - ring; x <= column + ring; x += step) if (x >= 0 && x < columns) yield y * columns + x
  }
}

/** A lower bound of the distance from a point to the cells of a window. */
function cellsTo(window: TileWindow, { x, y }: Point): number {
  const dx = Math.max(0, window.x - x, x - (window.x + window.width - 1))
  const dy = Math.max(0, window.y - y, y - (window.y + window.height - 1))
  return Math.hypot(dx, dy)
}
