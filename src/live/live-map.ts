/**
 * A map that changes. Edits are collected and take effect with a commit, all at once; queries answer for the newest commit.
 * On a file of travellers an edit is of grounds, so all travellers see it: each has a map of its own, and one journal is kept.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import { checkPairs, checkWhole, optionsOf, refuse } from '../base/given.ts'
import { Atlas } from '../find/atlas.ts'
import { type NearestCell, type NearestOptions, nearestFree, type Route } from '../find/route.ts'
import type { Traveller } from '../map/traveller.ts'
import { type Change, checkCost, forEachCell, type Place } from './area.ts'
import type { Commits } from './commits.ts'
import { checkRoute, type Expired, isCurrent, Watches } from './lease.ts'
import { LiveFinder, type LiveFinderOptions, travellerIn } from './live-finder.ts'
import type { LiveVersion } from './live-version.ts'
import { View, type ViewOptions } from './view.ts'

/** The maps of all travellers of a file. */
export interface Company {
  readonly travellers: readonly Traveller[]
  mapOf(traveller: Traveller): LiveMap
  /** All of them as they are now, as this one sees them. */
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
  /** The highest cost that a cell may get: 255, or 65,535 where the atlas was baked with costs above 255. */
  readonly costMax: number
  /** The traveller of this map; null where the atlas was baked for one unit. */
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

  /** The commits since the atlas was made: its journal has as many. */
  get version(): number {
    return this.commits.log.version
  }

  /** What was wrong with the end of the journal that the map was opened with; empty where nothing was. */
  get journalProblem(): string {
    return this.commits.log.problem
  }

  /** How many cells each commit of the journal edited; without those that were folded. */
  get journalCommits(): readonly number[] {
    return this.commits.log.cellsOfCommit
  }

  /** The travellers of the file; none where it was baked for one unit. */
  get travellers(): readonly Traveller[] {
    return this.company?.travellers ?? []
  }

  /** The same map as another traveller sees it. */
  as(name: string): LiveMap {
    const traveller = travellerIn(this.travellers, name)
    return traveller === this.traveller || this.company === null ? this : this.company.mapOf(traveller)
  }

  /**
   * What a cell is from the next commit on: its cost, 0 for a wall. On a map of travellers it is the name of a ground; a cost
   * stands for the first ground that costs this traveller as much, 0 for the last one that is a wall to most, and a cost that no
   * ground has for a ground of its own.
   */
  set(x: number, y: number, value: number | string): void {
    this.commits.edit(this.cellAt(x, y), this.valueOf(value))
  }

  /** The same for all cells of an area; what lies outside the map is left out. */
  fill(area: Place, value: number | string): void {
    const known = this.valueOf(value)
    forEachCell(area, this.width, this.height, cell => this.commits.edit(cell, known))
  }

  /** The same for many cells, x, y pairs, each with a value of its own. */
  paint(cells: Int32Array | readonly number[], values: ArrayLike<number | string>): void {
    checkPairs(cells, 'The cells')
    const count = values?.length
    if (count * 2 !== cells.length) refuse(`There are ${cells.length / 2} cells, but ${count} costs.`)
    // All are looked at first: what is refused leaves nothing for the next commit.
    const edits = Array.from(values, (value, i) => [this.cellAt(cells[2 * i], cells[2 * i + 1]), this.valueOf(value)])
    for (const [cell, value] of edits) this.commits.edit(cell, value)
  }

  /** Makes all edits since the last commit one new version. */
  commit(): Change {
    return this.commits.commit(this.now)
  }

  /**
   * The same in slices of a few milliseconds, between which others run; until the last one the map answers as before. Tables
   * that a query would have to make first are made as well.
   */
  commitInSlices(): Promise<Change> {
    return this.commits.commitInSlices(this.now)
  }

  /**
   * Makes queries as fast as on a fresh atlas, in slices between which others run, commits too: makes the tables that commits left
   * to searches, and measures landmarks anew. Call it from time to time where a map changes much.
   */
  settle(): Promise<void> {
    return this.now.settle()
  }

  /** Always answers for the newest commit. */
  finder(options?: LiveFinderOptions): LiveFinder {
    const { traveller } = optionsOf(options, { traveller: true })
    return traveller === undefined ? new LiveFinder(this.now) : this.as(traveller).finder()
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
   * is another; what it returns ends the watch. What a callback throws, the commit returns in `watchErrors`.
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
    return this.now.costAt(x, y)
  }

  /** A number that cells of one island share, until the next commit; -1 for a wall and outside the map. */
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

  /** The free cell closest to a point as the crow flies, of any island or of the one given. */
  nearest(x: number, y: number, options?: NearestOptions | null): NearestCell {
    return nearestFree(this.now.columns, x, y, options)
  }

  /** The map of now as an atlas, unmoved by what follows. It takes what is changed from now on, and no more. */
  snapshot(): Atlas {
    if (this.company !== null && this.traveller !== null) return this.company.snapshot(this.traveller)
    return new Atlas(this.now.fork().columns, 0, this.now.surroundings.extras)
  }

  /** A view: edits of its own over this map, which it follows where it has none. */
  branch(options?: ViewOptions | null): View {
    const { traveller, ...rest } = optionsOf(options, { fear: true, traveller: true })
    if (traveller !== undefined) return this.as(traveller).branch(rest)
    return new View(this.now, listener => this.commits.listen(listener), rest)
  }

  /** The map of now in the numbers of a bake: for lists of islands and regions. Its landmarks are those that searches use. @internal */
  inOrder(): AtlasColumns {
    return this.now.inOrder()
  }

  /** The bytes of a file of the map of now, with all of its travellers: to the byte those of a bake. */
  save(): Uint8Array<ArrayBuffer> {
    return this.company?.save() ?? this.now.save()
  }

  /**
   * What was committed since the atlas was made: to be opened with the atlas's bytes. With `since` the commits after that
   * version: to be applied to another map of the same file, or put behind a journal on a disk.
   */
  journal(options?: JournalOptions | null): Uint8Array<ArrayBuffer> {
    const { since, upTo } = optionsOf(options, { since: true, upTo: true })
    return this.commits.log.toBytes(since, upTo)
  }

  /**
   * Makes the journal short: of the commits up to a version it keeps the last value of each cell. The map stays as it is, and so
   * does its version; `journal({ since })` gives commits after that version only.
   */
  foldJournal(version = this.version): void {
    this.commits.log.fold(version)
  }

  /**
   * Takes over commits of another map of the same file, as its `journal({ since })` gave them: this map then is that one, to
   * the byte. Commits that it has already do no harm; where some are missing, or it has others, nothing is taken.
   */
  apply(commits: Uint8Array): Change {
    return this.commits.apply(this.now, commits)
  }

  /** What queries read: valid until the next commit, and until another version is read. @internal */
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
