/**
 * One version of a map that changes. Queries read its columns as those of an atlas; only a commit writes them, in place, and
 * before either the columns are turned to this version (versions.ts). Regions of a block have numbers side by side, as in an
 * atlas; when a block has more or fewer of them than before it gets other numbers. An entry keeps its number as long as it
 * lives, and what is not in use any more has no slots. Numbers are a version's own; records in arenas are shared.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import type { Landmarks } from '../atlas/landmark-costs.ts'
import { entryIn, forEachEntry, rankIn } from '../atlas/level-graph.ts'
import { COST_MAX, COST_MAX_OF_BYTE } from '../map/grid.ts'
import { BLOCK_CELLS, BLOCK_SHIFT, BLOCK_SIDE_CELLS, Terrain } from '../map/terrain.ts'
import { guardedWaysOf } from '../route/guards.ts'
import { Arena, ArenaRoom, type Words, withRoom } from './arena.ts'
import { Floors } from './floors.ts'
import { Lifts } from './lifts.ts'
import { LiveLevel, roomFor, type Writable } from './live-level.ts'
import { type Version, VersionedColumn, Versions } from './versions.ts'

export const UNKNOWN = -1

/** What entries cost to landmarks: the table of a version, or one that is being measured. */
export interface LandmarkTable {
  readonly count: number
  readonly shift: number
  /** values[entry * count + landmark], in units of 2^shift. */
  readonly values: Uint16Array
  /** As Landmarks.guards has them. */
  guards: Int32Array
  write(at: number, value: number): void
}

interface StoreColumns {
  readonly rowBits: VersionedColumn
  readonly costOfBlock: VersionedColumn
  readonly firstPlaneOfBlock: VersionedColumn
  readonly costToLandmark: VersionedColumn<Uint16Array>
  /** Of each entry: its crossing seen from side 0, its rank, and what its border knows of it; -1 where that is not at hand. */
  readonly crossingOf: VersionedColumn
  readonly rankOf: VersionedColumn<Uint8Array>
  readonly widthOf: VersionedColumn
  readonly throughOf: VersionedColumn
}

/** Frees the records of versions that are garbage. */
const graves = new FinalizationRegistry<Arena<Words>[]>(arenas => {
  for (const arena of arenas) arena.abandon()
})

export class Store {
  readonly terrain: Writable<Terrain>
  /** What entries are chosen on: the same, but where travellers with the same walls share theirs (choice-ground.ts). */
  readonly choice: Terrain
  /** The highest cost that a cell may get: what the bytes of a cost in the atlas hold. */
  readonly costMax: number
  readonly levels: LiveLevel[]
  readonly planes: Arena<Int32Array>
  readonly costs: Arena<Uint16Array>
  readonly columns: StoreColumns
  readonly versions: Versions
  islandCount: number
  /** Blocks that have free cells of another cost than the lowest. */
  private oddBlocks = 0
  /** Where there are none, nothing has to be mended, whatever a map becomes. */
  readonly landmarks: Writable<Required<Pick<Landmarks, 'count' | 'shift' | 'guards' | 'isMended'>>>
  /** All versions have the same, since one at a time is in the columns. */
  readonly lifts: Lifts
  /** Free ones for tables made in pieces: each such work takes one. */
  readonly pacedLifts: Lifts[] = []
  /** A view leaves the tables of ground that is no cheaper than landmarks know to searches. */
  isOfView = false
  /** Of a view. */
  floors = new Floors()
  private version: Version
  /** What queries read; null from an edit to the next query. */
  shown: AtlasColumns | null = null
  /** Behind the last number that an entry ever had, and the numbers below that none has now. */
  entryEnd: number
  private freeEntries: number[] = []

