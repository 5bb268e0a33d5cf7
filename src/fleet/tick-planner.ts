/**
 * One tick for all units: priority inheritance with backtracking (PIBT, Okumura and others, 2022).
 *
 * Units choose in order. Each takes the best neighbouring cell that nobody chose before. A unit that stands there and
 * has not chosen yet inherits the turn and chooses at once. If it finds no cell, the unit before it tries its next
 * best. So the first unit in the order always comes closer to its goal wherever the map has a way around, and nobody
 * collides.
 *
 * Of equally good cells a unit takes the one that the fewest neighbours want.
 */

import { NONE } from '../base/none.ts'
import { DX, DY } from '../map/movement.ts'
import { type Distances, FAR } from './distances.ts'
import { STAY, type Steps } from './legal-steps.ts'
import { Passages } from './passages.ts'

/** Eight neighbours and the unit's own cell. */
const CHOICES_MAX = 9
const RANDOM_BITS = 6
const WANTED_BITS = 4

export class TickPlanner {
  private readonly steps: Steps
  private readonly distances: Distances
  private readonly passages: Passages
  /** The unit on each cell now, and after the tick. */
  private readonly nowAt: Int32Array
  private readonly nextAt: Int32Array
  /** Choices of each unit, best first, as cells. */
  private readonly choices: Int32Array
  private readonly choiceCountOfUnit: Uint8Array
  private readonly triedOfUnit: Uint8Array
  private readonly pulledByUnit: Int32Array
  private readonly turns: Int32Array
  private readonly keys = new Int32Array(CHOICES_MAX)
  /** How many units come closer by a step to each cell, or rest there because no step brings them closer. */
  private readonly wantedOfCell: Uint8Array
  /**
   * How much farther from its goal each unit is after a step than after the best one could be: 3 bits by direction, where
   * 7 stands for more and for no step. Neighbouring distances differ by little.
   */
  private readonly apartOfUnit: Int32Array
  /** The steps that bring each unit closer, as bits; the bit of staying where none does. */
  private readonly wishesOfUnit: Uint16Array
  private from!: Int32Array
  private to!: Int32Array
  private seed = 0
  /** The next cell on a unit's guide, by unit and cell. */
  private readonly guided = new Map<number, number>()

  constructor(steps: Steps, distances: Distances, goalOfUnit: Int32Array) {
    const unitCount = goalOfUnit.length
    this.steps = steps
    this.distances = distances
    this.nowAt = new Int32Array(steps.cellCount).fill(NONE)
    this.nextAt = new Int32Array(steps.cellCount).fill(NONE)
    this.passages = new Passages(steps, distances, this.nowAt, goalOfUnit)
    this.choices = new Int32Array(unitCount * CHOICES_MAX)
    this.choiceCountOfUnit = new Uint8Array(unitCount)
    this.triedOfUnit = new Uint8Array(unitCount)
    this.pulledByUnit = new Int32Array(unitCount)
    this.turns = new Int32Array(unitCount)
    this.apartOfUnit = new Int32Array(unitCount)
    this.wishesOfUnit = new Uint16Array(unitCount)
    this.wantedOfCell = new Uint8Array(steps.cellCount)
  }

  /**
   * Fills `to` with the cell of each unit after the tick; a unit whose cell there is not NONE must go to it. Returns
   * whether that was possible. `seed` decides between equally good choices.
   */
  plan(from: Int32Array, to: Int32Array, order: Int32Array, seed: number): boolean {
    this.from = from
    this.to = to
    this.seed = seed
    const { nowAt, nextAt } = this
    for (let unit = 0; unit < from.length; unit++) {
      nowAt[from[unit]] = unit
      this.compare(unit)
      this.want(unit, 1)
    }
    let isPossible = this.takeHeld()
    for (let i = 0; i < order.length && isPossible; i++) {
      if (to[order[i]] === NONE) isPossible = this.choose(order[i])
    }
    for (let unit = 0; unit < from.length; unit++) {
      nowAt[from[unit]] = NONE
      this.want(unit, -1)
      if (to[unit] !== NONE) nextAt[to[unit]] = NONE
    }
    return isPossible
  }

