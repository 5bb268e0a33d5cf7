/**
 * Guides the search for a route: which level crosses a region, which entries are left out, what is left to the goal.
 *
 * A region is crossed in one step. The level is the highest whose region holds neither end and whose entries include the one at
 * hand. Around the two ends levels are lower, down to level 0 in the regions that hold them. So the search looks at no more
 * detail than the distance of its ends asks for. Adjacent regions of every level share an entry: there always is a way.
 *
 * A region that holds an end is crossed on lower levels, so the search meets entries there that only a lower level keeps. Some
 * lie on its own border. Beyond them a low level would go on in all detail beside the high one, which has its own entries there.
 * So a region of a level that holds no end is entered by that level's entries alone.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { type AnyCrossing, borderLevelOf, directionOfCrossing, sideOf } from '../atlas/crossing.ts'
import { NO_PARENT } from '../atlas/islands.ts'
import { LANDMARKS_MAX, LANDMARKS_MIN, type Landmarks } from '../atlas/landmark-costs.ts'
import { endSlotOf, entryAt, entryIn, firstSlotOf, type LevelTopology, rankIn } from '../atlas/level-graph.ts'
import type { Entry, Level, Ranked, Region } from '../base/ids.ts'
import { DIAGONAL_UNITS_OF, DX, DY, STRAIGHT_UNITS } from '../map/movement.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { EntrySearch, type Guide, type RouteEnd } from './entry-search.ts'

const LEVEL_MAX = 99
/** With a little greed the search follows one of many equally good routes. On mixed ground landmarks lead better: less is enough. */
const GREED = { even: 1.005, mixed: 1.004 }

/** A level is used where the two ends are at least this many sides of its blocks apart. */
const SIDES_APART = 8
/**
 * For level 1. Half of it is enough on weighted ground, where entries lie where costs say. Not so with 4 directions, where a way
 * to an entry beside the straight line costs twice its distance.
 */
const LONG_CELLS = SIDES_APART * 2 * BLOCK_SIDE_CELLS
const APART_CELLS = { even: LONG_CELLS, mixed: LONG_CELLS / 2, mixedOf4: LONG_CELLS }

/** A landing past a corner (atlas/crossing.ts) may be nearer than the middle of its crossing, by less than this. */
const NEARER_STEPS = { even: 0, mixed: 1 }

export class RouteGuide implements Guide {
  readonly greed: number
  readonly widthMin = 0
  /** No higher level is used. */
  topLevelMax: Level = LEVEL_MAX
  private readonly columns: AtlasColumns
  private readonly potential: Potential
  private readonly levels: readonly AtlasLevel[]
  /** The regions of each level that hold an end, after their count: their inside is not crossed in one step. */
  private readonly heldOfLevel: readonly Region[][]
  /** The highest level of this search. */
  private topLevel = 0

  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.levels = columns.levels
    this.heldOfLevel = columns.levels.map(() => [0])
    this.greed = columns.terrain.ground.of(GREED)
    this.potential = new Potential(columns)
  }

  aim(start: RouteEnd, goal: RouteEnd): void {
    this.potential.aim(start, goal)
    const cells = Math.max(Math.abs(start.x - goal.x), Math.abs(start.y - goal.y))
    const isFar = cells >= this.columns.terrain.ground.of(APART_CELLS)
    const level = isFar ? Math.max(1, 31 - Math.clz32((cells >> BLOCK_SHIFT) / SIDES_APART)) : 0
    const topLevel = Math.min(level, this.topLevelMax, this.levels.length - 1)
    this.begin(topLevel)
    // Other regions that the start knows need not be held: the search leads out of them.
    this.hold(start.regions[0])
    for (const region of goal.regions) this.hold(region)
  }

  /** Takes the highest level of a search, and holds no region. */
  begin(topLevel: Level): void {
    this.topLevel = topLevel
    for (const held of this.heldOfLevel) held[0] = 0
  }

  /** Holds a region of level 0, which has an end of the search, and those above it. */
  hold(region: Region): void {
    const { levels, heldOfLevel, topLevel } = this
    for (let level = 0; level <= topLevel && region !== NO_PARENT && !this.isHeld(level, region); level++) {
      heldOfLevel[level][++heldOfLevel[level][0]] = region
      region = levels[level].parentOfRegion[region]
    }
  }

  isHeld(level: Level, region: Region): boolean {
    const held = this.heldOfLevel[level]
    for (let i = held[0]; i > 0; i--) if (held[i] === region) return true
    return false
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
    if (level > this.topLevel || borderLevelOf(crossing, this.potential.xBits) < level) return false
    const { parentOfRegion, regionOfSide } = this.levels[level - 1]
    return !this.isHeld(level, parentOfRegion[regionOfSide[2 * entryIn(word) + 1 - sideOf(crossing)]])
  }

  restFrom(word: Ranked, crossing: AnyCrossing): number {
    return this.potential.restFrom(entryIn(word), crossing)
  }
}

