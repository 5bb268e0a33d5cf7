/**
 * The first cells of a route that leaves a tile, from few of the tile's blocks. A search over level 0 around the start,
 * and the tile's reach beyond, give the entries by which the way begins. The cheapest path to the last of them, over
 * the blocks on the way and those beside them, gives the cells. They depend on the tile and the route alone, not on
 * which parts of the tile are in memory.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type AnyCrossing, type Crossing, landingOf, reversed, xOf, yOf } from '../atlas/crossing.ts'
import { entryIn, hold, rankIn } from '../atlas/level-graph.ts'
import { areCostsSound } from '../atlas/validate.ts'
import { areCostsOfFreeCells } from '../atlas/validate-cells.ts'
import type { Point } from '../base/answer.ts'
import type { Level } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { cellsOf, costOfHalves, halvesAlong } from '../cells/bends.ts'
import { ExactSearch } from '../cells/exact-search.ts'
import { type Directions, UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_CELLS, BLOCK_SHIFT, BLOCK_SIDE_CELLS, forEachBlockIn, Terrain } from '../map/terrain.ts'
import { EntrySearch, type Guide, type RouteEnd } from '../route/entry-search.ts'
import { FAR, NO_GOAL, type ReachFile } from './seam-costs.ts'

/** Only the first of these parts counts: the end is an entry, which the whole path may miss by some cells. */
const PARTS = 4
/** A shorter beginning would turn towards its entry too much. */
const CELLS_MIN = 32
/** The distance in blocks up to which a start knows regions around its own. */
const START_BLOCKS = 2
/** The width of a bucket of the queue, in lengths of the cheapest cell. */
const BUCKET_CELLS = 2

