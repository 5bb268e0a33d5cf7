/**
 * The true optimum between two cells, whatever their distance.
 *
 * The cost of a route is an upper bound: the search skips everything that cannot lead to a cheaper path. If it finds none, the
 * route was the optimum. On uniform ground the search jumps, elsewhere a wave goes block by block. It can stop after a number of
 * expansions and continue later; even stopped, it gives a lower bound of the optimum.
 */
import type { Terrain } from '../map/terrain.ts'
import { Bends } from './bends.ts'
import { ExactWave, type LeastLeft } from './exact-wave.ts'
import { JumpSearch } from './jump.ts'

/** A jumping search counts in 32-bit integers: this cost plus the estimate of the rest must fit. */
const JUMP_UNITS_MAX = 2 ** 31 - 2 ** 24

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
    this.jump = terrain.ground.isEven ? new JumpSearch(terrain) : null
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
