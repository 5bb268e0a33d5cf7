/**
 * One version of a map that changes. Queries read its columns as those of an atlas; only a commit writes them, in place, and
 * before either the columns are turned to this version (versions.ts). Regions of a block have numbers side by side, as in an
 * atlas; when a block has more or fewer of them than before it gets other numbers. An entry keeps its number as long as it
 * lives, and what is not in use any more has no slots. Numbers are a version's own; records in arenas are shared.
 */

import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { entryIn, forEachEntry, rankIn } from '../atlas/level-graph.ts'
import { COST_MAX, COST_MAX_OF_BYTE } from '../map/grid.ts'
import { BLOCK_CELLS, BLOCK_SIDE_CELLS, Terrain } from '../map/terrain.ts'
import { guardedWaysOf } from '../route/guards.ts'
import { Arena, ArenaRoom, type Words, withRoom } from './arena.ts'
import { Floors } from './floors.ts'
import type { LandmarkTable } from './landmark-table.ts'
import { LiveLevel, roomFor, type Writable } from './live-level.ts'
import { type Version, VersionedColumn, Versions } from './versions.ts'

export const UNKNOWN = -1

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

/** The records of versions that nobody has any more are free. */
const graves = new FinalizationRegistry<Arena<Words>[]>(arenas => {
  for (const arena of arenas) arena.abandon()
})

export class Store {
  readonly terrain: Writable<Terrain>
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
  readonly landmarks: { readonly count: number; shift: number; guards: Int32Array }
  /**
   * Whether ground that becomes dearer or cheaper leaves entries where they are. A view's does: it is not held to what a bake
   * would choose, and layers come and go.
   */
  keepsEntries = false
  /** Of a map that keeps its entries. */
  floors = new Floors()
  private version: Version
  /** Behind the last number of an entry that was ever taken. */
  entryEnd: number
  /** Numbers of entries that are gone. */
  freeEntries: number[] = []

