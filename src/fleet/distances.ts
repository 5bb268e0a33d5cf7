/**
 * How far each unit has to its goal, from any cell near it. A unit reads that from a window: a part of the map, filled
 * by a flood.
 *
 * - On a map of few cells a window covers the map.
 * - Units that get new goals for ever have windows that hold their goals too, filled with the costs of streets.
 * - On a larger map, or beyond the memory, a unit has a small window and a route to its goal. A cell of the window counts
 *   its steps to the last cell of the route inside the window, and on along the route. The window moves when its unit
 *   comes near its edge. A unit that was pushed off its route gets a new one, and so does one at the end of what was made
 *   of a long one.
 */
import { BucketRing } from '../base/bucket-ring.ts'
import { NONE } from '../base/none.ts'
import type { Finder } from '../find/finder.ts'
import { DX, DY, OPPOSITE } from '../map/movement.ts'
import type { Steps } from './legal-steps.ts'
import type { Streets } from './streets.ts'

/** More than any stored distance. */
export const FAR = 0x3fffffff
const UNKNOWN = 0xffff
/** A shortest way covers at most two thirds of the cells of a map, so its steps fit 16 bits. */
export const TABLE_CELLS_MAX = 98_000
/** How far a window of streets reaches beyond its unit and goal; twice as far where it holds no way between them. */
const BEYOND_CELLS = 12
const WINDOW_SIDE = 18
const WINDOW_CELLS = WINDOW_SIDE * WINDOW_SIDE
/** A unit this close to an edge of its window gets a new one: the planner looks two cells ahead. */
const MARGIN = 3
/** The middle of a new window lies this many cells ahead on the unit's route. */
const AHEAD_CELLS = 6
/** How many cells ahead on its route `progressAt` looks for a unit. */
const SEARCHED_CELLS = 96

/**
 * The cells that are made of a route, so that long ones take little time and memory. Of 16 units each gets more than the one
 * before, else all would need new routes in the same tick.
 */
const ROUTE_CELLS = 1024
const ROUTE_CELLS_APART = 64
const UNITS_APART = 16

/** What `frameOfUnit` holds of a window: its place, its size, and what to add to its values. */
const LEFT = 0
const TOP = 1
const WIDE = 2
const HIGH = 3
const BASE = 4
const FRAME = 8

export class Distances {
  private readonly steps: Steps
  private readonly finder: Finder
  private readonly streets: Streets | null
  /** Whether all windows cover the map. */
  hasTables: boolean
  private readonly frameOfUnit: Int32Array
  private readonly valuesOfUnit: Uint16Array[]
  private readonly goalOfUnit: Int32Array
  private queue: Int32Array
  private readonly ring = new BucketRing()
  /** Memory left for windows of streets. */
  private bytesLeft: number
  /** The cells of each unit's route, null without one; how many steps follow them; and how far along it the unit is. */
  private readonly routeOfUnit: (Int32Array | null)[]
  private readonly beyondRouteOfUnit: Int32Array
  private readonly progressOfUnit: Int32Array

  constructor(steps: Steps, finder: Finder, unitCount: number, memoryBytes: number, streets: Streets | null) {
    const { cellCount } = steps
    this.steps = steps
    this.finder = finder
    this.streets = streets
    this.bytesLeft = memoryBytes
    this.frameOfUnit = new Int32Array(unitCount * FRAME)
    this.valuesOfUnit = new Array(unitCount).fill(new Uint16Array(0))
    this.goalOfUnit = new Int32Array(unitCount).fill(NONE)
    this.hasTables = this.fitsTables(memoryBytes)
    this.queue = new Int32Array(this.hasTables ? cellCount : WINDOW_CELLS)
    this.routeOfUnit = new Array(unitCount).fill(null)
    this.beyondRouteOfUnit = new Int32Array(unitCount)
    this.progressOfUnit = new Int32Array(unitCount)
  }

