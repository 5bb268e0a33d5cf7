/**
 * The true optimum between two cells, whatever their distance.
 *
 * The cost of a route is an upper bound: the search skips everything that cannot lead to a cheaper path. If it finds none, the
 * route was the optimum. On uniform ground the search jumps, elsewhere a wave goes block by block. It can stop after a number of
 * expansions and continue later; even stopped, it gives a lower bound of the optimum.
 */
import { canStep, DX, DY, freeUnits, stepUnits } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, type ByGround, type Terrain } from '../map/terrain.ts'
import { type Wave, Waves } from '../wave/wave.ts'
import { Bends, turnRound } from './bends.ts'
import { JumpSearch } from './jump.ts'

/** A jumping search counts in 32-bit integers: this cost plus the estimate of the rest must fit. */
const JUMP_UNITS_MAX = 2 ** 31 - 2 ** 24

/** On mixed ground only a wave is exact. */
const JUMP: ByGround<(terrain: Terrain) => JumpSearch | null> = {
  even: terrain => new JumpSearch(terrain),
  mixed: () => null,
}

export class ExactSearch {
  private readonly terrain: Terrain
  private readonly jump: JumpSearch | null
  /** Made on first use. */
  private knownWave: ExactWave | null = null
  private search: JumpSearch | ExactWave
  private upperUnits = 0
  /** Units of the movement rule in one unit of `search`. */
  private unitScale = 1
  private readonly bends = new Bends()
  private isPathKnown = true

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.jump = terrain.ground.of(JUMP)(terrain)
    this.search = this.jump ?? this.wave
  }

  /**
   * Begins a search between two cells of one island, for a path that costs less than `upperUnits`. Only the wave
   * uses `leastLeft`.
   */
  begin(x0: number, y0: number, x1: number, y1: number, upperUnits: number, leastLeft: LeastLeft | null = null): void {
    const { terrain, jump } = this
    this.upperUnits = upperUnits
    this.unitScale = 1
    if (jump !== null && upperUnits / terrain.costMin <= JUMP_UNITS_MAX) {
      this.search = jump
      this.unitScale = terrain.costMin
      jump.begin(x0, y0, x1, y1, Math.ceil(upperUnits / terrain.costMin))
      return
    }
    // On even ground only a corridor that winds through millions of cells costs more than 32 bits can count.
    const { wave } = this
    this.search = wave
    wave.begin(x0, y0, x1, y1, upperUnits, leastLeft)
  }

  /**
   * Begins a search without a known path. Only for even ground, where a jumping search is fast without an upper bound. Returns
   * false elsewhere, and where start and goal are one cell.
   */
  beginAlone(x0: number, y0: number, x1: number, y1: number): boolean {
    if (this.jump === null || (x0 === x1 && y0 === y1)) return false
    this.begin(x0, y0, x1, y1, JUMP_UNITS_MAX * this.terrain.costMin)
    return true
  }

  /** Continues until `expansionsMax` expansions are spent since `begin`; true if the search is complete. */
  run(expansionsMax = Infinity): boolean {
    this.isPathKnown = false
    return this.search.run(expansionsMax)
  }

  /** The cost of the best path found, or `upperUnits`. */
  get units(): number {
    return Math.min(this.upperUnits, this.search.boundUnits * this.unitScale)
  }

  /** No path costs less, in units. When the search is complete, this is the cost of the best path. */
  get lowerUnits(): number {
    return Math.min(this.upperUnits, this.search.lowerUnits * this.unitScale)
  }

  get expansionCount(): number {
    return this.search.expansionCount
  }

  private get wave(): ExactWave {
    this.knownWave ??= new ExactWave(this.terrain)
    return this.knownWave
  }

  /** The path found last, until the search goes on; empty where the last search found none. */
  get found(): Bends {
    const { bends } = this
    if (!this.isPathKnown) {
      bends.clear()
      if (this.units < this.upperUnits) this.search.writeBends(bends)
      this.isPathKnown = true
    }
    return bends
  }
}

/** Lower bounds of the cost left to a goal. */
export interface LeastLeft {
  /** Sets the goal (x1, y1) of the bounds, for a search from (x0, y0). */
  aimAt(x0: number, y0: number, x1: number, y1: number): void
  /** No path from the free cell (x, y) to the goal costs less, in units. */
  unitsLeft(x: number, y: number): number
}

/**
 * The exact search on weighted ground, over the whole map: a wave from the start that goes on only along ways which may lead to
 * the goal for less than the best path known. Landmarks tell more such ways apart.
 *
 * Ways that tie with the best path go on too. So the costs along each of the cheapest paths are final, and the path does not
 * depend on the order in which the wave settles blocks.
 */
