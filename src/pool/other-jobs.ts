/**
 * The other jobs of a thread: tables of costs, windows of fields, cells in reach, trips through a world.
 */
import type { Point, Quality } from '../base/answer.ts'
import { refuseSize } from '../base/given.ts'
import { growingInts } from '../base/growing.ts'
import type { Field, ReachedCells } from '../index.ts'
import type { LegJson, TripEnd, TripStatus } from '../world.ts'
import { checkPresent, type Ended, type Work } from './messages.ts'
import type { OpenedMap } from './opened-map.ts'

export interface TableJob {
  readonly starts: readonly Point[]
  readonly goals: readonly Point[]
  readonly traveller: string | undefined
}

/** Some rows of a table: costs[start * goals.length + goal]. */
export function tablePart(map: OpenedMap, { starts, goals, traveller }: TableJob): Float64Array<ArrayBuffer> {
  return map.finder(traveller).table(starts, goals) as Float64Array<ArrayBuffer>
}

/**
 * A table as work for threads, some rows each. Searches begin at the ends of which there are fewer, as in a finder. So costs do
 * not depend on how rows are divided. `costs` is filled as the work goes on.
 */
export function tableWork(
  starts: readonly Point[],
  goals: readonly Point[],
  traveller: string | undefined,
): Work & { readonly costs: Float64Array } {
  const isForward = starts.length <= goals.length
  const [few, many] = isForward ? [starts, goals] : [goals, starts]
  const costs = new Float64Array(few.length * many.length)
  return {
    op: 'table',
    kind: `table of ${32 - Math.clz32(many.length)} bits`,
    count: few.length,
    costs,
    cut: (from, count): TableJob => ({ starts: few.slice(from, from + count), goals: many, traveller }),
    take(from, count, answer) {
      const rows = answer as Float64Array
      if (isForward) costs.set(rows, from * many.length)
      else {
        for (let i = 0; i < count; i++) {
          for (let j = 0; j < many.length; j++) costs[j * few.length + from + i] = rows[i * many.length + j]
        }
      }
    },
    lose(_from, _count, error) {
      throw error
    },
  }
}

