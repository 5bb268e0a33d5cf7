/**
 * Guides a search away from one cell: in all detail around it and around what it looks for, coarser on each level farther
 * off, up to one level. It may be kept to one region of that level, whose entries are then the last it comes to.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type AnyCrossing, directionOfCrossing, reversed, sideOf, xOf, yOf } from '../atlas/crossing.ts'
import { NO_PARENT } from '../atlas/islands.ts'
import { entryIn, rankIn } from '../atlas/level-graph.ts'
import type { Level, Ranked, Region } from '../base/ids.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SHIFT } from '../map/terrain.ts'
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
  /** Whether the search stays in the region of the top level that holds its start. */
  isKept = false
  /** Whether an entry that only a lower level has leads into a region of a higher one. */
  isThorough = false
  private readonly levels: AtlasColumns['levels']
  private readonly topLevel: Level
  /** The regions of each level that hold the start or what is looked for. */
  private readonly held: Region[][]
  private isClosed = false
  private blockX = 0
  private blockY = 0

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
    for (let i = 0; i < target.regions.length; i++) this.hold(target.regions[i])
    this.blockX = start.x >> (BLOCK_SHIFT + topLevel)
    this.blockY = start.y >> (BLOCK_SHIFT + topLevel)
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
    // Of an entry on the region's border it may see the far side first.
    const isOutside = this.isKept && !this.isClosed && !this.isInRoom(crossing) && !this.isInRoom(reversed(crossing))
    if (isOutside) return Infinity
    return !this.isThorough && this.isTooFine(word, crossing) ? Infinity : 0
  }

  private isInRoom(crossing: AnyCrossing): boolean {
    const shift = BLOCK_SHIFT + this.topLevel
    return xOf(crossing) >> shift === this.blockX && yOf(crossing) >> shift === this.blockY
  }

  /** Whether an entry leads into a region that holds nothing of the search, of a level that does not keep it. */
  private isTooFine(word: Ranked, crossing: AnyCrossing): boolean {
    const level = rankIn(word) + 1
    if (level > this.topLevel) return false
    const line = (directionOfCrossing(crossing) & 1) === 0 ? xOf(crossing) : yOf(crossing)
    // The border lies behind the line of cells to the east and south, before it to the west and north.
    const border = (line + 1 - sideOf(crossing)) >> BLOCK_SHIFT
    if ((border & ((1 << level) - 1)) !== 0) return false
    const { parentOfRegion, regionOfSide } = this.levels[level - 1]
    return !this.held[level].includes(parentOfRegion[regionOfSide[2 * entryIn(word) + 1 - sideOf(crossing)]])
  }
}
