/**
 * The columns of a version as searches read them. Commits write them in place, and other versions share their arrays.
 * So the terrain, which readers take first, is looked up: that makes the arrays hold this version, and throws once a
 * commit has come. Tables that commits left to searches are made by the level's own accessor.
 *
 * Each commit gets columns of its own, for callers that compare. All of them have one `home`, which finders read, so a
 * finder keeps its scratch from commit to commit.
 */
import { type AtlasColumns, type AtlasLevel, checkedColumns } from '../atlas/columns.ts'
import { IsthmusError } from '../base/errors.ts'
import type { Level, Region } from '../base/ids.ts'
import { finish } from '../base/work.ts'
import type { LiveLevel, Writable } from './live-level.ts'
import type { Repair } from './repair.ts'
import { makeTables } from './slices.ts'
import { copyOf, type Store } from './store.ts'

export class Showing {
  private readonly store: Store
  private readonly repairer: () => Repair
  private home: Writable<AtlasColumns> | null = null
  /**
   * The facts by which finders over `home` chose their parts: `home` is replaced once they change. A commit whose arrays grow
   * only changes `home` itself.
   */
  private homeMadeFor = ''
  /** The columns of the newest commit; null until they are asked for. */
  private now: AtlasColumns | null = null
  /** Whether a commit has come since columns were handed out. */
  private life: { isOver: boolean }
  private epoch = 0

  /** `before` showed the same version in another store. */
  constructor(store: Store, repairer: () => Repair, before?: Showing) {
    this.store = store
    this.repairer = repairer
    this.life = before?.life ?? { isOver: false }
    store.showing = this
  }

  /** Valid until the next commit, or until another version is read. */
  get columns(): AtlasColumns {
    this.now ??= this.handOut()
    this.resolve()
    return this.now
  }

  /** Call when the version changes: columns handed out before throw. */
  end(): void {
    this.life.isOver = true
    this.life = { isOver: false }
    this.now = null
  }

  /** Puts the present arrays and counts into the columns. */
  refresh(): void {
    const { store, home } = this
    this.epoch = store.versions.epoch
    if (home === null) return
    const { levels, landmarks, labels, terrain, ...counts } = columnsOf(store)
    Object.assign(home, counts)
    Object.assign(home.terrain, terrain)
    Object.assign(home.labels, labels)
    Object.assign(home.landmarks, landmarks)
    for (const [l, level] of home.levels.entries()) Object.assign(level, levels[l])
  }

  private handOut(): AtlasColumns {
    const { store, life } = this
    store.turn()
    const { ground, costMin } = store.terrain
    const needs = `${ground.isEven} ${costMin} ${store.levels[0].entryCount}`
    if (this.home === null || this.homeMadeFor !== needs) this.home = this.newHome()
    this.homeMadeFor = needs
    this.refresh()
    const terrain = copyOf(this.home.terrain)
    return checkedColumns({ ...this.home, terrain, home: this.home }, () => {
      if (life.isOver) throw changed()
      this.resolve()
      terrain.costOfCell = store.costs.data
    })
  }

  /** Makes the arrays hold this version. */
  private resolve(): void {
    this.store.turn()
    if (this.epoch !== this.store.versions.epoch) this.refresh()
  }

  private newHome(): AtlasColumns {
    const { store } = this
    const settle = (make: (repair: Repair) => void) => {
      store.beginCommit()
      make(this.repairer())
      this.refresh()
    }
    const columns = columnsOf(store)
    const withTables = (graph: AtlasLevel, level: Level) => {
      return { ...graph, makeTable: (region: Region) => settle(repair => repair.settle(level, region)) }
    }
    return {
      ...columns,
      levels: columns.levels.map(withTables),
      settleAll: () => {
        this.resolve()
        if (store.levels.some(level => level.doubtful > 0)) settle(repair => finish(makeTables(store, repair)))
      },
    }
  }
}

function columnsOf(store: Store): AtlasColumns {
  const { levels, islandCount, landmarks } = store
  const terrain = copyOf(store.terrain)
  terrain.costOfCell = store.costs.data
  return {
    terrain,
    labels: {
      regionsOfBlock: levels[0].regionsOfBlock,
      firstPlaneOfBlock: store.firstPlaneOfBlock,
      planeBits: store.planes.data,
    },
    islandCount,
    islandOfRegion: new Int32Array(0),
    landmarks: { ...landmarks, costToLandmark: store.costToLandmark },
    levels: levels.map(levelOf),
    entriesInUse: store.entriesInUse,
  }
}

/** The columns of a level, as an opened atlas has them. */
function levelOf(level: LiveLevel): AtlasLevel {
  const { regionCount, entryCount, pairCount, regionsOfBlock, parentOfRegion, rowOfRegion, slots } = level
  const { regionOfSide, tableOfRegion, tables, tableBytes } = level
  const counts = { regionCount, entryCount, pairCount }
  return {
    ...counts,
    ...{ regionsOfBlock, parentOfRegion, rowOfRegion, slots, regionOfSide, tableOfRegion, tables, tableBytes },
  }
}

function changed(): IsthmusError {
  return new IsthmusError(
    'MAP_CHANGED',
    'The map has changed since this was found: ask for cells of a route before the next commit, or find it again.',
  )
}