  constructor(
    from: AtlasColumns,
    costMax = from.terrain.costOfCell.BYTES_PER_ELEMENT === 1 ? COST_MAX_OF_BYTE : COST_MAX,
    choice: Terrain | null = null,
  ) {
    this.costMax = costMax
    const { terrain, labels, levels, landmarks } = from
    const versions = new Versions()
    this.versions = versions
    this.version = versions.begin(this)
    this.terrain = copyOf(terrain)
    this.choice = choice ?? this.terrain
    this.terrain.rowBits = terrain.rowBits.slice()
    this.terrain.costOfBlock = terrain.costOfBlock.slice()
    const mixed = terrain.costOfCell.length / BLOCK_CELLS
    this.costs = new Arena(new ArenaRoom(withRoom(Uint16Array.from(terrain.costOfCell), 0), mixed, BLOCK_CELLS))
    this.terrain.costOfCell = this.costs.data
    const planeCount = labels.planeBits.length / BLOCK_SIDE_CELLS
    const planeRoom = BLOCK_SIDE_CELLS * roomFor(planeCount)
    this.planes = new Arena(new ArenaRoom(withRoom(labels.planeBits, planeRoom), planeCount, BLOCK_SIDE_CELLS))
    this.islandCount = from.islandCount
    const [{ entryCount }] = levels
    this.entryEnd = entryCount
    const room = roomFor(entryCount)
    this.levels = levels.map((one, l) => new LiveLevel(versions, one, l, terrain, room))
    this.lifts = new Lifts(this.levels)
    const { count, shift, costToLandmark } = landmarks
    this.landmarks = { count, shift, guards: new Int32Array(0), isMended: false }
    this.columns = {
      rowBits: new VersionedColumn(versions, this.terrain.rowBits, BLOCK_SHIFT),
      costOfBlock: new VersionedColumn(versions, this.terrain.costOfBlock),
      firstPlaneOfBlock: new VersionedColumn(versions, labels.firstPlaneOfBlock.slice()),
      costToLandmark: new VersionedColumn(versions, withRoom(costToLandmark, count * room), 3),
      crossingOf: new VersionedColumn(versions, new Int32Array(room), 2),
      rankOf: new VersionedColumn(versions, new Uint8Array(room), 2),
      widthOf: new VersionedColumn(versions, new Int32Array(room).fill(UNKNOWN), 2),
      throughOf: new VersionedColumn(versions, new Int32Array(room).fill(UNKNOWN), 2),
    }
    // All holders of the old array get the new one.
    const onGrow = () => {
      for (const store of versions.owners() as Store[]) if (store.shown !== null) refresh(store, store.shown)
    }
    for (const { room } of this.arenas) room.onGrow = onGrow
    this.countOddBlocks()
    forEachEntry(levels[0], (word, crossing) => {
      this.crossingOf[entryIn(word)] = crossing
      this.rankOf[entryIn(word)] = rankIn(word)
    })
  }

  get firstPlaneOfBlock(): Int32Array {
    return this.columns.firstPlaneOfBlock.data
  }

  get crossingOf(): Int32Array {
    return this.columns.crossingOf.data
  }

  get rankOf(): Uint8Array {
    return this.columns.rankOf.data
  }

  get widthOf(): Int32Array {
    return this.columns.widthOf.data
  }

  get throughOf(): Int32Array {
    return this.columns.throughOf.data
  }

  get costToLandmark(): Uint16Array {
    return this.columns.costToLandmark.data
  }

  /** Makes the columns hold this version. */
  turn(): void {
    this.versions.turn(this.version)
  }

  /** Work on this version goes on, after others may have been read or written. */
  resume(): void {
    this.turn()
    this.terrain.costOfCell = this.costs.data
  }

  /** An equal version. Only what is small is copied. */
  fork(): Store {
    this.turn()
    const copy: Store = Object.create(Store.prototype)
    const [version, other] = this.versions.fork(copy)
    this.version = version
    const terrain = copyOf(this.terrain)
    Object.assign(copy, this, {
      version: other,
      terrain,
      choice: terrain,
      levels: this.levels.map(level => level.fork()),
      planes: this.planes.fork(),
      costs: this.costs.fork(),
      landmarks: { ...this.landmarks },
      floors: this.floors.fork(),
      freeEntries: this.freeEntries.slice(),
      shown: null,
    })
    graves.register(copy, copy.arenas)
    return copy
  }

  /** This version is not read any more. */
  drop(): void {
    this.versions.drop(this.version)
    for (const arena of this.arenas) arena.abandon()
  }

  private get arenas(): Arena<Words>[] {
    return [this.planes, this.costs, ...this.levels.flatMap(level => [level.slotArena, level.tableArena])]
  }

  /** What is written from here on belongs to this version. Where it is the only one, all room that others read is free. */
  beginCommit(): void {
    this.turn()
    const isShared = this.versions.hasOthers()
    for (const level of this.levels) {
      level.slotArena.share(isShared)
      level.tableArena.share(isShared)
    }
    this.planes.share(isShared)
    this.costs.share(isShared)
    this.terrain.costOfCell = this.costs.data
  }

  /** Room that the commit handed back may be written from now on. */
  endCommit(): void {
    for (const level of this.levels) level.endCommit()
    this.planes.endCommit()
    this.costs.endCommit()
  }

