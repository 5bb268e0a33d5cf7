/**
 * Renumbers the columns of a live map as a bake would: regions block by block, entries by rank and then by place. With
 * landmarks measured anew, an atlas written from them equals a bake byte for byte.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { NO_PARENT } from '../atlas/islands.ts'
import { type Landmarks, landmarkCountFor } from '../atlas/landmark-costs.ts'
import { entryIn, entryWord } from '../atlas/level-graph.ts'
import { allocatePrivate } from '../base/memory.ts'
import { finish, STEPS_A_PIECE, type Work } from '../base/work.ts'
import { islandsOf } from '../level/upper-levels.ts'
import { BLOCK_CELLS, BLOCK_SIDE_CELLS, Terrain } from '../map/terrain.ts'
import { chooseLandmarks, coarseLevelOf } from '../metric/landmark-choice.ts'
import { LandmarkFiller, landmarkJob, withOneShift } from '../metric/landmark-filler.ts'
import { guardedWaysOf } from '../route/guards.ts'
import type { LiveLevel } from './live-level.ts'
import type { LandmarkTable, Store } from './store.ts'

/** Regions whose rows are copied in one piece. */
const REGIONS_A_PIECE = 64

/**
 * The columns that a bake of the current map would make, and the entries chosen as landmarks. Uses `given` if that is
 * not null.
 */
export function canonicalColumns(
  store: Store,
  given: Int32Array | null = null,
): { readonly columns: AtlasColumns; readonly sources: Int32Array } {
  const { entryOf: _, countOfLevel, ...graph } = finish(inOrder(store))
  const { landmarks, sources } = finish(measured(graph, countOfLevel, store, given))
  return { columns: { ...graph, ...groundOf(store, graph), landmarks }, sources }
}

/**
 * The landmarks that a bake would choose, measured in pieces; other versions may be read and edited between two pieces.
 * Only the caller may hold `store`, and none of its tables may be doubtful. `choice` is the ground that entries are
 * chosen on.
 */
export function* surveyed(store: Store, choice: Terrain): Work<LandmarkTable> {
  const { entryOf, countOfLevel, ...graph } = yield* inOrder(store)
  const { landmarks } = yield* measured(graph, countOfLevel, { terrain: store.terrain, choice }, null)
  const { count, shift, costToLandmark } = landmarks
  const values = new Uint16Array(count * store.entryRoom)
  for (let i = 0; i < entryOf.length; i++) {
    if (i % STEPS_A_PIECE === 0) yield
    for (let k = 0; k < count; k++) values[entryOf[i] * count + k] = costToLandmark[i * count + k]
  }
  return {
    ...{ count, shift, values, guards: new Int32Array(0) },
    write(at, value) {
      this.values[at] = value
    },
  }
}

/** The columns in a bake's numbering, with the map's present landmarks: nothing is measured. */
export function orderedColumns(store: Store): AtlasColumns {
  const { entryOf, countOfLevel: _, ...graph } = finish(inOrder(store))
  const { count, shift, guards } = store.landmarks
  const costToLandmark = new Uint16Array(count * entryOf.length)
  entryOf.forEach((entry, i) => {
    costToLandmark.set(store.costToLandmark.subarray(entry * count, (entry + 1) * count), i * count)
  })
  const landmarks = { count, shift, guards, guardedWays: guardedWaysOf, costToLandmark }
  return { ...graph, ...groundOf(store, graph), landmarks }
}

/** The levels and islands; `entryOf` gives the version's number of each renumbered entry. */
function* inOrder(store: Store) {
  const numberOf: Int32Array[] = []
  for (const level of store.levels) numberOf.push(yield* regionNumbers(store, level))
  const { numberOfEntry, entryOf, countOfLevel } = yield* entryNumbers(store)
  const levels: AtlasLevel[] = []
  for (const [l, count] of countOfLevel.entries()) {
    levels.push(yield* levelOf(store, l, numberOf, numberOfEntry, entryOf, count))
  }
  const tree = { levelCount: levels.length, parentOfRegion: levels.map(level => level.parentOfRegion) }
  const islands = yield* islandsOf(tree, allocatePrivate)
  return { levels, ...islands, entryOf, countOfLevel }
}

/** The terrain and labels below the levels. */
function groundOf(store: Store, { levels }: Pick<AtlasColumns, 'levels'>): Pick<AtlasColumns, 'terrain' | 'labels'> {
  const labels = { regionsOfBlock: levels[0].regionsOfBlock, ...planesOf(store) }
  return { terrain: terrainOf(store), labels }
}

