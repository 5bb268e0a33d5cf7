/**
 * The newest version of a live map, as one traveller walks on it. Commits write its columns in place, so a one-cell
 * edit costs only work near that cell. Other versions share the columns; only the differences are kept (versions.ts).
 */
import { type AtlasColumns, writeAtlas } from '../atlas/columns.ts'
import { islandOfCell } from '../atlas/islands.ts'
import { Pace } from '../base/pace.ts'
import { finish, type Work } from '../base/work.ts'
import type { InnerExtras } from '../find/extras.ts'
import type { Grounds } from '../map/grounds.ts'
import { BLOCK_CELLS } from '../map/terrain.ts'
import type { Traveller } from '../map/traveller.ts'
import { laidOut, orderedColumns } from './canonical.ts'
import type { CommitEdits, Member } from './commits.ts'
import type { ChangingMap, FinderNeeds } from './live-finder.ts'
import { type Changes, type OnStage, Repair } from './repair.ts'
import { Showing } from './showing.ts'
import { laidOutStore, MissedEdits, makeAllTables, makeEdits, makeTables, SLICE_MS } from './slices.ts'
import type { Store } from './store.ts'
import { byBlock, type EditsOfBlock, readCosts } from './touched-blocks.ts'

/** The grounds of a map, if they are known. */
export interface KnownGrounds {
  /** The current grounds if edits are grounds; otherwise those of the bake. */
  readonly grounds: Grounds
  readonly traveller: Pick<Traveller, 'name' | 'costs' | 'size'>
  /** The map of an otherwise equal traveller of the file that pays these costs; null if there is none. */
  readonly variant: (costs: Readonly<Record<string, number>>) => LiveVersion | null
}

/** What a live map and all of its copies know besides cells. */
export interface Surroundings extends FinderNeeds {
  readonly grounds: KnownGrounds | null
  /** Turns edits into the cells whose standing costs change for the unit. */
  readonly standingEdits: (store: Store, edits: CommitEdits) => Work<EditsOfBlock>
  /** Reads the costs of single cells; null if standing costs are the same. */
  readonly readCells: ((blocks: readonly number[], out: Uint16Array) => void) | null
  /** Bakes a map of the same size as another, with one cost for all cells. */
  readonly makeOpen: (like: Store, cost: number) => Promise<LiveVersion>
  /** The open maps made so far, by cost. */
  readonly openOfCost: Map<number, Promise<LiveVersion>>
}

/** For a map without views and with one unit. */
export function plainSurroundings(extras: InnerExtras = {}): Surroundings {
  return {
    grounds: null,
    turner: null,
    extras,
    standingEdits: (store, { valueOfCell }) => byBlock(store, valueOfCell),
    readCells: null,
    makeOpen: () => Promise.reject(new Error('This map has no views.')),
    openOfCost: new Map(),
  }
}

const isWhole = (x: number, y: number) => Number.isInteger(x) && Number.isInteger(y)

export class LiveVersion implements ChangingMap, Member {
  readonly width: number
  readonly height: number
  readonly costMax: number
  readonly surroundings: Surroundings
  private store: Store
  /** What queries read. */
  private showing: Showing
  private repairerNow: () => Repair
  /** Where edits are noted while the map is laid out anew. */
  private missed: MissedEdits | null = null
  /** The version that answers while edits are made in slices. */
  private shown: LiveVersion | null = null
  private settling: Promise<void> | null = null
  /** How often the map was edited; `settledCount`, how often when landmarks were last measured. */
  editCount = 0
  private settledCount = 0

  constructor(store: Store, surroundings: Surroundings) {
    this.store = store
    this.surroundings = surroundings
    this.width = store.terrain.width
    this.height = store.terrain.height
    this.costMax = store.costMax
    this.repairerNow = repairerOf(store)
    this.showing = new Showing(store, this.repairerNow)
  }

  *repairing(edits: CommitEdits, makesTables = false): Work<Changes> {
    const standing = yield* this.surroundings.standingEdits(this.store, edits)
    const changes = yield* this.edit(standing, true)
    if (makesTables) yield* makeTables(this.store, this.repairerNow())
    return changes
  }

  /** Keeps the present answers until `show`. */
  hide(): void {
    this.shown = this.fork()
    this.showing.end()
  }

  show(): void {
    this.shown?.showing.end()
    this.shown?.store.drop()
    this.shown = null
  }

