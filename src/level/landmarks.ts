/**
 * Landmarks: a few far entries of each island, and what it costs from every entry to each of them. How much farther one
 * cell is from a landmark than another bounds from below how far apart the two are; around walls that is a far better
 * guide than the bird's flight, and a search led by it settles a quarter of the entries.
 *
 * The first landmark of an island is the entry farthest from any, each next the one farthest from those chosen. Islands
 * do not touch, so one flood measures the landmarks of the same number on all of them.
 */
import { Heap } from '../base/heap.ts'
import type { Landmarks } from '../graph/landmarks.ts'
import { LANDMARKS } from '../graph/landmarks.ts'
import type { LevelGraph } from '../graph/level-graph.ts'
import { ROW_FIRST_SLOT, ROW_LENGTH, ROW_TABLE, shiftOf } from '../graph/level-graph.ts'

const COST_MAX = 0xfffe

/** `ground` is level 0; `islandOfRegion` that of its regions. */
export function measureLandmarks(ground: LevelGraph, islandOfRegion: Int32Array, islandCount: number): Landmarks {
  const { entryCount, regionOfSide } = ground
  const flood = new LandmarkFlood(ground)
  const unitsToChosen = new Float64Array(entryCount).fill(Infinity)
  const farthest = new Int32Array(islandCount)
  const chooseFarthest = (units: Float64Array) => {
    farthest.fill(-1)
    for (let entry = 0; entry < entryCount; entry++) {
      const island = islandOfRegion[regionOfSide[2 * entry]]
      if (farthest[island] < 0 || units[entry] > units[farthest[island]]) farthest[island] = entry
    }
  }
  chooseFarthest(unitsToChosen)
  chooseFarthest(flood.from(farthest))
  const packed = new PackedCosts(entryCount)
  for (let landmark = 0; landmark < LANDMARKS; landmark++) {
    const toThis = flood.from(farthest)
    packed.add(landmark, toThis)
    for (let entry = 0; entry < entryCount; entry++) {
      if (toThis[entry] < unitsToChosen[entry]) unitsToChosen[entry] = toThis[entry]
    }
    chooseFarthest(unitsToChosen)
  }
  return packed
}

/** The costs to one landmark after the other, in 16 bits: where a later one needs a larger shift, the earlier follow. */
class PackedCosts implements Landmarks {
  readonly costToLandmark: Uint16Array
  shift = 0

  constructor(entryCount: number) {
    this.costToLandmark = new Uint16Array(entryCount * LANDMARKS)
  }

  add(landmark: number, units: Float64Array): void {
    const { costToLandmark } = this
    let unitsMax = 0
    for (let entry = 0; entry < units.length; entry++) if (units[entry] > unitsMax) unitsMax = units[entry]
    let more = 0
    while (unitsMax / 2 ** (this.shift + more) > COST_MAX) more++
    if (more > 0) for (let i = 0; i < costToLandmark.length; i++) costToLandmark[i] >>= more
    this.shift += more
    const scale = 2 ** this.shift
    for (let entry = 0; entry < units.length; entry++)
      costToLandmark[entry * LANDMARKS + landmark] = units[entry] / scale
  }
}

/** Dijkstra over all entries of level 0. */
class LandmarkFlood {
  private readonly ground: LevelGraph
  private readonly unitsOfEntry: Float64Array
  private readonly heap = new Heap()

  constructor(ground: LevelGraph) {
    this.ground = ground
    this.unitsOfEntry = new Float64Array(ground.entryCount)
  }

  /** What each entry costs from the nearest of the sources, until the next call; a source of -1 stands for none. */
  from(sources: Int32Array): Float64Array {
    const { unitsOfEntry, heap } = this
    const { regionOfSide } = this.ground
    unitsOfEntry.fill(Infinity)
    for (const entry of sources) {
      if (entry < 0) continue
      unitsOfEntry[entry] = 0
      heap.push(0, entry)
    }
    while (heap.size > 0) {
      const entry = heap.pop()
      if (heap.poppedKey > unitsOfEntry[entry]) continue
      this.relax(regionOfSide[2 * entry], entry)
      this.relax(regionOfSide[2 * entry + 1], entry)
    }
    return unitsOfEntry
  }

  private relax(region: number, from: number): void {
    const { unitsOfEntry, heap } = this
    const { rowOfRegion, slots, tables } = this.ground
    const row = region * ROW_LENGTH
    const firstSlot = rowOfRegion[row + ROW_FIRST_SLOT]
    const size = rowOfRegion[row + ROW_LENGTH + ROW_FIRST_SLOT] - firstSlot
    if (size < 2) return
    const table = rowOfRegion[row + ROW_TABLE]
    const scale = 2 ** shiftOf(tables[table])
    const units = unitsOfEntry[from]
    let own = 0
    let pair = table + 1
    for (; slots[2 * (firstSlot + own)] !== from; own++) pair += own
    for (let slot = 0; slot < size; slot++) {
      if (slot === own) {
        pair += own
        continue
      }
      const entry = slots[2 * (firstSlot + slot)]
      const reached = units + tables[pair] * scale
      pair += slot < own ? 1 : slot
      if (reached >= unitsOfEntry[entry]) continue
      unitsOfEntry[entry] = reached
      heap.push(reached, entry)
    }
  }
}
