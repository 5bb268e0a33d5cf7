/**
 * Units that may never touch. Every tick each unit stays or goes to a neighbouring cell. No two are in one cell, no two swap, and
 * no two diagonal steps cross. Where units stop coming closer to their goals, a complete search takes over. It leads all of them
 * there, or proves that no order of moves can.
 */
import type { Point } from '../base/answer.ts'
import { type AllOf, checkValue, optionsOf, refuse } from '../base/given.ts'
import { CALLBACK, number, whole } from '../base/kinds.ts'
import { NONE } from '../base/none.ts'
import { Random } from '../base/random.ts'
import type { Atlas } from '../find/atlas.ts'
import { Distances, TABLE_CELLS_MAX } from './distances.ts'
import { checkGoal, checkUnits } from './given-units.ts'
import { DETOUR_STEPS_MAX, GUIDE_STATES_MAX, Guides } from './guides.ts'
import { Steps } from './legal-steps.ts'
import { Refinement } from './refinement.ts'
import { FleetSearch, orderAfter } from './search.ts'
import { Streets } from './streets.ts'
import { TickPlanner } from './tick-planner.ts'

export interface FleetOptions {
  /** Where each unit stands: different cells. */
  readonly starts: readonly Point[]
  /** Where each unit goes: different cells, each on the island of its unit. */
  readonly goals: readonly Point[]
  /**
   * The next goal of a unit that stands on its goal, for units that go on for ever; null lets it rest. Units may then
   * have one goal in common.
   */
  readonly nextGoal?: (unit: number) => Point | null
  /** Which of the atlas's travellers the units are. */
  readonly traveller?: string
  /** Decides between equally good moves: 1 unless given. */
  readonly seed?: number
  /**
   * Memory for the distances to all goals; beyond it each unit has only those near it. 512 MB unless given. The complete
   * search takes so much whatever is given: it hardly finds a plan by near distances.
   */
  readonly memoryBytes?: number
}

const FLEET_OPTIONS = {
  starts: true,
  goals: true,
  nextGoal: CALLBACK,
  traveller: true,
  seed: whole(),
  memoryBytes: number(0, Infinity),
} as const satisfies AllOf<FleetOptions>

/**
 * 'done': all units stand at their goals. 'stuck': a complete search has proven that they cannot all get there; they stand still
 * until one gets another goal.
 */
export type FleetStatus = 'moving' | 'done' | 'stuck'

export interface FleetStats {
  readonly status: FleetStatus
  readonly ticks: number
  /** Units that stand on their goals. */
  readonly arrived: number
  /** Goals reached so far after which `nextGoal` gave a new one. */
  readonly goalsReached: number
  /** Ticks that each unit took until it stood on its goal for good, summed up. */
  readonly sumOfCosts: number
  /** How often the complete search was needed. */
  readonly searches: number
}

const MEMORY_BYTES = 512e6
/**
 * How long units that get new goals for ever keep one order. With one order for ever the last units never arrive and jams
 * grow. With another order in each tick two units that meet in a passage push each other to and fro.
 */
const REORDER_TICKS = 32
/** Ticks without fewer steps left in all, after which the guides are dropped, then the search starts. */
const STALL_TICKS = 24
/** What one tick of a search may take: calls of the planner times units. */
const MOVES_A_SEARCHED_TICK = 1e6
/** The same for a plan of all ticks, where a call of the planner counts as some moves more. */
const PLANNED_MOVES_MAX = 2e6
const MOVES_A_CALL = 100
/** Ticks of the first search. Each later one, from the units' new places, may take twice as many. */
const SEARCH_TICKS = 8

/** Plans after which the engine has compiled what a tick needs. */
const WARM_UP_PLANS = 4

export class Fleet {
  /** Where each unit is. Read them; a tick changes them. */
  readonly x: Int32Array
  readonly y: Int32Array
  private readonly steps: Steps
  private readonly planner: TickPlanner
  private readonly distances: Distances
  private readonly streets: Streets | null
  private readonly nextGoal: ((unit: number) => Point | null) | null
  private readonly atlas: Atlas
  private readonly seed: number
  private readonly random: Random
  private readonly goals: Int32Array
  private cells: Int32Array
  private next: Int32Array
  private order: Int32Array
  private readonly arrivedAtTick: Int32Array
  private ticks = 0
  private arrived = 0
  private goalsReached = 0
  private searches = 0
  private searchTicksLeft = 0
  private search: FleetSearch | null = null
  private plan: Int32Array[] = []
  private isStuck = false
  private leastRest = Infinity
  private leastAtTick = 0

