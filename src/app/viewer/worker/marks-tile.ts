/**
 * Draws what lies over the ground, a tile at a time and at the very scale of the screen, so that lines are as thin at any
 * zoom: the borders of the regions of a level, and the entries that the level keeps, which are the nodes of its graph.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import { sideOf } from '../../../atlas/crossing.ts'
import { endRegionOf, firstRegionOf } from '../../../atlas/labels.ts'
import { blocksAtLevel } from '../../../atlas/levels.ts'
import { BLOCK_SHIFT } from '../../../map/terrain.ts'
import { Narrows } from '../../../traveller/narrows.ts'
import { crossingOf, middleX, middleY, rankOf, slotsOf } from '../../draw/entry-places.ts'
import { CHOKE_RADIUS_PIXELS, forEachShownChoke } from '../../draw/narrow-marks.ts'
import {
  CHOKE,
  CHOKE_CASING,
  cssOf,
  ENTRY,
  ENTRY_CASING,
  REGION_BORDER_OPACITY,
  SCHEMES,
  type SchemeName,
} from '../../draw/palette.ts'
import { borderRuns } from './border-runs.ts'

export const MARKS_PIXELS = 512

export interface MarksLook {
  readonly level: number
  readonly showsBorders: boolean
  readonly showsEntries: boolean
  readonly showsGraph: boolean
  readonly showsChokes: boolean
  readonly scheme: SchemeName
}

export interface MarksTile {
  readonly tileX: number
  readonly tileY: number
  /** Screen pixels to the side of a cell. */
  readonly scale: number
  /** Screen pixels to one of a page's own. */
  readonly density: number
}

/** What is asked of a canvas; tests give one that remembers. */
export type Pen = Pick<
  OffscreenCanvasRenderingContext2D,
  'arc' | 'beginPath' | 'fill' | 'fillRect' | 'fillStyle' | 'moveTo'
>

/** Dots reach over the border of the tile that holds their middle. */
const ENTRY_RADIUS_MAX = 10
const RANKS_SHOWN = 4
const CIRCLE = 2 * Math.PI

export function drawMarks(
  columns: AtlasColumns,
  look: MarksLook,
  tile: MarksTile,
  pen: Pen,
  narrows = new Narrows(columns.terrain),
): void {
  if (look.showsBorders) drawBorders(columns, look, tile, pen)
  const hasEntries = columns.levels[look.level].entryCount > 0
  // The ways between them show where one points.
  if (hasEntries && (look.showsEntries || look.showsGraph)) drawEntries(columns, look.level, tile, pen)
  if (look.showsChokes) drawChokes(narrows, tile, pen)
}

function drawChokes(narrows: Narrows, { tileX, tileY, scale, density }: MarksTile, pen: Pen): void {
  const radius = CHOKE_RADIUS_PIXELS * density
  for (const [grown, colour] of [
    [0, CHOKE_CASING],
    [-density, CHOKE],
  ] as const) {
    pen.fillStyle = cssOf(colour)
    pen.beginPath()
    forEachShownChoke(narrows, scale / density, (cellX, cellY) => {
      const x = (cellX + 0.5) * scale - tileX * MARKS_PIXELS
      const y = (cellY + 0.5) * scale - tileY * MARKS_PIXELS
      if (Math.min(x, y) < -radius || Math.max(x, y) > MARKS_PIXELS + radius) return
      pen.moveTo(x + radius + grown, y)
      pen.arc(x, y, radius + grown, 0, CIRCLE)
    })
    pen.fill()
  }
}