/** Packs block costs in block order, one byte per cell if they fit. Finds the lowest cost again. */
function terrainOf({ terrain }: Store): Terrain {
  const { width, height, directions, rowBits } = terrain
  const costOfBlock = terrain.costOfBlock.slice()
  const mixed: number[] = []
  let [least, most] = [0x7fffffff, 0]
  costOfBlock.forEach((cost, block) => {
    if (cost < 0) {
      costOfBlock[block] = ~mixed.length
      mixed.push(~cost)
    } else if (cost > 0) {
      least = Math.min(least, cost)
      most = Math.max(most, cost)
    }
  })
  const costs = new Uint16Array(mixed.length * BLOCK_CELLS)
  mixed.forEach((n, i) => {
    costs.set(terrain.costOfCell.subarray(n * BLOCK_CELLS, (n + 1) * BLOCK_CELLS), i * BLOCK_CELLS)
  })
  for (const cost of costs) {
    if (cost > 0 && cost < least) least = cost
    if (cost > most) most = cost
  }
  const costOfCell = most > 255 ? costs : Uint8Array.from(costs)
  return new Terrain(width, height, directions, most === 0 ? 1 : least, rowBits, costOfBlock, costOfCell)
}

/** Numbers the regions, block by block. */
function* regionNumbers(store: Store, level: LiveLevel): Work<Int32Array> {
  const numberOf = new Int32Array(level.regionEnd).fill(-1)
  let next = 0
  for (let at = 0; at < level.regionsOfBlock.length; at += 2) {
    if (at % STEPS_A_PIECE === 0) yield* pause(store)
    const end = level.regionsOfBlock[at] + level.regionsOfBlock[at + 1]
    for (let region = level.regionsOfBlock[at]; region < end; region++) numberOf[region] = next++
  }
  return numberOf
}

/** Numbers entries in the bake's order: by highest rank, then by block, then along the border. */
function* entryNumbers(
  store: Store,
): Work<{ numberOfEntry: Int32Array; entryOf: Int32Array; countOfLevel: Int32Array }> {
  const { levels } = store
  const countOfLevel = new Int32Array(levels.length + 1)
  const inOrder: number[] = []
  const border: number[] = []
  const levelZero = levels[0]
  for (let at = 0; at < levelZero.regionsOfBlock.length; at += 2) {
    const end = levelZero.regionsOfBlock[at] + levelZero.regionsOfBlock[at + 1]
    border.length = 0
    if (at % REGIONS_A_PIECE === 0) yield* pause(store)
    for (let region = levelZero.regionsOfBlock[at]; region < end; region++) {
      const first = levelZero.rowOfRegion[2 * region]
      for (let slot = first; slot < first + levelZero.rowOfRegion[2 * region + 1]; slot++) {
        if (levelZero.slots[2 * slot + 1] >= 0) border.push(entryIn(levelZero.slots[2 * slot]))
      }
    }
    // A crossing's number ascends by direction, then y, then x: so it ascends along each side of a block.
    border.sort((a, b) => (store.crossingOf[a] >>> 0) - (store.crossingOf[b] >>> 0))
    for (const entry of border) {
      inOrder.push(entry)
      for (let level = 0; level <= store.rankOf[entry]; level++) countOfLevel[level]++
    }
  }
  const next = countOfLevel.slice(1)
  const numberOfEntry = new Int32Array(store.rankOf.length)
  const entryOf = new Int32Array(inOrder.length)
  for (let i = 0; i < inOrder.length; i++) {
    if (i % STEPS_A_PIECE === 0) yield* pause(store)
    const entry = inOrder[i]
    numberOfEntry[entry] = next[store.rankOf[entry]]++
    entryOf[numberOfEntry[entry]] = entry
  }
  return { numberOfEntry, entryOf, countOfLevel: countOfLevel.subarray(0, levels.length) }
}

