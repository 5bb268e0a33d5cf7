/**
 * A coarse map of floats that adds to the cost of ground: where many died, where the enemy sees. It is laid over the cells, each of its
 * values over `cells` x `cells` of them, and adds whole steps of cost units.
 *
 * It fades by one number for all of it, so fading writes nothing. A block is only looked at again when its highest value passes
 * the next of marks that are a whole step apart: no cell of it is ever further off than that. Each block has marks of its own,
 * between those of others, so that blocks which were laid together are not all due together.
 */
import { type AllOf, nameOf, optionsOf, refuse, textOf } from '../base/given.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { Blocks } from './cell-pages.ts'

export interface InfluenceOptions {
  /** Values in a row of `heat`. */
  readonly width: number
  /** Cells to the side of a value's square: 8 unless given. */
  readonly cells?: number
  /** Cost units for a value of 1: 1 unless given. */
  readonly scale?: number
  /** Costs come in steps of this many units: with larger ones an influence that fades is edited less often. 1 unless given. */
  readonly step?: number
  /** Whether a cell takes a mean of the values around it, by its distance from their squares' middles, and not just its own. */
  readonly bilinear?: boolean
}

const INFLUENCE_OPTIONS = {
  width: true,
  cells: true,
  scale: true,
  step: true,
  bilinear: true,
} as const satisfies AllOf<InfluenceOptions>

/** An influence that was laid over a view: what is done with it takes effect with the view's next commit. */
export interface Influence {
  /** Other values instead of the old ones. */
  update(heat: Float32Array): void
  /** All values become this share of what they were. */
  decay(factor: number, options?: DecayOptions | null): void
  remove(): void
}

export interface DecayOptions {
  /** The most blocks of 32 x 32 cells that change at once, those furthest off first; the others later. All unless given. */
  readonly blocksMax?: number
}

/** Danger beyond that is refused: of so much sums are exact, and any ground costs the most that there is. */
const DANGER_MAX = 2 ** 40

/** What decays with factors above 1 grows: up to here products with any value of a heat are numbers. */
const STRENGTH_MAX = 2 ** 100

/** Multiples of it lie evenly between whole numbers. */
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
  /** What each block's costs were made with. */
  private readonly strengthOfBlock: Float64Array
  /** The highest of a block in steps, without its sign. */
  private readonly peakOfBlock: Float64Array

  constructor(heat: Float32Array, options: InfluenceOptions, blocks: Blocks) {
    const {
      width = Number.NaN,
      cells = 8,
      scale = 1,
      step = 1,
      bilinear = false,
    } = optionsOf(options, INFLUENCE_OPTIONS)
    checkHeat(heat)
    if (!(Number.isInteger(width) && width >= 1 && heat.length % width === 0))
      refuse(`The heat has ${heat.length} values, no whole number of rows of ${textOf(width)}. Check the width.`)
    if (!(Number.isInteger(cells) && cells >= 1))
      refuse(`cells is ${textOf(cells)}: a whole number from 1 on was expected.`)
    if (!(typeof scale === 'number' && Math.abs(scale) <= DANGER_MAX)) {
      refuse(`scale is ${nameOf(scale)}: a number up to ${DANGER_MAX} was expected.`)
    }
    if (!(Number.isInteger(step) && step >= 1 && step <= DANGER_MAX)) {
      refuse(`step is ${nameOf(step)}: a whole number of cost units was expected.`)
    }
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

  /** Adds the cost units of each cell of a block. */
  addTo(block: number, sums: Float64Array): void {
    if (!this.has(block)) return
    const factor = this.scale * this.strengthOfBlock[block]
    this.blocks.forEachCell(block, (x, y, place) => {
      const units = this.step * Math.round((this.isBilinear ? this.between(x, y) : this.at(x, y)) * factor)
      sums[place] += Math.max(-DANGER_MAX, Math.min(DANGER_MAX, units))
    })
  }

  /** Other values of the same size instead of the old ones, which fade from now on. */
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

  /** Marks the blocks that are due, at most `most` of them: those that are furthest off first. */
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

  /** The value of the square that a cell lies in; 0 beyond the heat. */
  private at(x: number, y: number): number {
    return this.valueAt(Math.floor(x / this.cells), Math.floor(y / this.cells))
  }

  /** The mean of the four values around a cell's middle; beyond the heat its edge goes on. */
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
  const { blocksMax = Infinity } = optionsOf(options, { blocksMax: true })
  if (!(typeof factor === 'number' && factor >= 0 && factor <= DANGER_MAX)) {
    refuse(`The factor is ${nameOf(factor)}: a number from 0 to ${DANGER_MAX} was expected, such as 0.95.`)
  }
  if (!(typeof blocksMax === 'number' && blocksMax >= 0)) {
    refuse(`blocksMax is ${nameOf(blocksMax)}: a number of blocks was expected.`)
  }
  return blocksMax
}

export function checkFear(fear: number): void {
  if (typeof fear === 'number' && fear >= 0 && fear <= DANGER_MAX) return
  refuse(`fear is ${nameOf(fear)}: a number from 0 to ${DANGER_MAX} was expected.`)
}

export function checkRaise(by: number): void {
  if (Number.isInteger(by) && Math.abs(by) <= DANGER_MAX) return
  refuse(`A place is raised by ${nameOf(by)}: a whole number of cost units up to ${DANGER_MAX} was expected.`)
}
