/**
 * One version of a live map. Queries read its columns like those of an atlas. Only a commit writes them, in place.
 * Before either, the columns are turned to this version (versions.ts). Regions of a block have consecutive numbers, as
 * in an atlas; if their count changes, they get new numbers. An entry keeps its number for life. Regions out of use
 * have no slots. Each version has its own numbers; records in arenas are shared.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { reversed, xOf, yOf } from '../atlas/crossing.ts'
import type { Labels } from '../atlas/islands.ts'
import { LANDMARKS_MAX, type Landmarks } from '../atlas/landmark-costs.ts'
import { endSlotOf, entryIn, firstSlotOf, rankIn } from '../atlas/level-graph.ts'
import { copying, filling, type Work } from '../base/work.ts'
import { COST_MAX, COST_MAX_OF_BYTE } from '../map/grid.ts'
import { BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { Arena, type Words } from './arena.ts'
import { Floors } from './floors.ts'
import { LiveLevel, roomFor, type Writable } from './live-level.ts'
import { LiveTerrain } from './live-terrain.ts'
import { type Version, VersionedColumn, Versions } from './versions.ts'

export const UNKNOWN = -1
/** Regions of which the entries are read in one piece. */
const REGIONS_A_PIECE = 64

interface StoreColumns {
  readonly firstPlaneOfBlock: VersionedColumn
  readonly costToLandmark: VersionedColumn<Uint16Array>
  /** For each entry: its crossing seen from side 0, its rank, and the width of its opening; -1 if not known yet. */
  readonly crossingOf: VersionedColumn
  readonly rankOf: VersionedColumn<Uint8Array>
  readonly widthOf: VersionedColumn
}

export class Store implements AtlasColumns {
  readonly ground: LiveTerrain
  readonly terrain: Terrain
  readonly labels: Writable<Labels>
  /** The islands follow from the levels. */
  readonly islandOfRegion = new Int32Array(0)
  crossingOf!: Int32Array
  rankOf!: Uint8Array
  widthOf!: Int32Array
  /** The ground that entries are chosen on if travellers with the same walls share their entries (live-terrain.ts). */
  sharedChoice: Terrain | null
  /** The highest cost of a cell: limited by the bytes of a cost in the atlas. */
  readonly costMax: number
  readonly levels: LiveLevel[]
  readonly planes: Arena<Int32Array>
  private readonly arenas: readonly Arena<Words>[]
  readonly columns: StoreColumns
  readonly versions: Versions
  islandCount: number
  /** With a count of 0, nothing is ever mended. */
  readonly landmarks: Writable<Required<Landmarks>>
  /** A view leaves tables to searches if its ground is no cheaper than landmarks assume. */
  isOfView = false
  /** Used by views only. */
  floors = new Floors()
  private version: Version
  /** One above the highest entry number ever used. `freeEntries` has the unused numbers below it. */
  entryEnd: number
  private freeEntries: number[] = []

  /** Empty, with room for what `storeOf` copies from the same columns. */
  constructor(
    { terrain, labels, levels: [{ entryCount }], landmarks, islandCount }: AtlasColumns,
    versions: Versions,
    levels: LiveLevel[],
    costMax: number,
    sharedChoice: Terrain | null,
  ) {
    this.costMax = costMax
    this.versions = versions
    this.levels = levels
    this.version = versions.begin(this)
    this.ground = new LiveTerrain(versions, terrain)
    this.terrain = this.ground.terrain
    this.sharedChoice = sharedChoice
    const planeCount = labels.planeBits.length / BLOCK_SIDE_CELLS
    const planeRoom = BLOCK_SIDE_CELLS * roomFor(planeCount)
    this.planes = new Arena(versions, new Int32Array(planeRoom), planeCount, BLOCK_SIDE_CELLS)
    this.islandCount = islandCount
    this.entryEnd = entryCount
    const room = roomFor(entryCount)
    const { count, shift } = landmarks
    this.columns = {
      firstPlaneOfBlock: new VersionedColumn(versions, new Int32Array(labels.firstPlaneOfBlock.length)),
      costToLandmark: new VersionedColumn(versions, new Uint16Array(Math.max(LANDMARKS_MAX, count * room)), 3),
      crossingOf: new VersionedColumn(versions, new Int32Array(room), 2),
      rankOf: new VersionedColumn(versions, new Uint8Array(room), 2),
      widthOf: new VersionedColumn(versions, new Int32Array(room), 2),
    }
    this.labels = { ...labels }
    this.landmarks = { count, shift, isMended: false, costToLandmark: this.columns.costToLandmark.data }
    versions.onGrow = () => {
      for (const store of versions.owners() as Store[]) store.look()
    }
    this.arenas = [this.planes, this.ground.costs, ...levels.flatMap(level => [level.slotArena, level.tableArena])]
    this.look()
  }

  /** The ground that entries are chosen on. */
  get choice(): Terrain {
    return this.sharedChoice ?? this.terrain
  }

