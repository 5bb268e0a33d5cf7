/**
 * Makes the plan of a whole fleet cheaper. It takes the ways of a few units out, and searches each anew around all others. New
 * ways stay where they take no more ticks in all. This is a large neighbourhood search (MAPF-LNS, Li and others, 2021).
 */

import { NONE } from '../base/none.ts'
import type { Random } from '../base/random.ts'
import type { Distances } from './distances.ts'
import { STAY, type Steps } from './legal-steps.ts'
import { Timetable } from './timetable.ts'

/** Ways that are searched together. */
const GROUP_MAX = 4
/** Walks that look for units in the way of another, before a smaller group has to do. */
const WALKS_MAX = 10

export class Refinement {
  private readonly steps: Steps
  private readonly distances: Distances
  private readonly random: Random
  private readonly goals: Int32Array
  private readonly timetable: Timetable
  /** Each unit's cell in each tick until it rests on its goal. */
  private readonly wayOfUnit: Int32Array[]
  /** Ticks of each unit's shortest way. */
  private readonly leastOfUnit: Int32Array
  private readonly group: number[] = []

  /** `places` are those of all units in each tick, from now on until all are on their goals. */
  constructor(steps: Steps, distances: Distances, goals: Int32Array, places: readonly Int32Array[], random: Random) {
    this.steps = steps
    this.distances = distances
    this.goals = goals
    this.random = random
    this.wayOfUnit = Array.from(goals, (goal, unit) => {
      let last = places.length - 1
      while (last > 0 && places[last - 1][unit] === goal) last--
      return Int32Array.from({ length: last + 1 }, (_, tick) => places[tick][unit])
    })
    this.leastOfUnit = goals.map((_, unit) => this.distances.from(unit, places[0][unit]))
    // Groups never get longer ways in all, so that the memory for the first ways suffices.
    const tickCount = this.wayOfUnit.reduce((sum, way) => sum + way.length, 0)
    this.timetable = new Timetable(steps, distances, tickCount)
    for (const [unit, way] of this.wayOfUnit.entries()) this.timetable.enter(unit, way)
  }

  /** Searches up to `wayCount` ways. Returns by how many ticks all ways became shorter. */
  run(wayCount: number): number {
    const { group, random } = this
    const before = this.wayOfUnit.reduce((sum, _, unit) => sum + this.delayOf(unit), 0)
    let delays = before
    for (let ways = 0; ways < wayCount && delays > 0; ways += group.length) {
      this.gather(this.drawDelayed(delays))
      random.shuffle(group)
      delays -= this.searchGroup()
    }
    return before - delays
  }

  /** The places of all units in each tick after the first. */
  places(): Int32Array[] {
    const { wayOfUnit } = this
    const length = wayOfUnit.reduce((most, way) => Math.max(most, way.length), 0)
    return Array.from({ length: Math.max(0, length - 1) }, (_, tick) =>
      Int32Array.from(wayOfUnit, way => way[Math.min(tick + 1, way.length - 1)]),
    )
  }

  private delayOf(unit: number): number {
    return this.wayOfUnit[unit].length - 1 - this.leastOfUnit[unit]
  }

  /** A random unit; one with twice the delay is twice as likely. */
  private drawDelayed(delays: number): number {
    let left = this.random.below(delays)
    let unit = 0
    for (; left >= this.delayOf(unit); unit++) left -= this.delayOf(unit)
    return unit
  }

  /** Fills the group with a unit and those that it meets on random walks which would bring it to its goal earlier. */
  private gather(unit: number): void {
    const { group, random, steps, timetable } = this
    const way = this.wayOfUnit[unit]
    group.length = 0
    group.push(unit)
    for (let walk = 0; walk < WALKS_MAX && group.length < GROUP_MAX; walk++) {
      let tick = random.below(way.length)
      let cell = way[tick]
      while (group.length < GROUP_MAX) {
        tick++
        const here = cell
        let count = 0
        for (let mask = steps.legalOf(here) | (1 << STAY); mask !== 0; mask &= mask - 1) {
          const next = here + steps.deltaOfDirection[31 - Math.clz32(mask & -mask)]
          if (tick + this.distances.from(unit, next) < way.length - 1 && random.below(++count) === 0) cell = next
        }
        if (count === 0) break
        const other = timetable.unitAt(cell, tick)
        if (other !== NONE && !group.includes(other)) group.push(other)
      }
    }
  }

  /** Searches the ways of the group in its order. Returns by how many ticks they became shorter. */
  private searchGroup(): number {
    const { group, goals, timetable, wayOfUnit, leastOfUnit } = this
    const old = group.map(unit => wayOfUnit[unit])
    let delays = 0
    for (const unit of group) {
      delays += this.delayOf(unit)
      timetable.leave(wayOfUnit[unit])
    }
    let left = delays
    for (let i = 0; i < group.length; i++) {
      const unit = group[i]
      const way = timetable.wayOf(unit, old[i][0], goals[unit], leastOfUnit[unit] + left)
      if (way === null) {
        for (let j = 0; j < i; j++) timetable.leave(wayOfUnit[group[j]])
        group.forEach((unit, j) => {
          wayOfUnit[unit] = old[j]
          timetable.enter(unit, old[j])
        })
        return 0
      }
      wayOfUnit[unit] = way
      timetable.enter(unit, way)
      left -= this.delayOf(unit)
    }
    return left
  }
}
