/**
 * Finds the nearest of many goals by exact costs. One wave spreads from the start until it has settled the wanted count of goals. A way
 * costs the same in both directions, so the field of the start gives the paths.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import { type AllOf, optionsOf } from '../base/given.ts'
import { whole } from '../base/kinds.ts'
import type { Bends } from '../cells/bends.ts'
import { freeUnits, UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { Field, type FieldMap } from './field.ts'
import type { Route } from './route.ts'

/** The routes that searches for many answers get from their finder: found ones, or along known paths. */
export interface Routes {
  /** Whether the traveller's turns are limited, so that it cannot walk every path on free cells. */
  readonly isTurning: boolean
  find(start: Point, goal: Point): Route
  /** The route along a cheapest path. */
  along(start: Point, goal: Point, bends: Bends): Route
}

export interface NearestOfOptions {
  /** How many goals at most; 1 unless given. */
  readonly count?: number | undefined
}

/** How many goals; all for Infinity. */
export const COUNT = whole(1, Infinity)
const NEAREST_OPTIONS = { count: COUNT } as const satisfies AllOf<NearestOfOptions>

export interface NearGoal {
  /** The place of the goal in the list that was given. */
  readonly index: number
  readonly cost: number
  readonly route: Route
}

/** Those that can be reached, cheapest first; of equals, the one that was given first. */
export function nearestGoals(
  map: FieldMap,
  routes: Routes,
  start: Point,
  goals: readonly Point[],
  options: NearestOfOptions | null | undefined,
): NearGoal[] {
  const { count = 1 } = optionsOf(options, NEAREST_OPTIONS)
  const { columns } = map
  const island = islandOfCell(columns, start.x, start.y)
  const indexes = Array.from(goals.keys()).filter(i => islandOfCell(columns, goals[i].x, goals[i].y) === island)
  if (island < 0 || indexes.length === 0) return []
  const field = new Field(() => map, [start])
  const nearest = (most: number) => settled(columns, field, goals, indexes, most)
  const along = (goal: Point) => routes.along(start, goal, field.traceBack(goal.x, goal.y))
  const found = routes.isTurning
    ? nearestTurning(nearest(Infinity), routes, start, goals, count)
    : nearest(count)
        .slice(0, count)
        .map(({ index }) => nearGoal(index, along(goals[index])))
  field.release()
  return found.sort((a, b) => a.cost - b.cost || a.index - b.index)
}

const nearGoal = (index: number, route: Route): NearGoal => ({ index, cost: route.cost, route })

interface Settled {
  readonly index: number
  readonly units: number
}

/** Goals with their final costs, cheapest first: `count` of them, or all there are, and those that cost no more. */
function settled(
  { terrain: { costMin, directions } }: AtlasColumns,
  { wave, goal: start }: Field,
  goals: readonly Point[],
  indexes: readonly number[],
  count: number,
): Settled[] {
  const last = Math.min(count, indexes.length) - 1
  const bounds = indexes.map(i => freeUnits(goals[i].x - start.x, goals[i].y - start.y, costMin, directions))
  for (let limit = Float64Array.from(bounds).sort()[last]; ; ) {
    wave.advance(limit)
    const units = Float64Array.from(indexes, i => wave.unitsAt(goals[i].x, goals[i].y))
    const least = units.slice().sort()[last]
    if (least <= wave.finalUnits) {
      const near = indexes.map((index, i) => ({ index, units: units[i] })).filter(one => one.units <= least)
      return near.sort((a, b) => a.units - b.units || a.index - b.index)
    }
    limit = least < Infinity ? least : 1.25 * limit + BLOCK_SIDE_CELLS * UNITS_PER_CELL * costMin
  }
}

/** A path with wide turns may cost more than the wave knows: goals are tried until no other one can be nearer. */
function nearestTurning(
  nearest: readonly Settled[],
  routes: Routes,
  start: Point,
  goals: readonly Point[],
  count: number,
): NearGoal[] {
  const found: NearGoal[] = []
  for (const { index, units } of nearest) {
    if (found.length >= count && found[count - 1].cost < units / UNITS_PER_CELL) break
    const route = routes.find(start, goals[index])
    if (route.status === 'found') found.push(nearGoal(index, route))
    found.sort((a, b) => a.cost - b.cost || a.index - b.index)
  }
  return found.slice(0, count)
}
