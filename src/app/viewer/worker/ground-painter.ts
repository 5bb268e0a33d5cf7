/**
 * Paints the ground, a square tile at a time: walls, costs, islands in colours, regions in shades. One pixel shows
 * 1, 2, 4 .. 32 cells to a side, so it never reaches over a block, and a block's words tell by a few masks how much of
 * each pixel is free. A pixel of many cells is mixed of wall and ground by that share; one free cell stands for it where
 * it is asked which island or region it is of. Colours are those of `isthmus render`.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import { NO_PARENT, regionAbove } from '../../../atlas/islands.ts'
import { firstRegionOf, regionCountOf, regionOfCell } from '../../../atlas/labels.ts'
import { blocksAtLevel } from '../../../atlas/levels.ts'
import { countBits } from '../../../base/bits.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../../../map/terrain.ts'
import { Narrows } from '../../../traveller/narrows.ts'
import { type NarrowLook, tinted } from '../../draw/narrow-marks.ts'
import {
  type Colour,
  type CostRange,
  groundColour,
  ISLAND_OPACITY,
  ISLANDS,
  islandTint,
  mix,
  regionShade,
  SCHEMES,
  type SchemeName,
} from '../../draw/palette.ts'

export const TILE_PIXELS = 256
/** A pixel of 2^5 cells to a side is a block. */
export const SHRINK_MAX = BLOCK_SHIFT
export const NO_LEVEL = -1

export interface GroundLook extends NarrowLook {
  /** Walls and costs; without it walls are faint, so that marks stand out. */
  readonly showsTerrain: boolean
  readonly showsIslands: boolean
  /** Whose regions are shaded, or NO_LEVEL. */
  readonly level: number
  readonly scheme: SchemeName
}

/** Costs of a pixel of many cells are sampled at 4 x 4 places, as in a picture. */
const SAMPLES_SHIFT = 2
const PLAIN = ISLANDS.length
/** Shades of ground: one for each cost of a byte. */
const STEPS = 256

const PLAIN_LOOK: GroundLook = {
  showsTerrain: true,
  showsIslands: false,
  showsWidths: false,
  showsDeadEnds: false,
  level: NO_LEVEL,
  scheme: 'light',
}

export class GroundPainter {
  private readonly columns: AtlasColumns
  private readonly mainland: number
  private readonly tables: Record<SchemeName, Float64Array>
  private readonly narrows: Narrows
  private look: GroundLook = PLAIN_LOOK
  /** groundOf[(tint * 256 + step) * 3 + channel], a step being `costsAStep` costs; tint PLAIN is the mainland's. */
  private groundOf: Float64Array
  private readonly costsAStep: number
  private wall: Colour = SCHEMES.light.wall
  private border: Colour = SCHEMES.light.border

  constructor(columns: AtlasColumns, mainland: number, range: CostRange, narrows = new Narrows(columns.terrain)) {
    this.columns = columns
    this.narrows = narrows
    this.mainland = mainland
    this.tables = { light: groundTable(range, 'light'), dark: groundTable(range, 'dark') }
    this.groundOf = this.tables.light
    this.costsAStep = costsAStep(range)
  }

  /** Tile (tileX, tileY) of pixels of 2^shrink cells to a side, as one word a pixel; what lies off the map is clear. */
  paint(shrink: number, tileX: number, tileY: number, look: GroundLook, pixels: Uint32Array): void {
    this.look = look
    const { wall, faintWall, border } = SCHEMES[look.scheme]
    this.wall = look.showsTerrain ? wall : faintWall
    this.border = border
    this.groundOf = this.tables[look.scheme]
    pixels.fill(0)
    const { blocksWide, blocksHigh } = this.columns.terrain
    const blocks = (TILE_PIXELS << shrink) >> BLOCK_SHIFT
    const side = BLOCK_SIDE_CELLS >> shrink
    for (let y = 0; y < blocks && tileY * blocks + y < blocksHigh; y++) {
      for (let x = 0; x < blocks && tileX * blocks + x < blocksWide; x++) {
        this.paintBlock(tileX * blocks + x, tileY * blocks + y, shrink, pixels, (y * TILE_PIXELS + x) * side)
      }
    }
  }