  /** Sets the guides: the first choice of a unit on its guide is the guide's next cell. Returns whether there were others. */
  follow(guides: readonly Int32Array[]): boolean {
    const wasGuided = this.guided.size > 0
    this.guided.clear()
    guides.forEach((guide, unit) => {
      for (let i = 0; i + 1 < guide.length; i++) this.guided.set(unit * this.steps.cellCount + guide[i], guide[i + 1])
    })
    return wasGuided
  }

  private takeHeld(): boolean {
    const { from, to, nextAt } = this
    for (let unit = 0; unit < from.length; unit++) {
      if (to[unit] === NONE) continue
      if (nextAt[to[unit]] !== NONE || this.meets(unit, to[unit])) return false
      nextAt[to[unit]] = unit
    }
    return true
  }

  /** Whether a unit that goes to `cell` swaps with one that has chosen, or crosses its diagonal. */
  private meets(unit: number, cell: number): boolean {
    const { from, to, nowAt, steps } = this
    const here = from[unit]
    if (cell === here) return false
    const other = nowAt[cell]
    if (other !== NONE && other !== unit && to[other] === here) return true
    const { width } = steps
    const delta = cell - here
    if (delta === 1 || delta === -1 || delta === width || delta === -width) return false
    // The two cells beside a diagonal step: one shares the row of `here`, the other its column.
    const dx = delta === width + 1 || delta === 1 - width ? 1 : -1
    const inRow = here + dx
    const inColumn = cell - dx
    const a = nowAt[inRow]
    if (a !== NONE && to[a] === inColumn) return true
    const b = nowAt[inColumn]
    return b !== NONE && to[b] === inRow
  }

  /** Chooses for a unit and those it pushes. False where it must keep its own cell, which may be taken. */
  private choose(first: number): boolean {
    const { from, to, nowAt, nextAt, choices, choiceCountOfUnit, triedOfUnit, turns } = this
    let depth = 0
    turns[0] = first
    this.rank(first)
    while (true) {
      const unit = turns[depth]
      const cell = from[unit]
      let pushed = NONE
      let hasCell = false
      while (triedOfUnit[unit] < choiceCountOfUnit[unit]) {
        const wanted = choices[unit * CHOICES_MAX + triedOfUnit[unit]++]
        if (nextAt[wanted] !== NONE || this.meets(unit, wanted)) continue
        nextAt[wanted] = unit
        to[unit] = wanted
        const other = nowAt[wanted]
        if (other !== NONE && other !== unit && to[other] === NONE) pushed = other
        hasCell = true
        break
      }
      if (pushed !== NONE) {
        turns[++depth] = pushed
        this.rank(pushed)
        continue
      }
      if (!hasCell) {
        // The pusher had taken this cell: it gives the cell back and tries its next choice.
        nextAt[cell] = unit
        to[unit] = cell
        if (depth === 0) return false
        depth--
        continue
      }
      // This unit has a cell, so every unit in the chain of pushes has one.
      for (; depth >= 0; depth--) this.pull(turns[depth])
      return true
    }
  }

  /** After a first choice that trades places, the other unit follows into the cell that this one leaves. */
  private pull(unit: number): void {
    const { from, to, nextAt, pulledByUnit, triedOfUnit } = this
    const pulled = pulledByUnit[unit]
    if (pulled === NONE || triedOfUnit[unit] !== 1) return
    const cell = from[unit]
    if (to[pulled] !== NONE || nextAt[cell] !== NONE || this.meets(pulled, cell)) return
    nextAt[cell] = pulled
    to[pulled] = cell
  }

