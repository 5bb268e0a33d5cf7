/**
 * How many steps each unit has to its goal, from any cell near it.
 *
 * A map of few cells keeps a table of all cells for each goal, filled by one flood and shared by all units with that
 * goal. A larger map, or more goals than fit the memory, keeps a window around each unit, which has a route to its
 * goal. A cell of the window counts its steps to the best cell of the route inside the window, and on along the route.
 * A window moves when its unit comes near its edge; a unit that was pushed off its route gets a new one.
 *
 * Both are read alike: a table is a window that covers the map.
 */
import type { Finder } from '../find/finder.ts'
import { DX, DY } from '../map/movement.ts'
import type { Steps } from './legal-steps.ts'
import type { Traffic } from './traffic.ts'

/** More than any stored distance. */
export const FAR = 0x3fffffff
const UNKNOWN = 0xffff
/** A shortest way covers at most two thirds of the cells of a map, so its steps fit 16 bits. */
export const TABLE_CELLS_MAX = 98_000
const WINDOW_SIDE = 18
const WINDOW_CELLS = WINDOW_SIDE * WINDOW_SIDE
/** A unit this close to an edge of its window gets a new one: the planner looks two cells ahead. */
const MARGIN = 3
/** The middle of a new window lies this many cells ahead on the unit's route. */
const AHEAD_CELLS = 6
/** How many cells ahead on its route `progressAt` looks for a unit. */
const SEARCHED_CELLS = 96

export class Distances {
  private readonly steps: Steps
  private readonly finder: Finder
  private readonly traffic: Traffic | null
  readonly hasTables: boolean
  private values: Uint16Array
  private readonly offsetOfUnit: Int32Array
  private readonly leftOfUnit: Int32Array
  private readonly topOfUnit: Int32Array
  private readonly baseOfUnit: Int32Array
  private readonly side: { readonly wide: number; readonly high: number }
  private readonly goalOfUnit: Int32Array
  private readonly queue: Int32Array

  /** Tables: which row a goal has, and how many units use it. */
  private readonly rowOfGoal = new Map<number, number>()
  private readonly usersOfRow: Int32Array
  private readonly goalOfRow: Int32Array
  private nextRow = 0

  /** Windows: the cells of each unit's route, and how far along it the unit is. */
  private readonly routeOfUnit: Int32Array[]
  private readonly progressOfUnit: Int32Array

  constructor(steps: Steps, finder: Finder, unitCount: number, memoryBytes: number, traffic: Traffic | null) {
    const { cellCount } = steps
    this.steps = steps
    this.finder = finder
    this.traffic = traffic
    this.hasTables = cellCount <= TABLE_CELLS_MAX && (unitCount + 1) * cellCount * 2 <= memoryBytes
    const rows = this.hasTables ? unitCount + 1 : 0
    this.values = new Uint16Array(this.hasTables ? rows * cellCount : unitCount * WINDOW_CELLS).fill(UNKNOWN)
    this.side = this.hasTables ? { wide: steps.width, high: steps.height } : { wide: WINDOW_SIDE, high: WINDOW_SIDE }
    this.offsetOfUnit = new Int32Array(unitCount)
    this.leftOfUnit = new Int32Array(unitCount)
    this.topOfUnit = new Int32Array(unitCount)
    this.baseOfUnit = new Int32Array(unitCount)
    this.goalOfUnit = new Int32Array(unitCount).fill(-1)
    this.queue = new Int32Array(this.hasTables ? cellCount : WINDOW_CELLS)
    this.usersOfRow = new Int32Array(rows)
    this.goalOfRow = new Int32Array(rows).fill(-1)
    this.routeOfUnit = new Array(this.hasTables ? 0 : unitCount)
    this.progressOfUnit = new Int32Array(unitCount)
  }

  /** Gives a unit that stands on `cell` another goal, which it can reach. */
  aim(unit: number, cell: number, goal: number): void {
    const old = this.goalOfUnit[unit]
    this.goalOfUnit[unit] = goal
    if (!this.hasTables) {
      this.offsetOfUnit[unit] = unit * WINDOW_CELLS
      // First windows last for 2 to 11 steps; else the windows of all units would move in the same tick.
      this.lead(unit, cell, old < 0 ? ((unit % 10) - 4) / AHEAD_CELLS : 1)
      return
    }
    if (old >= 0) this.usersOfRow[this.rowOfGoal.get(old)!]--
    const row = this.rowOfGoal.get(goal) ?? this.fillRow(goal)
    this.usersOfRow[row]++
    this.offsetOfUnit[unit] = row * this.steps.cellCount
  }

