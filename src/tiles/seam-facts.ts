/**
 * What the seam of a tile tells the crown, from the window's cells. It has the entries on the tile's borders, the mean cost of
 * each bucket, and digests of the strips that neighbours share.
 *
 * The selection that a bake uses between blocks lists the candidates for entries. Of those that join the same two regions of
 * the halo's size, each bucket keeps one. On even ground it is the one nearest to the middle, else the one with the cheapest
 * way through. All this depends only on cells that both neighbours see. So both choose the same entries, and every dropped
 * entry can be reached through a kept one.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type AnyCrossing, cellOf, stepOverUnits } from '../atlas/crossing.ts'
import { islandOfCell, regionAbove, regionOfCell } from '../atlas/islands.ts'
import { entryIn, forEachEntry } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import { checksum } from '../base/checksum.ts'
import type { Entry } from '../base/ids.ts'
import { EAST, SOUTH } from '../entry/candidates.ts'
import { CrossingSelection } from '../entry/select.ts'
import { type CostColumn, copyShared } from '../map/grid.ts'
import { DX, DY } from '../map/movement.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { bucketSideOf, type Plan, type TileWindow, tileOf, windowOf } from './tile-plan.ts'

interface Candidate {
  /** The cells on the western or northern side, and on the other. */
  readonly near: Point
  readonly far: Point
  readonly crossing: number
  readonly place: number
  readonly bucket: number
  readonly units: number
  readonly fromMiddle: number
}

export function seamEntries(plan: Plan, index: number, columns: AtlasColumns) {
  const selection = new CrossingSelection(columns.terrain, columns.labels)
  const levelOfHalo = Math.log2(plan.halo / BLOCK_SIDE_CELLS)
  // Both neighbours have the same cells in regions of the halo's size.
  const regionAt = ({ x, y }: Point) =>
    regionAbove(columns.levels, regionOfCell(columns.labels, columns.terrain.blockOf(x, y), x, y), levelOfHalo)
  const chosen = [0, 1, 2, 3].flatMap(side => {
    const best = new Map<string, Candidate>()
    for (const candidate of candidatesOn(plan, index, columns, selection, side)) {
      const key = `${candidate.bucket} ${regionAt(candidate.near)} ${regionAt(candidate.far)}`
      const other = best.get(key)
      if (other === undefined || isBetter(candidate, other)) best.set(key, candidate)
    }
    const kept = [...best.values()].sort((a, b) => a.place - b.place)
    return kept.map(({ near, far, place, crossing }) => ({ side, place, crossing, point: side < 2 ? near : far }))
  })
  const entryOfCrossing = new Map<number, Entry>()
  forEachEntry(columns.levels[0], (word, crossing) => entryOfCrossing.set(crossing, entryIn(word)))
  return {
    /** The numbers among the entries of the atlas. */
    entryOf: Int32Array.from(chosen, ({ crossing }) => entryOfCrossing.get(crossing)!),
    sideOf: Uint8Array.from(chosen, ({ side }) => side),
    placeOf: Int32Array.from(chosen, ({ place }) => place),
    islandOf: Int32Array.from(chosen, ({ point }) => islandOfCell(columns, point.x, point.y)),
  }
}

/** Where paths may cross the border to the neighbour in a direction; nowhere at the edge of the map. */
function* candidatesOn(
  plan: Plan,
  index: number,
  { terrain }: AtlasColumns,
  selection: CrossingSelection,
  side: number,
): Generator<Candidate> {
  const tile = tileOf(plan, index)
  const window = windowOf(plan, index)
  const beyondX = side === 0 ? tile.x + tile.width : side === 2 ? tile.x - 1 : tile.x
  const beyondY = side === 1 ? tile.y + tile.height : side === 3 ? tile.y - 1 : tile.y
  if (beyondX < 0 || beyondY < 0 || beyondX >= plan.width || beyondY >= plan.height) return
  const isUpright = (side & 1) === 0
  const direction = isUpright ? EAST : SOUTH
  // The border is the eastern or southern one of the blocks on its near side.
  const border = (isUpright ? beyondX - window.x : beyondY - window.y) - (side < 2 ? 1 : 0)
  const along = isUpright ? tile.y - window.y : tile.x - window.x
  const length = isUpright ? tile.height : tile.width
  const bucketSide = bucketSideOf(plan)
  for (let from = along; from < along + length; from += BLOCK_SIDE_CELLS) {
    const [x, y] = isUpright ? [border, from] : [from, border]
    const { crossing: crossings } = selection.ofBorder(x >> BLOCK_SHIFT, y >> BLOCK_SHIFT, direction)
    for (let i = 0; i < crossings.length; i++) {
      const crossing: AnyCrossing = crossings[i]
      const near = cellOf(crossing)
      const far = { x: near.x + DX[direction], y: near.y + DY[direction] }
      const place = (isUpright ? near.y : near.x) - along
      const bucket = Math.floor(place / bucketSide)
      const units = stepOverUnits(terrain, crossing)
      const fromMiddle = Math.abs(2 * (place - bucket * bucketSide) - (bucketSide - 1))
      yield { near, far, crossing, place, bucket, units, fromMiddle }
    }
  }
}

