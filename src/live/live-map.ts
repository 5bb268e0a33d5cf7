/**
 * A map that changes. Edits are collected and take effect with a commit, all at once; queries answer for the newest commit.
 * Its columns are written in place, so a one-cell commit costs what is near the cell. A version that somebody holds shares
 * them: only where it differs is noted (versions.ts).
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfCell } from '../atlas/islands.ts'
import { writeAtlas } from '../atlas/write-atlas.ts'
import { checkPairs, checkWhole, refuse } from '../base/given.ts'
import { Pace } from '../base/pace.ts'
import { finish, type Work } from '../base/work.ts'
import { Atlas } from '../find/atlas.ts'
import type { Route } from '../find/route.ts'
import { BLOCK_CELLS } from '../map/terrain.ts'
import { type Change, checkCost, forEachCell, type Place } from './area.ts'
import type { BaseMap, KnownGrounds } from './base-map.ts'
import { canonicalColumns, orderedColumns } from './canonical.ts'
import { type Journal, JournalWriter, noJournal } from './journal.ts'
import { checkRoute, type Expired, isCurrent, Watches } from './lease.ts'
import { checkOwner, LiveFinder, type LiveFinderOptions } from './live-finder.ts'
import { livingColumns } from './living-columns.ts'
import { type Changes, type OnStage, Repair } from './repair.ts'
import { settle } from './settling.ts'
import { makeEdits, makeTables, SLICE_MS } from './slices.ts'
import type { Store } from './store.ts'
import type { Surroundings } from './surroundings.ts'
import { byBlock, type EditsOfBlock, readCosts } from './touched-blocks.ts'
import { View, type ViewOptions } from './view.ts'

const isWhole = (x: number, y: number) => (x | 0) === x && (y | 0) === y

export class LiveMap {
  readonly width: number
  readonly height: number
  /** The highest cost that a cell may get: 255, or 65,535 where the atlas was baked with costs above 255. */
  readonly costMax: number
  /** How many commits changed anything since the atlas was opened. */
  version = 0
  /** What was wrong with the end of the journal that the map was opened with; empty where nothing was. */
  readonly journalProblem: string
  /** How many cells each commit of that journal edited. */
  readonly journalCommits: readonly number[]
  private readonly store: Store
  private readonly surroundings: Surroundings
  /** All that it knows it has from the columns: while nothing is changed its memory may go. */
  private knownRepairer: WeakRef<Repair> | null = null
  /** What queries read, once one has asked since the last commit. */
  private columnsOfNow: AtlasColumns | null = null
  private edits = new Map<number, number>()
  /** Answers for this map while a commit in slices is under way. */
  private shown: LiveMap | null = null
  private settling: Promise<void> | null = null
  /** The version that landmarks were measured of. */
  private settledVersion = 0
  private readonly journalWriter: JournalWriter
  private readonly watches = new Watches(this)
  private readonly listeners = new Set<WeakRef<(edits: ReadonlyMap<number, number>) => void>>()

  constructor(store: Store, journal: Journal, surroundings: Surroundings) {
    this.store = store
    this.surroundings = surroundings
    this.width = store.terrain.width
    this.height = store.terrain.height
    this.costMax = store.costMax
    this.journalWriter = new JournalWriter(journal)
    this.journalProblem = journal.problem
    this.journalCommits = journal.cellsOfCommit
    if (journal.edits.size === 0) return
    this.version = finish(this.repairer.commit(finish(byBlock(store, journal.edits)), false)).cells > 0 ? 1 : 0
  }

  /** The cost of a cell from the next commit on: 0 for a wall. */
  set(x: number, y: number, cost: number): void {
    this.checkCell(x, y, cost)
    this.edits.set(y * this.width + x, cost)
  }

  /** The same for all cells of an area; what lies outside the map is left out. */
  fill(area: Place, cost: number): void {
    checkCost(cost, this.costMax)
    forEachCell(area, this.width, this.height, cell => this.edits.set(cell, cost))
  }

  /** The same for many cells, x, y pairs, each with a cost of its own. */
  paint(cells: Int32Array | readonly number[], costs: ArrayLike<number>): void {
    checkPairs(cells, 'The cells')
    const count = costs?.length
    if (count * 2 !== cells.length) refuse(`There are ${cells.length / 2} cells, but ${count} costs.`)
    // All are looked at first: what is refused leaves nothing for the next commit.
    for (let i = 0; i < count; i++) this.checkCell(cells[2 * i], cells[2 * i + 1], costs[i])
    for (let i = 0; i < count; i++) this.edits.set(cells[2 * i + 1] * this.width + cells[2 * i], costs[i])
  }

  /** Makes all edits since the last commit one new version. */
  commit(): Change {
    const edits = this.takeEdits()
    this.store.beginCommit()
    return this.finishCommit(edits, finish(this.repairer.commit(finish(byBlock(this.store, edits)), true)))
  }

  /**
   * The same in slices of a few milliseconds, between which others run; until the last one the map answers as before. Tables
   * that a query would have to make first are made as well.
   */
  async commitInSlices(): Promise<Change> {
    const edits = this.takeEdits()
    const { store } = this
    const shown = this.fork()
    this.shown = shown
    let changes: Changes
    try {
      const pace = new Pace({}, SLICE_MS)
      store.beginCommit()
      changes = await pace.finish(makeEdits(this.repairer, await pace.finish(byBlock(store, edits)), true))
      await pace.finish(makeTables(store, this.repairer))
    } finally {
      this.shown = null
      shown.store.drop()
    }
    return this.finishCommit(edits, changes)
  }

  /**
   * Makes queries as fast as on a fresh atlas, in slices between which others run, commits too: the tables that commits left
   * to be made, and landmarks that say more. To be called from time to time where a map changes much.
   */
  settle(): Promise<void> {
    if (this.settling !== null) return this.settling
    const isDue = this.version !== this.settledVersion
    this.settledVersion = this.version
    const settled = settle(this.store, this.repairer, isDue, () => this.shown !== null)
    this.settling = settled.finally(() => (this.settling = null))
    return this.settling
  }

  /** Answers for the newest commit, whenever it is asked. */
  finder(options?: LiveFinderOptions): LiveFinder {
    checkOwner(options, this.grounds?.traveller.name)
    return new LiveFinder(this)
  }

  /**
   * Whether a unit may stay on a route: its path can still be walked for what it costs, and none is cheaper now by more than
   * this share.
   */
  isCurrent(route: Route, share = 0): boolean {
    return isCurrent(this, route, share)
  }

  /**
   * Calls back once, after the first commit that makes the route current no more, with the cell of its path from which on there
   * is another; what it returns ends the watch.
   */
  watch(route: Route, onChange: (change: Expired) => void, share = 0.01): () => void {
    return this.watches.add(route, onChange, share)
  }

  /** A route between the same ends on the map of now: the same path where it is still as good. */
  repair(route: Route): Route {
    checkRoute(route)
    return this.finder().find(route.start, route.goal, { quality: route.quality, previous: route })
  }

  costAt(x: number, y: number): number {
    return isWhole(x, y) ? this.columns.terrain.costAt(x, y) : 0
  }

  /** A number that cells of one island share, until the next commit; -1 for a wall and outside the map. */
  islandOf(x: number, y: number): number {
    return isWhole(x, y) ? islandOfCell(this.columns, x, y) : -1
  }

  isReachable(x0: number, y0: number, x1: number, y1: number): boolean {
    const island = this.islandOf(x0, y0)
    return island >= 0 && island === this.islandOf(x1, y1)
  }

  /** The map of now as an atlas, unmoved by what follows. It takes what is changed from now on, and no more. */
  snapshot(): Atlas {
    return new Atlas(this.fork().columns, 0, this.surroundings.extras)
  }

  /** A view: edits of its own over this map, which it follows where it has none. */
  branch(options?: ViewOptions): View {
    return new View(this, options)
  }

  /** A map of a view's own that is as this one is now; without its journal. */
  copy(): LiveMap {
    const map = this.fork()
    map.store.isOfView = true
    return map
  }

  /** What cells cost, block after block; those beyond the map as walls. */
  readBlocks(blocks: readonly number[], out: Uint16Array): void {
    const { terrain } = this.columns
    for (const [i, block] of blocks.entries()) readCosts(terrain, block, out, i * BLOCK_CELLS)
  }

  /** Of a view's own map: edits that take effect at once, which no journal needs, in pieces. */
  *edit(edits: EditsOfBlock, tellsIslands: boolean, layered: ReadonlySet<number>, onStage?: OnStage): Work<Change> {
    this.store.beginCommit()
    const changes = yield* makeEdits(this.repairer, edits, tellsIslands, layered, onStage)
    return this.finishCommit(new Map(), changes)
  }

  /** A map of the same size whose cells are all free and cost this. */
  async openGround(cost: number): Promise<BaseMap> {
    const { openOfCost, makeOpen } = this.surroundings
    const made = openOfCost.get(cost) ?? makeOpen(this.store, cost)
    openOfCost.set(cost, made)
    return (await made).copy()
  }

  get turner(): Surroundings['turner'] {
    return this.surroundings.turner
  }

  /** What the map was baked from, where that is known. */
  get grounds(): KnownGrounds | null {
    return this.surroundings.grounds
  }

  /** The map of now in the numbers of a bake: for who lists islands and regions. Its landmarks are those that searches use. */
  inOrder(): AtlasColumns {
    this.columns.settleAll?.()
    return orderedColumns((this.shown ?? this).store)
  }

  /** The bytes of an atlas of the map of now: to the byte those of a bake. */
  save(): Uint8Array<ArrayBuffer> {
    this.columns.settleAll?.()
    return writeAtlas(canonicalColumns((this.shown ?? this).store))
  }

  /** What was committed since the atlas was made: to be opened with the atlas's bytes. */
  journal(): Uint8Array<ArrayBuffer> {
    return this.journalWriter.toBytes()
  }

  /** What queries read: valid until the next commit, and until another version is asked. */
  get columns(): AtlasColumns {
    const map = this.shown ?? this
    map.columnsOfNow ??= livingColumns(map.store, () => map.repairer)
    map.columnsOfNow.ready?.()
    return map.columnsOfNow
  }

  /** Calls back with the edits of each commit, as long as somebody else holds the listener. */
  listen(listener: (edits: ReadonlyMap<number, number>) => void): void {
    this.listeners.add(new WeakRef(listener))
  }

  private takeEdits(): Map<number, number> {
    if (this.shown !== null) refuse('A commit in slices is under way: wait for its promise before the next one.')
    const { edits } = this
    this.edits = new Map()
    return edits
  }

  /** Tells everybody what was changed. */
  private finishCommit(edits: ReadonlyMap<number, number>, changes: Changes): Change {
    if (changes.cells === 0) return { version: this.version, ...changes }
    this.version++
    this.columnsOfNow = null
    this.journalWriter.add(edits)
    for (const reference of this.listeners) {
      const listener = reference.deref()
      if (listener === undefined) this.listeners.delete(reference)
      else listener(edits)
    }
    this.watches.tell()
    return { version: this.version, ...changes }
  }

  /** Another map that is as this one is now. */
  private fork(): LiveMap {
    const map = new LiveMap(this.shown?.store.fork() ?? this.store.fork(), noJournal(), this.surroundings)
    if (this.version !== this.settledVersion) map.settledVersion = -1
    return map
  }

  /** Made when the first commit or search needs it. */
  private get repairer(): Repair {
    let repairer = this.knownRepairer?.deref()
    if (repairer === undefined) {
      repairer = new Repair(this.store)
      this.knownRepairer = new WeakRef(repairer)
    }
    return repairer
  }

  private checkCell(x: number, y: number, cost: number): void {
    checkCost(cost, this.costMax)
    checkWhole(x, y, 'The cell')
    const isInside = x >= 0 && y >= 0 && x < this.width && y < this.height
    if (!isInside) refuse(`The cell ${x},${y} is outside the map of ${this.width} x ${this.height} cells.`)
  }
}