  /** Copies the columns, in pieces. */
  *fill({ terrain, labels, levels, landmarks }: AtlasColumns): Work<void> {
    yield* this.ground.fill(terrain)
    yield* copying(labels.firstPlaneOfBlock, this.labels.firstPlaneOfBlock, 0)
    yield* copying(labels.planeBits, this.planes.data, 0)
    yield* copying(landmarks.costToLandmark, this.landmarks.costToLandmark, 0)
    yield* filling(this.widthOf, UNKNOWN)
    for (const [l, level] of levels.entries()) yield* this.levels[l].fill(level)
    const { crossingOf, rankOf } = this
    const [levelZero] = levels
    const { slots } = levelZero
    // Between the rows of regions a snapshot has slots of entries that are gone.
    for (let region = 0; region < levelZero.regionCount; region++) {
      if (region % REGIONS_A_PIECE === 0) yield
      for (let slot = firstSlotOf(levelZero, region), end = endSlotOf(levelZero, region); slot < end; slot++) {
        if (slots[2 * slot + 1] < 0) continue
        crossingOf[entryIn(slots[2 * slot])] = slots[2 * slot + 1]
        rankOf[entryIn(slots[2 * slot])] = rankIn(slots[2 * slot])
      }
    }
  }

  /** Reads the arrays again: longer ones may have replaced them. */
  look(): void {
    const { columns, labels, landmarks, levels } = this
    this.ground.look()
    for (const level of levels) level.look()
    labels.regionsOfBlock = levels[0].regionsOfBlock
    labels.firstPlaneOfBlock = columns.firstPlaneOfBlock.data
    labels.planeBits = this.planes.data
    landmarks.costToLandmark = columns.costToLandmark.data
    this.crossingOf = columns.crossingOf.data
    this.rankOf = columns.rankOf.data
    this.widthOf = columns.widthOf.data
  }

  /** Makes the columns hold this version. */
  turn(): void {
    this.versions.turn(this.version)
  }

  /** An equal version. Copies only small fields. */
  fork(): Store {
    this.turn()
    const copy: Store = Object.create(Store.prototype)
    const [version, other] = this.versions.fork(copy)
    this.version = version
    const ground = this.ground.fork()
    return Object.assign(copy, this, {
      version: other,
      ground,
      terrain: ground.terrain,
      levels: this.levels.map(level => level.fork()),
      labels: { ...this.labels },
      landmarks: { ...this.landmarks },
      floors: this.floors.fork(),
      freeEntries: this.freeEntries.slice(),
    })
  }

  /** Call when nobody reads this version any more. */
  drop(): void {
    this.versions.drop(this.version)
  }

  /** Turns the columns to this version for writing. Other versions that are gone no longer make writes slower. */
  beginCommit(): void {
    this.turn()
    this.versions.prune()
  }

  /** An arena that should grow before a commit runs out of room. */
  get arenaNearlyFull(): Arena<Words> | undefined {
    return this.arenas.find(arena => arena.isNearlyFull)
  }

  /** Sets the cost of an entry to a landmark, for what ways cost now: blocks beside the entry start new floors. */
  setLandmark(entry: number, landmark: number, value: number): void {
    const { costToLandmark } = this.columns
    const at = entry * this.landmarks.count + landmark
    // Waves write a lot: the common case takes no call that serves all kinds of columns.
    if (costToLandmark.difference === null) costToLandmark.data[at] = value
    else costToLandmark.write(at, value)
    if (!this.isOfView) return
    for (const crossing of [this.crossingOf[entry], reversed(this.crossingOf[entry])]) {
      this.floors.forget(this.terrain.blockOf(xOf(crossing), yOf(crossing)))
    }
  }

  get entriesInUse(): number {
    return this.entryEnd - this.freeEntries.length
  }

  /** How many entries the columns have room for. */
  get entryRoom(): number {
    return this.crossingOf.length
  }

  takeEntry(crossing: number): number {
    const entry = this.freeEntries.pop() ?? this.entryEnd++
    if (entry >= this.crossingOf.length) this.growEntries()
    const { crossingOf, rankOf, widthOf } = this.columns
    crossingOf.write(entry, crossing)
    rankOf.write(entry, 0)
    widthOf.write(entry, UNKNOWN)
    return entry
  }

  giveEntry(entry: number): void {
    this.freeEntries.push(entry)
  }

  private growEntries(): void {
    const room = roomFor(this.entryEnd)
    const { crossingOf, rankOf, widthOf } = this.columns
    crossingOf.grow(room)
    rankOf.grow(room)
    widthOf.grow(room)
    if (this.landmarks.count > 0) this.columns.costToLandmark.grow(this.landmarks.count * room)
    for (const { columns } of this.levels) columns.regionOfSide.grow(2 * room)
  }
}

/** A store of these columns, copied in pieces. */
export function* storeOf(
  from: AtlasColumns,
  costMax = from.terrain.costOfCell.BYTES_PER_ELEMENT === 1 ? COST_MAX_OF_BYTE : COST_MAX,
  choice: Terrain | null = null,
): Work<Store> {
  const versions = new Versions()
  const levels: LiveLevel[] = []
  for (const [l, level] of from.levels.entries()) {
    // New memory is cleared, which takes milliseconds for all levels of a large map.
    yield
    levels.push(new LiveLevel(versions, level, l, from.terrain, roomFor(from.levels[0].entryCount)))
  }
  yield
  const store = new Store(from, versions, levels, costMax, choice)
  yield* store.fill(from)
  return store
}