  /** Moves a unit's window along with it. */
  follow(unit: number, cell: number): void {
    if (this.hasTables) return
    const { width } = this.steps
    const y = (cell / width) | 0
    const dx = cell - y * width - this.leftOfUnit[unit]
    const dy = y - this.topOfUnit[unit]
    const isInside = dx >= MARGIN && dy >= MARGIN && dx < WINDOW_SIDE - MARGIN && dy < WINDOW_SIDE - MARGIN
    if (isInside && this.values[this.offsetOfUnit[unit] + dy * WINDOW_SIDE + dx] !== UNKNOWN) return
    if (!this.place(unit, cell)) this.lead(unit, cell)
  }

  /** Steps from (x, y) to the unit's goal; FAR where its window does not reach. */
  at(unit: number, x: number, y: number): number {
    const { wide, high } = this.side
    const dx = x - this.leftOfUnit[unit]
    const dy = y - this.topOfUnit[unit]
    if (dx < 0 || dy < 0 || dx >= wide || dy >= high) return FAR
    const value = this.values[this.offsetOfUnit[unit] + dy * wide + dx]
    return value === UNKNOWN ? FAR : value + this.baseOfUnit[unit]
  }

  private fillRow(goal: number): number {
    const { cellCount } = this.steps
    const { usersOfRow, goalOfRow } = this
    // There is one more row than units, so some row has no user.
    while (usersOfRow[this.nextRow] > 0) this.nextRow = (this.nextRow + 1) % usersOfRow.length
    const row = this.nextRow
    this.nextRow = (row + 1) % usersOfRow.length
    if (goalOfRow[row] >= 0) this.rowOfGoal.delete(goalOfRow[row])
    this.rowOfGoal.set(goal, row)
    goalOfRow[row] = goal
    const values = this.values.subarray(row * cellCount, (row + 1) * cellCount)
    values.fill(UNKNOWN)
    values[goal] = 0
    this.queue[0] = goal
    flood(this.steps, values, this.queue, 1)
    return row
  }

  /** Gives a unit a new route from `cell`, and a window on it. */
  private lead(unit: number, cell: number, aheadShare = 1): void {
    const { traffic } = this
    if (this.routeOfUnit[unit] !== undefined) traffic?.write(this.routeOfUnit[unit], -1)
    const route = traffic?.route(cell, this.goalOfUnit[unit]) ?? this.routeOfAtlas(cell, this.goalOfUnit[unit])
    traffic?.write(route, 1)
    this.routeOfUnit[unit] = route
    this.progressOfUnit[unit] = 0
    this.place(unit, cell, aheadShare)
  }

  private routeOfAtlas(cell: number, goal: number): Int32Array {
    const { width } = this.steps
    const point = (of: number) => ({ x: of % width, y: (of / width) | 0 })
    const pairs = this.finder.find(point(cell), point(goal), { quality: 'fast' }).cells()
    const route = new Int32Array(pairs.length >> 1)
    for (let i = 0; i < route.length; i++) route[i] = pairs[2 * i + 1] * width + pairs[2 * i]
    return route
  }

  /**
   * Puts the unit's window around a cell ahead of `cell`; false where no way inside the window leads from `cell` to the
   * route. A share below 0 puts the middle behind the unit.
   */
  private place(unit: number, cell: number, aheadShare = 1): boolean {
    const { width, height } = this.steps
    const y = (cell / width) | 0
    const x = cell - y * width
    const progress = this.progressAt(unit, x, y)
    this.progressOfUnit[unit] = progress
    // Around a cell ahead, so that the unit walks through most of the window before it needs another one.
    const route = this.routeOfUnit[unit]
    const ahead = route[Math.min(progress + AHEAD_CELLS, route.length - 1)]
    const aheadY = (ahead / width) | 0
    const aheadX = ahead - aheadY * width
    const left = startOfWindow(x + Math.round((aheadX - x) * aheadShare), x, width)
    const top = startOfWindow(y + Math.round((aheadY - y) * aheadShare), y, height)
    this.leftOfUnit[unit] = left
    this.topOfUnit[unit] = top
    const offset = this.offsetOfUnit[unit]
    const values = this.values.subarray(offset, offset + WINDOW_CELLS)
    values.fill(UNKNOWN)
    this.floodWindow(unit, values, left, top)
    return values[(y - top) * WINDOW_SIDE + x - left] !== UNKNOWN
  }

