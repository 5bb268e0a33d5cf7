/**
 * Paints the ground for pictures and the page: walls, costs, islands in colours, regions in shades, narrow places
 * tinted. A pixel shows a square of cells. Masks over a block's words give the share of free cells, and the pixel mixes
 * wall and ground by that share. For its island and region, one free cell stands for the pixel.
 */
import type { AtlasColumns } from '../../atlas/columns.ts'
import { firstRegionOf, NO_PARENT, regionAbove, regionCountOf, regionOfCell } from '../../atlas/islands.ts'
import { blocksAtLevel } from '../../atlas/layout.ts'
import { countBits } from '../../base/bits.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../../map/terrain.ts'
import { Narrows } from '../../traveller/narrows.ts'
import { mainlandOf } from './costs.ts'
import { LAYERS, type Layer, type MapLook } from './layers.ts'
import {
  type Colour,
  type CostRange,
  DEAD_END,
  DEAD_END_OPACITY,
  groundColour,
  ISLAND_OPACITY,
  ISLANDS,
  islandTint,
  mix,
  NARROW,
  narrowOpacity,
  regionShade,
  SCHEMES,
  type SchemeName,
} from './palette.ts'

/** A rectangle of pixels, each a square of cells. */
export interface GroundArea {
  readonly cells: number
  /** The first pixel's first cell. */
  readonly left: number
  readonly top: number
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** For pixels of many cells, costs are sampled at 4 x 4 places at most. */
const SAMPLES_PER_SIDE_MAX = 4
const PLAIN = ISLANDS.length
/** The number of shades of ground: one for each cost of a byte. */
const STEPS = 256
const NO_BLOCK = -1
const UNKNOWN = -2

export class GroundPainter {
  private readonly columns: AtlasColumns
  /** The island that has no tint. */
  private mainland = UNKNOWN
  private readonly tables: Record<SchemeName, Float64Array>
  private readonly narrows: Narrows
  private shows = shownBy([])
  private level = 0
  /**
   * groundOf[(tint * 256 + step) * 3 + channel], where a step spans `costsAStep` costs; tint PLAIN is the mainland's.
   */
  private groundOf: Float64Array
  private readonly costsAStep: number
  private wall: Colour = SCHEMES.light.wall
  private border: Colour = SCHEMES.light.border
  /** The offsets in a pixel at which costs are sampled. */
  private samples: readonly number[] = []
  /** The block of the last pixel, and its colour if the whole block is free with one region and one cost; else 0. */
  private block = NO_BLOCK
  private plainWord = 0

  constructor(columns: AtlasColumns, range: CostRange, narrows = new Narrows(columns.terrain)) {
    this.columns = columns
    this.narrows = narrows
    this.tables = { light: groundTable(range, 'light'), dark: groundTable(range, 'dark') }
    this.groundOf = this.tables.light
    this.costsAStep = costsAStep(range)
  }

  /**
   * Writes one word per pixel in little-endian order: red first, opaque; pixels outside the map are transparent. Without
   * the terrain walls are faint, so that marks stand out.
   */
  paint(area: GroundArea, { layers, level, scheme }: MapLook, pixels: Uint32Array): void {
    const { cells, width, height } = area
    const { terrain } = this.columns
    const { wall, faintWall, border } = SCHEMES[scheme]
    this.shows = shownBy(layers)
    if (this.shows.islands && this.mainland === UNKNOWN) this.mainland = mainlandOf(this.columns)
    this.level = level
    this.wall = this.shows.terrain ? wall : faintWall
    this.border = border
    this.groundOf = this.tables[scheme]
    this.samples = sampleOffsets(cells)
    this.block = NO_BLOCK
    pixels.fill(0)
    for (let row = 0, top = area.top; row < height && top < terrain.height; row++, top += cells) {
      const bottom = Math.min(top + cells, terrain.height)
      for (
        let at = row * width, left = area.left;
        at < (row + 1) * width && left < terrain.width;
        at++, left += cells
      ) {
        pixels[at] = this.wordAt(left, top, Math.min(left + cells, terrain.width), bottom)
      }
    }
  }

  /** The word of the pixel that shows these cells. */
  private wordAt(left: number, top: number, right: number, bottom: number): number {
    const { terrain, labels } = this.columns
    const { rowBits, blocksWide } = terrain
    let free = 0
    let x = 0
    let y = 0
    for (let row = top; row < bottom; row++) {
      for (let first = left; first < right; first = (first | BLOCK_MASK) + 1) {
        const block = (row >> BLOCK_SHIFT) * blocksWide + (first >> BLOCK_SHIFT)
        const count = Math.min(right, (first | BLOCK_MASK) + 1) - first
        const mask = count === BLOCK_SIDE_CELLS ? -1 : (1 << count) - 1
        const bits = (rowBits[(block << BLOCK_SHIFT) | (row & BLOCK_MASK)] >>> (first & BLOCK_MASK)) & mask
        if (bits === 0) continue
        free += countBits(bits)
        x = first + 31 - Math.clz32(bits)
        y = row
      }
    }
    if (free === 0) return packed(this.wall)
    const block = terrain.blockOf(x, y)
    if (block !== this.block) this.enter(block)
    const inside = (right - left) * (bottom - top)
    const isInBlock = ((left ^ (right - 1)) | (top ^ (bottom - 1))) >> BLOCK_SHIFT === 0
    if (this.plainWord !== 0 && free === inside && isInBlock) return this.plainWord
    const cost = this.shows.terrain ? this.costOf(left, top, isInBlock ? block : NO_BLOCK) : terrain.costMin
    return this.wordOf(regionOfCell(labels, block, x, y), block, cost, free / inside, y * terrain.width + x)
  }

