/**
 * A map that changes. Edits are collected, and a commit makes them take effect all at once. Queries answer for the newest commit.
 * In a file of travellers an edit changes the ground, so all travellers see it. Each has its own map, and all share one journal.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import { checkPairs, checkWhole, optionsOf, refuse } from '../base/given.ts'
import { Atlas } from '../find/atlas.ts'
import { type NearestCell, type NearestOptions, nearestFree } from '../find/replaced-ends.ts'
import type { Route } from '../find/route.ts'
import type { Traveller } from '../map/traveller.ts'
import { type Change, checkCost, forEachCell, type Place } from './area.ts'
import type { Commits } from './commits.ts'
import { checkRoute, type Expired, isCurrent, Watches } from './lease.ts'
import { finderOf, type LiveFinder, type LiveFinderOptions, travellerIn } from './live-finder.ts'
import type { LiveVersion } from './live-version.ts'
import { View, type ViewOptions } from './view.ts'

/** The maps of all travellers of a file. */
export interface Company {
  readonly travellers: readonly Traveller[]
  mapOf(traveller: Traveller): LiveMap
  /** A snapshot of all of them, as an atlas of this traveller. */
  snapshot(traveller: Traveller): Atlas
  save(): Uint8Array<ArrayBuffer>
}

export interface JournalOptions {
  /** Only the commits after this version. */
  readonly since?: number
  /** Only the commits up to this version. */
  readonly upTo?: number
}

export class LiveMap {
  readonly width: number
  readonly height: number
  /** The highest cost of a cell: 255, or 65,535 if the atlas was baked with costs above 255. */
  readonly costMax: number
  /** The traveller of this map; null if the atlas was baked for one unit. */
  readonly traveller: Traveller | null
  private readonly now: LiveVersion
  private readonly commits: Commits
  private readonly company: Company | null
  private readonly watches = new Watches(this)

  /** @internal */
  constructor(now: LiveVersion, commits: Commits, company: Company | null = null, traveller: Traveller | null = null) {
    this.now = now
    this.commits = commits
    this.company = company
    this.traveller = traveller
    this.width = now.width
    this.height = now.height
    this.costMax = now.costMax
    commits.watch(this.watches)
  }

  /** The count of commits since the atlas was made, those in the journal included. */
  get version(): number {
    return this.commits.log.version
  }

  /** What was wrong with the end of the journal that the map was opened with; empty if nothing was. */
  get journalProblem(): string {
    return this.commits.log.problem
  }

  /** How many cells each commit of the journal edited, except folded commits. */
  get journalCommits(): readonly number[] {
    return this.commits.log.cellsOfCommit
  }

  /** The travellers of the file; empty if it was baked for one unit. */
  get travellers(): readonly Traveller[] {
    return this.company?.travellers ?? []
  }

  /** The map of another traveller of the file. */
  as(name: string): LiveMap {
    const traveller = travellerIn(this.travellers, name)
    return traveller === this.traveller || this.company === null ? this : this.company.mapOf(traveller)
  }

  /**
   * Sets a cell's value from the next commit on: its cost, 0 for a wall. On a map of travellers the value may name a ground. A
   * cost then stands for the first ground that costs this traveller as much. 0 stands for the last ground that is a wall to the
   * most travellers. A cost that no ground has gets a ground of its own.
   */
  set(x: number, y: number, value: number | string): void {
    this.commits.edit(this.cellAt(x, y), this.valueOf(value))
  }

  /** Sets all cells of an area; cells outside the map are left out. */
  fill(area: Place, value: number | string): void {
    const known = this.valueOf(value)
    forEachCell(area, this.width, this.height, cell => this.commits.edit(cell, known))
  }

  /** Sets many cells, x, y pairs, each to its own value. */
  paint(cells: Int32Array | readonly number[], values: ArrayLike<number | string>): void {
    checkPairs(cells, 'The cells')
    const count = values?.length
    if (count * 2 !== cells.length) refuse(`There are ${cells.length / 2} cells, but ${count} costs.`)
    // All are checked first: if one is refused, none is set.
    const edits = Array.from(values, (value, i) => [this.cellAt(cells[2 * i], cells[2 * i + 1]), this.valueOf(value)])
    for (const [cell, value] of edits) this.commits.edit(cell, value)
  }

  /** Makes all edits since the last commit one new version. */
  commit(): Change {
    return this.commits.commit(this.now)
  }

  /**
   * Commits in slices of a few milliseconds, between which other work runs. Until the last slice the map answers as
   * before. Also makes the tables that `commit` would leave to queries.
   */
  commitInSlices(): Promise<Change> {
    return this.commits.commitInSlices(this.now)
  }

  /**
   * Makes queries as fast as on a fresh atlas: makes the tables that commits left to searches, and measures landmarks
   * anew. Runs in slices, between which other work and commits may run. Call it from time to time if a map changes
   * much.
   */
  settle(): Promise<void> {
    return this.now.settle()
  }

  /** A finder that always answers for the newest commit. */
  finder(options?: LiveFinderOptions): LiveFinder {
    const { traveller } = optionsOf(options, { traveller: true })
    return traveller === undefined ? finderOf(this.now) : this.as(traveller).finder()
  }

