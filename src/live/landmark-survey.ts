/**
 * Landmarks of a map that changes, chosen and measured anew in pieces, between which commits and queries go on. What is measured
 * is the version of when it began: what a flood reads of it is copied first, and records in arenas stay as long as a version
 * has them. The choice is that of a bake (metric/landmark-choice.ts) on level 0, where what an entry costs to those chosen so
 * far is what is to be measured anyway: one flood a landmark does both.
 */
import { NO_PARENT } from '../atlas/islands.ts'
import { LANDMARKS_MIN } from '../atlas/landmark-costs.ts'
import type { LevelGraph } from '../atlas/level-graph.ts'
import { NONE } from '../base/none.ts'
import { filling, STEPS_A_PIECE, type Work } from '../base/work.ts'
import { LevelFlood } from '../metric/flood.ts'
import type { LandmarkTable } from './landmark-table.ts'
import type { Store } from './store.ts'
import type { VersionedColumn } from './versions.ts'

const COST_MAX = 0xfffe
/** Numbers that are copied at once, in a tenth of a millisecond. */
const COPIED_A_PIECE = 1 << 17

export class Survey {
  /** A version that nobody else has, or changes. */
  private readonly store: Store
  private readonly entryEnd: number
  private readonly count: number
  private islandOfEntry = new Int32Array(0)
  private islandCount = 0

  constructor(store: Store) {
    this.store = store.fork()
    this.entryEnd = store.numbers.end
    this.count = Math.max(LANDMARKS_MIN, store.landmarks.count)
  }

  /** The version is not needed any more. */
  end(): void {
    this.store.drop()
  }

  /** Of the entries that there were at the beginning. */
  *measure(): Work<LandmarkTable> {
    const graph = yield* this.copyGraph()
    yield* this.numberIslands(graph)
    const flood = yield* LevelFlood.over(graph)
    const { count } = this
    const values = new Uint16Array(count * this.store.entryRoom)
    const toChosen = new Float64Array(this.entryEnd)
    const shifts: number[] = []
    const toAny = yield* flood.from(yield* this.anyOfEach())
    let sources = yield* this.farthest(toAny, yield* filling(toChosen, Infinity))
    yield* filling(toChosen, Infinity)
    for (let landmark = 0; landmark < count; landmark++) {
      const units = yield* flood.from(sources)
      shifts.push(yield* this.fill(values, landmark, units))
      sources = yield* this.farthest(units, toChosen)
    }
    const shift = Math.max(0, ...shifts)
    for (let landmark = 0; landmark < count; landmark++) {
      const more = shift - shifts[landmark]
      if (more === 0) continue
      for (let at = landmark; at < this.entryEnd * count; at += count) {
        if (at % STEPS_A_PIECE < count) yield
        values[at] >>= more
      }
    }
    return { count, shift, guards: new Int32Array(0), values }
  }

  private *copyGraph(): Work<LevelGraph> {
    const level = this.store.levels[0]
    const { entryEnd } = this
    const { regionEnd } = level
    const rowOfRegion = yield* this.copied(level.columns.rowOfRegion, 2 * regionEnd)
    const tableOfRegion = yield* this.copied(level.columns.tableOfRegion, regionEnd)
    const regionOfSide = yield* this.copied(level.columns.regionOfSide, 2 * entryEnd)
    const { slots, tables, tableBytes, pairCount } = level
    const columns = { rowOfRegion, tableOfRegion, regionOfSide, slots, tables, tableBytes }
    return { regionCount: regionEnd, entryCount: entryEnd, pairCount, ...columns }
  }

  private *copied(column: VersionedColumn, length: number): Work<Int32Array> {
    const copy = new Int32Array(length)
    for (let at = 0; at < length; at += COPIED_A_PIECE) {
      this.store.turn()
      copy.set(column.data.subarray(at, Math.min(length, at + COPIED_A_PIECE)), at)
      yield
    }
    return copy
  }

  /** The island of each entry that is in use: the root of its regions' branch of the tree. */
  private *numberIslands({ regionOfSide }: LevelGraph): Work<void> {
    const { store, entryEnd } = this
    const { levels } = store
    const islandOfEntry = new Int32Array(entryEnd)
    store.numbers.forEachFree(entry => {
      islandOfEntry[entry] = NONE
    })
    const numberOfRoot = levels.map(() => new Map<number, number>())
    for (let entry = 0; entry < entryEnd; entry++) {
      if (entry % STEPS_A_PIECE === 0) {
        yield
        store.turn()
      }
      if (islandOfEntry[entry] === NONE) continue
      let level = 0
      let region = regionOfSide[2 * entry]
      for (let parent = region; ; level++) {
        parent = levels[level].parentOfRegion[region]
        if (parent === NO_PARENT) break
        region = parent
      }
      const number = numberOfRoot[level].get(region) ?? this.islandCount++
      numberOfRoot[level].set(region, number)
      islandOfEntry[entry] = number
    }
    this.islandOfEntry = islandOfEntry
  }

  private *anyOfEach(): Work<Int32Array> {
    const entries = new Int32Array(this.islandCount).fill(NONE)
    for (let entry = 0; entry < this.entryEnd; entry++) {
      if (entry % STEPS_A_PIECE === 0) yield
      const island = this.islandOfEntry[entry]
      if (island !== NONE) entries[island] = entry
    }
    return entries
  }

  /** Of each island the entry that is farthest from all that were chosen, the last of which cost `units`. */
  private *farthest(units: Float64Array, toChosen: Float64Array): Work<Int32Array> {
    const { islandOfEntry, islandCount } = this
    const entries = new Int32Array(islandCount).fill(NONE)
    const most = new Float64Array(islandCount).fill(-1)
    for (let entry = 0; entry < islandOfEntry.length; entry++) {
      if (entry % STEPS_A_PIECE === 0) yield
      const island = islandOfEntry[entry]
      if (island === NONE) continue
      if (units[entry] < toChosen[entry]) toChosen[entry] = units[entry]
      if (toChosen[entry] <= most[island]) continue
      most[island] = toChosen[entry]
      entries[island] = entry
    }
    return entries
  }

  /** Fills the column of one landmark and returns its shift, the least with which 16 bits hold its costs. */
  private *fill(values: Uint16Array, landmark: number, units: Float64Array): Work<number> {
    const { count } = this
    let most = 0
    for (let entry = 0; entry < units.length; entry++) {
      if (entry % STEPS_A_PIECE === 0) yield
      if (units[entry] > most && units[entry] < Infinity) most = units[entry]
    }
    let shift = 0
    while (most / 2 ** shift > COST_MAX) shift++
    const perUnit = 2 ** -shift
    for (let entry = 0, at = landmark; entry < units.length; entry++, at += count) {
      if (entry % STEPS_A_PIECE === 0) yield
      values[at] = units[entry] < Infinity ? units[entry] * perUnit : 0
    }
    return shift
  }
}