  /** Caches facts about the block, because neighbouring pixels usually have the same colour. */
  private enter(block: number): void {
    const { terrain, labels } = this.columns
    const { shows } = this
    this.block = block
    this.plainWord = 0
    const cost = terrain.costOfBlock[block]
    if (regionCountOf(labels.regionsOfBlock, block) !== 1 || shows.widths || shows['dead-ends']) return
    if (cost < 0 && shows.terrain) return
    const region = firstRegionOf(labels.regionsOfBlock, block)
    this.plainWord = this.wordOf(region, block, shows.terrain ? cost : terrain.costMin, 1, 0)
  }

  /**
   * The mean cost of the sampled free cells of a pixel that has some; `block` is given if the pixel lies in one block.
   */
  private costOf(left: number, top: number, block: number): number {
    const { terrain } = this.columns
    if (block !== NO_BLOCK && terrain.costOfBlock[block] >= 0) return terrain.costOfBlock[block]
    let sum = 0
    let count = 0
    for (const dy of this.samples) {
      for (const dx of this.samples) {
        const cost = terrain.costAt(left + dx, top + dy)
        if (cost === 0) continue
        sum += cost
        count++
      }
    }
    return count === 0 ? terrain.costMin : Math.round(sum / count)
  }

  /** The word for a colour. `cell` stands for the pixel when narrow places are shown. */
  private wordOf(region: number, block: number, cost: number, freeShare: number, cell: number): number {
    const { shows, wall, border, groundOf } = this
    const island = this.columns.islandOfRegion[region]
    const tint = shows.islands && island !== this.mainland ? islandTint(island) : PLAIN
    const shade = shows.regions ? this.shadeOf(region, block) : 0
    const step = Math.min(STEPS - 1, Math.floor(cost / this.costsAStep))
    const at = (tint * STEPS + step) * 3
    let ground: Colour = [groundOf[at], groundOf[at + 1], groundOf[at + 2]]
    if (shows.widths) ground = mix(ground, NARROW, narrowOpacity(this.narrows.widthOfCell[cell]))
    if (shows['dead-ends'] && this.narrows.isInDeadEnd[cell] === 1) ground = mix(ground, DEAD_END, DEAD_END_OPACITY)
    let word = 0xff
    for (let channel = 2; channel >= 0; channel--) {
      const shaded = ground[channel] + (border[channel] - ground[channel]) * shade
      word = (word << 8) | Math.round(wall[channel] + (shaded - wall[channel]) * freeShare)
    }
    return word
  }

  private shadeOf(region: number, block: number): number {
    const { level } = this
    const { levels, terrain } = this.columns
    const above = regionAbove(levels, region, level)
    if (above === NO_PARENT) return 0
    const x = (block % terrain.blocksWide) >> level
    const y = Math.floor(block / terrain.blocksWide) >> level
    const first = firstRegionOf(levels[level].regionsOfBlock, y * blocksAtLevel(terrain.blocksWide, level) + x)
    return regionShade(x, y, above - first)
  }
}

/** A field a layer, since pixels ask for it. */
function shownBy(layers: readonly Layer[]): Readonly<Record<Layer, boolean>> {
  return Object.fromEntries(LAYERS.map(layer => [layer, layers.includes(layer)])) as Record<Layer, boolean>
}

/** Offsets spread evenly over the side of a pixel, each in the middle of its share. */
function sampleOffsets(cells: number): number[] {
  const count = Math.min(SAMPLES_PER_SIDE_MAX, cells)
  return Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * cells) / count))
}

/** The costs per step: 1 if costs are bytes. */
function costsAStep({ max }: CostRange): number {
  return Math.ceil((max + 1) / STEPS)
}

function groundTable(range: CostRange, name: SchemeName): Float64Array {
  const scheme = SCHEMES[name]
  const table = new Float64Array((ISLANDS.length + 1) * STEPS * 3)
  const costs = costsAStep(range)
  for (let step = Math.floor(range.min / costs); step * costs <= range.max; step++) {
    const ground = groundColour(Math.max(range.min, step * costs), range, scheme)
    for (let tint = 0; tint <= PLAIN; tint++) {
      const colour = tint === PLAIN ? ground : mix(ground, scheme.islands[tint], ISLAND_OPACITY)
      table.set(colour, (tint * STEPS + step) * 3)
    }
  }
  return table
}

function packed([red, green, blue]: Colour): number {
  return (0xff << 24) | (blue << 16) | (green << 8) | red
}
