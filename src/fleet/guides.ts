/**
 * Guides: a way for each unit that avoids the ways of the others. A unit on its guide prefers the guide's next cell.
 * The idea is that of LaCAM's space utilization (Okumura, 2024).
 *
 * A guide is at most a few steps longer than the shortest way. Cell by cell and tick by tick, it meets the fewest other guides.
 * Units plan one after the other, then each once more. Guides are made where the table of all cells and ticks is small: they pay
 * where many units share few cells.
 */
import { Heap } from '../base/heap.ts'
import { NONE } from '../base/none.ts'
import { OPPOSITE } from '../map/movement.ts'
import type { Distances } from './distances.ts'
import type { Steps } from './legal-steps.ts'

/** Steps that a guide may take beyond the shortest way. */
export const DETOUR_STEPS_MAX = 4
/** No guides are made where the table of cells and ticks has more entries. */
export const GUIDE_STATES_MAX = 4e6

export class Guides {
  private readonly steps: Steps
  private readonly distances: Distances
  private readonly tickCount: number
  /** How many guides are on a cell at a tick, and how many go on from there in a direction. */
  private readonly onState: Uint8Array
  private readonly goingFromState: Uint8Array
  /** The tick from which a guide rests on each cell. */
  private readonly restsFrom: Int32Array
  private readonly guideOfUnit: Int32Array[] = []
  private readonly heap = new Heap()
  private readonly cameFrom: Int32Array
  private readonly meetingsOf: Int32Array
  private readonly stampOf: Int32Array
  private stamp = 0

  constructor(steps: Steps, distances: Distances, tickCount: number) {
    const states = tickCount * steps.cellCount
    this.steps = steps
    this.distances = distances
    this.tickCount = tickCount
    this.onState = new Uint8Array(states)
    this.goingFromState = new Uint8Array(states * 8)
    this.restsFrom = new Int32Array(steps.cellCount).fill(tickCount)
    this.cameFrom = new Int32Array(states)
    this.meetingsOf = new Int32Array(states)
    this.stampOf = new Int32Array(states)
  }

  /** Plans the guides of all units in this order. Returns, per unit, its cells from start to goal. */
  plan(cells: Int32Array, goals: Int32Array, order: Int32Array): Int32Array[] {
    const { guideOfUnit } = this
    for (const unit of [...order, ...order]) {
      if (guideOfUnit[unit] !== undefined) this.write(guideOfUnit[unit], -1)
      guideOfUnit[unit] = this.search(unit, cells[unit], goals[unit])
      this.write(guideOfUnit[unit], 1)
    }
    return guideOfUnit
  }

  /** Enters a guide into the tables, or with -1 takes it out. */
  private write(guide: Int32Array, by: 1 | -1): void {
    const { steps, onState, goingFromState, restsFrom, tickCount } = this
    for (let tick = 0; tick < guide.length; tick++) {
      const state = tick * steps.cellCount + guide[tick]
      onState[state] += by
      if (tick + 1 < guide.length) goingFromState[state * 8 + steps.directionTo(guide[tick], guide[tick + 1])] += by
    }
    restsFrom[guide[guide.length - 1]] = by > 0 ? guide.length : tickCount
  }

  /** The way of a unit that meets the fewest guides. */
  private search(unit: number, start: number, goal: number): Int32Array {
    const { steps, distances, heap, cameFrom, meetingsOf, stampOf, tickCount } = this
    const { cellCount, deltaOfDirection } = steps
    const stepsMax = Math.min(tickCount - 1, distances.from(unit, start) + DETOUR_STEPS_MAX)
    const stamp = ++this.stamp
    heap.clear()
    heap.push(0, start)
    stampOf[start] = stamp
    cameFrom[start] = NONE
    meetingsOf[start] = 0
    while (heap.size > 0) {
      const state = heap.pop()
      // A state improved while it waited comes out twice; the second time changes nothing.
      const tick = Math.floor(state / cellCount)
      const cell = state - tick * cellCount
      if (cell === goal) return this.wayTo(state, tick)
      for (let mask = steps.legalOf(cell); mask !== 0; mask &= mask - 1) {
        const direction = 31 - Math.clz32(mask & -mask)
        const next = cell + deltaOfDirection[direction]
        const length = tick + 1 + distances.from(unit, next)
        if (length > stepsMax) continue
        const nextState = state - cell + cellCount + next
        const meetings = meetingsOf[state] + this.meetingsAt(next, tick + 1, direction, next === goal)
        if (stampOf[nextState] === stamp && meetingsOf[nextState] <= meetings) continue
        stampOf[nextState] = stamp
        meetingsOf[nextState] = meetings
        cameFrom[nextState] = state
        heap.push((meetings * tickCount + length) * tickCount - tick, nextState)
      }
    }
    // Not reached: every unit has a way to its goal, and the shortest is short enough.
    return Int32Array.of(start)
  }

  /** How many guides are met by a step that reaches `cell` at `tick`. */
  private meetingsAt(cell: number, tick: number, direction: number, isLast: boolean): number {
    const { onState, goingFromState, restsFrom, tickCount } = this
    const { cellCount } = this.steps
    let meetings = onState[tick * cellCount + cell]
    meetings += goingFromState[((tick - 1) * cellCount + cell) * 8 + (direction ^ OPPOSITE)]
    if (restsFrom[cell] <= tick) meetings++
    if (isLast) for (let later = tick + 1; later < tickCount; later++) meetings += onState[later * cellCount + cell]
    return meetings
  }

  private wayTo(state: number, tick: number): Int32Array {
    const guide = new Int32Array(tick + 1)
    for (let at = state; at !== NONE; at = this.cameFrom[at]) guide[tick--] = at % this.steps.cellCount
    return guide
  }
}