  /** The index of the route's cell closest to (x, y), searched near the unit's last index. */
  private progressAt(unit: number, x: number, y: number): number {
    const { width } = this.steps
    const route = this.routeOfUnit[unit]
    const known = this.progressOfUnit[unit]
    const end = Math.min(route.length, known + SEARCHED_CELLS)
    let best = known
    let bestApart = FAR
    for (let i = Math.max(0, known - WINDOW_SIDE); i < end; i++) {
      const routeY = (route[i] / width) | 0
      const apart = Math.max(Math.abs(routeY - y), Math.abs(route[i] - routeY * width - x))
      // Of two equally close cells the later wins: a unit off its route need not go back.
      if (apart > bestApart) continue
      best = i
      bestApart = apart
    }
    return best
  }

  /** Fills a window with the steps to the route and on along it: a flood whose seeds are the route's cells. */
  private floodWindow(unit: number, values: Uint16Array, left: number, top: number): void {
    const { steps, queue } = this
    const { width } = steps
    const route = this.routeOfUnit[unit]
    const isInside = (cell: number) => {
      const y = (cell / width) | 0
      return (y - top) >>> 0 < WINDOW_SIDE && (cell - y * width - left) >>> 0 < WINDOW_SIDE
    }
    const progress = this.progressOfUnit[unit]
    const origin = top * width + left
    let first = progress
    let last = progress
    while (last + 1 < route.length && isInside(route[last + 1])) last++
    while (first > 0 && isInside(route[first - 1])) first--
    this.baseOfUnit[unit] = route.length - 1 - last
    let head = 0
    let tail = 0
    for (let seed = last; head < tail || seed >= first; ) {
      const seedValue = last - seed
      // Seeds and queue are both in order of value: the lower of the two goes next.
      if (seed >= first && (head === tail || values[queue[head]] >= seedValue)) {
        const y = (route[seed] / width) | 0
        const at = (y - top) * WINDOW_SIDE + route[seed] - y * width - left
        seed--
        if (at < 0 || at >= WINDOW_CELLS || values[at] <= seedValue) continue
        values[at] = seedValue
        tail = this.spread(values, at, origin, tail)
      } else {
        tail = this.spread(values, queue[head++], origin, tail)
      }
    }
  }

  /** Sets the new neighbours of a window's cell and queues them. Returns the end of the queue. */
  private spread(values: Uint16Array, at: number, origin: number, tail: number): number {
    const { steps, queue } = this
    const value = values[at] + 1
    const row = (at / WINDOW_SIDE) | 0
    let legal = steps.legalOf(origin + row * (steps.width - WINDOW_SIDE) + at) & INSIDE_OF_WINDOW_CELL[at]
    for (; legal !== 0; legal &= legal - 1) {
      const next = at + WINDOW_DELTA[31 - Math.clz32(legal & -legal)]
      if (values[next] !== UNKNOWN) continue
      values[next] = value
      queue[tail++] = next
    }
    return tail
  }
}

/** The start of a window with `ahead` in its middle, moved so far that `own` is well inside. */
function startOfWindow(ahead: number, own: number, size: number): number {
  const near = Math.max(own - WINDOW_SIDE + MARGIN + 2, Math.min(ahead - (WINDOW_SIDE >> 1), own - MARGIN - 1))
  return Math.max(0, Math.min(near, size - WINDOW_SIDE))
}

/** What a step adds to the number of a window's cell, by direction. */
const WINDOW_DELTA = Int32Array.from(DX, (dx, direction) => DY[direction] * WINDOW_SIDE + dx)
/** The directions, as bits, that stay inside the window. */
const INSIDE_OF_WINDOW_CELL = Uint8Array.from({ length: WINDOW_CELLS }, (_, at) => {
  const x = at % WINDOW_SIDE
  const y = (at - x) / WINDOW_SIDE
  const isInside = (v: number) => v >= 0 && v < WINDOW_SIDE
  return DX.reduce((bits, dx, d) => bits | (isInside(x + dx) && isInside(y + DY[d]) ? 1 << d : 0), 0)
})

/** Fills `values` with the steps from each cell to the first `count` cells of `queue`. */
function flood(steps: Steps, values: Uint16Array, queue: Int32Array, count: number): void {
  const { deltaOfDirection } = steps
  for (let head = 0; head < count; head++) {
    const cell = queue[head]
    const value = values[cell] + 1
    let legal = steps.legalOf(cell)
    while (legal !== 0) {
      const next = cell + deltaOfDirection[31 - Math.clz32(legal & -legal)]
      legal &= legal - 1
      if (values[next] !== UNKNOWN) continue
      values[next] = value
      queue[count++] = next
    }
  }
}