  constructor(atlas: Atlas, options: FleetOptions) {
    const { starts, goals, nextGoal, traveller, ...given } = optionsOf(options, FLEET_OPTIONS)
    const { seed = 1, memoryBytes = MEMORY_BYTES } = given
    if (typeof atlas?.finder !== 'function' || !('terrain' in atlas)) {
      refuse('A fleet moves on an atlas or a snapshot: openAtlas(bytes) or live.snapshot().')
    }
    this.atlas = traveller === undefined ? atlas : atlas.as(traveller)
    checkUnits(this.atlas, starts, goals, nextGoal !== undefined)
    this.nextGoal = nextGoal ?? null
    this.seed = seed
    this.random = new Random(seed)
    this.steps = new Steps(this.atlas.terrain)
    const count = starts!.length
    this.cells = Int32Array.from(starts!, start => this.cellOf(start))
    this.next = new Int32Array(count)
    this.goals = Int32Array.from(goals!, goal => this.cellOf(goal))
    this.x = new Int32Array(count)
    this.y = new Int32Array(count)
    this.arrivedAtTick = new Int32Array(count)
    const hasStreets = this.nextGoal !== null && this.steps.cellCount <= TABLE_CELLS_MAX
    this.streets = hasStreets ? new Streets(this.steps) : null
    this.distances = new Distances(this.steps, this.atlas.finder(), count, memoryBytes, this.streets)
    this.planner = new TickPlanner(this.steps, this.distances, this.goals)
    for (let unit = 0; unit < count; unit++) this.distances.aim(unit, this.cells[unit], this.goals[unit])
    this.order = this.firstOrder()
    this.settle(this.cells)
    if (this.nextGoal === null) this.guide()
    // These plans are dropped: they warm up, so that the first ticks in a game are no slower than others.
    for (let i = 0; i < WARM_UP_PLANS; i++) this.planned()
  }

  /** Plans guides that spread the units over the map, where the map is small enough. */
  private guide(): void {
    const { steps, distances, planner, cells, goals, order } = this
    const longest = order.length > 0 ? distances.from(order[0], cells[order[0]]) : 0
    const tickCount = longest + DETOUR_STEPS_MAX + 1
    if (!distances.hasTables || tickCount * steps.cellCount > GUIDE_STATES_MAX) return
    planner.follow(new Guides(steps, distances, tickCount).plan(cells, goals, order))
  }

  get count(): number {
    return this.cells.length
  }

  /** Whether every unit stands on its goal. */
  get isDone(): boolean {
    return this.arrived === this.count
  }

  get status(): FleetStatus {
    return this.isDone ? 'done' : this.isStuck ? 'stuck' : 'moving'
  }

  goalOf(unit: number): Point {
    this.checkUnit(unit)
    return this.pointOf(this.goals[unit])
  }

  /** Gives a unit another goal, at any time. */
  setGoal(unit: number, goal: Point): void {
    this.checkUnit(unit)
    checkGoal(this.atlas, unit, this.pointOf(this.cells[unit]), goal)
    const cell = this.cellOf(goal)
    if (this.nextGoal === null) {
      const other = this.goals.indexOf(cell)
      if (other >= 0 && other !== unit) refuse(`Units ${other} and ${unit} have the same goal: ${goal.x},${goal.y}.`)
    }
    if (this.cells[unit] === this.goals[unit]) this.arrived--
    if (this.cells[unit] === cell) this.arrived++
    this.goals[unit] = cell
    this.distances.aim(unit, this.cells[unit], cell)
    this.planner.follow([])
    this.search = null
    this.plan = []
    this.isStuck = false
    this.leastRest = Infinity
    this.leastAtTick = this.ticks
  }

  /** Moves every unit by at most one step. Returns how many moved. */
  tick(): number {
    this.ticks++
    const places = this.plan.shift() ?? this.searched() ?? (this.isStuck ? this.cells : this.planned())
    const moved = this.settle(places)
    if (this.nextGoal !== null) this.giveGoals()
    this.watchProgress()
    return moved
  }

  /**
   * Plans all ticks until every unit stands on its goal, then makes the plan cheaper. It searches `wayCount` ways anew, a few at
   * a time, around those of other units. The next ticks follow the plan. Another call goes on with it. Returns by how many ticks
   * all ways from here become shorter. Nothing happens where no plan is found soon, or where the tables of steps to all goals do
   * not fit in `memoryBytes`.
   */
  refine(wayCount: number): number {
    checkValue(wayCount, whole(0), 'wayCount')
    if (this.nextGoal !== null) refuse('Units that get new goals for ever have no plan to refine.')
    if (!this.distances.hasTables || this.isDone || this.isStuck) return 0
    if (this.plan.length === 0) {
      // A search that goes on over ticks stays. One begun here must find a plan at once, or all stays as it was.
      const search = this.search ?? this.newSearch()
      const tries = Math.ceil(PLANNED_MOVES_MAX / (this.count + MOVES_A_CALL))
      if (search.run(tries) !== 'searching') this.endSearch(search)
    }
    if (this.plan.length === 0) return 0
    const refinement = new Refinement(this.steps, this.distances, this.goals, [this.cells, ...this.plan], this.random)
    const saved = refinement.run(wayCount)
    this.plan = refinement.places()
    return saved
  }

