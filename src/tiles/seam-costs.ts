/**
 * What a cell of a tile costs to all entries on the tile's borders: one search over the tile's levels, and for those nearby
 * the cells. The bake asks it for the table of a tile, queries for their ends.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import { STRAIGHT_UNITS } from '../map/movement.ts'
import { Connector } from '../path/connect.ts'
import { isKnownTo } from '../path/maker.ts'
import { EntrySearch } from '../route/entry-search.ts'
import { Goals, SpreadGuide } from '../route/spread.ts'

/** The points of one island. */
interface IslandGoals {
  readonly numbers: readonly number[]
  readonly goals: Goals
}

export class SeamCosts {
  private readonly columns: AtlasColumns
  private readonly points: readonly Point[]
  private readonly connector: Connector
  private readonly spread: EntrySearch<Goals>
  private readonly goalsOfIsland = new Map<number, IslandGoals>()
  private readonly isFree: boolean

  /** `points` are the cells on the near side of the entries. */
  constructor(columns: AtlasColumns, points: readonly Point[]) {
    this.columns = columns
    this.points = points
    this.connector = new Connector(columns, null)
    this.spread = new EntrySearch(columns, new SpreadGuide(columns))
    this.isFree = columns.levels[0].entryCount > 0
  }

  /** In units to the middle of each entry's crossing; Infinity where no path leads inside the window. */
  from(start: Point): Float64Array<ArrayBuffer> {
    const { columns, connector, points } = this
    const units = new Float64Array(points.length).fill(Infinity)
    const { numbers, goals } = this.goalsOn(islandOfCell(columns, start.x, start.y))
    if (numbers.length === 0) return units
    const { maker, nearby } = connector
    const end = maker.endAt(maker.start, start, null)
    const { unitsOfGoal: found } = goals
    for (const [i, point] of goals.points.entries())
      found[i] = isKnownTo(end, goals.regionOfGoal[i], point) ? end.floodTo(point.x, point.y) : Infinity
    if (this.isFree) this.spread.find(end, goals, goals.limitUnits)
    numbers.forEach((number, i) => {
      const point = points[number]
      const inSight = nearby.alongLine(start, point)
      const least = inSight >= 0 ? inSight : nearby.better(start, point, found[i])
      units[number] = least + STRAIGHT_UNITS * columns.terrain.costOfFree(point.x, point.y)
    })
    return units
  }

  private goalsOn(island: number): IslandGoals {
    const known = this.goalsOfIsland.get(island)
    if (known !== undefined) return known
    const { columns, points, connector } = this
    const { maker } = connector
    const numbers = points.map((_, i) => i).filter(i => islandOfCell(columns, points[i].x, points[i].y) === island)
    const goals = new Goals(
      numbers.map(number => points[number]),
      point => maker.endAt(maker.goal, point, null),
    )
    const made = { numbers, goals }
    this.goalsOfIsland.set(island, made)
    return made
  }
}
