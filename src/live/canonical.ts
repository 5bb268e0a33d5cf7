/**
 * Renumbers the columns of a live map as a bake would: regions block by block, entries by rank and then by place. With
 * landmarks measured anew, an atlas written from them equals a bake byte for byte.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { type Labels, NO_PARENT, planeCountOf, regionCountOf } from '../atlas/islands.ts'
import { type Landmarks, landmarkCountFor } from '../atlas/landmark-costs.ts'
import { entryIn } from '../atlas/level-graph.ts'
import { growingInts } from '../base/growing.ts'
import { allocatePrivate } from '../base/memory.ts'
import { copying, finish, STEPS_A_PIECE, type Work } from '../base/work.ts'
import { layOutSlots, orderByRank, parentsOf, type RankedEntries } from '../entry/slots.ts'
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
 * None of the tables may be doubtful. Uses the landmarks in `given` if that is not null. Calls back when `store` is no
 * longer needed.
 */
export function* laidOut(store: Store, given: Int32Array | null, onCopied: () => void = () => {}): Work<LaidOut> {
  const { entryOf: _, ...copied } = yield* turned(store, inOrder(store))
  onCopied()
  const { landmarks, sources } = yield* measured(copied, store.sharedChoice ?? copied.terrain, given)
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
  const numbers: RegionNumbers[] = []
  for (const level of store.levels) numbers.push(yield* regionNumbers(level))
  const { entryOf, entries } = yield* entriesInOrder(store, numbers[0])
  const levels: AtlasLevel[] = []
  for (const level of store.levels) levels.push(yield* levelOf(level, numbers, entries, levels[level.level - 1]))
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
      costs[to] = store.terrain.costOfCell[at]
      note(costs[to])
    }
  }
  const costOfCell = most > COST_MAX_OF_BYTE ? costs : new Uint8Array(costs.length)
  if (costOfCell !== costs) yield* copying(costs, costOfCell as Uint16Array, 0)
  return new Terrain(width, height, directions, most === 0 ? 1 : least, rowBits, costOfBlock, costOfCell)
}

/** The number of each region in the bake's order, block by block; and how many regions and words of tables there are. */
interface RegionNumbers {
  readonly numberOf: Int32Array
  readonly regionCount: number
  readonly tableWords: number
}

function* regionNumbers(level: LiveLevel): Work<RegionNumbers> {
  const numberOf = new Int32Array(level.regionEnd).fill(-1)
  let [regionCount, tableWords] = [0, 0]
  for (let at = 0; at < level.regionsOfBlock.length; at += 2) {
    if (at % STEPS_A_PIECE === 0) yield
    const end = level.regionsOfBlock[at] + level.regionsOfBlock[at + 1]
    for (let region = level.regionsOfBlock[at]; region < end; region++) {
      numberOf[region] = regionCount++
      tableWords += level.wordsOfRegion[region]
    }
  }
  return { numberOf, regionCount, tableWords }
}

/** Puts entries in the bake's order: by highest rank, then by block, then along the border. */
function* entriesInOrder(store: Store, { numberOf }: RegionNumbers) {
  const [level] = store.levels
  const inOrder = growingInts()
  const border: number[] = []
  for (let at = 0; at < level.regionsOfBlock.length; at += 2) {
    border.length = 0
    if (at % REGIONS_A_PIECE === 0) yield
    level.forEachSlot(at >> 1, (_, slot) => {
      if (level.slots[2 * slot + 1] >= 0) border.push(entryIn(level.slots[2 * slot]))
    })
    // A crossing's number ascends by direction, then y, then x: so it ascends along each side of a block.
    border.sort((a, b) => (store.crossingOf[a] >>> 0) - (store.crossingOf[b] >>> 0))
    inOrder.append(border)
  }
  const crossing = inOrder.toArray()
  const regionOfSide = new Int32Array(2 * crossing.length)
  const rankOf = new Uint8Array(crossing.length)
  for (const [i, entry] of crossing.entries()) {
    if (i % STEPS_A_PIECE === 0) yield
    rankOf[i] = store.rankOf[entry]
    for (let side = 0; side < 2; side++) regionOfSide[2 * i + side] = numberOf[level.regionOfSide[2 * entry + side]]
  }
  const ranked = yield* orderByRank({ crossing, regionOfSide }, rankOf, store.levels.length)
  const entryOf = ranked.crossingOfEntry
  const crossingOfEntry = new Int32Array(entryOf.length)
  for (const [i, entry] of entryOf.entries()) {
    if (i % STEPS_A_PIECE === 0) yield
    crossingOfEntry[i] = store.crossingOf[entry]
  }
  return { entryOf, entries: { ...ranked, crossingOfEntry } }
}

/** Copies tables; rows and slots are made as in a bake. */
function* levelOf(
  level: LiveLevel,
  numbers: readonly RegionNumbers[],
  entries: RankedEntries,
  lower: AtlasLevel | undefined,
): Work<AtlasLevel> {
  const { regionCount, tableWords } = numbers[level.level]
  const regionsOfBlock = new Int32Array(level.regionsOfBlock.length)
  const parentOfRegion = new Int32Array(regionCount)
  const tableOfRegion = new Int32Array(regionCount)
  const tables = new Uint16Array(tableWords)
  let [region, table] = [0, 0]
  for (let at = 0; at < regionsOfBlock.length; at += 2) {
    const first = level.regionsOfBlock[at]
    regionsOfBlock[at] = region
    regionsOfBlock[at + 1] = level.regionsOfBlock[at + 1]
    for (let one = first; one < first + level.regionsOfBlock[at + 1]; one++, region++) {
      if (region % REGIONS_A_PIECE === 0) yield
      const parent = level.parentOfRegion[one]
      parentOfRegion[region] = parent === NO_PARENT ? NO_PARENT : numbers[level.level + 1].numberOf[parent]
      const words = level.wordsOfRegion[one]
      tableOfRegion[region] = table
      tables.set(level.tables.subarray(level.tableOfRegion[one], level.tableOfRegion[one] + words), table)
      table += words
    }
  }
  const sideCount = 2 * entries.entryCountOfLevel[level.level]
  const regionOfSide =
    lower === undefined
      ? entries.regionOfSide0
      : yield* parentsOf(lower.regionOfSide, sideCount, lower.parentOfRegion, allocatePrivate)
  const topology = yield* layOutSlots(entries, regionOfSide, regionCount)
  return {
    ...topology,
    regionsOfBlock,
    parentOfRegion,
    tableOfRegion,
    tables,
    tableBytes: new Uint8Array(tables.buffer),
  }
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