  private fitsTables(memoryBytes: number): boolean {
    const { streets, steps, goalOfUnit } = this
    const { cellCount } = steps
    return streets === null && cellCount <= TABLE_CELLS_MAX && goalOfUnit.length * cellCount * 2 <= memoryBytes
  }

  /** Gives all units windows that cover the map, where those fit. */
  widen(memoryBytes: number): void {
    if (this.hasTables || !this.fitsTables(memoryBytes)) return
    this.hasTables = true
    this.routeOfUnit.fill(null)
    this.queue = new Int32Array(this.steps.cellCount)
    for (let unit = 0; unit < this.goalOfUnit.length; unit++) this.tabulate(unit)
  }

  /** Gives a unit that stands on `cell` another goal, which it can reach. */
  aim(unit: number, cell: number, goal: number): void {
    const old = this.goalOfUnit[unit]
    this.goalOfUnit[unit] = goal
    if (this.hasTables) this.tabulate(unit)
    else if (this.streets === null || !this.cover(unit, cell, this.streets)) {
      // First windows last for 2 to 11 steps; else the windows of all units would move in the same tick.
      this.lead(unit, cell, old === NONE ? ((unit % 10) - 4) / AHEAD_CELLS : 1)
    }
  }

  /** Moves the windows of all units along with them. */
  followAll(cells: Int32Array): void {
    if (this.hasTables) return
    for (let unit = 0; unit < cells.length; unit++) this.follow(unit, cells[unit])
  }

  private follow(unit: number, cell: number): void {
    const { width } = this.steps
    const y = (cell / width) | 0
    const x = cell - y * width
    if (this.routeOfUnit[unit] === null) {
      if (this.at(unit, x, y) === FAR) this.aim(unit, cell, this.goalOfUnit[unit])
      return
    }
    const dx = x - this.frameOfUnit[unit * FRAME + LEFT]
    const dy = y - this.frameOfUnit[unit * FRAME + TOP]
    const isInside = dx >= MARGIN && dy >= MARGIN && dx < WINDOW_SIDE - MARGIN && dy < WINDOW_SIDE - MARGIN
    if (isInside && this.valuesOfUnit[unit][dy * WINDOW_SIDE + dx] !== UNKNOWN) return
    if (!this.place(unit, cell)) this.lead(unit, cell)
  }

  /** How far it is from a cell to the unit's goal. */
  from(unit: number, cell: number): number {
    const { width } = this.steps
    return this.at(unit, cell % width, (cell / width) | 0)
  }

  /** How far it is from (x, y) to the unit's goal; FAR where its window does not reach. */
  at(unit: number, x: number, y: number): number {
    const { frameOfUnit } = this
    const frame = unit * FRAME
    const wide = frameOfUnit[frame + WIDE]
    const dx = x - frameOfUnit[frame + LEFT]
    const dy = y - frameOfUnit[frame + TOP]
    if (dx < 0 || dy < 0 || dx >= wide || dy >= frameOfUnit[frame + HIGH]) return FAR
    const value = this.valuesOfUnit[unit][dy * wide + dx]
    return value === UNKNOWN ? FAR : value + frameOfUnit[frame + BASE]
  }

  /** Gives a unit a window that covers the map. */
  private tabulate(unit: number): void {
    const { width, height, cellCount } = this.steps
    const values = new Uint16Array(cellCount)
    this.flood(values, this.goalOfUnit[unit])
    this.setWindow(unit, [0, 0, width, height, 0], values)
  }

  private setWindow(unit: number, frame: readonly number[], values: Uint16Array): void {
    this.frameOfUnit.set(frame, unit * FRAME)
    this.valuesOfUnit[unit] = values
  }

