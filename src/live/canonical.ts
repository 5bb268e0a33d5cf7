/**
 * Renumbers the columns of a live map as a bake would: regions block by block, entries by rank and then by place. With
 * landmarks measured anew, an atlas written from them equals a bake byte for byte.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { type Labels, NO_PARENT, planeCountOf, regionCountOf } from '../atlas/islands.ts'
import { type Landmarks, landmarkCountFor } from '../atlas/landmark-costs.ts'
import { entryIn, entryWord } from '../atlas/level-graph.ts'
import { allocatePrivate } from '../base/memory.ts'
import { copying, finish, STEPS_A_PIECE, type Work } from '../base/work.ts'
import { islandsOf } from '../level/upper-levels.ts'
import { COST_MAX_OF_BYTE } from '../map/grid.ts'
import {
  BLOCK_CELLS,
  BLOCK_SHIFT,
  BLOCK_SIDE_CELLS,
  type Ground,
  groundOf,
  groundOfBlocks,
  Terrain,
} from '../map/terrain.ts'
import { measuringLandmarks } from '../metric/landmarks.ts'
import type { LiveLevel } from './live-level.ts'
import type { Store } from './store.ts'

/** Regions whose rows are copied in one piece, and blocks whose costs are. */
const REGIONS_A_PIECE = 64

/** What a layout has: the columns, and the entries chosen as landmarks. */
interface LaidOut {
  readonly columns: AtlasColumns
  readonly sources: Int32Array
}

/**
 * The columns that a bake of the current map would make, in pieces: other versions may be read and edited between two.
 * None of the tables may be doubtful. Uses the landmarks in `given` if that is not null. `sharedChoice` is the ground that
 * entries are chosen on, if that is not the map's own. Calls back when `store` is no longer needed.
 */
export function* laidOut(
  store: Store,
  sharedChoice: Terrain | null,
  given: Int32Array | null,
  onCopied: () => void = () => {},
): Work<LaidOut> {
  const { entryOf: _, ...copied } = yield* turned(store, inOrder(store))
  onCopied()
  const { landmarks, sources } = yield* measured(copied, sharedChoice ?? copied.terrain, given)
  return { columns: { ...copied, landmarks }, sources }
}

/** The columns in a bake's numbering, with the map's present landmarks: nothing is measured. */
export function orderedColumns(store: Store): AtlasColumns {
  const { entryOf, ...copied } = finish(inOrder(store))
  const { count, shift } = store.landmarks
  const costToLandmark = new Uint16Array(count * entryOf.length)
  entryOf.forEach((entry, i) => {
    costToLandmark.set(store.landmarks.costToLandmark.subarray(entry * count, (entry + 1) * count), i * count)
  })
  return { ...copied, landmarks: { count, shift, costToLandmark } }
}

/** Makes the columns hold a version again after each piece of work. */
function* turned<T>(store: Store, work: Work<T>): Work<T> {
  for (;;) {
    store.turn()
    const { done, value } = work.next()
    if (done === true) return value
    yield
  }
}

/** All columns but the landmarks; `entryOf` gives the version's number of each renumbered entry. */
function* inOrder(store: Store) {
  const numberOf: Int32Array[] = []
  for (const level of store.levels) numberOf.push(yield* regionNumbers(level))
  const { numberOfEntry, entryOf, countOfLevel } = yield* entryNumbers(store)
  const levels: AtlasLevel[] = []
  for (const [l, count] of countOfLevel.entries()) {
    levels.push(yield* levelOf(store, l, numberOf, numberOfEntry, entryOf, count))
  }
  const tree = { levelCount: levels.length, parentOfRegion: levels.map(level => level.parentOfRegion) }
  const islands = yield* islandsOf(tree, allocatePrivate)
  const labels = { regionsOfBlock: levels[0].regionsOfBlock, ...(yield* planesOf(store)) }
  return { levels, ...islands, labels, terrain: yield* terrainOf(store), entryOf }
}

/** Packs block costs in block order, one byte per cell if they fit. Finds the lowest cost again. */
function* terrainOf(store: Store): Work<Terrain> {
  const { width, height, directions } = store.terrain
  const rowBits = new Int32Array(store.terrain.rowBits.length)
  yield* copying(store.terrain.rowBits, rowBits, 0)
  const costOfBlock = new Int32Array(store.terrain.costOfBlock.length)
  yield* copying(store.terrain.costOfBlock, costOfBlock, 0)
  const mixed: number[] = []
  let [least, most] = [0x7fffffff, 0]
  const note = (cost: number) => {
    if (cost > 0 && cost < least) least = cost
    if (cost > most) most = cost
  }
  for (let block = 0; block < costOfBlock.length; block++) {
    if (block % STEPS_A_PIECE === 0) yield
    const cost = costOfBlock[block]
    if (cost >= 0) note(cost)
    else costOfBlock[block] = ~(mixed.push(~cost) - 1)
  }
  const costs = new Uint16Array(mixed.length * BLOCK_CELLS)
  for (const [i, n] of mixed.entries()) {
    if (i % REGIONS_A_PIECE === 0) yield
    for (let to = i * BLOCK_CELLS, at = n * BLOCK_CELLS; at < (n + 1) * BLOCK_CELLS; at++, to++) {
      costs[to] = store.costs.data[at]
      note(costs[to])
    }
  }
  const costOfCell = most > COST_MAX_OF_BYTE ? costs : new Uint8Array(costs.length)
  if (costOfCell !== costs) yield* copying(costs, costOfCell as Uint16Array, 0)
  return new Terrain(width, height, directions, most === 0 ? 1 : least, rowBits, costOfBlock, costOfCell)
}

