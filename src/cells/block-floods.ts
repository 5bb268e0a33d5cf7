/**
 * The true costs inside one block from up to eight of its cells at once, and the ways to any of them: what the bake asks for by
 * the dozen where ground is weighted. They come from the sweep (block-sweep.ts), and where no such program can be, or
 * a way costs more than its words hold, from one flood after the other: the same costs.
 */
import type { Work } from '../base/work.ts'
import { COST_MAX } from '../map/grid.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { BlockFlood } from './block-flood.ts'
import { FRAME, FRAME_CELLS, FRAME_OFFSETS, frameCell } from './block-frame.ts'
import {
  type BlockSweep,
  blockSweep,
  FAR,
  LANES,
  LINK_EAST,
  LINK_SOUTH,
  LINK_SOUTH_EAST,
  LINK_SOUTH_WEST,
  LINKS,
} from './block-sweep.ts'
import { isCheapestBack, runsBack } from './walk-back.ts'

export const FLOODS_AT_ONCE = LANES

/** Of a step in a direction: where its link is, seen from the link's place 0 of the cell that the step leads to. */
const LINK_BACK = linksBack()

/** Whatever costs less leads on to what a word holds. */
const DEAR = FAR - 2 * DIAGONAL_UNITS * COST_MAX

/** Whose block is in the sweep of this thread, by a token: the floods themselves would keep their map in memory. */
let holder: object | null = null

export class BlockFloods {
  private readonly terrain: Terrain
  private readonly token = {}
  private readonly offsets: Int32Array
  private readonly sweep: BlockSweep | null
  private readonly cost = new Uint16Array(FRAME_CELLS)
  /** Those of the sweep, or the same without one. */
  private readonly links: Int32Array
  private block = -1
  /** What every way inside the block costs at most. */
  private unitsMax = 0
  private one: BlockFlood | null = null
  /** unitsOfOne[lane * 1024 + place], where the floods came one after the other. */
  private unitsOfOne: Float64Array | null = null
  private isSwept = false
  private lane = 0
  /** Of the lane at hand. */
  source = 0
  private readonly sources = new Int32Array(LANES)

  constructor(terrain: Terrain, sweep = blockSweep()) {
    this.terrain = terrain
    this.sweep = sweep
    this.offsets = FRAME_OFFSETS.subarray(0, terrain.directions)
    this.links = this.sweep === null ? new Int32Array(LINKS * FRAME_CELLS).fill(FAR) : this.sweep.links
  }

  /** The block loaded may have changed since. */
  forget(): void {
    this.block = -1
    this.one?.forget()
  }

  /**
   * Floods `count` regions of a block from the cells in `places`, y * 32 + x inside it, one a lane, in pieces where they come
   * one after the other. All is to be read before others have their turn on this thread.
   */
  *flood(block: number, places: Int32Array, count: number): Work<void> {
    if (holder !== this.token || this.block !== block) this.load(block)
    for (let lane = 0; lane < count; lane++) this.sources[lane] = frameCell(places[lane], places[lane] >> BLOCK_SHIFT)
    this.isSwept = this.sweepAll(places, count)
    if (this.isSwept) return
    yield* this.floodOneByOne(places, count)
    // Ways are read off the links, which others may have made theirs meanwhile.
    if (holder !== this.token) this.load(block)
  }

  /** What all questions are about from now on: the flood from places[lane]. */
  choose(lane: number): void {
    this.lane = lane
    this.source = this.sources[lane]
  }

  /** Cost in units from the source to (x, y); Infinity where it lies in another region. */
  unitsTo(x: number, y: number): number {
    const units = this.unitsOf(frameCell(x, y))
    return units === FAR ? Infinity : units
  }

  /** The runs of a cheapest path from the source to (x, y), last run first; see walk-back.ts. */
  runsBackFrom(x: number, y: number, out: Int32Array): number {
    return runsBack(this, frameCell(x, y), this.offsets, out)
  }

  isCheapestBack(x: number, y: number, runs: Int32Array, length: number): boolean {
    return isCheapestBack(this, frameCell(x, y), FRAME_OFFSETS, runs, length)
  }

  isStepBack(cell: number, direction: number): boolean {
    const step = this.links[LINKS * cell + LINK_BACK[direction]]
    return step !== FAR && this.unitsOf(cell - FRAME_OFFSETS[direction]) + step === this.unitsOf(cell)
  }

  private unitsOf(cell: number): number {
    if (this.isSwept) return this.sweep!.units[LANES * cell + this.lane]
    const place = (Math.floor(cell / FRAME) - 1) * BLOCK_SIDE_CELLS + (cell % FRAME) - 1
    return this.unitsOfOne![(this.lane << BLOCK_CELLS_SHIFT) + place]
  }

