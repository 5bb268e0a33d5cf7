/**
 * Guides a search away from one cell. The search uses level 0 near its start and its targets, and coarser levels
 * farther off, up to a top level. If `isKept`, it stays in the regions of the top level around the start, and stops at
 * their entries.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type AnyCrossing, sideOf } from '../atlas/crossing.ts'
import { NO_PARENT } from '../atlas/islands.ts'
import { entryIn, rankIn } from '../atlas/level-graph.ts'
import type { Level, Ranked, Region } from '../base/ids.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { RouteEnd } from '../route/end.ts'
import type { Guide, Target } from '../route/entry-search.ts'

/** The width of a bucket of the queue, in lengths of the cheapest cell. */
const BUCKET_CELLS = 2

export interface ClimbTarget extends Target {
  /** The target regions, on level 0. */
  readonly regions: ArrayLike<Region>
}

export class ClimbGuide implements Guide<ClimbTarget> {
  readonly greed = 1
  readonly widthMin: number
  /** Whether the search stays in the top-level regions that hold its start and the regions of the start. */
  isKept = false
  /** Whether the search may enter a region of a higher level through an entry that only lower levels have. */
  isThorough = false
  private readonly levels: AtlasColumns['levels']
  private readonly topLevel: Level
  /** By level: the regions that hold the start, its regions, or a target. */
  private readonly held: Region[][]
  private isClosed = false

  constructor({ levels, terrain }: AtlasColumns, topLevel: Level) {
    this.levels = levels
    this.topLevel = topLevel
    this.held = Array.from({ length: topLevel + 1 }, () => [])
    this.widthMin = BUCKET_CELLS * UNITS_PER_CELL * terrain.costMin
  }

  aim(start: RouteEnd, target: ClimbTarget): void {
    const { topLevel, held } = this
    for (const regions of held) regions.length = 0
    this.hold(start.region)
    this.isClosed = held[topLevel].length === 0
    for (const region of start.regions) this.hold(region)
    for (let i = 0; i < target.regions.length; i++) this.hold(target.regions[i])
  }

  private hold(region: Region): void {
    const { levels, held, topLevel } = this
    for (let level = 0; level <= topLevel && region !== NO_PARENT; level++) {
      if (held[level].includes(region)) return
      held[level].push(region)
      region = levels[level].parentOfRegion[region]
    }
  }

  levelFor(word: Ranked, crossing: AnyCrossing): Level {
    const beyond = 2 * entryIn(word) + 1 - sideOf(crossing)
    let level = Math.min(rankIn(word), this.topLevel)
    while (level > 0 && this.held[level].includes(this.levels[level].regionOfSide[beyond])) level--
    return level
  }

  isLeftOut(): boolean {
    return false
  }

  /** Infinity for entries that the search must not reach. */
  restFrom(word: Ranked, crossing: AnyCrossing): number {
    if (this.isKept && !this.isClosed && !this.isHeld(word, 0) && !this.isHeld(word, 1)) return Infinity
    return !this.isThorough && this.isTooFine(word, crossing) ? Infinity : 0
  }

  /** Whether a side of an entry lies in one of the regions that the search stays in. */
  private isHeld(word: Ranked, side: 0 | 1): boolean {
    const { levels, topLevel, held } = this
    let level = Math.min(rankIn(word), topLevel)
    let region = levels[level].regionOfSide[2 * entryIn(word) + side]
    while (level < topLevel && region !== NO_PARENT) region = levels[level++].parentOfRegion[region]
    return held[topLevel].includes(region)
  }

  /** Whether an entry leads into a region without start or target, on a level that does not have the entry. */
  private isTooFine(word: Ranked, crossing: AnyCrossing): boolean {
    const level = rankIn(word) + 1
    if (level > this.topLevel) return false
    const { parentOfRegion, regionOfSide } = this.levels[level - 1]
    const near = 2 * entryIn(word) + sideOf(crossing)
    const [own, beyond] = [parentOfRegion[regionOfSide[near]], parentOfRegion[regionOfSide[near ^ 1]]]
    return own !== beyond && !this.held[level].includes(beyond)
  }
}
