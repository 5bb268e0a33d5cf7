/**
 * Walks the way by a hub step by step: from the start to an entry of its region, to the hub, to the goal. Rows name the hops
 * from an entry to a hub. So the second half is read from the goal's side and walked backwards.
 */
import { type AnyCrossing, reversed } from '../atlas/crossing.ts'
import type { Hubs } from '../atlas/hub-costs.ts'
import { CROSSING_WORD, ENTRY_WORD, HALF_BITS, HALF_MASK, placeOfHub, STEP_WORDS } from '../atlas/hubs.ts'
import {
  crossingAt,
  firstSlotOf,
  hold,
  isSearched,
  type LevelGraph,
  pairUnits,
  shiftOf,
  slotOfEntry,
  TABLE_SEARCHED,
  UNITS_OF_SHIFT,
  wayKindOf,
} from '../atlas/level-graph.ts'
import { doubled } from '../base/growing.ts'
import type { Entry, IdColumn, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { LOCAL_WORDS, type LocalWay } from './local-tree.ts'
import type { BestSteps, RouteSteps } from './steps.ts'

/** Stands for the cost of two steps that were made one. */
const NOT_SUMMED = -1

/** A region that an end knows, and the costs from the end to its entries. */
export interface EndCosts {
  readonly region: Region
  /** By slot. */
  readonly units: readonly number[]
}

/** A way from the start by `out` to the hub, if there is one, and by `home` to the goal. */
export interface HubWay {
  readonly start: EndCosts
  readonly out: LocalWay
  readonly goal: EndCosts
  readonly home: LocalWay
  readonly hub: number
}

/** The steps of such a way. They are walked when they are first needed: of many routes only the cost is. */
export class StepsByHub implements RouteSteps {
  readonly #walk: HubWalk
  readonly #way: HubWay
  #steps: RouteSteps | null = null

  constructor(walk: HubWalk, way: HubWay) {
    this.#walk = walk
    this.#way = way
  }

  get crossingOfStep() {
    return this.steps.crossingOfStep
  }

  get entryOfStep() {
    return this.steps.entryOfStep
  }

  get regionOfStep() {
    return this.steps.regionOfStep
  }

  get levelOfStep() {
    return this.steps.levelOfStep
  }

  get best() {
    return this.steps.best
  }

  private get steps(): RouteSteps {
    this.#steps ??= this.#walk.along(this.#way)!
    return this.#steps
  }
}

export class HubWalk {
  private readonly levelZero: LevelGraph
  private readonly hubs: Hubs
  private stepCount = 0
  /** Each step's region, the slots by which the step enters and leaves it, and its cost. */
  private regionOfStep: IdColumn<Region> = new Int32Array(512)
  private slotBeforeStep = new Int32Array(512)
  private slotOfStep = new Int32Array(512)
  private unitsOfStep = new Float64Array(512)
  /** The entry by which it leaves the region, and that entry's crossing. */
  private entryOfStep: IdColumn<Entry> = new Int32Array(512)
  private crossingOfStep = new Int32Array(512)
  private units = 0
  private searchedMax = 0
  /** The hops from the start to the hub, and those from the goal. The lists only grow: shortening one frees its memory. */
  private readonly hopsThere: number[] = []
  private readonly hopsBack: number[] = []

  constructor(levelZero: LevelGraph, hubs: Hubs) {
    this.levelZero = levelZero
    this.hubs = hubs
  }

  /** Null where the way meets inside a region that both ends know: then it has no steps. */
  along({ start, out, goal, home, hub }: HubWay): RouteSteps | null {
    this.stepCount = 0
    this.searchedMax = 0
    const last = out.length - LOCAL_WORDS
    for (let at = last; at >= 0; at -= LOCAL_WORDS)
      this.pushLocal(out[at + 1], out[Math.min(at + LOCAL_WORDS, last)], out[at])
    if (hub !== NONE) this.throughHub(out[0], home[0], hub)
    for (let at = 0; at + LOCAL_WORDS < home.length; at += LOCAL_WORDS)
      this.pushLocal(home[at + 1], home[at], home[at + LOCAL_WORDS])
    this.sumUp(start, goal)
    return this.stepCount > 0 ? this.taken() : null
  }

  /** A copy of the steps. */
  private taken(): RouteSteps & { best: BestSteps } {
    const { stepCount, units, searchedMax } = this
    const columns = new Int32Array(4 * stepCount)
    return {
      crossingOfStep: ownColumn(this.crossingOfStep, columns, 2, stepCount),
      entryOfStep: ownColumn(this.entryOfStep, columns, 1, stepCount),
      regionOfStep: ownColumn(this.regionOfStep, columns, 0, stepCount),
      levelOfStep: new Uint8Array(stepCount),
      best: {
        slotOfStep: ownColumn(this.slotOfStep, columns, 3, stepCount),
        unitsOfStep: this.unitsOfStep.slice(0, stepCount),
        units,
        searchedMax,
      },
    }
  }

  /** Walks the hops from two entries to a hub. Both are looked up in turns, so that one waits for memory while the other does. */
  private throughHub(from: Entry, to: Entry, hub: number): void {
    const { hubs, hopsThere, hopsBack } = this
    let there = placeOfHub(hubs, from, hub)
    let back = placeOfHub(hubs, to, hub)
    hubs.layOut(from, there)
    hubs.layOut(to, back)
    let countThere = 0
    let countBack = 0
    for (let hop = hubs.hopTo(there), hopBack = hubs.hopTo(back); hop !== 0 || hopBack !== 0; ) {
      if (hop !== 0) {
        hopsThere[countThere++] = hop
        there = hubs.placeAfter(there)
        hop = hubs.hopTo(there)
      }
      if (hopBack !== 0) {
        hopsBack[countBack++] = hopBack
        back = hubs.placeAfter(back)
        hopBack = hubs.hopTo(back)
      }
    }
    hold(there === back, 'hubs')
    for (let i = 0; i < countThere; i++) this.hop(hopsThere[i])
    for (let i = countBack - 1; i >= 0; i--) this.hop(hopsBack[i] ^ 1)
  }

  private pushLocal(region: Region, entryBefore: Entry, entry: Entry): void {
    const { levelZero } = this
    if (isSearched(levelZero, region)) this.searchedMax++
    const slot = slotOfEntry(levelZero, region, entry)
    const crossing = crossingAt(levelZero, firstSlotOf(levelZero, region) + slot)
    this.push(region, slotOfEntry(levelZero, region, entryBefore), slot, NOT_SUMMED, entry, crossing)
  }

  private hop(directed: number): void {
    const { hops } = this.hubs
    const { steps } = hops
    const first = directed >> 1
    const isForward = (directed & 1) === 0
    const count = hops.countAt(first)
    for (let i = 0; i < count; i++) {
      const at = first + STEP_WORDS * (isForward ? i : count - 1 - i)
      const low = steps[at + 1] & HALF_MASK
      const high = steps[at + 1] >>> HALF_BITS
      const head = steps[at + 2] >>> HALF_BITS
      const units = (steps[at + 2] & HALF_MASK) * UNITS_OF_SHIFT[shiftOf(head)]
      if (wayKindOf(head) === TABLE_SEARCHED) this.searchedMax++
      // Backwards, a step is left where it was entered. The step before has that crossing, seen from its own side.
      const left = isForward ? at : at - STEP_WORDS
      const crossing = steps[left + CROSSING_WORD] as AnyCrossing
      this.push(
        steps[at],
        isForward ? low : high,
        isForward ? high : low,
        units,
        steps[left + ENTRY_WORD],
        isForward ? crossing : reversed(crossing),
      )
    }
  }

  /** Sums up the costs of the steps. */
  private sumUp(start: EndCosts, goal: EndCosts): void {
    const { levelZero, regionOfStep, slotOfStep, slotBeforeStep, unitsOfStep } = this
    while (this.stepCount > 0 && regionOfStep[this.stepCount - 1] === goal.region) this.stepCount--
    const { stepCount } = this
    if (stepCount === 0) return
    let units = start.units[slotOfStep[0]]
    unitsOfStep[0] = units
    for (let step = 1; step < stepCount; step++) {
      const isSummed = unitsOfStep[step] !== NOT_SUMMED
      units += isSummed
        ? unitsOfStep[step]
        : pairUnits(levelZero, regionOfStep[step], slotBeforeStep[step], slotOfStep[step])
      unitsOfStep[step] = units
    }
    this.units = units + goal.units[slotOfEntry(levelZero, goal.region, this.entryOfStep[stepCount - 1])]
  }

  /** Adds a step. Costs are rounded, so a way may only touch an entry: two steps through one region become one, or none. */
  private push(
    region: Region,
    slotBefore: number,
    slot: number,
    units: number,
    entry: Entry,
    crossing: AnyCrossing,
  ): void {
    let { stepCount } = this
    if (stepCount > 0 && this.regionOfStep[stepCount - 1] === region) {
      slotBefore = this.slotBeforeStep[--stepCount]
      units = NOT_SUMMED
    }
    if (stepCount === this.regionOfStep.length) this.makeRoom()
    this.regionOfStep[stepCount] = region
    this.slotBeforeStep[stepCount] = slotBefore
    this.slotOfStep[stepCount] = slot
    this.unitsOfStep[stepCount] = units
    this.entryOfStep[stepCount] = entry
    this.crossingOfStep[stepCount] = crossing
    this.stepCount = slotBefore === slot && stepCount > 0 ? stepCount : stepCount + 1
  }

  private makeRoom(): void {
    this.regionOfStep = doubled(this.regionOfStep)
    this.slotBeforeStep = doubled(this.slotBeforeStep)
    this.slotOfStep = doubled(this.slotOfStep)
    this.unitsOfStep = doubled(this.unitsOfStep)
    this.entryOfStep = doubled(this.entryOfStep)
    this.crossingOfStep = doubled(this.crossingOfStep)
  }
}

/** Copies the first numbers of a column to place `at` of `columns`: one allocation takes a fraction of the time of many. */
function ownColumn(column: Int32Array, columns: Int32Array, at: number, count: number): Int32Array {
  const first = at * count
  for (let i = 0; i < count; i++) columns[first + i] = column[i]
  return columns.subarray(first, first + count)
}
