/**
 * Guides a search over one level alone. In the regions of that level that hold the two ends it searches level 0. It leaves out
 * nothing that the level has and is greedy for nothing. So the answer is the cheapest route of that level's graph, which other
 * programs must find too, to the unit.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type AnyCrossing, flightUnits, sideOf } from '../atlas/crossing.ts'
import { regionAbove } from '../atlas/islands.ts'
import { entryIn, rankIn } from '../atlas/level-graph.ts'
import type { Level, Ranked, Region } from '../base/ids.ts'
import type { RouteEnd } from './end.ts'
import type { Guide } from './entry-search.ts'

export class LevelGuide implements Guide<RouteEnd> {
  readonly greed = 1
  readonly widthMin = 0
  private readonly columns: AtlasColumns
  private readonly level: Level
  private goal!: RouteEnd
  private homes: readonly Region[] = []

  constructor(columns: AtlasColumns, level: Level) {
    this.columns = columns
    this.level = level
  }

  aim(start: RouteEnd, goal: RouteEnd): void {
    this.goal = goal
    this.homes = [start, goal].map(({ region }) => regionAbove(this.columns.levels, region, this.level))
  }

  levelFor(word: Ranked, crossing: AnyCrossing): Level {
    return this.homes.includes(this.regionOf(2 * entryIn(word) + 1 - sideOf(crossing))) ? 0 : this.level
  }

  isLeftOut(): boolean {
    return false
  }

  /** An entry that the level does not have leads on inside a region of it at most. */
  restFrom(word: Ranked, crossing: AnyCrossing): number {
    const entry = entryIn(word)
    if (rankIn(word) < this.level && this.regionOf(2 * entry) !== this.regionOf(2 * entry + 1)) return Infinity
    return flightUnits(this.columns.terrain, crossing, this.goal.x, this.goal.y)
  }

  /** The region of the level on a side of an entry. */
  private regionOf(side: number): Region {
    const { levels } = this.columns
    return regionAbove(levels, levels[0].regionOfSide[side], this.level)
  }
}
