/**
 * Guides a search away from one cell: in all detail around it and around what it looks for, coarser on each level farther
 * off, up to one level. It may be kept to the regions of that level around the start, whose entries are then the last it comes to.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type AnyCrossing, sideOf } from '../atlas/crossing.ts'
import { NO_PARENT } from '../atlas/islands.ts'
import { entryIn, rankIn } from '../atlas/level-graph.ts'
import type { Level, Ranked, Region } from '../base/ids.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { RouteEnd } from '../route/end.ts'
import type { Guide, Target } from '../route/entry-search.ts'

/** What a bucket of the queue spans, in lengths of the cheapest cell. */
const BUCKET_CELLS = 2

export interface ClimbTarget extends Target {
  /** The regions of level 0 that are looked for. */
  readonly regions: ArrayLike<Region>
}

export class ClimbGuide implements Guide<ClimbTarget> {
  readonly greed = 1
  readonly widthMin: number
  /** Whether the search stays in the regions of the top level that hold its start and what the start knows around it. */
  isKept = false
  /** Whether an entry that only a lower level has leads into a region of a higher one. */
  isThorough = false
  private readonly levels: AtlasColumns['levels']
  private readonly topLevel: Level
  /** The regions of each level that hold the start, what it knows, or what is looked for. */
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

  /** Infinity for what is not to be come to. */
  restFrom(word: Ranked, crossing: AnyCrossing): number {
    if (this.isKept && !this.isClosed && !this.isHeld(word, 0) && !this.isHeld(word, 1)) return Infinity
    return !this.isThorough && this.isTooFine(word, crossing) ? Infinity : 0
  }

  /** Whether a side of an entry lies in one of the regions that the search is kept to. */
  private isHeld(word: Ranked, side: 0 | 1): boolean {
    const { levels, topLevel, held } = this
    let level = Math.min(rankIn(word), topLevel)
    let region = levels[level].regionOfSide[2 * entryIn(word) + side]
    while (level < topLevel && region !== NO_PARENT) region = levels[level++].parentOfRegion[region]
    return held[topLevel].includes(region)
  }

  /** Whether an entry leads into a region that holds nothing of the search, of a level that does not keep it. */
  private isTooFine(word: Ranked, crossing: AnyCrossing): boolean {
    const level = rankIn(word) + 1
    if (level > this.topLevel) return false
    const { parentOfRegion, regionOfSide } = this.levels[level - 1]
    const near = 2 * entryIn(word) + sideOf(crossing)
    const [own, beyond] = [parentOfRegion[regionOfSide[near]], parentOfRegion[regionOfSide[near ^ 1]]]
    return own !== beyond && !this.held[level].includes(beyond)
  }
}