  stats(): FleetStats {
    let sumOfCosts = 0
    for (let unit = 0; unit < this.count; unit++) {
      sumOfCosts += this.cells[unit] === this.goals[unit] ? this.arrivedAtTick[unit] : this.ticks
    }
    const { status, ticks, arrived, goalsReached, searches } = this
    return { status, ticks, arrived, goalsReached, sumOfCosts, searches }
  }

  /** A tick made by the planner. */
  private planned(): Int32Array {
    const { cells, goals, next } = this
    this.distances.followAll(cells)
    this.order = orderAfter(this.order, cells, goals)
    next.fill(NONE)
    this.planner.plan(cells, next, this.order, this.ticks * 0x10001 + this.seed)
    return next
  }

  /** Goes on with a search: units wait until it ends, then its plan begins. Null without a search, or if it gave up. */
  private searched(): Int32Array | null {
    const { search } = this
    if (search === null) return null
    const isOpen = search.run(Math.ceil(MOVES_A_SEARCHED_TICK / this.count)) === 'searching'
    if (isOpen && --this.searchTicksLeft > 0) return this.cells
    this.endSearch(search)
    return this.plan.shift() ?? null
  }

  private endSearch(search: FleetSearch): void {
    this.isStuck = search.status === 'none'
    this.plan = search.plan()
    this.search = null
  }

  /** Takes the places of a tick. Returns how many units moved. */
  private settle(places: Int32Array): number {
    const { x, y, goals, cells } = this
    const { width } = this.steps
    this.streets?.count(cells, places)
    let moved = 0
    this.arrived = 0
    for (let unit = 0; unit < places.length; unit++) {
      const cell = places[unit]
      const isArrived = cell === goals[unit]
      if (isArrived) this.arrived++
      if (cell !== cells[unit]) {
        moved++
        if (isArrived) this.arrivedAtTick[unit] = this.ticks
      }
      y[unit] = (cell / width) | 0
      x[unit] = cell - y[unit] * width
    }
    if (places === this.next) this.next = this.cells
    this.cells = places
    return moved
  }

  private giveGoals(): void {
    for (let unit = 0; unit < this.count; unit++) {
      if (this.cells[unit] !== this.goals[unit]) continue
      const goal = this.nextGoal!(unit)
      if (goal === null) continue
      this.setGoal(unit, goal)
      this.goalsReached++
    }
    if (this.ticks % REORDER_TICKS === 0) this.random.shuffle(this.order)
  }

  /** Drops the guides, or starts the search, where the units have not come closer to their goals for long. */
  private watchProgress(): void {
    if (this.nextGoal !== null || this.isDone || this.isStuck || this.search !== null || this.plan.length > 0) return
    let rest = 0
    for (let unit = 0; unit < this.count; unit++) rest += this.distances.from(unit, this.cells[unit])
    if (rest < this.leastRest) {
      this.leastRest = rest
      this.leastAtTick = this.ticks
    } else if (this.ticks - this.leastAtTick >= STALL_TICKS) {
      this.leastAtTick = this.ticks
      const wasGuided = this.planner.follow([])
      if (!wasGuided) this.startSearch()
    }
  }

  private startSearch(): void {
    this.searchTicksLeft = SEARCH_TICKS << Math.min(this.searches++, 16)
    this.search = this.newSearch()
    this.leastRest = Infinity
  }

  private newSearch(): FleetSearch {
    const { steps, planner, cells, order, goals, distances } = this
    distances.widen(MEMORY_BYTES)
    return new FleetSearch(steps, planner, { cells, order }, goals, distances)
  }

  /** Units with the longest way first. */
  private firstOrder(): Int32Array {
    const restOf = this.cells.map((cell, unit) => this.distances.from(unit, cell))
    return Int32Array.from(this.cells.keys()).sort((a, b) => restOf[b] - restOf[a] || a - b)
  }

  private cellOf({ x, y }: Point): number {
    return y * this.steps.width + x
  }

  private pointOf(cell: number): Point {
    const y = Math.floor(cell / this.steps.width)
    return { x: cell - y * this.steps.width, y }
  }

  private checkUnit(unit: number): void {
    if (Number.isInteger(unit) && unit >= 0 && unit < this.count) return
    refuse(`There is no unit ${unit}: this fleet has 0 to ${this.count - 1}.`)
  }
}