  /**
   * Edits this map in pieces. Blocks in `layered` keep their entries: only what lies over their ground has changed, and
   * little.
   */
  *edit(edits: EditsOfBlock, tellsIslands: boolean, layered?: ReadonlySet<number>, onStage?: OnStage): Work<Changes> {
    this.missed?.add(edits, layered)
    const { store } = this
    store.beginCommit()
    const changes = yield* makeEdits(store, this.repairerNow(), edits, tellsIslands, layered, onStage)
    if (changes.cells > 0) {
      this.editCount++
      this.showing.end()
    }
    return changes
  }

  settle(): Promise<void> {
    const isHalfMade = () => this.shown !== null
    this.settling ??= new Pace({}, SLICE_MS).finish(this.layingOut(), isHalfMade).finally(() => {
      this.settling = null
      this.missed = null
    })
    return this.settling
  }

  /** Makes all doubtful tables, and lays the map out anew if it was edited since that was done last. */
  private *layingOut(): Work<void> {
    const { store, repairerNow, editCount } = this
    yield* makeAllTables(store, repairerNow())
    if (editCount === this.settledCount) return
    this.settledCount = this.editCount
    this.missed = new MissedEdits()
    this.store = yield* laidOutStore(store, this.missed)
    this.repairerNow = repairerOf(this.store)
    this.showing = new Showing(this.store, this.repairerNow, this.showing)
  }

  costAt(x: number, y: number): number {
    return isWhole(x, y) ? this.columns.terrain.costAt(x, y) : 0
  }

  islandOf(x: number, y: number): number {
    return isWhole(x, y) ? islandOfCell(this.columns, x, y) : -1
  }

  isReachable(x0: number, y0: number, x1: number, y1: number): boolean {
    const island = this.islandOf(x0, y0)
    return island >= 0 && island === this.islandOf(x1, y1)
  }

  /** Reads the standing costs of blocks, block after block; cells beyond the map are walls. */
  readBlocks(blocks: readonly number[], out: Uint16Array): void {
    const { terrain } = this.columns
    for (const [i, block] of blocks.entries()) readCosts(terrain, block, out, i * BLOCK_CELLS)
  }

  /** Reads the costs of single cells, whatever size the traveller has. */
  readCells(blocks: readonly number[], out: Uint16Array): void {
    const { readCells } = this.surroundings
    if (readCells === null) this.readBlocks(blocks, out)
    else readCells(blocks, out)
  }

  /** An equal map, for a view. */
  copy(): LiveVersion {
    const map = this.fork()
    Object.assign(map.store, { isOfView: true, sharedChoice: null })
    return map
  }

  /** An equal map; later edits of one leave the other as it is. */
  fork(): LiveVersion {
    const map = new LiveVersion((this.shown ?? this).store.fork(), this.surroundings)
    if (this.editCount !== this.settledCount) map.settledCount = -1
    return map
  }

  /** A map of the same size with this cost for all cells where the unit can stand. */
  async openGround(cost: number): Promise<LiveVersion> {
    const { openOfCost, makeOpen } = this.surroundings
    const made = openOfCost.get(cost) ?? makeOpen(this.store, cost)
    openOfCost.set(cost, made)
    return (await made).copy()
  }

  /** The current map in a bake's numbers, for lists of islands and regions. Keeps the present landmarks. */
  inOrder(): AtlasColumns {
    this.columns.settleAll?.()
    return orderedColumns((this.shown ?? this).store)
  }

  /**
   * The current map in a bake's numbers, with landmarks measured as in a bake, or at the given entries; and these
   * entries.
   */
  canonical(sources: Int32Array | null = null): { readonly columns: AtlasColumns; readonly sources: Int32Array } {
    this.columns.settleAll?.()
    const { store } = this.shown ?? this
    return finish(laidOut(store, sources))
  }

  /** The bytes of an atlas of the current map, equal to a bake byte for byte. */
  save(): Uint8Array<ArrayBuffer> {
    return writeAtlas(this.canonical().columns)
  }

  /** The columns that queries read: valid until the next commit, or until another version is read. */
  get columns(): AtlasColumns {
    return (this.shown ?? this).showing.columns
  }
}

/** Made when it is first needed. It follows from the columns alone, so its memory may be freed while nothing changes. */
function repairerOf(store: Store): () => Repair {
  let known: WeakRef<Repair> | null = null
  return () => {
    let repairer = known?.deref()
    if (repairer === undefined) {
      repairer = new Repair(store)
      known = new WeakRef(repairer)
    }
    return repairer
  }
}