  /**
   * Whether a unit may stay on a route: its path can still be walked at its cost, and no path is now cheaper by more
   * than this share, 0 unless given.
   */
  isCurrent(route: Route, share = 0): boolean {
    return isCurrent(this, route, share)
  }

  /**
   * Calls back once, after the first commit that makes the route no longer current, with the last cell that the old
   * path and the new one have in common. The share is 0.01 unless given, so a unit does not turn for a slightly
   * cheaper path. Returns a function that ends the watch. Errors of callbacks are in the commit's `watchErrors`.
   */
  watch(route: Route, onChange: (change: Expired) => void, share = 0.01): () => void {
    return this.watches.add(route, onChange, share)
  }

  /** A route between the same ends on the current map: the same path if it is still as good. */
  repair(route: Route): Route {
    checkRoute(route)
    return this.finder().find(route.start, route.goal, { quality: route.quality, previous: route })
  }

  costAt(x: number, y: number): number {
    return this.now.costAt(x, y)
  }

  /** A number that all cells of one island share until the next commit; -1 for a wall or outside the map. */
  islandOf(x: number, y: number, traveller?: string): number {
    return traveller === undefined ? this.now.islandOf(x, y) : this.as(traveller).islandOf(x, y)
  }

  isReachable(x0: number, y0: number, x1: number, y1: number, traveller?: string): boolean
  isReachable(start: Point, goal: Point, traveller?: string): boolean
  isReachable(a: number | Point, b: number | Point, c?: number | string, d?: number, traveller?: string): boolean {
    if (typeof a === 'object')
      return this.isReachable(a.x, a.y, (b as Point).x, (b as Point).y, c as string | undefined)
    if (traveller !== undefined) return this.as(traveller).isReachable(a, b as number, c as number, d!)
    return this.now.isReachable(a, b as number, c as number, d!)
  }

  /** The free cell closest to a point as the crow flies, on any island or on the given one. */
  nearest(x: number, y: number, options?: NearestOptions | null): NearestCell {
    return nearestFree(this.now.columns, x, y, options)
  }

  /** The current map as an atlas that never changes. It takes memory only for what changes afterwards. */
  snapshot(): Atlas {
    if (this.company !== null && this.traveller !== null) return this.company.snapshot(this.traveller)
    return new Atlas(this.now.fork().columns, 0, this.now.surroundings.extras)
  }

  /** A view: its own edits over this map. Where it has none it follows this map. */
  branch(options?: ViewOptions | null): View {
    const { traveller, ...rest } = optionsOf(options, { fear: true, traveller: true })
    if (traveller !== undefined) return this.as(traveller).branch(rest)
    return new View(this.now, listener => this.commits.listen(listener), rest)
  }

  /** The current map in a bake's numbers, for lists of islands and regions. Keeps the present landmarks. @internal */
  inOrder(): AtlasColumns {
    return this.now.inOrder()
  }

  /** A file of the current map with all of its travellers, equal to a bake byte for byte. */
  save(): Uint8Array<ArrayBuffer> {
    return this.company?.save() ?? this.now.save()
  }

  /**
   * The commits since the atlas was made: open them with the atlas's bytes. With `since`, only the commits after that version.
   * Apply them to another map of the same file, or append them to a journal on a disk.
   */
  journal(options?: JournalOptions | null): Uint8Array<ArrayBuffer> {
    const { since, upTo } = optionsOf(options, { since: true, upTo: true })
    return this.commits.log.toBytes(since, upTo)
  }

  /**
   * Shortens the journal: of the commits up to a version it keeps the last value of each cell. The map and its version
   * stay. Afterwards `since`
   * may be 0, that version or a later one.
   */
  foldJournal(version = this.version): void {
    this.commits.log.fold(version)
  }

  /**
   * Takes over commits of another map of the same file, as its `journal({ since })` returned them. This map then equals
   * that one, byte for byte. Commits that it already has do no harm. If some are missing, or it has others, it takes
   * none.
   */
  apply(commits: Uint8Array): Change {
    return this.commits.apply(this.now, commits)
  }

  /** The columns that queries read: valid until the next commit, or until another version is read. @internal */
  get columns(): AtlasColumns {
    return this.now.columns
  }

  /** Calls back with the edits of each commit. The caller keeps the listener alive. @internal */
  listen(listener: (edits: ReadonlyMap<number, number>) => void): void {
    this.commits.listen(listener)
  }

  private valueOf(value: number | string): number {
    const { grounds } = this.commits
    if (grounds !== null && this.traveller !== null) return grounds.valueOf(value, this.traveller)
    if (typeof value === 'string') refuse(`This map has no grounds: give a cost, and not '${value}'.`)
    checkCost(value, this.costMax)
    return value
  }

  private cellAt(x: number, y: number): number {
    checkWhole(x, y, 'The cell')
    const isInside = x >= 0 && y >= 0 && x < this.width && y < this.height
    if (!isInside) refuse(`The cell ${x},${y} is outside the map of ${this.width} x ${this.height} cells.`)
    return y * this.width + x
  }
}