/** A border that is one of higher levels too is drawn heavier. */
function drawBorders(columns: AtlasColumns, { level, scheme }: MarksLook, tile: MarksTile, pen: Pen): void {
  const { scale, density } = tile
  const left = tile.tileX * MARKS_PIXELS
  const top = tile.tileY * MARKS_PIXELS
  pen.fillStyle = cssOf(SCHEMES[scheme].border, REGION_BORDER_OPACITY)
  borderRuns(columns.terrain, level, scale, left, top, MARKS_PIXELS, (isUpright, rank, line, from, to) => {
    const thickness = Math.max(1, Math.round(density * (1 + 0.75 * Math.min(2, rank))))
    const across = Math.round(line * scale) - (thickness >> 1)
    const start = from * scale
    const length = (to - from) * scale
    if (isUpright) pen.fillRect(across - left, start - top, thickness, length)
    else pen.fillRect(start - left, across - top, length, thickness)
  })
}

/** A dot on the border between the two cells of each entry; the higher its rank, the larger. */
function drawEntries(columns: AtlasColumns, levelNumber: number, tile: MarksTile, pen: Pen): void {
  const { levels } = columns
  const level = levels[levelNumber]
  const base = entryRadius(tile)
  const place = new Float64Array(2)
  // A rank at a time, from the lowest: few changes of the pen, and large dots come to lie on small ones.
  for (let above = 0; above < RANKS_SHOWN; above++) {
    const rank = levelNumber + above
    if (rank >= levels.length || levels[rank].entryCount === 0) break
    const isTop = above === RANKS_SHOWN - 1
    const radius = base * (1 + 0.4 * above)
    for (const [colour, grown] of [
      [cssOf(ENTRY_CASING), 0.8 * tile.density],
      [cssOf(ENTRY), 0],
    ] as const) {
      pen.fillStyle = colour
      pen.beginPath()
      forEachRegion(columns, levelNumber, tile, ENTRY_RADIUS_MAX * tile.density, region => {
        const { from, to } = slotsOf(level, region)
        for (let slot = from; slot < to; slot++) {
          const crossing = crossingOf(level, slot)
          const isDue = isTop ? rankOf(level, slot) >= rank : rankOf(level, slot) === rank
          if (!isDue || sideOf(crossing) !== 0) continue
          placeOf(crossing, tile, place)
          pen.moveTo(place[0] + radius + grown, place[1])
          pen.arc(place[0], place[1], radius + grown, 0, CIRCLE)
        }
      })
      pen.fill()
    }
  }
}

function entryRadius({ scale, density }: MarksTile): number {
  return Math.max(1.4 * density, Math.min(4 * density, 0.3 * scale))
}

/** The regions of the level's blocks that a tile, widened by so many pixels, shows any of. */
function forEachRegion(
  columns: AtlasColumns,
  level: number,
  { tileX, tileY, scale }: MarksTile,
  marginPixels: number,
  visit: (region: number) => void,
): void {
  const { terrain, levels } = columns
  const { regionsOfBlock } = levels[level]
  const blocksWide = blocksAtLevel(terrain.blocksWide, level)
  const blocksHigh = blocksAtLevel(terrain.blocksHigh, level)
  const blockPixels = scale * 2 ** (BLOCK_SHIFT + level)
  const first = (tile: number) => Math.max(0, Math.floor((tile * MARKS_PIXELS - marginPixels) / blockPixels))
  const last = (tile: number, blocks: number) =>
    Math.min(blocks - 1, Math.floor(((tile + 1) * MARKS_PIXELS + marginPixels) / blockPixels))
  for (let y = first(tileY); y <= last(tileY, blocksHigh); y++) {
    for (let x = first(tileX); x <= last(tileX, blocksWide); x++) {
      const block = y * blocksWide + x
      const end = endRegionOf(regionsOfBlock, block)
      for (let region = firstRegionOf(regionsOfBlock, block); region < end; region++) visit(region)
    }
  }
}

/** Where the middle of a crossing step is drawn, in pixels of the tile. */
function placeOf(crossing: number, { tileX, tileY, scale }: MarksTile, place: Float64Array): void {
  place[0] = (middleX(crossing) + 0.5) * scale - tileX * MARKS_PIXELS
  place[1] = (middleY(crossing) + 0.5) * scale - tileY * MARKS_PIXELS
}
