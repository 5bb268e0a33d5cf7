/**
 * Marks over the ground: borders of a level's regions, the level's entries, which are the nodes of its graph, and choke
 * points. A picture draws the whole map with them. The page draws one tile at a time at the scale of the screen, so
 * lines stay thin at any zoom.
 */
import type { AtlasColumns, AtlasLevel } from '../../atlas/columns.ts'
import { directionOfCrossing, sideOf, xOf, yOf } from '../../atlas/crossing.ts'
import { endRegionOf, firstRegionOf } from '../../atlas/islands.ts'
import { blocksAtLevel } from '../../atlas/layout.ts'
import { crossingAt, endSlotOf, firstSlotOf, rankIn, wordAt } from '../../atlas/level-graph.ts'
import { DX, DY } from '../../map/movement.ts'
import { BLOCK_SHIFT, type Terrain } from '../../map/terrain.ts'
import type { Narrows } from '../../traveller/narrows.ts'
import { CHOKE, CHOKE_CASING, ENTRY, ENTRY_CASING, REGION_BORDER_OPACITY } from './palette.ts'
import type { Surface, Window } from './surface.ts'

/** Dots may extend beyond the window that holds their middle. */
const ENTRY_RADIUS_MAX = 10
const RANKS_SHOWN = 4
/** In pixels of the page. */
const CHOKE_RADIUS_PIXELS = 4

/** Borders that higher levels share are drawn heavier. */
export function drawBorders(surface: Surface, columns: AtlasColumns, level: number): void {
  const { scale, density, scheme } = surface
  borderRuns(columns.terrain, level, surface, (isUpright, rank, line, from, to) => {
    const thickness = Math.max(1, Math.round(density * (1 + 0.75 * Math.min(2, rank))))
    const across = Math.round((line - (isUpright ? surface.x : surface.y)) * scale) - (thickness >> 1)
    const start = (from - (isUpright ? surface.y : surface.x)) * scale
    const length = (to - from) * scale
    if (isUpright) surface.box(across, start, thickness, length, scheme.border, REGION_BORDER_OPACITY)
    else surface.box(start, across, length, thickness, scheme.border, REGION_BORDER_OPACITY)
  })
}

/** A dot on the border between the two cells of each entry; the higher its rank, the larger. */
export function drawEntries(surface: Surface, columns: AtlasColumns, levelNumber: number): void {
  const level = columns.levels[levelNumber]
  const { scale, density } = surface
  const base = Math.max(1.4 * density, Math.min(4 * density, 0.3 * scale))
  const placesOfRank: number[][] = Array.from({ length: RANKS_SHOWN }, () => [])
  forEachRegion(columns, levelNumber, surface, ENTRY_RADIUS_MAX * density, region => {
    for (const { slot, crossing, x, y } of entriesOf(level, region)) {
      if (sideOf(crossing) !== 0) continue
      const above = Math.min(RANKS_SHOWN - 1, rankIn(wordAt(level, slot)) - levelNumber)
      placesOfRank[above].push(x, y)
    }
  })
  // One rank at a time, lowest first: the pen changes rarely, and large dots cover small ones.
  placesOfRank.forEach((places, above) => {
    const radius = base * (1 + 0.4 * above)
    surface.dots(places, radius + 0.8 * density, ENTRY_CASING)
    surface.dots(places, radius, ENTRY)
  })
}

/**
 * Draws a dot on each choke point whose closing cuts off at least the area of the dot. So a map seen from afar shows
 * the ones that matter.
 */
export function drawChokes(surface: Surface, { chokes }: Narrows): void {
  const { x, y, width, height, scale, density } = surface
  const radius = CHOKE_RADIUS_PIXELS * density
  const least = (radius / scale) ** 2
  const margin = radius / scale
  const places: number[] = []
  for (let i = 0; i < chokes.length; i += 3) {
    if (chokes[i + 2] < least) continue
    const [left, top] = [chokes[i] + 0.5 - x, chokes[i + 1] + 0.5 - y]
    const isAside = Math.min(left, top) < -margin || left > width / scale + margin || top > height / scale + margin
    if (!isAside) places.push(chokes[i], chokes[i + 1])
  }
  surface.dots(places, radius, CHOKE_CASING)
  surface.dots(places, radius - density, CHOKE)
}

