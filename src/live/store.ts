/**
 * The columns of a map that changes. Queries read them as those of an atlas; only a commit writes them, in place. Regions of
 * a block have numbers side by side, as in an atlas; when a block has more or fewer of them than before it gets other
 * numbers. An entry keeps its number as long as it lives, and what is not in use any more has no slots.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { planeCountOf, regionCountOf } from '../atlas/labels.ts'
import type { Landmarks } from '../atlas/landmark-costs.ts'
import { entryIn, forEachEntry, pairCountOf, rankIn, slotCountOf } from '../atlas/level-graph.ts'
import { BLOCK_CELLS, BLOCK_SIDE_CELLS, Terrain } from '../map/terrain.ts'
import { Arena, withRoom } from './arena.ts'
import { LiveLevel, roomFor, type Writable } from './level.ts'

export const UNKNOWN = -1

export class Store {
  readonly terrain: Writable<Terrain>
  readonly levels: LiveLevel[]
  readonly planes: Arena<Int32Array>
  readonly costs: Arena<Uint16Array>
  firstPlaneOfBlock: Int32Array
  islandCount: number
  /** Blocks that have free cells of another cost than the lowest. */
  private oddBlocks = 0
  landmarks: Writable<Required<Landmarks>>
  /** Of each entry: its crossing seen from side 0, its rank, and what its border knows of it; -1 where that is not at hand. */
  crossingOf: Int32Array
  rankOf: Uint8Array
  widthOf: Int32Array
  throughOf: Int32Array
  entries: number
  /**
   * Whether ground that becomes dearer or cheaper leaves entries where they are. A view's does: it is not held to what a bake
   * would choose, and layers come and go.
   */
  keepsEntries = false
  private entryEnd: number
  private freeEntries: number[] = []
  private heldEntries: number[] = []

  constructor(from: AtlasColumns) {
    const { terrain, labels, levels } = from
    this.terrain = copyOf(terrain)
    this.terrain.rowBits = terrain.rowBits.slice()
    this.terrain.costOfBlock = terrain.costOfBlock.slice()
    const mixed = terrain.costOfCell.length / BLOCK_CELLS
    this.countOddBlocks()
    this.costs = new Arena(withRoom(Uint16Array.from(terrain.costOfCell), 0), mixed, BLOCK_CELLS)
    this.terrain.costOfCell = this.costs.data
    const planeCount = labels.planeBits.length / BLOCK_SIDE_CELLS
    const planeRoom = BLOCK_SIDE_CELLS * roomFor(planeCount)
    this.planes = new Arena(withRoom(labels.planeBits, planeRoom), planeCount, BLOCK_SIDE_CELLS)
    this.firstPlaneOfBlock = labels.firstPlaneOfBlock.slice()
    this.islandCount = from.islandCount
    this.entries = levels[0].entryCount
    this.entryEnd = this.entries
    const room = roomFor(this.entries)
    this.levels = levels.map((level, i) => new LiveLevel(level, i, terrain.blocksWide, terrain.blocksHigh, room))
    const { count, shift, costToLandmark } = from.landmarks
    this.landmarks = { count, shift, costToLandmark: withRoom(costToLandmark, count * room), guards: new Int32Array(0) }
    this.crossingOf = new Int32Array(room)
    this.rankOf = new Uint8Array(room)
    this.widthOf = new Int32Array(room).fill(UNKNOWN)
    this.throughOf = new Int32Array(room).fill(UNKNOWN)
    forEachEntry(levels[0], (word, crossing) => {
      this.crossingOf[entryIn(word)] = crossing
      this.rankOf[entryIn(word)] = rankIn(word)
    })
  }

  /** A store of its own with the same content. */
  clone(): Store {
    const copy: Store = Object.create(Store.prototype)
    Object.assign(copy, this, {
      terrain: copyOf(this.terrain),
      levels: this.levels.map(level => level.clone()),
      planes: new Arena(this.planes.data.slice(), this.planes.end, BLOCK_SIDE_CELLS),
      costs: new Arena(this.costs.data.slice(), this.costs.end, BLOCK_CELLS),
      crossingOf: this.crossingOf.slice(),
      rankOf: this.rankOf.slice(),
      widthOf: this.widthOf.slice(),
      throughOf: this.throughOf.slice(),
      landmarks: { ...this.landmarks, costToLandmark: this.landmarks.costToLandmark.slice() },
      freeEntries: [],
      heldEntries: [],
    })
    copy.ownColumns()
    copy.terrain.costOfCell = copy.costs.data
    return copy
  }

  /** Gives itself new copies of all columns that commits write in place: versions that are held keep the old ones. */
  ownColumns(): void {
    this.terrain.rowBits = this.terrain.rowBits.slice()
    this.terrain.costOfBlock = this.terrain.costOfBlock.slice()
    this.firstPlaneOfBlock = this.firstPlaneOfBlock.slice()
    for (const level of this.levels) level.ownColumns()
  }

  /** What queries read: the columns of now. */
  columns(): AtlasColumns {
    const { levels, islandCount } = this
    return {
      terrain: copyOf(this.terrain),
      labels: {
        regionsOfBlock: levels[0].regionsOfBlock,
        firstPlaneOfBlock: this.firstPlaneOfBlock,
        planeBits: this.planes.data,
      },
      islandCount,
      islandOfRegion: new Int32Array(0),
      landmarks: { ...this.landmarks },
      levels: levels.map(columnsOf),
    }
  }

  /** Notes what a block costs now. A lowest cost that is gone stays a bound: it is found again when the map is saved. */
  setCostOfBlock(block: number, cost: number, least: number): void {
    const { terrain } = this
    const before = terrain.costOfBlock[block]
    terrain.costOfBlock[block] = cost
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

  takeEntry(crossing: number): number {
    const entry = this.freeEntries.length > 0 ? this.freeEntries.pop()! : this.entryEnd++
    if (this.entryEnd > this.crossingOf.length) this.growEntries()
    this.entries++
    this.crossingOf[entry] = crossing
    this.rankOf[entry] = 0
    this.widthOf[entry] = UNKNOWN
    this.throughOf[entry] = UNKNOWN
    return entry
  }

  giveEntry(entry: number, isHeld: boolean): void {
    this.entries--
    if (isHeld) this.heldEntries.push(entry)
    else this.freeEntries.push(entry)
  }

  release(): void {
    for (const level of this.levels) {
      level.slotArena.release()
      level.tableArena.release()
    }
    this.planes.release()
    this.costs.release()
    for (const entry of this.heldEntries) this.freeEntries.push(entry)
    this.heldEntries = []
  }

  planeCountOfBlock(block: number): number {
    return planeCountOf(regionCountOf(this.levels[0].regionsOfBlock, block))
  }

  private growEntries(): void {
    const room = roomFor(this.entryEnd)
    for (const level of this.levels) level.growEntries(room)
    this.crossingOf = withRoom(this.crossingOf, room)
    this.widthOf = withRoom(this.widthOf, room)
    this.throughOf = withRoom(this.throughOf, room)
    const rankOf = new Uint8Array(room)
    rankOf.set(this.rankOf)
    this.rankOf = rankOf
    const { count, costToLandmark } = this.landmarks
    this.landmarks.costToLandmark = withRoom(costToLandmark, count * room)
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

/** How many words the head and the costs of a region's table take. */
export function costWordsOf(level: LiveLevel, region: number): number {
  const size = slotCountOf(level, region)
  return size < 2 ? 0 : 1 + pairCountOf(size)
}
