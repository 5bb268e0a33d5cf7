/**
 * Guides the search for a route: on which level it crosses a region, which entries it leaves out, and what is left to the goal.
 *
 * A region is crossed in one step on the highest level whose region holds neither end and whose entries include the one at hand;
 * around the two ends on lower levels, and in the regions of level 0 that hold them on level 0. So the search looks at no more
 * detail than the distance of its ends asks for. Adjacent regions of every level share an entry: there always is a way.
 *
 * A region that holds an end is crossed on lower levels, so the search meets entries there that only a lower level keeps.
 * Some lie on its own border: beyond them a low level would go on in all detail beside the high one, which has entries of its
 * own for that. So a region of a level that holds no end is entered by that level's entries alone.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { type AnyCrossing, directionOfCrossing, sideOf, xOf, yOf } from '../atlas/crossing.ts'
import { endRegionOf, firstRegionOf, NO_PARENT } from '../atlas/islands.ts'
import { entryIn, rankIn } from '../atlas/level-graph.ts'
import type { Level, Ranked, Region } from '../base/ids.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { RouteEnd } from './end.ts'
import { EntrySearch, type Guide } from './entry-search.ts'
import { Potential } from './potential.ts'

const LEVEL_MAX = 99
/** Of many routes as good the search follows one. */
const GREED = 1.005
/** On weighted ground landmarks tell more, and a search that is led so well gives up less. */
const WEIGHTED_GREED = 1.004

/** Regions of a level are crossed where the two ends are at least this many of its blocks' sides apart. */
const SIDES_APART = 8
/**
 * Those of level 1 at half of that on weighted ground, where entries lie by cost and a level has those that matter: but not with
 * 4 directions, as a straight way to an entry aside costs twice what that lies aside.
 */
const APART_CELLS = SIDES_APART * 2 * BLOCK_SIDE_CELLS
/**
 * Nor on weighted ground those that lie so near an end: a way from there to an entry that a level keeps may be most of what
 * the wrong one costs, and the end's own region may end at a border of all levels. A block's side, so that all of them lie
 * in the blocks of the cells at that distance.
 */
const NEAR_CELLS = BLOCK_SIDE_CELLS

export class RouteGuide implements Guide<RouteEnd> {
  readonly greed: number
  readonly widthMin = 0
  /** Regions of higher levels are not crossed. */
  topLevelMax: Level = LEVEL_MAX
  private readonly columns: AtlasColumns
  private readonly potential: Potential
  private readonly levels: readonly AtlasLevel[]
  /** The regions that hold an end or cells near it, from level 1 on: their inside is not crossed in one step. */
  private readonly heldOfLevel: readonly Region[][]
  /** The same in this search. */
  private topLevel = 0

  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.levels = columns.levels
    this.heldOfLevel = columns.levels.map(() => [])
    this.greed = columns.terrain.isUniform ? GREED : WEIGHTED_GREED
    this.potential = new Potential(columns)
  }

  aim(start: RouteEnd, goal: RouteEnd): void {
    this.potential.aim(start, goal)
    for (const held of this.heldOfLevel) held.length = 0
    const cells = Math.max(Math.abs(start.x - goal.x), Math.abs(start.y - goal.y))
    this.topLevel = Math.min(this.topLevelMax, this.topLevelFor(cells))
    // Of what the start knows of other regions there is no need, since that leads out of them.
    this.hold(start.region)
    for (const region of goal.regions) this.hold(region)
    if (this.columns.terrain.isUniform || this.topLevel === 0) return
    this.holdAround(start)
    this.holdAround(goal)
  }

  private holdAround(end: RouteEnd): void {
    const { terrain, labels } = this.columns
    for (let y = Math.max(0, end.y - NEAR_CELLS); y <= end.y + NEAR_CELLS && y < terrain.height; y += NEAR_CELLS) {
      for (let x = Math.max(0, end.x - NEAR_CELLS); x <= end.x + NEAR_CELLS && x < terrain.width; x += NEAR_CELLS) {
        const block = terrain.blockOf(x, y)
        const endRegion = endRegionOf(labels.regionsOfBlock, block)
        for (let region = firstRegionOf(labels.regionsOfBlock, block); region < endRegion; region++) this.hold(region)
      }
    }
  }

  private hold(region: Region): void {
    const { levels, heldOfLevel } = this
    let held = levels[0].parentOfRegion[region]
    for (let level = 1; held !== NO_PARENT && !this.isHeld(level, held); level++) {
      heldOfLevel[level].push(held)
      held = levels[level].parentOfRegion[held]
    }
  }

  private isHeld(level: Level, region: Region): boolean {
    const held = this.heldOfLevel[level]
    for (let i = 0; i < held.length; i++) if (held[i] === region) return true
    return false
  }

  private topLevelFor(cells: number): number {
    const { isUniform, directions } = this.columns.terrain
    if (cells < (isUniform || directions === 4 ? APART_CELLS : APART_CELLS / 2)) return 0
    const sides = (cells >> BLOCK_SHIFT) / SIDES_APART
    return Math.min(Math.max(1, 31 - Math.clz32(sides)), this.levels.length - 1)
  }

  levelFor(word: Ranked, crossing: AnyCrossing): Level {
    const { levels } = this
    const beyond = 2 * entryIn(word) + 1 - sideOf(crossing)
    for (let level = Math.min(rankIn(word), this.topLevel); level > 0; level--) {
      const region = levels[level].regionOfSide[beyond]
      if (!this.isHeld(level, region)) return level
    }
    return 0
  }

  /** Whether an entry leads into a region that holds no end, of a level that does not keep it. */
  isLeftOut(word: Ranked, crossing: AnyCrossing): boolean {
    const level = rankIn(word) + 1
    if (level > this.topLevel) return false
    const line = (directionOfCrossing(crossing) & 1) === 0 ? xOf(crossing) : yOf(crossing)
    // The border lies behind the line of cells to the east and south, before it to the west and north.
    const border = (line + 1 - sideOf(crossing)) >> BLOCK_SHIFT
    if ((border & ((1 << level) - 1)) !== 0) return false
    const { parentOfRegion, regionOfSide } = this.levels[level - 1]
    return !this.isHeld(level, parentOfRegion[regionOfSide[2 * entryIn(word) + 1 - sideOf(crossing)]])
  }

  restFrom(word: Ranked, crossing: AnyCrossing): number {
    return this.potential.restFrom(entryIn(word), crossing)
  }
}

/** Finds routes near the cheapest. */
export type RouteSearch = EntrySearch<RouteEnd>

export function routeSearch(columns: AtlasColumns, guide = new RouteGuide(columns)): RouteSearch {
  return new EntrySearch(columns, guide)
}
