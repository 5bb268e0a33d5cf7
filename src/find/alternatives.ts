/**
 * Finds routes that differ. Two waves, from the start and from the goal, give the cost of the cheapest path through any cell: the sum
 * of both. A cell without a neighbour of a lower sum lies on a way of its own; other cells lie on detours. Paths through such cells
 * are tried by cost. One is kept if it shares few enough cells with each path kept before.
 */
import { islandOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import { type AllOf, optionsOf, refuse } from '../base/given.ts'
import { number } from '../base/kinds.ts'
import { type Bends, cellsOf, goAlong } from '../cells/bends.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { finalUnitsAt } from '../wave/wave.ts'
import type { FieldMap } from './field.ts'
import { COUNT } from './nearest-goals.ts'
import type { Route } from './route.ts'
import { bendsFrom, type Routes, type WaveField, waveFieldOf } from './routes.ts'
import { viaCells } from './via-cells.ts'

export interface AlternativesOptions {
  /** How many routes at most, with the cheapest one; 3 unless given. */
  readonly count?: number | undefined
  /** The share of its cells, 0 to 1, that a route may have in common with a better one; .5 unless given. */
  readonly overlapMax?: number | undefined
  /** What a route may cost, in cell lengths; 1.5 times the cheapest one unless given. */
  readonly costMax?: number | undefined
}

const OPTIONS = {
  ...{ count: COUNT, overlapMax: number(0, 1), costMax: number(0, Infinity) },
} as const satisfies AllOf<AlternativesOptions>
const COST_FACTOR = 1.5
/** Cells whose paths cost up to this share more than the best come first. After TRIES_MAX failures the share doubles. */
const FIRST_SHARE = 0.02
const TRIES_MAX = 300

/** The cheapest route first. None where no way leads to the goal. */
export function findAlternatives(
  map: FieldMap,
  routes: Routes,
  start: Point,
  goal: Point,
  options: AlternativesOptions | null | undefined,
): Route[] {
  const { count = 3, overlapMax = 0.5, costMax } = optionsOf(options, OPTIONS)
  if (routes.isTurning) {
    refuse('Alternatives are for travellers that turn as they like: ask the finder of a traveller without turn.')
  }
  const { columns } = map
  const island = islandOfCell(columns, start.x, start.y)
  if (island < 0 || island !== islandOfCell(columns, goal.x, goal.y)) return []
  const waves: WaveFields = { forward: waveFieldOf(map, start), backward: waveFieldOf(map, goal) }
  const factor = costMax === undefined ? COST_FACTOR : Infinity
  const found = alternatives(waves, routes, start, goal, { count, overlapMax, costMax: costMax ?? Infinity, factor })
  waves.forward.field.release()
  waves.backward.field.release()
  return found
}

interface WaveFields {
  readonly forward: WaveField
  readonly backward: WaveField
}

interface Limits {
  readonly count: number
  readonly overlapMax: number
  readonly costMax: number
  readonly factor: number
}

function alternatives(waves: WaveFields, routes: Routes, start: Point, goal: Point, limits: Limits): Route[] {
  const { forward, backward } = waves
  const { count, overlapMax, costMax, factor } = limits
  const { costMin, width } = forward.columns.terrain
  const keyOf = (x: number, y: number) => y * width + x
  const keysOf = (cells: Int32Array) => {
    const keys = new Set<number>()
    for (let i = 0; i < cells.length; i += 2) keys.add(keyOf(cells[i], cells[i + 1]))
    return keys
  }
  const best = finalUnitsAt(forward.wave, goal.x, goal.y, costMin)
  const first = cheapest(forward, routes, start, goal)
  const most = Math.min(costMax, factor * first.cost)
  if (first.cost > most) return []
  const found = [first]
  const kept = [keysOf(first.cells())]
  // The cells of all paths tried, and the cost of the path.
  const unitsOfSeen = new Map<number, number>()
  let from = -1
  for (let share = FIRST_SHARE; found.length < count && best > 0; share *= 2) {
    const to = Math.min(most * UNITS_PER_CELL, best * (1 + share))
    forward.wave.advance(to + 1)
    backward.wave.advance(to + 1)
    const { cells, isLast } = viaCells(forward, backward, start, goal, from, to)
    let tries = 0
    for (const { x, y, units } of cells) {
      if (found.length === count || tries === TRIES_MAX) break
      if (unitsOfSeen.get(keyOf(x, y)) === units) continue
      const bends = pathThrough(waves, x, y)
      const path = cellsOf(bends)
      const keys = keysOf(path)
      for (const key of keys) unitsOfSeen.set(key, units)
      // It visits no cell twice, and differs enough from all that were kept.
      const isNew = keys.size === path.length >> 1 && kept.every(other => isApart(keys, other, overlapMax))
      const route = isNew ? routes.along(start, goal, bends) : null
      if (route === null || route.cost > most) tries++
      else {
        kept.push(keysOf(route.cells()))
        found.push(route)
      }
    }
    if (isLast || to >= most * UNITS_PER_CELL) break
    from = to
  }
  return found.sort((a, b) => a.cost - b.cost)
}

/** The finder's own route, unless the field knows a cheaper one. */
function cheapest({ field }: WaveField, routes: Routes, start: Point, goal: Point): Route {
  const exact = routes.along(start, goal, bendsFrom(field, goal.x, goal.y))
  const route = routes.find(start, goal)
  return route.cost <= exact.cost ? route : exact
}

function pathThrough({ forward, backward }: WaveFields, x: number, y: number): Bends {
  const bends = bendsFrom(forward.field, x, y)
  const rest = backward.field.trace(x, y)
  goAlong(bends, rest)
  return bends
}

/** Whether two paths share few enough of their cells. */
function isApart(keys: ReadonlySet<number>, other: ReadonlySet<number>, overlapMax: number): boolean {
  let shared = 0
  for (const key of keys) if (other.has(key)) shared++
  return shared <= overlapMax * Math.min(keys.size, other.size)
}