  /** Sorts the choices of a unit by distance, then by how many others want the cell, then at random. */
  private rank(unit: number): void {
    const { steps, from, choices, keys, wantedOfCell, choiceCountOfUnit, triedOfUnit } = this
    const { deltaOfDirection } = steps
    const here = from[unit]
    const base = unit * CHOICES_MAX
    const aparts = this.apartOfUnit[unit]
    const wishes = this.wishesOfUnit[unit]
    const guided = this.guided.get(unit * steps.cellCount + here)
    let count = 0
    for (let mask = steps.legalOf(here) | (1 << STAY); mask !== 0; mask &= mask - 1) {
      const direction = 31 - Math.clz32(mask & -mask)
      const cell = here + deltaOfDirection[direction]
      const apart = (aparts >> (3 * direction)) & 7
      const wanted = wantedOfCell[cell] - ((wishes >> direction) & 1)
      const random = mix(cell, unit + this.seed) & ((1 << RANDOM_BITS) - 1)
      const key = cell === guided ? -1 : (((apart << WANTED_BITS) | wanted) << RANDOM_BITS) | random
      let at = count++
      for (; at > 0 && keys[at - 1] > key; at--) {
        keys[at] = keys[at - 1]
        choices[base + at] = choices[base + at - 1]
      }
      keys[at] = key
      choices[base + at] = cell
    }
    choiceCountOfUnit[unit] = count
    triedOfUnit[unit] = 0
    this.pulledByUnit[unit] = this.trade(unit)
    if (this.pulledByUnit[unit] !== NONE) choices.subarray(base, base + count).reverse()
  }

  /** Adds to the counts of the cells that a unit wants. */
  private want(unit: number, count: number): void {
    const { wantedOfCell, from } = this
    const { deltaOfDirection } = this.steps
    for (let mask = this.wishesOfUnit[unit]; mask !== 0; mask &= mask - 1)
      wantedOfCell[from[unit] + deltaOfDirection[31 - Math.clz32(mask & -mask)]] += count
  }

  /** Finds how far from its goal each step of a unit leads. */
  private compare(unit: number): void {
    const { steps, distances, from } = this
    const cell = from[unit]
    const y = (cell / steps.width) | 0
    const x = cell - y * steps.width
    const own = distances.at(unit, x, y)
    let closer = 0
    let aparts = (own === FAR ? 7 : 1) << (3 * STAY)
    for (let mask = steps.legalOf(cell); mask !== 0; mask &= mask - 1) {
      const direction = 31 - Math.clz32(mask & -mask)
      const distance = distances.at(unit, x + DX[direction], y + DY[direction])
      if (distance < own) closer |= 1 << direction
      else aparts |= (distance === FAR ? 7 : Math.min(7, distance - own + 1)) << (3 * direction)
    }
    this.wishesOfUnit[unit] = closer || 1 << STAY
    this.apartOfUnit[unit] = aparts
  }

  /** The unit to trade places with in a passage; NONE where no trade is needed or possible. */
  private trade(unit: number): number {
    const { steps, from, to, nowAt, choices, passages } = this
    const here = from[unit]
    const best = choices[unit * CHOICES_MAX]
    const other = nowAt[best]
    if (other !== NONE && other !== unit && to[other] === NONE) {
      if (passages.mustTrade(unit, other, here, from[other]) && passages.canTrade(from[other], here)) return other
    }
    if (best === here) return NONE
    // A unit behind may have to pass: the same test, from the next cell.
    const { deltaOfDirection } = steps
    for (let mask = steps.legalOf(here); mask !== 0; mask &= mask - 1) {
      const behind = nowAt[here + deltaOfDirection[31 - Math.clz32(mask & -mask)]]
      if (behind === NONE || best === from[behind]) continue
      if (passages.mustTrade(behind, unit, here, best) && passages.canTrade(best, here)) return behind
    }
    return NONE
  }
}

/** A few random bits from two numbers, the same on every machine. */
export function mix(a: number, b: number): number {
  let z = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) | 0
  z = Math.imul(z ^ (z >>> 15), 0x2c1b3c6d)
  z = Math.imul(z ^ (z >>> 12), 0x297a2d39)
  return z ^ (z >>> 15)
}
