/**
 * The true optimum between two cells, whatever their distance.
 *
 * What a route costs is an upper bound: nothing that cannot lead to a cheaper path is looked at, and if there is none, the
 * route itself was the optimum. On uniform ground the search jumps, else it goes block by block. It may be stopped
 * after a number of expansions and go on later; what it has proven by then is a lower bound of the optimum all the same.
 */
import type { Terrain } from '../map/terrain.ts'
import { Bends } from './bends.ts'
import { EightRays } from './eight-rays.ts'
import { ExactPatches, type LeastLeft } from './exact-patches.ts'
import { FourRays } from './four-rays.ts'
import { JumpSearch } from './jump.ts'
import { SWIFT_PATCH_UNITS_MAX } from './patch-sweep.ts'
import type { TablesDue } from './tables-due.ts'

/** A jumping search counts in whole numbers of 32 bits; what is left to the goal must fit beside this. */
const JUMP_UNITS_MAX = 2 ** 31 - 2 ** 24
/** More entries than memory holds. */
const JUMP_ENTRIES_MAX = 2 ** 26
const SLACK_UNITS = 3000
/** Other work of any search without tables, in expansions. */
const EXPANSIONS_PER_SEARCH = 128

export class ExactSearch {
  private readonly terrain: Terrain
  private jump: JumpSearch | null
  /** Null where no tables are to be asked for any more. */
  private due: TablesDue | null
  /** Made when they are first needed: one that counts as far as four cells at a time can, and one that counts on. */
  private swift: ExactPatches | null = null
  private wide: ExactPatches | null = null
  private search: JumpSearch | ExactPatches
  private upperUnits = 0
  /** What the units of `search` are multiplied with to give units of the movement rule. */
  private unitScale = 1
  private readonly found = new Bends()
  private isPathKnown = true

  /** Tables are for ground that stays as it is. */
  constructor(terrain: Terrain, due: TablesDue | null = null) {
    this.terrain = terrain
    this.due = due
    if (!terrain.isUniform) this.jump = null
    else if (terrain.directions === 4) this.jump = new JumpSearch(new FourRays(terrain, JUMP_ENTRIES_MAX))
    else this.jump = new JumpSearch(new EightRays(terrain, JUMP_ENTRIES_MAX, SLACK_UNITS))
    this.search = this.jump ?? this.blockSearch(0)
  }

  /**
   * Begins a search between two cells of one island, for a path that costs less than `upperUnits`. What is known to be left helps
   * where it goes block by block.
   */
  begin(x0: number, y0: number, x1: number, y1: number, upperUnits: number, leastLeft: LeastLeft | null = null): void {
    const { terrain } = this
    const jump = this.jumpSearch()
    this.upperUnits = upperUnits
    this.unitScale = 1
    if (jump !== null && upperUnits / terrain.costMin <= JUMP_UNITS_MAX) {
      this.search = jump
      this.unitScale = terrain.costMin
      jump.begin(x0, y0, x1, y1, Math.ceil(upperUnits / terrain.costMin))
      return
    }
    // On even ground only a corridor that winds through millions of cells costs more than 32 bits can count.
    const blocks = this.blockSearch(upperUnits)
    this.search = blocks
    blocks.begin(x0, y0, x1, y1, upperUnits, leastLeft)
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
  find(
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    upperUnits: number,
    expansionsMax = Infinity,
    leastLeft: LeastLeft | null = null,
  ): number {
    this.begin(x0, y0, x1, y1, upperUnits, leastLeft)
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

  private blockSearch(upperUnits: number): ExactPatches {
    if (upperUnits <= SWIFT_PATCH_UNITS_MAX) {
      this.swift ??= new ExactPatches(this.terrain, false)
      return this.swift
    }
    this.wide ??= new ExactPatches(this.terrain, true)
    return this.wide
  }

  /** The search that jumps: by tables, once those without would have paid for them. */
  private jumpSearch(): JumpSearch | null {
    const { jump, due } = this
    if (jump === null || due === null) return jump
    const rays = due.after(jump.expansionCount + EXPANSIONS_PER_SEARCH)
    if (rays === null) return jump
    this.due = null
    this.jump = new JumpSearch(rays(JUMP_ENTRIES_MAX, SLACK_UNITS))
    return this.jump
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
