/**
 * The true optimum between two cells, whatever their distance.
 *
 * What a route costs is an upper bound: nothing that cannot lead to a cheaper path is looked at, and if there is none, the
 * route itself was the optimum. On uniform ground the search jumps, else it goes a cell at a time. It may be stopped
 * after a number of expansions and go on later; what it has proven by then is a lower bound of the optimum all the same.
 */
import type { Terrain } from '../map/terrain.ts'
import { Bends } from './bends.ts'
import { EightRays } from './eight-rays.ts'
import { ExactStep } from './exact-step.ts'
import { FourRays } from './four-rays.ts'
import { JumpSearch } from './jump.ts'

/** A jumping search counts in whole numbers of 32 bits; what is left to the goal must fit beside this. */
const JUMP_UNITS_MAX = 2 ** 31 - 2 ** 24
/** More entries than memory holds. */
const JUMP_ENTRIES_MAX = 2 ** 26
const SLACK_UNITS = 3000

export class ExactSearch {
  private readonly terrain: Terrain
  private readonly jump: JumpSearch | null
  /** Made when it is first needed. */
  private step: ExactStep | null = null
  private search: JumpSearch | ExactStep
  private upperUnits = 0
  /** What the units of `search` are multiplied with to give units of the movement rule. */
  private unitScale = 1
  private readonly found = new Bends()
  private isPathKnown = true

  constructor(terrain: Terrain) {
    this.terrain = terrain
    if (!terrain.isUniform) this.jump = null
    else if (terrain.directions === 4) this.jump = new JumpSearch(new FourRays(terrain, JUMP_ENTRIES_MAX))
    else this.jump = new JumpSearch(new EightRays(terrain, JUMP_ENTRIES_MAX, SLACK_UNITS))
    this.search = this.jump ?? this.stepSearch()
  }

  /** Begins a search between two cells of one island, for a path that costs less than `upperUnits`. */
  begin(x0: number, y0: number, x1: number, y1: number, upperUnits: number): void {
    const { terrain, jump } = this
    this.upperUnits = upperUnits
    this.unitScale = jump === null ? 1 : terrain.costMin
    const limit = upperUnits / this.unitScale
    if (jump !== null && limit <= JUMP_UNITS_MAX) {
      this.search = jump
    } else {
      // Only on a corridor that winds through millions of cells does a path cost more than 32 bits can count.
      this.search = this.stepSearch()
      this.unitScale = 1
    }
    this.search.begin(x0, y0, x1, y1, Math.ceil(upperUnits / this.unitScale))
  }

  /**
   * Begins a search that knows of no path: for even ground, where a search that jumps does not need one to be soon at its end.
   * False elsewhere, and between one cell and itself.
   */
  beginAlone(x0: number, y0: number, x1: number, y1: number): boolean {
    if (this.jump === null || (x0 === x1 && y0 === y1)) return false
    this.begin(x0, y0, x1, y1, JUMP_UNITS_MAX * this.terrain.costMin)
    return true
  }

  /** Goes on until `expansionsMax` expansions are spent since it began; true if it came to its end. */
  run(expansionsMax = Infinity): boolean {
    this.isPathKnown = false
    return this.search.run(expansionsMax)
  }

  /**
   * The cost in units of the cheapest path between two cells of one island that is found within `expansionsMax` expansions
   * and costs less than `upperUnits`; else `upperUnits`.
   */
  find(x0: number, y0: number, x1: number, y1: number, upperUnits: number, expansionsMax = Infinity): number {
    this.begin(x0, y0, x1, y1, upperUnits)
    this.run(expansionsMax)
    return this.units
  }

  /** What the best path known costs: found, or `upperUnits`. */
  get units(): number {
    return Math.min(this.upperUnits, this.search.boundUnits * this.unitScale)
  }

  /** No path costs less, in units. At the end of a search it is what the best path costs. */
  get lowerUnits(): number {
    return Math.min(this.upperUnits, this.search.lowerUnits * this.unitScale)
  }

  get expansionCount(): number {
    return this.search.expansionCount
  }

  /** The bends of the path found last, x,y pairs from start to goal; valid until the search goes on. */
  get bends(): Int32Array {
    return this.path().xy
  }

  /** How many bends it has; 0 where the last search found no path. */
  get bendCount(): number {
    return this.path().count
  }

  private stepSearch(): ExactStep {
    this.step ??= new ExactStep(this.terrain)
    return this.step
  }

  private path(): Bends {
    if (!this.isPathKnown) {
      this.found.clear()
      if (this.units < this.upperUnits) this.search.writeBends(this.found)
      this.isPathKnown = true
    }
    return this.found
  }
}