function isBetter(candidate: Candidate, other: Candidate): boolean {
  if (candidate.units !== other.units) return candidate.units < other.units
  return candidate.fromMiddle < other.fromMiddle
}

export const BUCKETS = BLOCK_SIDE_CELLS * BLOCK_SIDE_CELLS

/** The mean costs of the buckets and the number of free cells, over the tile's own cells. */
export function bucketsOf(
  plan: Plan,
  index: number,
  cost: CostColumn,
): { costOfBucket: Uint16Array; freeCells: number } {
  const tile = tileOf(plan, index)
  const window = windowOf(plan, index)
  const bucketSide = bucketSideOf(plan)
  const sums = new Float64Array(BUCKETS)
  const counts = new Int32Array(BUCKETS)
  for (let y = 0; y < tile.height; y++) {
    const first = (tile.y - window.y + y) * window.width + tile.x - window.x
    const row = Math.floor(y / bucketSide) * BLOCK_SIDE_CELLS
    for (let x = 0, bucket = row; x < tile.width; bucket++) {
      const end = Math.min(tile.width, x + bucketSide)
      let sum = 0
      let count = 0
      for (; x < end; x++) {
        const own = cost[first + x]
        sum += own
        if (own > 0) count++
      }
      sums[bucket] += sum
      counts[bucket] += count
    }
  }
  const costOfBucket = Uint16Array.from(sums, (sum, i) =>
    counts[i] === 0 ? 0 : Math.max(1, Math.round(sum / counts[i])),
  )
  return { costOfBucket, freeCells: counts.reduce((all, count) => all + count, 0) }
}

/**
 * Digests of the tile's cells that each of eight neighbours sees, and of their cells that the tile sees. Zeros where
 * there is no neighbour.
 */
export function stripDigests(
  plan: Plan,
  index: number,
  cost: CostColumn,
): { ownStrips: Int32Array; strangeStrips: Int32Array } {
  const ownStrips = new Int32Array(16)
  const strangeStrips = new Int32Array(16)
  const own = tileOf(plan, index)
  const window = windowOf(plan, index)
  for (let direction = 0; direction < 8; direction++) {
    const other = neighbourOf(plan, index, direction)
    if (other < 0) continue
    const seen = common(own, windowOf(plan, other))
    ownStrips.set(digest(cost, window, seen), 2 * direction)
    strangeStrips.set(digest(cost, window, common(tileOf(plan, other), window)), 2 * direction)
  }
  return { ownStrips, strangeStrips }
}

/** The neighbour in a direction; -1 at the edge of the map. */
export function neighbourOf({ columns, rows }: Plan, index: number, direction: number): number {
  const column = (index % columns) + DX[direction]
  const row = Math.floor(index / columns) + DY[direction]
  return column < 0 || row < 0 || column >= columns || row >= rows ? -1 : row * columns + column
}

function common(a: TileWindow, b: TileWindow): TileWindow {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  return {
    x,
    y,
    width: Math.min(a.x + a.width, b.x + b.width) - x,
    height: Math.min(a.y + a.height, b.y + b.height) - y,
  }
}

function digest(cost: CostColumn, window: TileWindow, { x, y, width, height }: TileWindow): [number, number] {
  const strip = { width, height, cost: new Uint16Array(width * height) }
  copyShared({ ...window, cost }, window.x - x, window.y - y, strip)
  return checksum(Int32Array.from(strip.cost), -2)
}