/** Finds routes near the cheapest. */
export function routeSearch(columns: AtlasColumns, guide = new RouteGuide(columns)): EntrySearch {
  return new EntrySearch(columns, guide)
}

/** With twice this count a search settles hardly fewer entries, and each takes longer. */
const ASKED = LANDMARKS_MIN

/**
 * Bounds the cost from an entry to the goal from below: by the distance without walls, and by landmarks. If one of two places is
 * farther from a landmark than the other, the way between them costs at least the difference. Costs to landmarks are rounded to
 * units of their own, so each is off by less than one of those. A search asks only the landmarks that bound the way from start
 * to goal best: they lie beyond one of the two.
 *
 * Only entries have costs to landmarks. The goal's follow from its entries: they lie between the least by way of an entry and
 * the most that all allow. These differ where it knows entries of several regions.
 */
export class Potential {
  private landmarkCount = 0
  private readonly landmarks: Landmarks
  private costToLandmark: Uint16Array = new Uint16Array(0)
  private landmarkScale = 1
  private readonly levelZero: LevelTopology
  /** The number of bits of x in crossings. */
  readonly xBits: number
  // Of half a step, since an entry stands for the middle of its crossing. With 4 directions a diagonal is two straight steps.
  private readonly straightUnits: number
  private readonly diagonalUnits: number
  private readonly nearerUnits: number
  private readonly isAsked = new Uint8Array(LANDMARKS_MAX)
  private readonly asked = new Int32Array(ASKED)
  /** Bounds on the goal's cost to each landmark, and to those that are asked, in the landmarks' units. */
  private readonly leastOf = new Int32Array(LANDMARKS_MAX)
  private readonly mostOf = new Int32Array(LANDMARKS_MAX)
  private readonly leastOfAsked = new Int32Array(ASKED)
  private readonly mostOfAsked = new Int32Array(ASKED)
  /** In half cells. */
  private goalX = 0
  private goalY = 0

  constructor({ landmarks, levels, terrain, xBits }: AtlasColumns) {
    this.landmarks = landmarks
    this.levelZero = levels[0]
    // X_BITS; the number takes fewer bytes in isthmus/lite.
    this.xBits = xBits ?? 15
    this.straightUnits = STRAIGHT_UNITS * terrain.costMin
    this.diagonalUnits = DIAGONAL_UNITS_OF[terrain.directions] * terrain.costMin
    this.nearerUnits = terrain.ground.of(NEARER_STEPS) * this.straightUnits
  }

  aim(start: RouteEnd, goal: RouteEnd): void {
    this.goalX = 2 * goal.x
    this.goalY = 2 * goal.y
    // A map that changes measures its landmarks again.
    const { landmarks } = this
    this.costToLandmark = landmarks.costToLandmark
    this.landmarkCount = landmarks.count
    this.landmarkScale = 2 ** landmarks.shift
    this.measureGoal(goal)
    this.choose(start)
  }