class ExactWave {
  /** No path is cheaper than this, in units. */
  lowerUnits = 0
  /** The cost of the best path known, or the limit. */
  boundUnits = 0
  private readonly terrain: Terrain
  private readonly wave: Wave
  private leastLeft: LeastLeft | null = null
  private startX = 0
  private startY = 0
  private goalX = 0
  private goalY = 0
  /** Ways that cost more are of no use. */
  private mostUnits = 0

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.wave = new Waves(terrain).make()
  }

  /** Blocks settled. */
  get expansionCount(): number {
    return this.wave.settledCount
  }

  /** Begins a search for a path that costs less than `limitUnits`. */
  begin(x0: number, y0: number, x1: number, y1: number, limitUnits: number, leastLeft: LeastLeft | null): void {
    this.boundUnits = limitUnits
    this.mostUnits = Math.ceil(limitUnits) - 1
    this.startX = x0
    this.startY = y0
    this.goalX = x1
    this.goalY = y1
    this.leastLeft = leastLeft
    leastLeft?.aimAt(x0, y0, x1, y1)
    this.wave.begin([x0, y0])
    this.lowerUnits = Math.min(limitUnits, this.freeUnitsFrom(x0, y0))
  }

  /** Continues until `expansionsMax` expansions are spent since `begin`; true if the search is complete. */
  run(expansionsMax: number): boolean {
    const { wave } = this
    for (let units = wave.finalUnits; units < Infinity && units <= this.mostUnits; units = wave.finalUnits) {
      if (wave.settledCount >= expansionsMax) return false
      wave.advance(this.mostUnits + 1, 1, this.isOfUse)
      const goalUnits = wave.unitsAt(this.goalX, this.goalY)
      if (goalUnits < this.boundUnits) this.boundUnits = this.mostUnits = goalUnits
      // leastOpen is rough and may fall, hence the maximum. Fixed times make the bound independent of when the search is stopped.
      if (isPowerOfTwo(wave.settledCount)) this.lowerUnits = Math.max(this.lowerUnits, this.leastOpen())
    }
    this.lowerUnits = this.boundUnits
    return true
  }

  /** Writes the path found last. */
  writeBends(bends: Bends): void {
    let x = this.goalX
    let y = this.goalY
    let direction = 0
    bends.clear()
    bends.add(x, y)
    while (x !== this.startX || y !== this.startY) {
      const next = this.lastStepTo(x, y, direction)
      if (next !== direction) bends.add(x, y)
      direction = next
      x -= DX[direction]
      y -= DY[direction]
    }
    bends.add(x, y)
    turnRound(bends)
  }

  /** The direction of the last step of a cheapest way known to a cell: `direction` if that is one. */
  private lastStepTo(x: number, y: number, direction: number): number {
    // The cells before may have become cheaper since.
    const units = this.wave.unitsAt(x, y)
    if (this.unitsBy(x, y, direction) <= units) return direction
    let other = 0
    while (this.unitsBy(x, y, other) > units) other++
    return other
  }

  /** The cost of the cheapest way known that enters a cell in this direction. */
  private unitsBy(x: number, y: number, direction: number): number {
    const { terrain, wave } = this
    const fromX = x - DX[direction]
    const fromY = y - DY[direction]
    if (!terrain.isFree(fromX, fromY) || !canStep(terrain, fromX, fromY, direction)) return Infinity
    const cost = stepUnits(direction, terrain.costOfFree(fromX, fromY), terrain.costOfFree(x, y))
    return wave.unitsAt(fromX, fromY) + cost
  }

  private readonly isOfUse = (x: number, y: number, units: number): boolean => {
    const { leastLeft, mostUnits } = this
    if (units + this.freeUnitsFrom(x, y) > mostUnits) return false
    return leastLeft === null || units + leastLeft.unitsLeft(x, y) <= mostUnits
  }

  /** A lower bound of all paths not found yet. */
  private leastOpen(): number {
    const { terrain, goalX, goalY } = this
    const least = this.wave.leastWaiting(block => {
      const left = (block % terrain.blocksWide) << BLOCK_SHIFT
      const top = Math.floor(block / terrain.blocksWide) << BLOCK_SHIFT
      const x = Math.max(left, Math.min(goalX, left | BLOCK_MASK))
      const y = Math.max(top, Math.min(goalY, top | BLOCK_MASK))
      return this.freeUnitsFrom(x, y)
    })
    return Math.min(this.boundUnits, least)
  }

  private freeUnitsFrom(x: number, y: number): number {
    const { costMin, directions } = this.terrain
    return freeUnits(this.goalX - x, this.goalY - y, costMin, directions)
  }
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0
}
