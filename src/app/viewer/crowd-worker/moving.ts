/**
 * Units that move in one of three ways, as the worker sees them.
 */
import { Crowd, Fleet } from '../../../crowd.ts'
import type { LiveMap } from '../../../live.ts'
import type { Field } from '../../../query.ts'
import type { Cell } from '../protocol.ts'

export interface Moving {
  readonly count: number
  readonly radius: number
  /** How long a tick lasts for the units. */
  readonly budgetMs: number
  /** Goals that a fleet has reached; 0 for others. */
  readonly goalsReached: number
  tick(): void
  /** Where the middle of a unit is, in cells with fractions. */
  xOf(unit: number): number
  yOf(unit: number): number
  isThere(unit: number): boolean
  /** The field has another goal; a fleet, each unit of which has a goal of its own, does not listen. */
  goalMoved(): void
  /** Walls were drawn or removed. */
  mapChanged(): void
}

const RADIUS = 0.35
const SPEED = 5
const STEP_SECONDS = 1 / 30
/** The time of a step, for units that move from cell to cell. */
const CELL_MS = 1000 / 6

/** A crowd that follows one field: its units pass each other, and settle around the goal. A cell without room gets no unit. */
export function passing(map: LiveMap, field: Field, cells: readonly Cell[]): Moving {
  const crowd = new Crowd(map, { sight: 3, neighbours: 8, horizon: 1.5 })
  for (const cell of cells) {
    const [x, y] = [cell.x + 0.5, cell.y + 0.5]
    if (crowd.hasRoom(x, y, RADIUS)) crowd.add({ x, y, radius: RADIUS, speed: SPEED })
  }
  const { count } = crowd
  const follow = () => {
    for (let unit = 0; unit < count; unit++) crowd.follow(unit, field)
  }
  follow()
  return {
    ...{ count, radius: RADIUS, budgetMs: 1000 * STEP_SECONDS, goalsReached: 0 },
    tick: () => crowd.step(STEP_SECONDS),
    xOf: unit => crowd.x[unit],
    yOf: unit => crowd.y[unit],
    isThere: unit => crowd.isThere(unit),
    goalMoved: follow,
    mapChanged() {},
  }
}

/** Units that only follow the field, a cell a tick, and go through each other: what `field.advance` alone costs. */
export function through(field: Field, cells: readonly Cell[]): Moving {
  const xs = Int32Array.from(cells, ({ x }) => x)
  const ys = Int32Array.from(cells, ({ y }) => y)
  return {
    ...{ count: xs.length, radius: RADIUS, budgetMs: CELL_MS, goalsReached: 0 },
    tick: () => field.advance(xs, ys),
    xOf: unit => xs[unit] + 0.5,
    yOf: unit => ys[unit] + 0.5,
    isThere: unit => xs[unit] === field.goal.x && ys[unit] === field.goal.y,
    goalMoved() {},
    mapChanged() {},
  }
}

/**
 * A fleet: one unit a cell. Each goes to a cell of its own and, once there, to the next that `cellLike` gives. After
 * walls were drawn, those that stand on ground form a new fleet with new goals.
 */
export function inCells(map: LiveMap, cells: readonly Cell[], cellLike: (cell: Cell) => Cell): Moving {
  const at = (unit: number) => ({ x: fleet.x[unit], y: fleet.y[unit] })
  const fleetFrom = (starts: readonly Cell[]): Fleet =>
    new Fleet(map.snapshot(), { starts, goals: starts.map(cellLike), nextGoal: unit => cellLike(at(unit)) })
  let fleet = fleetFrom(cells)
  let reachedBefore = 0
  return {
    ...{ radius: 0.42, budgetMs: CELL_MS },
    get count() {
      return fleet.count
    },
    get goalsReached() {
      return reachedBefore + fleet.stats().goalsReached
    },
    tick: () => fleet.tick(),
    xOf: unit => fleet.x[unit] + 0.5,
    yOf: unit => fleet.y[unit] + 0.5,
    isThere: () => false,
    goalMoved() {},
    mapChanged() {
      reachedBefore += fleet.stats().goalsReached
      const places = Array.from({ length: fleet.count }, (_, unit) => at(unit))
      fleet = fleetFrom(places.filter(({ x, y }) => map.costAt(x, y) > 0))
    },
  }
}
