/**
 * Many answers for the price of few: what many goals cost from one start, and tables of many starts and many goals. Each
 * cost is as good as the estimate of a route to that goal alone: exact in plain sight and where the goal is near, else
 * along the entries.
 *
 * A search for one goal runs straight to it, one for all goals runs everywhere, once. So the first goals are asked for
 * one by one, and as soon as what they took says that the rest would take longer than one search for all, that is made.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfCell } from '../atlas/islands.ts'
import { regionOfCell } from '../atlas/labels.ts'
import type { Point } from '../base/answer.ts'
import { nameOf, refuse } from '../base/given.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { Connector, KnownWay } from '../path/connect.ts'
import { isKnownTo } from '../path/maker.ts'
import { Descent, turnedAround } from '../route/descent.ts'
import type { QueryEnd } from '../route/end.ts'
import { EntrySearch } from '../route/entry-search.ts'
import { Goals, SpreadGuide } from '../route/spread.ts'
import { Waves } from '../wave/wave.ts'
import { type AlternativesOptions, findAlternatives } from './alternatives.ts'
import { checkApproach } from './approach-costs.ts'
import { pointOf } from './ends.ts'
import { Field, type FieldGoals, type FieldMap, goalsOf } from './field.ts'
import { type NearestOfOptions, type NearGoal, nearestGoals } from './nearest-goals.ts'
import { type ReachedCells, reachFrom } from './reached-cells.ts'
import type { Route } from './route.ts'
import type { Routes } from './routes.ts'

/** So many goals are asked for before what they took says anything of the others. */
const SAMPLES = 3

export class ManySearch {
  private readonly columns: AtlasColumns
  private readonly connector: Connector
  private readonly routes: Routes
  /** Made when they are first needed. */
  private spread: EntrySearch<Goals> | null = null
  private descent: Descent | null = null
  private fieldMap: FieldMap | null = null
  /** A search for all goals relaxes about so many pairs. */
  private readonly spreadPairs: number

  constructor(columns: AtlasColumns, connector: Connector, routes: Routes) {
    this.routes = routes
    this.columns = columns
    this.connector = connector
    this.spreadPairs = columns.levels[Math.min(1, columns.levels.length - 1)].pairCount
  }

  /** In cell lengths; Infinity for what cannot be reached, a wall and what lies outside. */
  costsTo(from: Point, to: readonly Point[]): Float64Array {
    const start = pointOf(from, 'The start')
    const goals = pointsOf(to, 'Goal')
    const costs = new Float64Array(goals.length).fill(Infinity)
    const { connector } = this
    const { search } = connector
    const island = this.islandOf(start)
    const reached = goals.map((_, goal) => goal).filter(goal => island >= 0 && this.islandOf(goals[goal]) === island)
    const before = search.relaxedCount
    let count = 0
    while (count < reached.length && !this.isSpreadBetter(search.relaxedCount - before, count, reached.length)) {
      const goal = reached[count++]
      costs[goal] = connector.find(start, goals[goal]) / UNITS_PER_CELL
    }
    if (count < reached.length) this.spreadTo(start, goals, reached.slice(count), costs)
    return costs
  }

  /** Tells the ways from or to one end by the approach to it. */
  wayBy(approach: Uint16Array, end: 'start' | 'goal'): KnownWay {
    const { columns } = this
    checkApproach(columns, approach)
    this.descent ??= new Descent(columns)
    const { maker } = this.connector
    const regionOf = ({ x, y }: Point) => regionOfCell(columns.labels, columns.terrain.blockOf(x, y), x, y)
    const read = (from: QueryEnd, fromCell: Point, to: QueryEnd, toCell: Point) => {
      const trueEnd = () => {
        maker.ownEndAt(to, toCell).floodToEntries()
        return to
      }
      return this.descent!.find(approach, maker.ownEndAt(from, fromCell), regionOf(toCell), trueEnd)
    }
    if (end === 'goal') return (start, goal) => read(maker.start, start, maker.goal, goal)
    return (start, goal) => {
      const way = read(maker.goal, goal, maker.start, start)
      return way && turnedAround(way, regionOf(start))
    }
  }

  /** What each goal costs from each start, start by start: table[start * goals.length + goal]. */
  table(from: readonly Point[], to: readonly Point[]): Float64Array {
    const starts = pointsOf(from, 'Start')
    const goals = pointsOf(to, 'Goal')
    const table = new Float64Array(starts.length * goals.length)
    // Ways cost the same in both directions: a search from each of the fewer ends is enough.
    const isForward = starts.length <= goals.length
    const [few, many] = isForward ? [starts, goals] : [goals, starts]
    few.forEach((point, i) => {
      this.costsTo(point, many).forEach((cost, j) => {
        table[isForward ? i * goals.length + j : j * goals.length + i] = cost
      })
    })
    return table
  }

  field(goals: FieldGoals): Field {
    const { map } = this
    return new Field(() => map, goalsOf(goals, this.columns.terrain))
  }

  nearestOf(from: Point, to: readonly Point[], options?: NearestOfOptions | null): NearGoal[] {
    return nearestGoals(this.map, this.routes, pointOf(from, 'The start'), pointsOf(to, 'Goal'), options)
  }

  reach(from: Point, cost: number): ReachedCells {
    return reachFrom(this.map, pointOf(from, 'The start'), cost)
  }

  alternatives(from: Point, to: Point, options?: AlternativesOptions | null): Route[] {
    return findAlternatives(this.map, this.routes, pointOf(from, 'The start'), pointOf(to, 'The goal'), options)
  }

  /** All fields of the finder share the memory of the map. */
  private get map(): FieldMap {
    this.fieldMap ??= { columns: this.columns, waves: new Waves(this.columns.terrain) }
    return this.fieldMap
  }

  /** An end with all that is known around it. */
  private endAt(end: QueryEnd, point: Point): QueryEnd {
    const { maker } = this.connector
    return maker.endAt(end, point, null)
  }

  private isSpreadBetter(pairs: number, count: number, total: number): boolean {
    return count >= SAMPLES && (pairs / count) * (total - count) > this.spreadPairs
  }

  /** One search for the goals of these numbers. */
  private spreadTo(from: Point, points: readonly Point[], numbers: readonly number[], costs: Float64Array): void {
    const { connector } = this
    const { maker } = connector
    const start = this.endAt(maker.start, from)
    const asked = numbers.map(goal => points[goal])
    const goals = new Goals(asked, goal => this.endAt(maker.goal, goal))
    const { unitsOfGoal } = goals
    goals.points.forEach((point, i) => {
      if (isKnownTo(start, goals.regionOfGoal[i], point)) unitsOfGoal[i] = start.floodTo(point.x, point.y)
    })
    this.spread ??= new EntrySearch(this.columns, new SpreadGuide(this.columns))
    this.spread.find(start, goals, goals.limitUnits)
    goals.points.forEach((point, i) => {
      const inSight = connector.nearby.alongLine(from, point)
      const best = inSight >= 0 ? inSight : connector.nearby.better(from, point, unitsOfGoal[i])
      costs[numbers[i]] = best / UNITS_PER_CELL
    })
  }

  private islandOf({ x, y }: Point): number {
    return islandOfCell(this.columns, x, y)
  }
}

function pointsOf(points: readonly Point[], name: string): Point[] {
  if (!Array.isArray(points)) refuse(`${name}s are ${nameOf(points)}: an array of points { x, y } was expected.`)
  return points.map((point, i) => pointOf(point, `${name} ${i}`))
}
