/**
 * A coarse map of floats that adds to the cost of ground: where many died, where the enemy sees. Each value covers a
 * square of `cells` x `cells` cells and adds whole steps of cost units.
 *
 * One number fades the whole influence, so fading writes nothing. A block is updated only when its highest value passes the next
 * mark. Marks are one step apart, so no cell is ever further off than one step. Each block's marks are shifted against those of
 * others: blocks laid together do not all fall due together.
 */
import { type AllOf, checkValue, nameOf, optionsOf, refuse, textOf } from '../base/given.ts'
import { FLAG, number, whole } from '../base/kinds.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { Blocks } from './cell-pages.ts'

export interface InfluenceOptions {
  /** Values in a row of `heat`. */
  readonly width: number
  /** Cells per side of a value's square. Default 8. */
  readonly cells?: number
  /** Cost units for a value of 1. Default 1. */
  readonly scale?: number
  /** Costs change in steps of this many units. Larger steps mean fewer edits while an influence fades. Default 1. */
  readonly step?: number
  /** Whether a cell takes the distance-weighted mean of the four nearest values instead of its own square's value. */
  readonly bilinear?: boolean
}

/** More danger is refused. Up to here sums are exact, and any ground already has the highest cost. */
const DANGER_MAX = 2 ** 40

const DANGER = number(0, DANGER_MAX)

const INFLUENCE_OPTIONS = {
  width: whole(1),
  cells: whole(1),
  scale: number(-DANGER_MAX, DANGER_MAX),
  step: whole(1, DANGER_MAX),
  bilinear: FLAG,
} as const satisfies AllOf<InfluenceOptions>

/** An influence over a view. Changes to it take effect with the view's next commit. */
export interface Influence {
  /** Replaces all values. */
  update(heat: Float32Array): void
  /** Multiplies all values by `factor`. */
  decay(factor: number, options?: DecayOptions | null): void
  remove(): void
}

export interface DecayOptions {
  /**
   * The most blocks of 32 x 32 cells that change at once. Blocks furthest off change first, the others later. Default:
   * all.
   */
  readonly blocksMax?: number
}

/** Factors above 1 make values grow. Up to here the product with any value stays finite. */
const STRENGTH_MAX = 2 ** 100

/** Multiples of this ratio spread evenly between whole numbers. */
const GOLDEN = (Math.sqrt(5) - 1) / 2

export class Heat {
  private readonly blocks: Blocks
  private readonly width: number
  private readonly height: number
  private readonly cells: number
  /** Steps for a value of 1. */
  private readonly scale: number
  private readonly step: number
  private readonly isBilinear: boolean
  private heat: Float32Array
  private strength = 1
  /** The strength that each block's costs were made with. */
  private readonly strengthOfBlock: Float64Array
  /** The highest absolute value in each block, in steps. */
  private readonly peakOfBlock: Float64Array

  constructor(heat: Float32Array, options: InfluenceOptions, blocks: Blocks) {
    const given = optionsOf(options, INFLUENCE_OPTIONS)
    const { width = Number.NaN, cells = 8, scale = 1, step = 1, bilinear = false } = given
    checkHeat(heat)
    if (heat.length % width !== 0)
      refuse(`The heat has ${heat.length} values, no whole number of rows of ${textOf(width)}. Check the width.`)
    this.blocks = blocks
    this.width = width
    this.height = heat.length / width
    this.cells = cells
    this.scale = scale / step
    this.step = step
    this.isBilinear = bilinear
    this.heat = heat.slice()
    this.strengthOfBlock = new Float64Array(blocks.count).fill(1)
    this.peakOfBlock = new Float64Array(blocks.count)
    this.findPeaks()
  }

  has(block: number): boolean {
    return this.peakOfBlock[block] * this.strengthOfBlock[block] >= 0.5
  }

  /** Adds this influence's cost units to each cell of a block. */
  addTo(block: number, sums: Float64Array): void {
    if (!this.has(block)) return
    const factor = this.scale * this.strengthOfBlock[block]
    this.blocks.forEachCell(block, (x, y, place) => {
      const units = this.step * Math.round((this.isBilinear ? this.between(x, y) : this.at(x, y)) * factor)
      sums[place] += Math.max(-DANGER_MAX, Math.min(DANGER_MAX, units))
    })
  }