  /** Gives a unit on `cell` a window of streets around itself and its goal. False where memory or 16 bits do not suffice. */
  private cover(unit: number, cell: number, streets: Streets): boolean {
    const { width, height } = this.steps
    const goal = this.goalOfUnit[unit]
    const y = (cell / width) | 0
    const x = cell - y * width
    const goalY = (goal / width) | 0
    const goalX = goal - goalY * width
    if (this.routeOfUnit[unit] === null) this.bytesLeft += this.valuesOfUnit[unit].byteLength
    for (let beyond = BEYOND_CELLS; ; beyond *= 2) {
      const left = Math.max(0, Math.min(x, goalX) - beyond)
      const top = Math.max(0, Math.min(y, goalY) - beyond)
      const wide = Math.min(width, Math.max(x, goalX) + beyond + 1) - left
      const high = Math.min(height, Math.max(y, goalY) + beyond + 1) - top
      if (2 * wide * high > this.bytesLeft) return false
      const values = new Uint16Array(wide * high)
      this.setWindow(unit, [left, top, wide, high, 0], values)
      this.floodStreets(unit, goal, streets)
      const isReached = values[(y - top) * wide + x - left] !== UNKNOWN
      if (!isReached && wide * high < width * height) continue
      // A way through the whole map costs more than 16 bits hold.
      if (!isReached) return false
      this.bytesLeft -= values.byteLength
      this.routeOfUnit[unit] = null
      return true
    }
  }

  /** Gives a unit a new route from `cell`, and a window on it. */
  private lead(unit: number, cell: number, aheadShare = 1): void {
    const { width } = this.steps
    const goal = this.goalOfUnit[unit]
    const point = (of: number) => ({ x: of % width, y: (of / width) | 0 })
    const found = this.finder.find(point(cell), point(goal), { quality: 'fast' })
    const pairs = found.head(ROUTE_CELLS + (unit % UNITS_APART) * ROUTE_CELLS_APART)
    const route = new Int32Array(pairs.length >> 1)
    for (let i = 0; i < route.length; i++) route[i] = pairs[2 * i + 1] * width + pairs[2 * i]
    this.routeOfUnit[unit] = route
    // At most, as a step costs at least 1; and at least the step to the goal.
    const beyond = Math.max(1, Math.min(FAR >> 1, Math.ceil(found.estimate) + 1 - route.length))
    this.beyondRouteOfUnit[unit] = route.at(-1) === goal ? 0 : beyond
    this.progressOfUnit[unit] = 0
    this.place(unit, cell, aheadShare)
  }

  /**
   * Puts the unit's window around a cell ahead of `cell`. Returns false near the end of the route's known cells, and where no way
   * in the window leads from `cell` to the route. A share below 0 puts the middle behind the unit.
   */
  private place(unit: number, cell: number, aheadShare = 1): boolean {
    const { width, height } = this.steps
    const y = (cell / width) | 0
    const x = cell - y * width
    const progress = this.progressAt(unit, x, y)
    this.progressOfUnit[unit] = progress
    // Around a cell ahead, so that the unit walks through most of the window before it needs another one.
    const route = this.routeOfUnit[unit]!
    const ahead = route[Math.min(progress + AHEAD_CELLS, route.length - 1)]
    const aheadY = (ahead / width) | 0
    const aheadX = ahead - aheadY * width
    const left = startOfWindow(x + Math.round((aheadX - x) * aheadShare), x, width)
    const top = startOfWindow(y + Math.round((aheadY - y) * aheadShare), y, height)
    let last = progress
    while (last + 1 < route.length && this.indexInWindow(route[last + 1], left, top) !== NONE) last++
    const old = this.valuesOfUnit[unit]
    const values = old.length === WINDOW_CELLS ? old : new Uint16Array(WINDOW_CELLS)
    const beyond = this.beyondRouteOfUnit[unit]
    if (last === route.length - 1 && beyond > 0) return false
    const base = route.length - 1 - last + beyond
    this.setWindow(unit, [left, top, WINDOW_SIDE, WINDOW_SIDE, base], values)
    this.floodWindow(values, this.indexInWindow(route[last], left, top), top * width + left)
    return values[(y - top) * WINDOW_SIDE + x - left] !== UNKNOWN
  }

