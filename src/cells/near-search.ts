/**
 * The exact search over cells, for ends that are near each other and for proving or bettering a path that is known.
 *
 * Two searches stand behind it: with 8 directions, where all within reach costs the same, one that jumps, otherwise plain
 * A*. Both prune whatever cannot be cheaper than the limit, keep all they need in scratch of bounded size that no search
 * has to clear, and never guess: an answer is the cheapest path, or the proof that none is below the limit, or the
 * admission that the search was cut short.
 */
import { freeUnits, UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SHIFT, type Terrain } from '../map/terrain.ts'
import { Bends } from './bends.ts'
import { EightRays } from './eight-rays.ts'
import { JumpSearch, type Stage } from './jump.ts'
import { unitsAlong } from './line.ts'
import { StepSearch } from './near-step.ts'
import { GAVE_UP, LIMIT_MAX_UNITS, NONE_BELOW } from './near-window.ts'

export { GAVE_UP, LIMIT_MAX_UNITS, NONE_BELOW } from './near-window.ts'

/** What a search needs more room for is not near. */
export const NEAR_ENTRIES_MAX = 1 << 16
export const NEAR_SLACK_UNITS = 400
/** Where no more of the blocks around hold dearer cells than one in so many, a path is most likely not led by them. */
const ODD_BLOCKS_SHARE = 8
/** Cell by cell, so many more expansions go as far. */
const STEPS_PER_JUMP = 4

export class NearSearch {
  private readonly terrain: Terrain
  /** Made when they are first needed. */
  private jumpSearch: JumpSearch | null = null
  private stepSearch: StepSearch | null = null
  private readonly found = new Bends()
  /** Whether some cells that a path can touch are dearer than the search that jumps takes them for. */
  private isGuess = false

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  /**
   * The cost in units of the cheapest path from (x0, y0) to (x1, y1) that costs less than `limitUnits`. NONE_BELOW if
   * it is proven that there is none, GAVE_UP if that would take more than `expansionsMax` expansions or more room than
   * the search has. A limit of up to 450 cell lengths of the cheapest ground keeps every search within that.
   */
  find(x0: number, y0: number, x1: number, y1: number, limitUnits: number, expansionsMax: number): number {
    const { terrain } = this
    this.found.clear()
    if (!terrain.isFree(x0, y0) || !terrain.isFree(x1, y1)) return NONE_BELOW
    const jumpCost = this.jumpCost(x0, y0, x1, y1, limitUnits)
    // What the units of the search are multiplied with to give units of the movement rule.
    const unitScale = jumpCost > 0 ? jumpCost : 1
    const limit = Math.ceil(Math.min(limitUnits / unitScale, LIMIT_MAX_UNITS))
    if (limit <= 0) return NONE_BELOW
    if (x0 === x1 && y0 === y1) {
      this.found.add(x0, y0)
      return 0
    }
    const below = jumpCost === 0 ? this.belowSteps(limitUnits) : NONE_BELOW
    const search = jumpCost > 0 ? this.jumps() : this.steps()
    if (freeUnits(x1 - x0, y1 - y0, jumpCost > 0 ? 1 : terrain.costMin, terrain.directions) >= limit) return below
    const units = search.find(x0, y0, x1, y1, limit, expansionsMax)
    if (units === NONE_BELOW) return below
    if (units < 0) return units
    search.writeBends(this.found)
    if (jumpCost === 0 || !this.isGuess || unitsAlong(terrain, this.found) === units * unitScale)
      return units * unitScale
    return this.stepBelow(x0, y0, x1, y1, limitUnits, STEPS_PER_JUMP * expansionsMax)
  }

  /**
   * The cost in units of the cheapest path between two different cells of one island, where all ground costs the same, if the
   * search comes to it by stages; NONE_BELOW if it costs more than `limitUnits`, GAVE_UP if it gets there too slowly.
   */
  findSoon(x0: number, y0: number, x1: number, y1: number, limitUnits: number, stages: readonly Stage[]): number {
    return this.told(this.jumps().findSoon(x0, y0, x1, y1, Math.ceil(limitUnits / this.terrain.costMin), stages))
  }

  /** Goes on with what `findSoon` gave up, as long as nothing else was searched for, for a path that costs less than that. */
  goOn(limitUnits: number, stages: readonly Stage[]): number {
    return this.told(this.jumpSearch!.goOn(Math.ceil(limitUnits / this.terrain.costMin), stages))
  }

  private told(units: number): number {
    this.found.clear()
    if (units < 0) return units
    this.jumpSearch!.writeBends(this.found)
    return units * this.terrain.costMin
  }