  /** Replaces the values by others of the same size, at full strength. */
  update(heat: Float32Array, mark: (block: number) => void): void {
    checkHeat(heat)
    if (heat.length !== this.heat.length)
      refuse(`The heat has ${heat.length} values, not ${this.heat.length} as before.`)
    const before = Array.from(this.peakOfBlock, (_, block) => this.has(block))
    this.heat = heat.slice()
    this.strength = 1
    this.strengthOfBlock.fill(1)
    this.findPeaks()
    before.forEach((had, block) => {
      if (had || this.has(block)) mark(block)
    })
  }

  /** Fades the influence and marks due blocks, at most `blocksMax`, furthest off first. */
  decay(factor: number, blocksMax: number, mark: (block: number) => void): void {
    this.strength = Math.min(this.strength * factor, STRENGTH_MAX)
    const { strength, strengthOfBlock, peakOfBlock } = this
    const due: { readonly block: number; readonly off: number }[] = []
    for (let block = 0; block < peakOfBlock.length; block++) {
      const peak = peakOfBlock[block]
      if (peak === 0) continue
      const [now, made] = [peak * strength, peak * strengthOfBlock[block]]
      const share = (block * GOLDEN) % 1
      const isPast = Math.floor(now + share) !== Math.floor(made + share)
      if (isPast || now < 0.5 !== made < 0.5) due.push({ block, off: Math.abs(now - made) })
    }
    if (due.length > blocksMax) due.sort((a, b) => b.off - a.off || a.block - b.block)
    for (const { block } of due.slice(0, blocksMax)) {
      strengthOfBlock[block] = strength
      mark(block)
    }
  }

  forEachBlock(visit: (block: number) => void): void {
    for (let block = 0; block < this.peakOfBlock.length; block++) if (this.has(block)) visit(block)
  }

  private findPeaks(): void {
    const { blocks, cells, width, height, heat } = this
    const reach = this.isBilinear ? 1 : 0
    for (let block = 0; block < blocks.count; block++) {
      const left = Math.floor(blocks.leftOf(block) / cells) - reach
      const top = Math.floor(blocks.topOf(block) / cells) - reach
      const right = Math.floor((blocks.leftOf(block) + BLOCK_SIDE_CELLS - 1) / cells) + reach
      const bottom = Math.floor((blocks.topOf(block) + BLOCK_SIDE_CELLS - 1) / cells) + reach
      let peak = 0
      for (let y = Math.max(0, top); y <= Math.min(height - 1, bottom); y++) {
        for (let x = Math.max(0, left); x <= Math.min(width - 1, right); x++) {
          peak = Math.max(peak, Math.abs(heat[y * width + x]))
        }
      }
      this.peakOfBlock[block] = peak * Math.abs(this.scale)
    }
  }

  /** The value of the square that holds a cell; 0 beyond the heat. */
  private at(x: number, y: number): number {
    return this.valueAt(Math.floor(x / this.cells), Math.floor(y / this.cells))
  }

  /**
   * The weighted mean of the four values around a cell's middle. Near the heat's edge its outer values count alone;
   * beyond it, 0.
   */
  private between(x: number, y: number): number {
    const alongX = (x + 0.5) / this.cells - 0.5
    const alongY = (y + 0.5) / this.cells - 0.5
    if (alongX > this.width - 0.5 || alongY > this.height - 0.5) return 0
    const left = Math.floor(alongX)
    const top = Math.floor(alongY)
    const x1 = Math.min(this.width - 1, left + 1)
    const y1 = Math.min(this.height - 1, top + 1)
    const [x0, y0] = [Math.max(0, left), Math.max(0, top)]
    const upper = mix(this.valueAt(x0, y0), this.valueAt(x1, y0), alongX - left)
    return mix(upper, mix(this.valueAt(x0, y1), this.valueAt(x1, y1), alongX - left), alongY - top)
  }

  private valueAt(x: number, y: number): number {
    return x < this.width && y < this.height ? this.heat[y * this.width + x] : 0
  }
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share
}

function checkHeat(heat: unknown): void {
  if (!(heat instanceof Float32Array)) refuse(`The heat is ${nameOf(heat)}: a Float32Array was expected.`)
  if (!heat.every(Number.isFinite)) refuse('The heat has values that are no numbers.')
}

/** Returns how many blocks may change at once. */
export function checkDecay(factor: number, options: DecayOptions | null | undefined): number {
  const { blocksMax = Infinity } = optionsOf(options, { blocksMax: number(0, Infinity) })
  checkValue(factor, DANGER, 'The factor')
  return blocksMax
}

export function checkFear(fear: number): void {
  checkValue(fear, DANGER, 'fear')
}

export function checkRaise(by: number): void {
  checkValue(by, whole(-DANGER_MAX, DANGER_MAX), 'The raise')
}