/** A rectangle of blocks, ends included. */
export interface BlockArea {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Where a way leads at first, at most for how much, and the blocks that its cells may lie in, in ascending order. */
type Beginning = NonNullable<ReturnType<typeof beginningOf>>

export interface FirstCells {
  /** Cells of the tile's window as x, y pairs. */
  readonly cells: Int32Array
  /** The cost of the path along them, in cell lengths. */
  readonly cost: number
}

/**
 * The beginning of the way from an end to an entry on the borders, while it stays in an area. Null if there is none.
 * The area's levels have been read up to that of the reach.
 */
export function beginningOf(
  columns: AtlasColumns,
  { facts: { level: top, shift }, costOf, entryOf }: ReachFile,
  end: RouteEnd,
  number: number,
  area: BlockArea,
) {
  const search = new EntrySearch(columns, areaGuide(columns, top, area))
  search.find(end, NO_GOAL, Infinity)
  const { count, settledAs, wordOf, unitsOf, levelOf, previousOf, crossingOf } = search.nodes
  const unitsLeft = (node: number) => {
    const entry = entryIn(wordOf[node])
    if (entry === entryOf[number]) return 0
    const cost = entry < columns.levels[top].entryCount ? costOf[entry * entryOf.length + number] : FAR
    return cost === FAR ? Infinity : cost * 2 ** shift
  }
  const totals = Float64Array.from({ length: count }, (_, node) =>
    settledAs[node] > 0 ? unitsOf[node] + unitsLeft(node) : Infinity,
  )
  // The reach rounds costs up by less than this, which is why some entry on the best way may seem a little worse.
  const mostUnits = totals.reduce((least, units) => Math.min(least, units), Infinity) + 2 ** shift
  let last = NONE
  for (let node = 0; node < count; node++)
    if (totals[node] < mostUnits && (last === NONE || unitsOf[node] > unitsOf[last])) last = node
  for (let node = last; node !== NONE; node = previousOf[node]) if (levelOf[node] > 0) last = previousOf[node]
  if (last === NONE) return null
  const blocks = new Set<number>()
  const add = (block: number) => blocks.add(block)
  const addAround = (x: number, y: number, cells: number) =>
    forEachBlockIn(columns.terrain, x - cells, y - cells, x + cells, y + cells, add)
  const { x, y } = end
  addAround(x, y, START_BLOCKS * BLOCK_SIDE_CELLS)
  for (let node = last; node !== NONE; node = previousOf[node])
    addAround(xOf(crossingOf[node]), yOf(crossingOf[node]), BLOCK_SIDE_CELLS)
  const inOrder = [...blocks].sort((a, b) => a - b)
  return { start: { x, y }, crossing: crossingOf[last] as Crossing, units: unitsOf[last], blocks: inOrder }
}

/** The first cells along a beginning whose blocks have been read; null if they are few. */
export function cellsAtFirst(terrain: Terrain, { start, crossing, units, blocks }: Beginning): FirstCells | null {
  const columns = blocks.map(block => block % terrain.blocksWide)
  const rows = blocks.map(block => Math.floor(block / terrain.blocksWide))
  const [left, top] = [Math.min(...columns), Math.min(...rows)]
  const [width, height] = [Math.max(...columns) - left + 1, Math.max(...rows) - top + 1]
  const rowBits = new Int32Array(BLOCK_SIDE_CELLS * width * height)
  const costOfBlock = new Int32Array(width * height)
  const mixed: number[] = []
  blocks.forEach((block, i) => {
    const own = (rows[i] - top) * width + columns[i] - left
    rowBits.set(terrain.rowBits.subarray(block << BLOCK_SHIFT, (block + 1) << BLOCK_SHIFT), own << BLOCK_SHIFT)
    const cost = terrain.costOfBlock[block]
    costOfBlock[own] = cost < 0 ? ~mixed.length : cost
    if (cost < 0) mixed.push(~cost)
  })
  hold(mixed.length * BLOCK_CELLS <= terrain.costOfCell.length, 'costs')
  const costOfCell = terrain.costOfCell.slice(0, mixed.length * BLOCK_CELLS)
  mixed.forEach((block, i) => {
    costOfCell.set(terrain.costOfCell.subarray(block * BLOCK_CELLS, (block + 1) * BLOCK_CELLS), i * BLOCK_CELLS)
  })
  const { directions, costMin } = terrain
  const sides = [width * BLOCK_SIDE_CELLS, height * BLOCK_SIDE_CELLS] as const
  const part = new Terrain(...sides, directions, costMin, rowBits, costOfBlock, costOfCell)
  // Nobody has checked the cells of a tile that is not whole. A free cell without a cost would keep the search for ever.
  hold(areCostsSound(part) && areCostsOfFreeCells(part), 'costs')
  const landing = landingOf(terrain, crossing)
  if (xOf(landing) === start.x && yOf(landing) === start.y) return null
  const [fromX, fromY] = [left << BLOCK_SHIFT, top << BLOCK_SHIFT]
  const search = new ExactSearch(part)
  const path = turningLate(start, { x: xOf(landing), y: yOf(landing) }, directions, (from, to) => {
    // The tables round costs, and a way past a corner does not touch the landing, which may then cost far more.
    search.begin(from.x - fromX, from.y - fromY, to.x - fromX, to.y - fromY, 2 * units)
    search.run()
    return search.found.count === 0 ? new Int32Array(0) : cellsOf(search.found)
  })
  const cells = path.subarray(0, 2 * Math.floor(path.length / 2 / PARTS))
  if (cells.length < 2 * CELLS_MIN) return null
  const cost = costOfHalves(halvesAlong(part, cells))
  return { cells: cells.map((at, i) => at + (i % 2 === 0 ? fromX : fromY)), cost }
}

/**
 * The cells of a cheapest path, as x, y pairs, from a search that finds one. Among equal paths searches turn aside at
 * once, or along x first with 4 directions. A way whose end is not final turns aside as late as it can, so it is
 * searched from the other end.
 */
export function turningLate<Cells extends Int32Array | Float64Array>(
  start: Point,
  goal: Point,
  directions: Directions,
  find: (from: Point, to: Point) => Cells,
): Cells {
  if (directions === 4 && Math.abs(goal.x - start.x) > Math.abs(goal.y - start.y)) return find(start, goal)
  const cells = find(goal, start).reverse() as Cells
  for (let i = 0; i < cells.length; i += 2) [cells[i], cells[i + 1]] = [cells[i + 1], cells[i]]
  return cells
}

/** Uses level 0 inside an area. */
function areaGuide({ terrain }: AtlasColumns, topLevel: Level, { left, top, right, bottom }: BlockArea): Guide {
  const isInside = (crossing: AnyCrossing) => {
    const [x, y] = [xOf(crossing) >> BLOCK_SHIFT, yOf(crossing) >> BLOCK_SHIFT]
    return x >= left && x <= right && y >= top && y <= bottom
  }
  return {
    greed: 1,
    widthMin: BUCKET_CELLS * UNITS_PER_CELL * terrain.costMin,
    aim() {},
    levelFor: (_, crossing) => (isInside(reversed(crossing as Crossing)) ? 0 : topLevel),
    isLeftOut: () => false,
    /** The reach gives the costs beyond the area, so the search ends on the area's border. */
    restFrom(word, crossing) {
      const sides = (isInside(crossing) ? 1 : 0) + (isInside(reversed(crossing as Crossing)) ? 1 : 0)
      return sides === 2 || (sides === 1 && rankIn(word) >= topLevel) ? 0 : Infinity
    },
  }
}
