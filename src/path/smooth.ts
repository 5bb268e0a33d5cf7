/**
 * Makes a path cheaper where it is slack: pulled taut, then polished by the search that suits its ground.
 */
import type { Quality } from '../base/answer.ts'
import type { Bends } from '../cells/bends.ts'
import type { NearSearch } from '../cells/near-search.ts'
import type { Terrain } from '../map/terrain.ts'
import { EndPolisher } from './end-polish.ts'
import type { PolishRecord, PolishSettings } from './polish.ts'
import { Polisher } from './polish.ts'
import { StringPuller } from './pull.ts'

const ALL_WINDOWS = { runsMin: 0, runsMinAtEnds: 0, windowsOnTrial: Infinity }
/** On uniform ground with 8 directions a search jumps, and few expansions go far. */
const JUMP_POLISH: PolishSettings = {
  windowCells: 128,
  rounds: 3,
  expansionsMax: 100,
  runsMin: 16,
  runsMinAtEnds: 5,
  windowsOnTrial: 2,
  detourMax: 1.15,
}
/** A route that is the cheapest of all over level 0 is slack only where the first and the last entry were chosen by estimates. */
const ENDS_POLISH: PolishSettings = { ...JUMP_POLISH, rounds: 1, runsMin: Infinity, runsMinAtEnds: 4 }
/** In torn ground no jump goes far. */
const TORN_POLISH: PolishSettings = { windowCells: 160, rounds: 2, expansionsMax: 2000, ...ALL_WINDOWS, detourMax: 3 }
/** Torn: most of its ways had to be searched. Best: it follows the cheapest route over level 0. */
export type PathKind = 'plain' | 'torn' | 'best'

const POLISH_OF = { plain: JUMP_POLISH, torn: TORN_POLISH, best: ENDS_POLISH }
/** With 4 directions it goes cell by cell. */
const STEP_POLISH: PolishSettings = {
  windowCells: 64,
  rounds: 1,
  expansionsMax: 2000,
  ...ALL_WINDOWS,
  detourMax: Infinity,
}

/** From here on a path is left as it is: what is left to better is too little to look for. */
const MIXED_SHARE = 1 / 8

export class Smoother {
  private readonly terrain: Terrain
  private readonly puller: StringPuller
  private readonly polisher: Polisher
  private readonly ends: EndPolisher

  constructor(terrain: Terrain, near: NearSearch) {
    this.terrain = terrain
    this.puller = new StringPuller(terrain)
    this.polisher = new Polisher(terrain, near)
    this.ends = new EndPolisher(terrain, near)
  }

  /**
   * Makes the path cheaper where it is slack. Its last `heldCells` are pulled taut, and polished when more of it is known.
   * `kind` says what is known of its ways, `isTaut` whether its last piece is the best of what lies near it.
   */
  smooth(
    bends: Bends,
    quality: Quality,
    heldCells: number,
    kind: PathKind,
    isTaut: boolean,
    record: PolishRecord,
  ): void {
    if (!isTaut) this.puller.pull(bends, this.isEven(bends))
    // What sweeps leave on ground of one cost is less than searches are worth.
    if (quality !== 'default' || (isTaut && this.terrain.isUniform) || this.isMixed(bends)) return
    if (kind === 'best' && this.terrain.isUniform && this.terrain.directions === 8) {
      this.polishEnds(bends, heldCells, record)
      return
    }
    const settings = this.terrain.directions === 8 ? POLISH_OF[kind] : STEP_POLISH
    this.polisher.polish(bends, settings, heldCells, record)
  }

  private polishEnds(bends: Bends, heldCells: number, record: PolishRecord): void {
    if (!record.hasBegun) this.ends.polishStart(bends)
    if (heldCells === 0) this.ends.polishEnd(bends)
    record.hasBegun = true
  }

  /** Whether all free cells that a line between two of a path's bends can come by cost the same. */
  private isEven(bends: Bends): boolean {
    const { terrain } = this
    if (terrain.isUniform) return true
    let [left, top] = bends.xy
    let right = left
    let bottom = top
    for (let i = 1; i < bends.count; i++) {
      left = Math.min(left, bends.xOf(i))
      right = Math.max(right, bends.xOf(i))
      top = Math.min(top, bends.yOf(i))
      bottom = Math.max(bottom, bends.yOf(i))
    }
    return terrain.oneCostWithin(left, top, right, bottom) > 0
  }

  /** Whether so many of a path's bends lie in blocks whose cells differ in cost. */
  private isMixed(bends: Bends): boolean {
    const { terrain } = this
    if (terrain.isUniform) return false
    let left = bends.count * MIXED_SHARE
    for (let i = 0; i < bends.count && left > 0; i++)
      if (terrain.costOfBlock[terrain.blockOf(bends.xOf(i), bends.yOf(i))] < 0) left--
    return left <= 0
  }
}