  /** Notes what a block costs now. A lowest cost that is gone stays a bound: it is found again when the map is saved. */
  setCostOfBlock(block: number, cost: number, least: number): void {
    const { terrain } = this
    const before = terrain.costOfBlock[block]
    this.columns.costOfBlock.write(block, cost)
    if (least < terrain.costMin) {
      terrain.costMin = least
      this.countOddBlocks()
    } else {
      const { costMin } = terrain
      this.oddBlocks += Number(cost !== 0 && cost !== costMin) - Number(before !== 0 && before !== costMin)
      terrain.isUniform = this.oddBlocks === 0
    }
  }

  private countOddBlocks(): void {
    const { costOfBlock, costMin } = this.terrain
    this.oddBlocks = 0
    for (const cost of costOfBlock) if (cost !== 0 && cost !== costMin) this.oddBlocks++
    this.terrain.isUniform = this.oddBlocks === 0
  }

  /** Landmarks that were measured anew take the place of those that were known. */
  setLandmarks({ count, shift, guards, values }: Omit<LandmarkTable, 'write'>): void {
    this.columns.costToLandmark.replace(values)
    Object.assign(this.landmarks, { count, shift, guards, isMended: false })
    this.floors = new Floors()
  }

  get entriesInUse(): number {
    return this.entryEnd - this.freeEntries.length
  }

  /** Entries that columns have room for. */
  get entryRoom(): number {
    return this.crossingOf.length
  }

  takeEntry(crossing: number): number {
    const entry = this.freeEntries.pop() ?? this.entryEnd++
    if (entry >= this.crossingOf.length) this.growEntries()
    // Entries of another version, which may have no landmarks, may have made the other columns longer.
    const { count } = this.landmarks
    if ((entry + 1) * count > this.costToLandmark.length) this.columns.costToLandmark.grow(count * this.entryRoom)
    const { crossingOf, rankOf, widthOf, throughOf } = this.columns
    crossingOf.write(entry, crossing)
    rankOf.write(entry, 0)
    widthOf.write(entry, UNKNOWN)
    throughOf.write(entry, UNKNOWN)
    return entry
  }

  giveEntry(entry: number): void {
    this.freeEntries.push(entry)
  }

  private growEntries(): void {
    const room = roomFor(this.entryEnd)
    const { crossingOf, rankOf, widthOf, throughOf } = this.columns
    crossingOf.grow(room)
    rankOf.grow(room)
    widthOf.grow(room, UNKNOWN)
    throughOf.grow(room, UNKNOWN)
    for (const { columns } of this.levels) columns.regionOfSide.grow(2 * room)
  }
}

/** The columns of now. */
export function columnsNow(store: Store): AtlasColumns {
  const { levels, islandCount, landmarks } = store
  store.terrain.costOfCell = store.costs.data
  return {
    terrain: copyOf(store.terrain),
    labels: {
      regionsOfBlock: levels[0].regionsOfBlock,
      firstPlaneOfBlock: store.firstPlaneOfBlock,
      planeBits: store.planes.data,
    },
    islandCount,
    islandOfRegion: new Int32Array(0),
    landmarks: { ...landmarks, costToLandmark: store.costToLandmark, guardedWays: guardedWaysOf },
    levels: levels.map(columnsOf),
    entriesInUse: store.entriesInUse,
  }
}

/** What queries read of a level, as an opened atlas has it. */
function columnsOf(level: LiveLevel): AtlasLevel {
  const { regionCount, entryCount, pairCount, regionsOfBlock, parentOfRegion, rowOfRegion, slots } = level
  const { regionOfSide, tableOfRegion, tables, tableBytes } = level
  const columns = {
    regionsOfBlock,
    parentOfRegion,
    rowOfRegion,
    slots,
    regionOfSide,
    tableOfRegion,
    tables,
    tableBytes,
  }
  return { regionCount, entryCount, pairCount, ...columns }
}

/** Puts arrays that replaced shorter ones into columns that queries hold. */
export function refresh(store: Store, columns: AtlasColumns): void {
  const { terrain, labels, landmarks, levels } = columnsNow(store)
  Object.assign(columns.terrain, { costOfCell: terrain.costOfCell })
  Object.assign(columns.labels, labels)
  Object.assign(columns.landmarks, landmarks)
  for (const [l, level] of columns.levels.entries()) Object.assign(level, levels[l])
}

/** The same terrain as another object: a holder of the one does not see what the other's fields become. */
export function copyOf(terrain: Terrain): Writable<Terrain> {
  return Object.assign(Object.create(Terrain.prototype) as Writable<Terrain>, terrain)
}