/** Visits the regions of all blocks that a window, widened by some pixels, shows in part. */
function forEachRegion(
  columns: AtlasColumns,
  level: number,
  { x, y, width, height, scale }: Window,
  marginPixels: number,
  visit: (region: number) => void,
): void {
  const { terrain, levels } = columns
  const { regionsOfBlock } = levels[level]
  const blocksWide = blocksAtLevel(terrain.blocksWide, level)
  const blocksHigh = blocksAtLevel(terrain.blocksHigh, level)
  const blockCells = 2 ** (BLOCK_SHIFT + level)
  const first = (from: number) => Math.max(0, Math.floor((from - marginPixels / scale) / blockCells))
  const last = (from: number, pixels: number, blocks: number) =>
    Math.min(blocks - 1, Math.floor((from + (pixels + marginPixels) / scale) / blockCells))
  for (let blockY = first(y); blockY <= last(y, height, blocksHigh); blockY++) {
    for (let blockX = first(x); blockX <= last(x, width, blocksWide); blockX++) {
      const block = blockY * blocksWide + blockX
      const end = endRegionOf(regionsOfBlock, block)
      for (let region = firstRegionOf(regionsOfBlock, block); region < end; region++) visit(region)
    }
  }
}

/**
 * A stretch of border, in cells: if upright, along x = line from y = from to y = to; else along y = line. `rank` is the
 * number of levels above this one whose blocks also end here.
 */
type RunVisitor = (isUpright: boolean, rank: number, line: number, from: number, to: number) => void

/**
 * Visits the visible borders of a window. A region is a connected part of its block, so two regions touch only across a
 * border of blocks. A walk along these borders finds every pair of open cells.
 */
export function borderRuns(terrain: Terrain, level: number, window: Window, visit: RunVisitor): void {
  const { scale } = window
  for (const isUpright of [true, false]) {
    const [near, along] = isUpright ? [window.x, window.y] : [window.y, window.x]
    const [across, length] = isUpright ? [window.width, window.height] : [window.height, window.width]
    const [width, height] = isUpright ? [terrain.width, terrain.height] : [terrain.height, terrain.width]
    const isOpen = isUpright
      ? (line: number, at: number) => terrain.isFree(line - 1, at) && terrain.isFree(line, at)
      : (line: number, at: number) => terrain.isFree(at, line - 1) && terrain.isFree(at, line)
    const shift = BLOCK_SHIFT + level
    // If a pixel shows many cells, one of them stands for it.
    const stride = scale >= 1 ? 1 : 1 << Math.floor(Math.log2(1 / scale))
    const from = Math.max(0, Math.floor(along / stride) * stride)
    const to = Math.min(height, Math.ceil(along + length / scale))
    const firstBlock = Math.max(1, Math.floor(near - 2 / scale) >> shift)
    for (let block = firstBlock; block << shift < Math.min(width, near + (across + 2) / scale); block++) {
      const rank = 31 - Math.clz32(block & -block)
      runsOfLine(block << shift, from, to, stride, isOpen, (start, end) =>
        visit(isUpright, rank, block << shift, start, Math.min(end, height)),
      )
    }
  }
}

function runsOfLine(
  line: number,
  from: number,
  to: number,
  stride: number,
  isOpen: (line: number, at: number) => boolean,
  visit: (start: number, end: number) => void,
): void {
  let start = -1
  for (let at = from; at < to; at += stride) {
    const open = isOpen(line, at)
    if (open && start < 0) start = at
    if (!open && start >= 0) {
      visit(start, at)
      start = -1
    }
  }
  if (start >= 0) visit(start, to)
}

/**
 * The entries of a region with their places: the middle of the crossing step, on the border between two cells, whose middles
 * are whole numbers.
 */
export function entriesOf(level: AtlasLevel, region: number) {
  const first = firstSlotOf(level, region)
  return Array.from({ length: endSlotOf(level, region) - first }, (_, i) => {
    const slot = first + i
    const crossing = crossingAt(level, slot)
    const direction = directionOfCrossing(crossing)
    return { slot, crossing, x: xOf(crossing) + DX[direction] / 2, y: yOf(crossing) + DY[direction] / 2 }
  })
}
