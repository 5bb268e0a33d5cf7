/**
 * Landmarks of a map that changes. What entries cost to them was measured when the map was baked. A wall makes ways dearer, and
 * what is known stays a bound; a new entry costs what follows from those beside it. An opening may make ways so much cheaper
 * that the differences of what is known bound nothing any more: then its block is a **guard**, and what is left from an entry
 * to a goal is bounded by the flight through the guard as well (route/potential.ts). Small openings are let be: they cost a
 * search hardly anything.
 */
import { entryIn, firstPairOf, firstSlotOf, pairOf, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'
import type { Store } from './store.ts'

/** A way may be so much cheaper than landmarks say before its block is guarded. */
const EXCESS_CELLS_MAX = 64
/** With more the two that are nearest to each other become one. */
const GUARDS_MAX = 12
const COST_MAX = 0xfffe

export class LandmarkRepair {
  private readonly store: Store

  constructor(store: Store) {
    this.store = store
  }

  /** Gives new entries their costs, and guards blocks whose regions, of those given, have become much cheaper. */
  repair(added: readonly number[], made: readonly number[], blockOf: (region: number) => number): void {
    this.place(added)
    const excessMax = (EXCESS_CELLS_MAX * UNITS_PER_CELL) / 2 ** this.store.landmarks.shift
    for (const region of made) if (this.excessOf(region) > excessMax) this.guard(blockOf(region))
  }

  /** The least that follows from what the entries around cost, through other new ones too. */
  private place(added: readonly number[]): void {
    const { landmarks, levels, costToLandmark } = this.store
    const ground = levels[0]
    const { count } = landmarks
    const unitsOf = new Map(added.map(entry => [entry, new Float64Array(count).fill(Infinity)]))
    const scale = 2 ** landmarks.shift
    for (let isChanging = added.length > 0; isChanging; ) {
      isChanging = false
      for (const [entry, units] of unitsOf) {
        for (let side = 0; side < 2; side++) {
          const region = ground.regionOfSide[2 * entry + side]
          const first = firstSlotOf(ground, region)
          const size = slotCountOf(ground, region)
          if (size < 2) continue
          const step = unitsOfStep(ground, region) / scale
          let own = 0
          while (own < size && entryIn(ground.slots[2 * (first + own)]) !== entry) own++
          for (let slot = 0; slot < size; slot++) {
            if (slot === own) continue
            const other = entryIn(ground.slots[2 * (first + slot)])
            const apart = ground.tables[firstPairOf(ground, region) + pairOf(own, slot)] * step
            const known = unitsOf.get(other)
            for (let k = 0; k < count; k++) {
              const total = apart + (known === undefined ? costToLandmark[other * count + k] : known[k])
              if (total >= units[k] - 1e-9) continue
              units[k] = total
              isChanging = true
            }
          }
        }
      }
    }
    for (const [entry, units] of unitsOf) {
      for (let k = 0; k < count; k++) {
        this.store.columns.costToLandmark.write(
          entry * count + k,
          units[k] === Infinity ? 0 : Math.min(COST_MAX, Math.ceil(units[k])),
        )
      }
    }
  }

  /** By how much landmarks say more, in their units, than a pair of a region costs. */
  private excessOf(region: number): number {
    const { landmarks, levels, costToLandmark } = this.store
    const ground = levels[0]
    const { count, shift } = landmarks
    const first = firstSlotOf(ground, region)
    const size = slotCountOf(ground, region)
    if (size < 2) return 0
    const step = unitsOfStep(ground, region) / 2 ** shift
    let pair = firstPairOf(ground, region)
    let most = 0
    for (let high = 1; high < size; high++) {
      const a = entryIn(ground.slots[2 * (first + high)]) * count
      for (let low = 0; low < high; low++, pair++) {
        const b = entryIn(ground.slots[2 * (first + low)]) * count
        const apart = ground.tables[pair] * step + 2
        for (let k = 0; k < count; k++) {
          const excess = Math.abs(costToLandmark[a + k] - costToLandmark[b + k]) - apart
          if (excess > most) most = excess
        }
      }
    }
    return most
  }

  /** Guards the cells of a block: left, top, right, bottom. */
  private guard(block: number): void {
    const { terrain, landmarks } = this.store
    const left = (block % terrain.blocksWide) << BLOCK_SHIFT
    const top = Math.floor(block / terrain.blocksWide) << BLOCK_SHIFT
    const guards = [...landmarks.guards]
    for (let i = 0; i < guards.length; i += 4) {
      const isInside = left >= guards[i] && top >= guards[i + 1] && left < guards[i + 2] && top < guards[i + 3]
      if (isInside) return
    }
    guards.push(left, top, left + BLOCK_MASK, top + BLOCK_MASK)
    if (guards.length > 4 * GUARDS_MAX) join(guards)
    landmarks.guards = Int32Array.from(guards)
  }
}

/** Makes one guard of the two whose common rectangle is the smallest. */
function join(guards: number[]): void {
  let least = Infinity
  let best: [number, number] = [0, 4]
  for (let a = 0; a < guards.length; a += 4) {
    for (let b = a + 4; b < guards.length; b += 4) {
      const [left, top, right, bottom] = around(guards, a, b)
      if (right - left + bottom - top >= least) continue
      least = right - left + bottom - top
      best = [a, b]
    }
  }
  const one = around(guards, ...best)
  guards.splice(best[1], 4)
  guards.splice(best[0], 4, ...one)
}

function around(guards: readonly number[], a: number, b: number): [number, number, number, number] {
  return [
    Math.min(guards[a], guards[b]),
    Math.min(guards[a + 1], guards[b + 1]),
    Math.max(guards[a + 2], guards[b + 2]),
    Math.max(guards[a + 3], guards[b + 3]),
  ]
}
