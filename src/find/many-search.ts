/**
 * Costs of many goals from one start, and tables of many starts and goals.
 *
 * A route runs straight to its goal. A wave runs everywhere, once, and is exact. If goals are many for the map, a wave spreads from each
 * start; else each cost is that of a route. Costs are the same from either end: routes are searched from the upper end to the lower.
 */

import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import { nameOf, refuse } from '../base/given.ts'
import { addTo } from '../base/lists.ts'
import { NONE } from '../base/none.ts'
import { Waves } from '../wave/wave.ts'
import { type AlternativesOptions, findAlternatives } from './alternatives.ts'
import { Field, type FieldGoals, type FieldMap, goalsOf } from './field.ts'
import { type NearestOfOptions, type NearGoal, nearestGoals } from './nearest-goals.ts'
import { type ReachedCells, reachFrom } from './reached-cells.ts'
import { pointOf, type Route, type RouteSource } from './route.ts'
import type { Routes } from './routes.ts'
import { SharedField } from './shared-field.ts'

/** A wave settles some 200 to 600 cells while a route goes on by one, and a quarter the first time, when it lays out its memory. */
const EVEN_CELLS_PER_STEP = 256
const CELLS_PER_STEP = 128
/** On larger maps a wave takes up to gigabytes. */
const WAVE_CELLS_MAX = 2 ** 26

/** A first point, and the second points whose costs from there are wanted: by their places in the lists. */
interface Pairs {
  readonly first: number
  readonly seconds: readonly number[]
}

export class ManySearch {
  private readonly columns: AtlasColumns
  private readonly routes: Routes
  /** Made when they are first needed. */
  private fieldMap: FieldMap | null = null

  constructor(columns: AtlasColumns, routes: Routes) {
    this.routes = routes
    this.columns = columns
  }

  /** In cell lengths; Infinity for what cannot be reached, a wall and what lies outside. */
  costsTo(from: Point, to: readonly Point[]): Float64Array {
    return this.costs([pointOf(from, 'The start')], pointsOf(to, 'Goal'))
  }

  /** What each goal costs from each start, start by start: table[start * goals.length + goal]. */
  table(from: readonly Point[], to: readonly Point[]): Float64Array {
    return this.costs(pointsOf(from, 'Start'), pointsOf(to, 'Goal'))
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

  sharedField(goal: Point, source: RouteSource): SharedField {
    return new SharedField(this.map, goal, source)
  }

  /** All fields of the finder share the memory of the map. */
  private get map(): FieldMap {
    this.fieldMap ??= { columns: this.columns, waves: new Waves(this.columns.terrain) }
    return this.fieldMap
  }

  private costs(starts: readonly Point[], goals: readonly Point[]): Float64Array {
    const isForward = starts.length <= goals.length
    const [few, many] = isForward ? [starts, goals] : [goals, starts]
    const table = new Float64Array(starts.length * goals.length).fill(Infinity)
    const place = (i: number, j: number) => (isForward ? i * goals.length + j : j * goals.length + i)
    const mirrorOf = mirrors(few, many)
    const reached = this.reachedPairs(few, many)
    const pairs = reached
      .map(({ first, seconds }) => ({ first, seconds: seconds.filter(second => mirrorOf(first, second) === null) }))
      .filter(({ seconds }) => seconds.length > 0)
    this.fill(table, few, many, pairs, place)
    for (const { first, seconds } of reached) {
      for (const second of seconds) {
        const mirror = mirrorOf(first, second)
        if (mirror !== null) table[place(first, second)] = table[place(mirror.first, mirror.second)]
      }
    }
    return table
  }

  private fill(
    table: Float64Array,
    few: readonly Point[],
    many: readonly Point[],
    pairs: readonly Pairs[],
    place: (first: number, second: number) => number,
  ): void {
    if (pairs.length > 0 && this.areWavesBetter(few, many, pairs)) {
      const field = this.field(few[pairs[0].first])
      for (const { first, seconds } of pairs) {
        field.moveGoal(few[first].x, few[first].y)
        for (const second of seconds) table[place(first, second)] = field.costAt(many[second].x, many[second].y)
      }
      field.release()
      return
    }
    for (const { first, seconds } of pairs) {
      for (const second of seconds) table[place(first, second)] = this.routeCost(few[first], many[second])
    }
  }

  /** Of the first points, those that have any of the second ones on their islands, and which. */
  private reachedPairs(few: readonly Point[], many: readonly Point[]): Pairs[] {
    const secondsOfIsland = new Map<number, number[]>()
    many.forEach((point, second) => {
      const island = this.islandOf(point)
      if (island >= 0) addTo(secondsOfIsland, island, second)
    })
    return few.flatMap((point, first) => {
      const seconds = secondsOfIsland.get(this.islandOf(point))
      return seconds === undefined ? [] : [{ first, seconds }]
    })
  }

  private areWavesBetter(few: readonly Point[], many: readonly Point[], pairs: readonly Pairs[]): boolean {
    if (this.routes.isTurning) return false
    const { width, height, isUniform } = this.columns.terrain
    const cells = width * height
    if (cells > WAVE_CELLS_MAX) return false
    let steps = 0
    for (const { first, seconds } of pairs) {
      for (const second of seconds)
        steps += Math.max(Math.abs(few[first].x - many[second].x), Math.abs(few[first].y - many[second].y))
    }
    return pairs.length * cells < steps * (isUniform ? EVEN_CELLS_PER_STEP : CELLS_PER_STEP)
  }

  private routeCost(a: Point, b: Point): number {
    const isUpper = a.y < b.y || (a.y === b.y && a.x <= b.x)
    return isUpper ? this.routes.find(a, b).cost : this.routes.find(b, a).cost
  }

  private islandOf({ x, y }: Point): number {
    return islandOfCell(this.columns, x, y)
  }
}

/** Finds the same two cells at earlier places of the lists, in either order: a way costs the same in both directions. */
function mirrors(few: readonly Point[], many: readonly Point[]) {
  const placesIn = (points: readonly Point[]) => {
    const placeOfCell = new Map<string, number>()
    const placeOf = ({ x, y }: Point) => placeOfCell.get(`${x},${y}`) ?? NONE
    for (const [i, { x, y }] of points.entries()) if (placeOf(points[i]) === NONE) placeOfCell.set(`${x},${y}`, i)
    return placeOf
  }
  const [inFew, inMany] = [placesIn(few), placesIn(many)]
  const [fewInFew, fewInMany] = [few.map(inFew), few.map(inMany)]
  const [manyInFew, manyInMany] = [many.map(inFew), many.map(inMany)]
  return (first: number, second: number) => {
    const isRepeated = fewInFew[first] < first || manyInMany[second] < second
    if (isRepeated) return { first: fewInFew[first], second: manyInMany[second] }
    const isTurned = manyInFew[second] !== NONE && manyInFew[second] < first && fewInMany[first] !== NONE
    return isTurned ? { first: manyInFew[second], second: fewInMany[first] } : null
  }
}

function pointsOf(points: readonly Point[], name: string): Point[] {
  if (!Array.isArray(points)) refuse(`${name}s are ${nameOf(points)}: an array of points { x, y } was expected.`)
  return points.map((point, i) => pointOf(point, `${name} ${i}`))
}
