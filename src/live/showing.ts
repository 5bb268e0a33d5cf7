/**
 * The columns of a version as searches read them. Commits write them in place, and other versions share their arrays.
 * So each reading of the terrain, which readers take first, makes the arrays hold this version, or throws once a commit
 * has come. A level makes a table that commits left open when it is read.
 *
 * Each commit gets columns of its own, for callers that compare. All of them have one `home`, which finders read, so a
 * finder keeps its scratch from commit to commit.
 */
import { type AtlasColumns, checkedColumns } from '../atlas/columns.ts'
import { IsthmusError } from '../base/errors.ts'
import { finish } from '../base/work.ts'
import { copyOf } from './live-terrain.ts'
import type { Repair } from './repair.ts'
import { makeTables } from './slices.ts'
import type { Store } from './store.ts'

export class Showing {
  private readonly store: Store
  private readonly repairer: () => Repair
  /** Another object once the facts change by which finders over it chose their parts. */
  private home: AtlasColumns | null = null
  private homeMadeFor = ''
  /** The columns of the newest commit; null until they are asked for. */
  private now: AtlasColumns | null = null
  /** Whether a commit has come since columns were handed out. */
  private life: { isOver: boolean }

  /** `before` showed the same version in another store. */
  constructor(store: Store, repairer: () => Repair, before?: Showing) {
    this.store = store
    this.repairer = repairer
    this.life = before?.life ?? { isOver: false }
    for (const level of store.levels) {
      level.makeTable = region => this.settle(repair => repair.tables.settle(level.level, region))
    }
  }

  /** Valid until the next commit, or until another version is read. */
  get columns(): AtlasColumns {
    this.now ??= this.handOut()
    this.store.turn()
    return this.now
  }

  /** Call when the version changes: columns handed out before throw. */
  end(): void {
    this.life.isOver = true
    this.life = { isOver: false }
    this.now = null
  }

  private handOut(): AtlasColumns {
    const { store, life } = this
    store.turn()
    const { ground, costMin } = store.terrain
    const needs = `${ground.isEven} ${costMin} ${store.entryRoom}`
    const { labels, islandCount, islandOfRegion, landmarks, levels, entriesInUse } = store
    const columns = { terrain: store.terrain, labels, islandCount, islandOfRegion, landmarks, levels, entriesInUse }
    const home = this.home !== null && this.homeMadeFor === needs ? Object.assign(this.home, columns) : columns
    this.home = home
    this.homeMadeFor = needs
    const terrain = copyOf(store.terrain)
    const check = () => {
      if (life.isOver) throw changed()
      store.turn()
      terrain.costOfCell = store.terrain.costOfCell
    }
    const settleAll = () => {
      check()
      if (store.levels.some(level => level.doubtful > 0)) this.settle(repair => finish(makeTables(store, repair)))
    }
    return checkedColumns({ ...columns, terrain, home, settleAll }, check)
  }

  private settle(make: (repair: Repair) => void): void {
    this.store.beginCommit()
    make(this.repairer())
  }
}

function changed(): IsthmusError {
  return new IsthmusError(
    'MAP_CHANGED',
    'The map has changed since this was found: ask for cells of a route before the next commit, or find it again.',
  )
}
