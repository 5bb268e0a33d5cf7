/**
 * What goals cost from a start, by the approaches to them: without a search but nearby. It owns little scratch, so that
 * whoever asks about many maps, as trips through a world do, can keep one for each.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { regionOfCell } from '../atlas/labels.ts'
import type { Point } from '../base/answer.ts'
import { refuse } from '../base/given.ts'
import { NearSearch } from '../cells/near-search.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { Nearby } from '../path/nearby.ts'
import { approachLength, unitsBy } from '../route/approach.ts'
import { Doubts } from '../route/doubt.ts'
import { QueryEnd } from '../route/end.ts'

export function checkApproach(columns: AtlasColumns, approach: Uint16Array): void {
  if (!(approach instanceof Uint16Array)) refuse('An approach was expected, as measureApproach gives.')
  const length = approachLength(columns)
  if (approach.length === length) return
  refuse(`The approach is of another map: it holds ${approach.length} numbers where this one has ${length}.`)
}

export class ApproachCosts {
  private readonly columns: AtlasColumns
  private readonly nearby: Nearby
  private readonly end: QueryEnd

  constructor(columns: AtlasColumns) {
    const near = new NearSearch(columns.terrain)
    this.columns = columns
    this.nearby = new Nearby(columns.terrain, near)
    this.end = new QueryEnd(columns, new Doubts(columns, near))
  }

  /** In cell lengths; all goals are on the start's island. */
  find(start: Point, goals: readonly Point[], approaches: readonly Uint16Array[]): Float64Array {
    const { columns, end, nearby } = this
    columns.ready?.()
    if (end.x !== start.x || end.y !== start.y) end.set(start.x, start.y)
    return Float64Array.from(goals, (goal, i) => {
      const inSight = nearby.alongLine(start, goal)
      if (inSight >= 0) return inSight / UNITS_PER_CELL
      let units = unitsBy(approaches[i], columns, end)
      const isInside =
        regionOfCell(columns.labels, columns.terrain.blockOf(goal.x, goal.y), goal.x, goal.y) === end.region
      if (isInside) units = Math.min(units, end.floodTo(goal.x, goal.y))
      return nearby.better(start, goal, units) / UNITS_PER_CELL
    })
  }
}