  /** The least that the way from the middle of a crossing to the goal costs, in units. */
  restFrom(entry: Entry, crossing: AnyCrossing): number {
    const direction = directionOfCrossing(crossing)
    const x = 2 * (crossing & ((1 << this.xBits) - 1)) + DX[direction]
    const y = 2 * ((crossing << 2) >>> (this.xBits + 2)) + DY[direction]
    const [ax, ay] = [Math.abs(x - this.goalX), Math.abs(y - this.goalY)]
    const flight = this.diagonalUnits * Math.min(ax, ay) + this.straightUnits * Math.abs(ax - ay) - this.nearerUnits
    return Math.max(flight, (this.mostApart(entry) - 1) * this.landmarkScale)
  }

  /** The largest difference between the costs of an entry and of the goal to a landmark that is asked, in their units. */
  private mostApart(entry: Entry): number {
    const { costToLandmark, asked, leastOfAsked, mostOfAsked } = this
    const row = Math.imul(entry, this.landmarkCount)
    // Unrolled: a loop takes three times as long.
    const a = apart(costToLandmark[row + asked[0]], leastOfAsked[0], mostOfAsked[0])
    const b = apart(costToLandmark[row + asked[1]], leastOfAsked[1], mostOfAsked[1])
    const c = apart(costToLandmark[row + asked[2]], leastOfAsked[2], mostOfAsked[2])
    const d = apart(costToLandmark[row + asked[3]], leastOfAsked[3], mostOfAsked[3])
    const e = apart(costToLandmark[row + asked[4]], leastOfAsked[4], mostOfAsked[4])
    const f = apart(costToLandmark[row + asked[5]], leastOfAsked[5], mostOfAsked[5])
    const g = apart(costToLandmark[row + asked[6]], leastOfAsked[6], mostOfAsked[6])
    const h = apart(costToLandmark[row + asked[7]], leastOfAsked[7], mostOfAsked[7])
    return Math.max(Math.max(Math.max(a, b), Math.max(c, d)), Math.max(Math.max(e, f), Math.max(g, h)))
  }

  private measureGoal(goal: RouteEnd): void {
    const { leastOf, mostOf, landmarkScale, landmarkCount, costToLandmark, levelZero } = this
    leastOf.fill(0x3fffffff, 0, landmarkCount)
    mostOf.fill(-0x3fffffff, 0, landmarkCount)
    let next = 0
    for (const region of goal.regions) {
      const end = endSlotOf(levelZero, region)
      for (let slot = firstSlotOf(levelZero, region); slot < end; slot++) {
        // An entry that the goal does not reach says nothing.
        const units = Math.min(0x1fffffff, goal.unitsOfSlot[next++] / landmarkScale) | 0
        for (
          let landmark = 0, at = entryAt(levelZero, slot) * landmarkCount;
          landmark < landmarkCount;
          landmark++, at++
        ) {
          const cost = costToLandmark[at]
          if (cost + units < leastOf[landmark]) leastOf[landmark] = cost + units
          if (cost - units > mostOf[landmark]) mostOf[landmark] = cost - units
        }
      }
    }
    // All ways from one region lead through its entries. With several regions, rounding left parts of a unit out.
    if (goal.regions.length === 1) mostOf.set(leastOf)
    else for (let landmark = 0; landmark < landmarkCount; landmark++) mostOf[landmark] += 2
  }

  /** Chooses the landmarks to which the start's first entry and the goal differ most. */
  private choose(start: RouteEnd): void {
    const { asked, leastOf, mostOf, landmarkCount, costToLandmark, isAsked, levelZero } = this
    const row = entryAt(levelZero, firstSlotOf(levelZero, start.regions[0])) * landmarkCount
    isAsked.fill(0)
    for (let i = 0; i < ASKED; i++) {
      let best = 0
      let most = -0x7fffffff
      for (let landmark = 0; landmark < landmarkCount; landmark++) {
        const told = apart(costToLandmark[row + landmark], leastOf[landmark], mostOf[landmark])
        if (told <= most || isAsked[landmark] !== 0) continue
        most = told
        best = landmark
      }
      isAsked[best] = 1
      asked[i] = best
      this.leastOfAsked[i] = leastOf[best]
      this.mostOfAsked[i] = mostOf[best]
    }
  }
}

/** How far a cost lies outside a range; negative inside. */
function apart(cost: number, least: number, most: number): number {
  return Math.max(least - cost, cost - most)
}