  /** Whether the sweep has what is asked: all that is not reached lies in another region, not too far. */
  private sweepAll(places: Int32Array, count: number): boolean {
    const { sweep, sources } = this
    if (sweep === null) return false
    const { units } = sweep
    units.fill(FAR)
    let rows = 0
    for (let lane = 0; lane < count; lane++) {
      units[LANES * sources[lane] + lane] = 0
      rows |= 1 << (places[lane] >> BLOCK_SHIFT)
    }
    sweep.run(rows)
    return this.unitsMax < FAR || isWithinWords(units)
  }

  private *floodOneByOne(places: Int32Array, count: number): Work<void> {
    this.one ??= new BlockFlood(this.terrain)
    this.unitsOfOne ??= new Float64Array(LANES << BLOCK_CELLS_SHIFT)
    const { one, unitsOfOne, cost, block } = this
    one.load(block)
    for (let lane = 0, at = 0; lane < count; lane++) {
      yield
      for (let y = 0; y < BLOCK_SIDE_CELLS; y++) {
        for (let x = 0; x < BLOCK_SIDE_CELLS; x++) if (cost[frameCell(x, y)] !== 0) one.addTarget(x, y)
      }
      one.flood(places[lane] & BLOCK_MASK, places[lane] >> BLOCK_SHIFT)
      for (let y = 0; y < BLOCK_SIDE_CELLS; y++) {
        for (let x = 0; x < BLOCK_SIDE_CELLS; x++) unitsOfOne[at++] = one.unitsTo(x, y)
      }
    }
  }

  private load(block: number): void {
    holder = this.token
    this.block = block
    this.loadCosts(block)
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) this.loadLinks(block, row)
  }

  private loadCosts(block: number): void {
    const { cost } = this
    const { rowBits, costOfBlock, costOfCell } = this.terrain
    const blockCost = costOfBlock[block]
    let sum = 0
    for (let row = 0, from = ~blockCost << BLOCK_CELLS_SHIFT; row < BLOCK_SIDE_CELLS; row++) {
      const bits = rowBits[(block << BLOCK_SHIFT) | row]
      const to = (row + 1) * FRAME + 1
      for (let i = 0; i < BLOCK_SIDE_CELLS; i++, from++) {
        const own = ((bits >>> i) & 1) === 0 ? 0 : blockCost < 0 ? costOfCell[from] : blockCost
        cost[to + i] = own
        sum += own
      }
    }
    this.unitsMax = 2 * DIAGONAL_UNITS * sum
  }

  /** Those of a row's cells, all at once: a step is legal where the cells that it touches are free. */
  private loadLinks(block: number, row: number): void {
    const { cost, links } = this
    const { rowBits, directions } = this.terrain
    const word = (block << BLOCK_SHIFT) | row
    const here = rowBits[word]
    const below = row === BLOCK_MASK ? 0 : rowBits[word + 1]
    const diagonals = directions === 8 ? here & below : 0
    const east = here & (here >>> 1)
    const south = here & below
    const southEast = diagonals & east & (below >>> 1)
    const southWest = diagonals & (here << 1) & (below << 1)
    for (let i = 0, cell = (row + 1) * FRAME + 1; i < BLOCK_SIDE_CELLS; i++, cell++) {
      const own = cost[cell]
      const at = LINKS * cell
      const diagonal = DIAGONAL_UNITS * own
      links[at + LINK_EAST] = ((east >>> i) & 1) === 0 ? FAR : STRAIGHT_UNITS * (own + cost[cell + 1])
      links[at + LINK_SOUTH] = ((south >>> i) & 1) === 0 ? FAR : STRAIGHT_UNITS * (own + cost[cell + FRAME])
      links[at + LINK_SOUTH_WEST] =
        ((southWest >>> i) & 1) === 0 ? FAR : diagonal + DIAGONAL_UNITS * cost[cell + FRAME - 1]
      links[at + LINK_SOUTH_EAST] =
        ((southEast >>> i) & 1) === 0 ? FAR : diagonal + DIAGONAL_UNITS * cost[cell + FRAME + 1]
    }
  }
}

/** Whether no step can have led from what is reached to what costs more than a word holds, and so looks as if it were not. */
function isWithinWords(units: Int32Array): boolean {
  for (let i = 0; i < units.length; i++) if (units[i] >= DEAR && units[i] !== FAR) return false
  return true
}

/** A link is kept with the one of its two cells that lies to the west or north. */
function linksBack(): Int32Array {
  const kept: Record<number, number> = {
    1: LINK_EAST,
    [FRAME]: LINK_SOUTH,
    [FRAME - 1]: LINK_SOUTH_WEST,
    [FRAME + 1]: LINK_SOUTH_EAST,
  }
  return FRAME_OFFSETS.map(offset => (offset > 0 ? kept[offset] - LINKS * offset : kept[-offset]))
}