  /** The index of the route's cell closest to (x, y), searched near the unit's last index. */
  private progressAt(unit: number, x: number, y: number): number {
    const { width } = this.steps
    const route = this.routeOfUnit[unit]!
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

  /** The index of a cell in a small window; NONE outside it. */
  private indexInWindow(cell: number, left: number, top: number): number {
    const { width } = this.steps
    const y = (cell / width) | 0
    const dx = cell - y * width - left
    const dy = y - top
    const isInside = dx >= 0 && dy >= 0 && dx < WINDOW_SIDE && dy < WINDOW_SIDE
    return isInside ? dy * WINDOW_SIDE + dx : NONE
  }

  /** Fills a table of all cells with the steps to the goal. */
  private flood(values: Uint16Array, goal: number): void {
    const { steps, queue } = this
    const { deltaOfDirection } = steps
    values.fill(UNKNOWN)
    values[goal] = 0
    queue[0] = goal
    for (let head = 0, tail = 1; head < tail; head++) {
      const cell = queue[head]
      const value = values[cell] + 1
      for (let legal = steps.legalOf(cell); legal !== 0; legal &= legal - 1) {
        const next = cell + deltaOfDirection[31 - Math.clz32(legal & -legal)]
        if (values[next] !== UNKNOWN) continue
        values[next] = value
        queue[tail++] = next
      }
    }
  }

  /** Fills a small window, whose first cell is `origin`, with the steps to the cell of index `seed`, if there is one. */
  private floodWindow(values: Uint16Array, seed: number, origin: number): void {
    const { steps, queue } = this
    const skipped = steps.width - WINDOW_SIDE
    values.fill(UNKNOWN)
    if (seed === NONE) return
    values[seed] = 0
    queue[0] = seed
    for (let head = 0, tail = 1; head < tail; head++) {
      const at = queue[head]
      const value = values[at] + 1
      let legal = steps.legalOf(origin + ((at / WINDOW_SIDE) | 0) * skipped + at) & INSIDE_OF_WINDOW_CELL[at]
      for (; legal !== 0; legal &= legal - 1) {
        const next = at + WINDOW_DELTA[31 - Math.clz32(legal & -legal)]
        if (values[next] !== UNKNOWN) continue
        values[next] = value
        queue[tail++] = next
      }
    }
  }

  /** Fills a unit's window with the costs of the ways inside it to the goal. */
  private floodStreets(unit: number, goal: number, streets: Streets): void {
    const { steps, ring } = this
    const [left, top, wide, high] = this.frameOfUnit.subarray(unit * FRAME)
    const values = this.valuesOfUnit[unit]
    const { width, deltaOfDirection } = steps
    values.fill(UNKNOWN)
    const indexOf = (cell: number) => (((cell / width) | 0) - top) * wide + (cell % width) - left
    values[indexOf(goal)] = 0
    ring.restart(0, 1)
    ring.push(0, goal)
    for (let cell = ring.pop(NONE); cell !== NONE; cell = ring.pop(NONE)) {
      const y = (cell / width) | 0
      const x = cell - y * width
      const at = (y - top) * wide + x - left
      for (let legal = steps.legalOf(cell); legal !== 0; legal &= legal - 1) {
        const direction = 31 - Math.clz32(legal & -legal)
        const [dx, dy] = [x + DX[direction] - left, y + DY[direction] - top]
        if (dx < 0 || dy < 0 || dx >= wide || dy >= high) continue
        const next = cell + deltaOfDirection[direction]
        const value = values[at] + streets.costOf(next, direction ^ OPPOSITE, cell)
        if (values[dy * wide + dx] <= value || value >= UNKNOWN) continue
        values[dy * wide + dx] = value
        ring.push(value, next)
      }
    }
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