  private paintBlock(blockX: number, blockY: number, shrink: number, pixels: Uint32Array, at: number): void {
    const { terrain, labels } = this.columns
    const block = blockY * terrain.blocksWide + blockX
    const words = terrain.rowBits.subarray(block << BLOCK_SHIFT, (block + 1) << BLOCK_SHIFT)
    const firstRegion = firstRegionOf(labels.regionsOfBlock, block)
    const regionCount = regionCountOf(labels.regionsOfBlock, block)
    const wallWord = packed(this.wall)
    // Most pixels of most maps: free all over, of one region and one cost.
    const blockCost = terrain.costOfBlock[block]
    const { showsTerrain, showsWidths, showsDeadEnds } = this.look
    const isPlain = regionCount === 1 && (blockCost >= 0 || !showsTerrain) && !showsWidths && !showsDeadEnds
    const plainCost = showsTerrain ? blockCost : terrain.costMin
    const plainWord = isPlain ? this.wordOf(firstRegion, blockX, blockY, plainCost, 1, 0) : 0
    const cells = 1 << shrink
    const mask = shrink === BLOCK_SHIFT ? -1 : (1 << cells) - 1
    const right = Math.min(BLOCK_SIDE_CELLS, terrain.width - (blockX << BLOCK_SHIFT))
    const bottom = Math.min(BLOCK_SIDE_CELLS, terrain.height - (blockY << BLOCK_SHIFT))
    for (let top = 0; top < bottom; top += cells, at += TILE_PIXELS) {
      for (let left = 0, pixel = at; left < right; left += cells, pixel++) {
        let free = 0
        let x = 0
        let y = 0
        for (let row = top; row < top + cells; row++) {
          const bits = (words[row] >>> left) & mask
          if (bits === 0) continue
          free += countBits(bits)
          x = left + 31 - Math.clz32(bits)
          y = row
        }
        if (free === 0) {
          pixels[pixel] = wallWord
          continue
        }
        const inside = Math.min(cells, right - left) * Math.min(cells, bottom - top)
        if (isPlain && free === inside) {
          pixels[pixel] = plainWord
          continue
        }
        const cost = showsTerrain ? this.costOf(block, left, top, shrink) : terrain.costMin
        const region = regionCount === 1 ? firstRegion : regionOfCell(labels, block, x, y)
        const cell = ((blockY << BLOCK_SHIFT) + y) * terrain.width + (blockX << BLOCK_SHIFT) + x
        pixels[pixel] = this.wordOf(region, blockX, blockY, cost, free / inside, cell)
      }
    }
  }

  /** The mean cost of the free cells among samples of a pixel that has any. */
  private costOf(block: number, left: number, top: number, shrink: number): number {
    const { costOfCell, costMin, costOfBlock } = this.columns.terrain
    if (costOfBlock[block] >= 0) return costOfBlock[block]
    const first = ~costOfBlock[block] << BLOCK_CELLS_SHIFT
    const step = shrink > SAMPLES_SHIFT ? 1 << (shrink - SAMPLES_SHIFT) : 1
    const cells = 1 << shrink
    let sum = 0
    let count = 0
    for (let y = top + (step >> 1); y < top + cells; y += step) {
      for (let x = left + (step >> 1); x < left + cells; x += step) {
        const cost = costOfCell[first | (y << BLOCK_SHIFT) | x]
        if (cost === 0) continue
        sum += cost
        count++
      }
    }
    return count === 0 ? costMin : Math.round(sum / count)
  }

  /** `cell` stands for the pixel where narrow places are shown. */
  private wordOf(
    region: number,
    blockX: number,
    blockY: number,
    cost: number,
    freeShare: number,
    cell: number,
  ): number {
    const { look, wall, border, groundOf } = this
    const island = this.columns.islandOfRegion[region]
    const tint = look.showsIslands && island !== this.mainland ? islandTint(island) : PLAIN
    const shade = look.level === NO_LEVEL ? 0 : this.shadeOf(region, blockX, blockY)
    const step = Math.min(STEPS - 1, Math.floor(cost / this.costsAStep))
    const at = (tint * STEPS + step) * 3
    let ground: Colour = [groundOf[at], groundOf[at + 1], groundOf[at + 2]]
    if (look.showsWidths || look.showsDeadEnds) ground = tinted(ground, this.narrows, cell, look)
    let word = 0xff
    for (let channel = 2; channel >= 0; channel--) {
      const shaded = ground[channel] + (border[channel] - ground[channel]) * shade
      word = (word << 8) | Math.round(wall[channel] + (shaded - wall[channel]) * freeShare)
    }
    return word
  }

  private shadeOf(region: number, blockX: number, blockY: number): number {
    const { levels, terrain } = this.columns
    const { level } = this.look
    const above = regionAbove(levels, region, level)
    if (above === NO_PARENT) return 0
    const x = blockX >> level
    const y = blockY >> level
    const block = y * blocksAtLevel(terrain.blocksWide, level) + x
    return regionShade(x, y, above - firstRegionOf(levels[level].regionsOfBlock, block))
  }
}

/** One where costs are bytes. */
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

/** A pixel's word as a little-endian machine keeps it: red first, opaque. */
function packed([red, green, blue]: Colour): number {
  return (0xff << 24) | (blue << 16) | (green << 8) | red
}