/** A rectangle of cells. */
export interface Window {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface FieldJob {
  readonly goal: Point
  readonly window: Window
  readonly traveller: string | undefined
}

/** The direction to the goal from each cell of a window, row by row. */
export interface FieldPart {
  /** 0 to 3 east, south, west, north; 4 to 7 the diagonals from the south-east on; 8 at the goal, 9 where no way leads. */
  readonly directions: Uint8Array<ArrayBuffer>
  /** The cost from each cell to the goal, in cell lengths; Infinity where no way leads there. */
  readonly costs: Float64Array<ArrayBuffer>
}

/** The cells of a path between two looks whether the caller has left. */
const CELLS_A_LOOK = 64
/** The direction where a field has no step; the goal has none either, but its cost is 0. */
const NO_WAY = 9

export function fieldPart(map: OpenedMap, { goal, window, traveller }: FieldJob, ended: Ended): FieldPart {
  const field = fieldOf(map, goal, traveller)
  const { x: left, y: top, width, height } = window
  const directions = new Uint8Array(width * height).fill(NO_WAY)
  const costs = new Float64Array(width * height).fill(Number.POSITIVE_INFINITY)
  const seen = map.seenBy(traveller)
  const island = seen.islandOf(goal.x, goal.y)
  let isNear = false
  for (let at = 0; at < costs.length; at++) {
    const x = left + (at % width)
    const y = top + Math.floor(at / width)
    if (x === left) checkPresent(ended)
    if (!isNear && ended !== null && island >= 0 && seen.islandOf(x, y) === island) {
      // The field spreads along a path to the window, look by look.
      const cells = map.finder(traveller).find(goal.x, goal.y, x, y).cells()
      for (let i = 0; i < cells.length; i += 2 * CELLS_A_LOOK) {
        checkPresent(ended)
        field.costAt(cells[i], cells[i + 1])
      }
      isNear = cells.length > 0
    }
    costs[at] = field.costAt(x, y)
    if (costs[at] < Number.POSITIVE_INFINITY) directions[at] = field.directionAt(x, y)
  }
  return { directions, costs }
}

/** Callers read the fields of a few goals again and again, window by window. */
const FIELDS_MAX = 4
const fieldsOf = new WeakMap<OpenedMap, Map<string, Field>>()

/** The field of a goal. The thread keeps the fields used last. */
export function fieldOf(map: OpenedMap, goal: Point, traveller: string | undefined): Field {
  const finder = map.finder(traveller)
  const fields = fieldsOf.get(map) ?? new Map<string, Field>()
  fieldsOf.set(map, fields)
  const key = `${goal.x},${goal.y},${traveller ?? ''}`
  const field = fields.get(key) ?? finder.fieldTo(goal)
  // The field used last stands last.
  fields.delete(key)
  fields.set(key, field)
  for (const [oldest, old] of fields) {
    if (fields.size <= FIELDS_MAX) break
    fields.delete(oldest)
    old.release()
  }
  return field
}

export interface TripAsked {
  readonly from: TripEnd
  readonly to: TripEnd
}

export interface TripOptions {
  readonly quality?: Quality | 'best' | undefined
  /** The keys that the traveller has. */
  readonly has?: readonly string[] | undefined
  /** The time of departure, for portals with hours. */
  readonly at?: number | undefined
  /** Whether to return the cells of each leg. */
  readonly cells?: boolean | undefined
}

export interface TripsJob {
  readonly trips: readonly TripAsked[]
  readonly options: TripOptions
}

export interface PoolTrip {
  readonly status: TripStatus
  readonly message: string
  /** In cell lengths, waiting included; Infinity without a way. */
  readonly cost: number
  readonly legs: readonly (LegJson & { readonly cells?: Int32Array })[]
}

export function tripsPart(map: OpenedMap, { trips, options }: TripsJob): PoolTrip[] {
  const { quality, has, at, cells: hasCells } = options
  const asked = { ...(quality && { quality }), ...(has && { has }), ...(at !== undefined && { at }) }
  const finder = map.trips
  return trips.map(({ from, to }) => {
    const trip = finder.find(from, to, asked)
    const legs = (trip.toJSON() as { legs: LegJson[] }).legs
    const withCells = (leg: LegJson, i: number) => ({ ...leg, cells: trip.legs[i].route.cells() })
    return { status: trip.status, message: trip.message, cost: trip.cost, legs: hasCells ? legs.map(withCells) : legs }
  })
}

export interface ReachJob {
  readonly start: Point
  /** In cell lengths. */
  readonly cost: number
  readonly traveller: string | undefined
  readonly cellsMax: number
}

/** y, the first x and the last x of each run, row by row. */
export function reachPart(map: OpenedMap, job: ReachJob, ended: Ended): Int32Array<ArrayBuffer> {
  const { start, cost, traveller, cellsMax } = job
  const watch = (cellCount: number) => {
    checkPresent(ended)
    if (cellCount > cellsMax) refuseSize(`More than ${cellsMax} cells are in reach.`)
  }
  const reached = map.finder(traveller).reach(start, cost, watch)
  watch(reached.cellCount)
  return runsOf(reached)
}

function runsOf({ left, top, width, height, rows }: ReachedCells): Int32Array<ArrayBuffer> {
  const runs = growingInts()
  const pitch = width / 32
  for (let row = 0; row < height; row++) {
    // The first cell of the current run; -1 between two runs.
    let first = -1
    for (let column = 0; column <= pitch; column++) {
      const word = column < pitch ? rows[row * pitch + column] | 0 : 0
      const x = left + 32 * column
      // No run begins or ends inside this word.
      if (word === (first < 0 ? 0 : -1)) continue
      for (let bit = 0; bit < 32; bit++) {
        const isIn = ((word >>> bit) & 1) === 1
        if (isIn === first >= 0) continue
        if (isIn) first = x + bit
        else {
          runs.push(top + row)
          runs.push(first)
          runs.push(x + bit - 1)
          first = -1
        }
      }
    }
  }
  return runs.toArray()
}