  constructor(
    from: AtlasColumns,
    costMax = from.terrain.costOfCell.BYTES_PER_ELEMENT === 1 ? COST_MAX_OF_BYTE : COST_MAX,
    sharesTables = false,
  ) {
    this.costMax = costMax
    const { terrain, labels, levels, landmarks } = from
    const versions = new Versions()
    this.versions = versions
    this.version = versions.begin(this)
    this.terrain = copyOf(terrain)
    this.terrain.rowBits = terrain.rowBits.slice()
    this.terrain.costOfBlock = terrain.costOfBlock.slice()
    const mixed = terrain.costOfCell.length / BLOCK_CELLS
    this.costs = new Arena(new ArenaRoom(withRoom(Uint16Array.from(terrain.costOfCell), 0), mixed, BLOCK_CELLS))
    this.terrain.costOfCell = this.costs.data
    const planeCount = labels.planeBits.length / BLOCK_SIDE_CELLS
    const planeRoom = BLOCK_SIDE_CELLS * roomFor(planeCount)
    this.planes = new Arena(new ArenaRoom(withRoom(labels.planeBits, planeRoom), planeCount, BLOCK_SIDE_CELLS))
    this.islandCount = from.islandCount
    this.entryEnd = levels[0].entryCount
    const room = roomFor(this.entryEnd)
    this.levels = levels.map((level, i) => new LiveLevel(versions, level, i, terrain, room, sharesTables))
    const { count, shift, costToLandmark } = landmarks
    this.landmarks = { count, shift, guards: new Int32Array(0) }
    this.columns = {
      rowBits: new VersionedColumn(versions, this.terrain.rowBits),
      costOfBlock: new VersionedColumn(versions, this.terrain.costOfBlock),
      firstPlaneOfBlock: new VersionedColumn(versions, labels.firstPlaneOfBlock.slice()),
      costToLandmark: new VersionedColumn(versions, withRoom(costToLandmark, count * room)),
      crossingOf: new VersionedColumn(versions, new Int32Array(room)),
      rankOf: new VersionedColumn(versions, new Uint8Array(room)),
      widthOf: new VersionedColumn(versions, new Int32Array(room).fill(UNKNOWN)),
      throughOf: new VersionedColumn(versions, new Int32Array(room).fill(UNKNOWN)),
    }
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

  /** Makes the columns say what this version says. */
  turn(): void {
    this.versions.turn(this.version)
  }

  /** Work on this version goes on, after others may have been asked or written. */
  resume(): void {
    this.turn()
    this.terrain.costOfCell = this.costs.data
  }

  /** Another version that says the same. Nothing is copied but what is small. */
  fork(): Store {
    this.turn()
    const copy: Store = Object.create(Store.prototype)
    const [version, other] = this.versions.fork(copy)
    this.version = version
    Object.assign(copy, this, {
      version: other,
      terrain: copyOf(this.terrain),
      levels: this.levels.map(level => level.fork()),
      planes: this.planes.fork(),
      costs: this.costs.fork(),
      landmarks: { ...this.landmarks },
      floors: this.floors.fork(),
      freeEntries: this.freeEntries.slice(),
    })
    graves.register(copy, copy.arenas)
    return copy
  }

  /** This version is not asked any more. */
  drop(): void {
    this.versions.drop(this.version)
    for (const arena of this.arenas) arena.abandon()
  }

  private get arenas(): Arena<Words>[] {
    return [this.planes, this.costs, ...this.levels.flatMap(level => [level.slotArena, level.tableArena])]
  }

  /** What is written from here on is this version's; where it is the only one, all room that was waited for is free. */
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

  /** What queries read: the columns of now. */
  columnsNow(): AtlasColumns {
    const { levels, islandCount } = this
    this.terrain.costOfCell = this.costs.data
    return {
      terrain: copyOf(this.terrain),
      labels: {
        regionsOfBlock: levels[0].regionsOfBlock,
        firstPlaneOfBlock: this.firstPlaneOfBlock,
        planeBits: this.planes.data,
      },
      islandCount,
      islandOfRegion: new Int32Array(0),
      landmarks: { ...this.landmarks, costToLandmark: this.costToLandmark, guardedWays: guardedWaysOf },
      levels: levels.map(columnsOf),
    }
  }

  /** Gives columns that were replaced by longer ones to those that somebody holds. */
  refresh(columns: AtlasColumns): void {
    const now = this.columnsNow()
    Object.assign(columns.landmarks, now.landmarks)
    columns.levels.forEach((level, l) => {
      const { regionCount, entryCount, parentOfRegion, rowOfRegion, regionOfSide, tableOfRegion } = now.levels[l]
      const { slots, tables, tableBytes } = now.levels[l]
      Object.assign(level, { regionCount, entryCount, parentOfRegion, rowOfRegion, regionOfSide, tableOfRegion })
      Object.assign(level, { slots, tables, tableBytes })
    })
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
  setLandmarks({ shift, guards, values }: LandmarkTable): void {
    this.columns.costToLandmark.replace(values)
    Object.assign(this.landmarks, { shift, guards })
    this.floors = new Floors()
  }

  takeEntry(crossing: number): number {
    const entry = this.freeEntries.length > 0 ? this.freeEntries.pop()! : this.entryEnd++
    if (this.entryEnd > this.crossingOf.length) this.growEntries()
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
    const { crossingOf, rankOf, widthOf, throughOf, costToLandmark } = this.columns
    for (const level of this.levels) level.columns.regionOfSide.grow(2 * room)
    crossingOf.grow(room)
    rankOf.grow(room)
    widthOf.grow(room, UNKNOWN)
    throughOf.grow(room, UNKNOWN)
    costToLandmark.grow(this.landmarks.count * room)
  }
}

/** What queries read of a level, as an opened atlas has it. */
function columnsOf(level: LiveLevel): AtlasLevel {
  const { regionCount, entryCount, pairCount, regionsOfBlock, parentOfRegion, rowOfRegion, slots } = level
  const { regionOfSide, tableOfRegion, tables, tableBytes } = level
  return {
    regionCount,
    entryCount,
    pairCount,
    regionsOfBlock,
    parentOfRegion,
    rowOfRegion,
    slots,
    regionOfSide,
    tableOfRegion,
    tables,
    tableBytes,
  }
}

/** The same terrain as another object: who holds the one does not see what the other's fields become. */
export function copyOf(terrain: Terrain): Writable<Terrain> {
  return Object.assign(Object.create(Terrain.prototype) as Writable<Terrain>, terrain)
}