  /** What the cheapest path costs that a search cell by cell finds, where the one that jumps took dear cells for cheap ones. */
  private stepBelow(x0: number, y0: number, x1: number, y1: number, limitUnits: number, expansionsMax: number): number {
    this.found.clear()
    const limit = Math.ceil(Math.min(limitUnits, LIMIT_MAX_UNITS))
    const units = this.steps().find(x0, y0, x1, y1, limit, expansionsMax)
    if (units >= 0) this.steps().writeBends(this.found)
    return units === NONE_BELOW ? this.belowSteps(limitUnits) : units
  }

  /**
   * What it means that a search cell by cell finds no path below a limit: it counts with 32 bits, costs of 16 bits can add up to
   * more, and what costs that much is not known to it.
   */
  private belowSteps(limitUnits: number): number {
    const isCut = limitUnits > LIMIT_MAX_UNITS && this.terrain.costOfCell.BYTES_PER_ELEMENT > 1
    return isCut ? GAVE_UP : NONE_BELOW
  }

  /** Whether a search for a path below this limit jumps. */
  canJump(x0: number, y0: number, x1: number, y1: number, limitUnits: number): boolean {
    return this.jumpCost(x0, y0, x1, y1, limitUnits) > 0
  }

  /** Whether all cells cost the same that a path below this limit can touch, with 8 directions. */
  isEven(x0: number, y0: number, x1: number, y1: number, limitUnits: number): boolean {
    return this.jumpCost(x0, y0, x1, y1, limitUnits) > 0 && !this.isGuess
  }

  /**
   * What every cell costs that a path below the limit can touch, or all but a few that are dearer; 0 where they differ more,
   * or where no search jumps.
   */
  private jumpCost(x0: number, y0: number, x1: number, y1: number, limitUnits: number): number {
    const { terrain } = this
    this.isGuess = false
    if (terrain.directions === 4) return 0
    if (terrain.isUniform) return terrain.costMin
    const cost = terrain.costOfBlock[terrain.blockOf(x0, y0)]
    if (cost < 0) return 0
    const cells = Math.min(limitUnits / cost, LIMIT_MAX_UNITS) / UNITS_PER_CELL
    const [dx, dy] = [Math.abs(x1 - x0), Math.abs(y1 - y0)]
    // Ends that are too far apart for that are joined, if at all, over cheaper ground.
    if (cells < Math.max(dx, dy)) return 0
    // A path strays no farther while all costs at least as much as here. Where something costs less it may go over that all
    // the way between the sides of a box: to get there from the start, and to the goal, would have to cost the limit.
    const isCheapest = cost === terrain.costMin
    const reachX = Math.ceil((isCheapest ? cells - dx : cells) / 2)
    const reachY = Math.ceil((isCheapest ? cells - dy : cells) / 2)
    const left = Math.min(x0, x1) - reachX
    const top = Math.min(y0, y1) - reachY
    const right = Math.max(x0, x1) + reachX
    const bottom = Math.max(y0, y1) + reachY
    const one = terrain.oneCostWithin(left, top, right, bottom)
    if (one > 0 || !isCheapest) return one
    this.isGuess = true
    return isMostly(terrain, cost, left, top, right, bottom) ? cost : 0
  }

  private jumps(): JumpSearch {
    this.jumpSearch ??= new JumpSearch(new EightRays(this.terrain, NEAR_ENTRIES_MAX, NEAR_SLACK_UNITS))
    return this.jumpSearch
  }

  private steps(): StepSearch {
    this.stepSearch ??= new StepSearch(this.terrain)
    return this.stepSearch
  }

  /** The bends of the path found last, x,y pairs from start to goal; valid until the next find. */
  get bends(): Int32Array {
    return this.found.xy
  }

  /** How many bends that path has, start and goal included; 0 if the last find found none. */
  get bendCount(): number {
    return this.found.count
  }
}

/** Whether of the blocks from (left, top) to (right, bottom) few have free cells that cost something else. */
function isMostly(terrain: Terrain, cost: number, left: number, top: number, right: number, bottom: number): boolean {
  const { costOfBlock, blocksWide, blocksHigh } = terrain
  const blockLeft = left < 0 ? 0 : left >> BLOCK_SHIFT
  const blockTop = top < 0 ? 0 : top >> BLOCK_SHIFT
  const blockRight = Math.min(blocksWide - 1, right >> BLOCK_SHIFT)
  const blockBottom = Math.min(blocksHigh - 1, bottom >> BLOCK_SHIFT)
  let oddCount = 0
  for (let blockY = blockTop; blockY <= blockBottom; blockY++) {
    for (let block = blockY * blocksWide + blockLeft; block <= blockY * blocksWide + blockRight; block++) {
      if (costOfBlock[block] !== 0 && costOfBlock[block] !== cost) oddCount++
    }
  }
  return ODD_BLOCKS_SHARE * oddCount <= (blockRight - blockLeft + 1) * (blockBottom - blockTop + 1)
}