function* levelOf(
  store: Store,
  l: number,
  numberOf: readonly Int32Array[],
  numberOfEntry: Int32Array,
  entryOf: Int32Array,
  entryCount: number,
): Work<AtlasLevel> {
  const level = store.levels[l]
  const regionCount = level.regions
  const { pairCount } = level
  const regionsOfBlock = new Int32Array(level.regionsOfBlock.length)
  const parentOfRegion = new Int32Array(regionCount)
  const rowOfRegion = new Int32Array(2 * regionCount)
  const slots = new Int32Array(4 * entryCount)
  const tableOfRegion = new Int32Array(regionCount)
  const tables = new Uint16Array(yield* wordCountOf(store, level))
  let [region, slot, table] = [0, 0, 0]
  for (let at = 0; at < regionsOfBlock.length; at += 2) {
    const first = level.regionsOfBlock[at]
    regionsOfBlock[at] = region
    regionsOfBlock[at + 1] = level.regionsOfBlock[at + 1]
    for (let one = first; one < first + level.regionsOfBlock[at + 1]; one++, region++) {
      if (region % REGIONS_A_PIECE === 0) yield* pause(store)
      const parent = level.parentOfRegion[one]
      parentOfRegion[region] = parent === NO_PARENT ? NO_PARENT : numberOf[l + 1][parent]
      const [from, size] = [level.rowOfRegion[2 * one], level.rowOfRegion[2 * one + 1]]
      rowOfRegion[2 * region] = slot
      rowOfRegion[2 * region + 1] = size
      for (let i = from; i < from + size; i++, slot++) {
        const entry = entryIn(level.slots[2 * i])
        slots[2 * slot] = entryWord(numberOfEntry[entry], store.rankOf[entry])
        slots[2 * slot + 1] = level.slots[2 * i + 1]
      }
      tableOfRegion[region] = table
      const words = level.wordsOfRegion[one]
      tables.set(level.tables.subarray(level.tableOfRegion[one], level.tableOfRegion[one] + words), table)
      table += words
    }
  }
  const regionOfSide = new Int32Array(2 * entryCount)
  for (let i = 0; i < entryCount; i++) {
    if (i % STEPS_A_PIECE === 0) yield* pause(store)
    for (let side = 0; side < 2; side++)
      regionOfSide[2 * i + side] = numberOf[l][level.regionOfSide[2 * entryOf[i] + side]]
  }
  const tableBytes = new Uint8Array(tables.buffer)
  const topology = { regionCount, entryCount, pairCount, rowOfRegion, slots, regionOfSide }
  return { ...topology, regionsOfBlock, parentOfRegion, tableOfRegion, tables, tableBytes }
}

function* wordCountOf(store: Store, level: LiveLevel): Work<number> {
  let count = 0
  for (let region = 0; region < level.wordsOfRegion.length; region++) {
    if (region % STEPS_A_PIECE === 0) yield* pause(store)
    count += level.wordsOfRegion[region]
  }
  return count
}

/** Lets others read and edit their versions, then makes the columns hold this version again. */
function* pause(store: Store): Work<void> {
  yield
  store.turn()
}

function planesOf({ levels, firstPlaneOfBlock, planes }: Store): {
  firstPlaneOfBlock: Int32Array
  planeBits: Int32Array
} {
  const first = new Int32Array(firstPlaneOfBlock.length)
  const parts: Int32Array[] = []
  let count = 0
  first.forEach((_, block) => {
    first[block] = count
    const regions = levels[0].regionsOfBlock[2 * block + 1]
    const own = regions < 2 ? 0 : 32 - Math.clz32(regions - 1)
    const from = firstPlaneOfBlock[block] * BLOCK_SIDE_CELLS
    if (own > 0) parts.push(planes.data.subarray(from, from + own * BLOCK_SIDE_CELLS))
    count += own
  })
  const planeBits = new Int32Array(count * BLOCK_SIDE_CELLS)
  let at = 0
  for (const part of parts) {
    planeBits.set(part, at)
    at += part.length
  }
  return { firstPlaneOfBlock: first, planeBits }
}

/**
 * Whether all free cells cost the same. The terrain's own flag is not enough: its lowest cost may belong to no cell any
 * more.
 */
function isOfOneCost({ isUniform, costOfBlock }: Terrain): boolean {
  if (isUniform) return true
  const one = costOfBlock.find(cost => cost !== 0) ?? 0
  return one >= 0 && costOfBlock.every(cost => cost === 0 || cost === one)
}

/** Measures landmarks: the entries in `given`, or those that a bake chooses. */
function* measured(
  { levels, islandOfRegion, islandCount }: { levels: AtlasLevel[]; islandOfRegion: Int32Array; islandCount: number },
  countOfLevel: Int32Array,
  { terrain, choice }: Pick<Store, 'terrain' | 'choice'>,
  given: Int32Array | null,
): Work<{ readonly landmarks: Landmarks; readonly sources: Int32Array }> {
  const { width, height } = terrain
  const landmarkCount = landmarkCountFor(width * height, levels[0].entryCount, isOfOneCost(choice))
  const coarse = levels.slice(0, coarseLevelOf(countOfLevel) + 1)
  const task = { landmarkCount, levels: coarse, islandOfRegion, islandCount }
  const sources = given ?? (yield* chooseLandmarks(task))
  const job = landmarkJob(task, sources, allocatePrivate)
  const filler = new LandmarkFiller(job)
  const shifts: number[] = []
  while (shifts.length < landmarkCount) shifts.push(yield* filler.fill(shifts.length))
  return { landmarks: yield* withOneShift(job, shifts), sources }
}
