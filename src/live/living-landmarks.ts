/**
 * Landmarks of a live map. The bake measured what entries cost to them. A wall makes ways more expensive, and the old
 * costs stay bounds; a new entry gets its costs from its neighbours. An opening may make a way cheaper than the
 * difference of known costs: then entries near it are mended (mending.ts). If that takes too many, as when two large
 * islands join, the region becomes a **guard**: a bound must then allow for ways through the guard too
 * (route/guards.ts). So routes cost hardly more than on a fresh atlas. But guards and walls slow searches down until
 * all landmarks are measured anew (settling.ts).
 */
import { xOf, yOf } from '../atlas/crossing.ts'
import { GUARD_HEAD } from '../atlas/landmark-costs.ts'
import { entryIn, firstPairOf, firstSlotOf, pairOf, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import type { Work } from '../base/work.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_MASK } from '../map/terrain.ts'
import type { Mending, Wave } from './mending.ts'
import type { LandmarkTable, Store } from './store.ts'

/** Ways may be cheaper by this much than landmarks allow before entries are mended, since landmarks are rounded. */
const EXCESS_CELLS_MAX = 1
/** With more guards, the two nearest ones become one. */
const GUARDS_MAX = 12
const COST_MAX = 0xfffe

/** In the format of Landmarks.guards. */
type Guard = number[]

/**
 * Gives new entries their costs in `table`: the least that follows from their neighbours, other new entries included.
 */
export function* placeEntries({ levels }: Store, table: LandmarkTable, added: Iterable<number>): Work<void> {
  const levelZero = levels[0]
  const { count } = table
  const unitsOf = new Map<number, Float64Array>()
  for (const entry of added) unitsOf.set(entry, new Float64Array(count).fill(Infinity))
  const scale = 2 ** table.shift
  for (let isChanging = unitsOf.size > 0; isChanging; ) {
    isChanging = false
    for (const [entry, units] of unitsOf) {
      yield
      const { values } = table
      for (let side = 0; side < 2; side++) {
        const region = levelZero.regionOfSide[2 * entry + side]
        const first = firstSlotOf(levelZero, region)
        const size = slotCountOf(levelZero, region)
        if (size < 2) continue
        const step = unitsOfStep(levelZero, region) / scale
        let own = 0
        while (own < size && entryIn(levelZero.slots[2 * (first + own)]) !== entry) own++
        for (let slot = 0; slot < size; slot++) {
          if (slot === own) continue
          const other = entryIn(levelZero.slots[2 * (first + slot)])
          const apart = levelZero.tables[firstPairOf(levelZero, region) + pairOf(own, slot)] * step
          const known = unitsOf.get(other)
          for (let k = 0; k < count; k++) {
            const total = apart + (known === undefined ? values[other * count + k] : known[k])
            if (total >= units[k] - 1e-9) continue
            units[k] = total
            isChanging = true
          }
        }
      }
    }
  }
  for (const [entry, units] of unitsOf) {
    yield
    for (let k = 0; k < count; k++) {
      table.write(entry * count + k, units[k] === Infinity ? 0 : Math.min(COST_MAX, Math.ceil(units[k])))
    }
  }
}

/**
 * Mends entries if a way through a region of level 0 is cheaper than `table` allows, or guards the region; false if no
 * way is.
 */
export function* mendRegion(store: Store, table: LandmarkTable, region: number, mending: Mending): Work<boolean> {
  if (excessOf(store, table, region) <= (EXCESS_CELLS_MAX * UNITS_PER_CELL) / 2 ** table.shift) return false
  const wave = yield* mending.run(table, region)
  if (wave !== null) yield* writeWave(store, table, wave)
  else {
    const guards = guardsOf(table)
    addGuard(guards, guardOf(store, table, region))
    table.guards = Int32Array.from(guards.flat())
  }
  return true
}

function guardsOf({ guards, count }: LandmarkTable): Guard[] {
  const length = GUARD_HEAD + 2 * count
  return Array.from({ length: guards.length / length }, (_, i) => [...guards.subarray(i * length, (i + 1) * length)])
}

function addGuard(guards: Guard[], guard: Guard): void {
  const container = guards.findIndex(
    other => guard[0] >= other[0] && guard[1] >= other[1] && guard[2] <= other[2] && guard[3] <= other[3],
  )
  if (container >= 0) widen(guards[container], guard)
  else guards.push(guard)
  if (guards.length > GUARDS_MAX) joinNearest(guards)
}

/** The most by which the costs of two entries differ beyond what their pair costs, in the landmarks' units. */
function excessOf({ levels }: Store, { count, shift, values }: LandmarkTable, region: number): number {
  const levelZero = levels[0]
  const first = firstSlotOf(levelZero, region)
  const size = slotCountOf(levelZero, region)
  if (size < 2) return 0
  const step = unitsOfStep(levelZero, region) / 2 ** shift
  let pair = firstPairOf(levelZero, region)
  let most = 0
  for (let high = 1; high < size; high++) {
    const a = entryIn(levelZero.slots[2 * (first + high)]) * count
    for (let low = 0; low < high; low++, pair++) {
      const b = entryIn(levelZero.slots[2 * (first + low)]) * count
      const apart = levelZero.tables[pair] * step + 2
      for (let k = 0; k < count; k++) {
        const excess = Math.abs(values[a + k] - values[b + k]) - apart
        if (excess > most) most = excess
      }
    }
  }
  return most
}

/** Writes the new costs of entries, and widens the guards near them to include these. */
function* writeWave(store: Store, table: LandmarkTable, wave: Wave): Work<void> {
  const { count, guards } = table
  yield* wave.visiting((entry, values, from) => {
    const crossing = store.crossingOf[entry]
    const [x, y] = [xOf(crossing), yOf(crossing)]
    for (let k = 0; k < count; k++) table.write(entry * count + k, Math.floor(values[from + k]))
    for (let at = 0; at < guards.length; at += GUARD_HEAD + 2 * count) {
      // One more cell: an entry has a cell on each side of its border.
      if (x + 1 < guards[at] || y + 1 < guards[at + 1] || x - 1 > guards[at + 2] || y - 1 > guards[at + 3]) continue
      for (let k = 0, to = at + GUARD_HEAD; k < count; k++, to += 2) {
        guards[to] = Math.min(guards[to], Math.floor(values[from + k]))
        guards[to + 1] = Math.max(guards[to + 1], Math.floor(values[from + k]))
      }
    }
  })
}

/** The guard of one region: its block's cells, and the range of its entries' costs. */
function guardOf({ levels }: Store, { count, values }: LandmarkTable, region: number): Guard {
  const levelZero = levels[0]
  const first = firstSlotOf(levelZero, region)
  const crossing = levelZero.slots[2 * first + 1]
  const left = xOf(crossing) & ~BLOCK_MASK
  const top = yOf(crossing) & ~BLOCK_MASK
  const guard = [left, top, left + BLOCK_MASK, top + BLOCK_MASK]
  for (let k = 0; k < count; k++) guard.push(COST_MAX, 0)
  for (let slot = first; slot < first + slotCountOf(levelZero, region); slot++) {
    const row = entryIn(levelZero.slots[2 * slot]) * count
    for (let k = 0, at = GUARD_HEAD; k < count; k++, at += 2) {
      guard[at] = Math.min(guard[at], values[row + k])
      guard[at + 1] = Math.max(guard[at + 1], values[row + k])
    }
  }
  return guard
}

/** Joins the two guards whose common rectangle is least larger than theirs. */
function joinNearest(guards: Guard[]): void {
  let least = Infinity
  let best: [number, number] = [0, 1]
  for (let b = 1; b < guards.length; b++) {
    for (let a = 0; a < b; a++) {
      const more = sizeOf(guards[a], guards[b]) - Math.max(sizeOf(guards[a], guards[a]), sizeOf(guards[b], guards[b]))
      if (more >= least) continue
      least = more
      best = [a, b]
    }
  }
  const [a, b] = best
  widen(guards[a], guards[b])
  guards.splice(b, 1)
}

/** Width plus height of the rectangle around both. */
function sizeOf(a: Guard, b: Guard): number {
  return Math.max(a[2], b[2]) - Math.min(a[0], b[0]) + Math.max(a[3], b[3]) - Math.min(a[1], b[1])
}

/** Widens a guard to include another. Behind the head, lower and upper bounds alternate. */
function widen(guard: Guard, by: Guard): void {
  for (let i = 0; i < guard.length; i++) {
    const isLower = i < GUARD_HEAD ? i < 2 : i % 2 === 0
    if (isLower ? by[i] < guard[i] : by[i] > guard[i]) guard[i] = by[i]
  }
}