/** Numbers the regions, block by block. */
function* regionNumbers(level: LiveLevel): Work<Int32Array> {
  const numberOf = new Int32Array(level.regionEnd).fill(-1)
  let next = 0
  for (let at = 0; at < level.regionsOfBlock.length; at += 2) {
    if (at % STEPS_A_PIECE === 0) yield
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
    if (at % REGIONS_A_PIECE === 0) yield
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
    if (i % STEPS_A_PIECE === 0) yield
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
  const tables = new Uint16Array(yield* wordCountOf(level))
  let [region, slot, table] = [0, 0, 0]
  for (let at = 0; at < regionsOfBlock.length; at += 2) {
    const first = level.regionsOfBlock[at]
    regionsOfBlock[at] = region
    regionsOfBlock[at + 1] = level.regionsOfBlock[at + 1]
    for (let one = first; one < first + level.regionsOfBlock[at + 1]; one++, region++) {
      if (region % REGIONS_A_PIECE === 0) yield
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
    if (i % STEPS_A_PIECE === 0) yield
    for (let side = 0; side < 2; side++)
      regionOfSide[2 * i + side] = numberOf[l][level.regionOfSide[2 * entryOf[i] + side]]
  }
  const tableBytes = new Uint8Array(tables.buffer)
  const topology = { regionCount, entryCount, pairCount, rowOfRegion, slots, regionOfSide }
  return { ...topology, regionsOfBlock, parentOfRegion, tableOfRegion, tables, tableBytes }
}

function* wordCountOf(level: LiveLevel): Work<number> {
  let count = 0
  for (let region = 0; region < level.wordsOfRegion.length; region++) {
    if (region % STEPS_A_PIECE === 0) yield
    count += level.wordsOfRegion[region]
  }
  return count
}

function* planesOf(store: Store): Work<Pick<Labels, 'firstPlaneOfBlock' | 'planeBits'>> {
  const firstPlaneOfBlock = new Int32Array(store.labels.firstPlaneOfBlock.length)
  const froms: number[] = []
  let count = 0
  for (let block = 0; block < firstPlaneOfBlock.length; block++) {
    if (block % STEPS_A_PIECE === 0) yield
    firstPlaneOfBlock[block] = count
    const own = planeCountOf(regionCountOf(store.levels[0].regionsOfBlock, block))
    for (let i = 0; i < own; i++) froms.push(store.labels.firstPlaneOfBlock[block] + i)
    count += own
  }
  const planeBits = new Int32Array(count * BLOCK_SIDE_CELLS)
  for (let plane = 0; plane < count; plane++) {
    if (plane % STEPS_A_PIECE === 0) yield
    const from = froms[plane] << BLOCK_SHIFT
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++)
      planeBits[(plane << BLOCK_SHIFT) | row] = store.planes.data[from + row]
  }
  return { firstPlaneOfBlock, planeBits }
}

/**
 * The ground as a bake finds it. That of the terrain is not enough: its lowest cost may belong to no cell any more.
 */
function bakedGroundOf({ costOfBlock, directions }: Terrain): Ground {
  const one = costOfBlock.find(cost => cost !== 0) ?? 0
  return one < 0 ? groundOf(false, directions) : groundOfBlocks(costOfBlock, one, directions)
}

/** Measures landmarks: the entries in `given`, or those that a bake chooses. */
function* measured(
  { levels, islandOfRegion, islandCount }: { levels: AtlasLevel[]; islandOfRegion: Int32Array; islandCount: number },
  choice: Terrain,
  given: Int32Array | null,
): Work<{ readonly landmarks: Landmarks; readonly sources: Int32Array }> {
  const { width, height, costMin } = choice
  const landmarkCount = landmarkCountFor(width * height, levels[0].entryCount, bakedGroundOf(choice))
  const costToLandmark = new Uint16Array(landmarkCount * levels[0].entryCount)
  const task = { landmarkCount, costMin, levelZero: levels[0], islandOfRegion, islandCount, sources: given }
  const { sources, shift } = yield* measuringLandmarks({ ...task, costToLandmark })
  return { landmarks: { count: landmarkCount, costToLandmark, shift }, sources }
}
