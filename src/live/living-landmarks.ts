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
import { endSlotOf, entryIn, firstPairOf, firstSlotOf, pairOf, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import type { Work } from '../base/work.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_MASK } from '../map/terrain.ts'
import type { LiveLevel } from './live-level.ts'
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
export function* placeEntries({ levels }: Store, table: LandmarkTable, added: readonly number[]): Work<void> {
  const [level] = levels
  const { count } = table
  const unitsOf = new Map(added.map(entry => [entry, new Float64Array(count).fill(Infinity)]))
  /** Entries whose neighbours may follow from them: old ones at first, then new ones whose costs have fallen. */
  const due = new Set<number>()
  forEachRegion(level, added, region => {
    const end = endSlotOf(level, region)
    for (let slot = firstSlotOf(level, region); slot < end; slot++) due.add(entryIn(level.slots[2 * slot]))
  })
  for (const entry of added) due.delete(entry)
  for (const from of due) {
    yield
    due.delete(from)
    const { values } = table
    const known = unitsOf.get(from)
    const [units, row] = known === undefined ? [values, from * count] : [known, 0]
    forEachRegion(level, [from], region => {
      const first = firstSlotOf(level, region)
      const size = slotCountOf(level, region)
      const step = unitsOfStep(level, region) / 2 ** table.shift
      let own = 0
      while (entryIn(level.slots[2 * (first + own)]) !== from) own++
      for (let slot = 0; slot < size; slot++) {
        const entry = entryIn(level.slots[2 * (first + slot)])
        const to = slot === own ? undefined : unitsOf.get(entry)
        if (to === undefined) continue
        const apart = level.tables[firstPairOf(level, region) + pairOf(own, slot)] * step
        for (let k = 0; k < count; k++) {
          const total = apart + units[row + k]
          if (total >= to[k] - 1e-9) continue
          to[k] = total
          due.add(entry)
        }
      }
    })
  }
  for (const [entry, units] of unitsOf) {
    yield
    for (let k = 0; k < count; k++) {
      table.write(entry * count + k, units[k] === Infinity ? 0 : Math.min(COST_MAX, Math.ceil(units[k])))
    }
  }
}

/** Visits the regions of level 0 on both sides of each entry; some more than once. */
function forEachRegion({ regionOfSide }: LiveLevel, entries: readonly number[], visit: (region: number) => void): void {
  for (const entry of entries) {
    visit(regionOfSide[2 * entry])
    visit(regionOfSide[2 * entry + 1])
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
