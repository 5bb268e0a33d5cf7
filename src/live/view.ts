/**
 * A view: its own edits over a live map. Without edits it is that map; with the first edit it gets its own columns. One
 * rule gives the costs of its cells (view-costs.ts), so taking an edit back restores exactly what was before. A query
 * first takes over new commits of the map below.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import { optionsOf, refuse } from '../base/given.ts'
import { WATCH } from '../base/kinds.ts'
import { Pace } from '../base/pace.ts'
import { finish, type Work } from '../base/work.ts'
import { type NearestCell, type NearestOptions, nearestFree } from '../find/replaced-ends.ts'
import { type PairAnd, pairIn } from '../find/route.ts'
import { type Change, checkCost, forEachCell, type Place, partsOf } from './area.ts'
import { Blocks } from './cell-pages.ts'
import { DirtyBlocks } from './dirty-blocks.ts'
import { Footing } from './footing.ts'
import { checkDecay, checkRaise, type DecayOptions, Heat, type Influence, type InfluenceOptions } from './influence.ts'
import { type ChangingMap, checkOwner, finderOf, type LiveFinder, type LiveFinderOptions } from './live-finder.ts'
import type { LiveVersion } from './live-version.ts'
import { SLICE_MS, type SliceOptions, taking } from './slices.ts'
import { Switches } from './switches.ts'
import { ViewCosts } from './view-costs.ts'
import { Layers, laidOver } from './view-layers.ts'

export interface ViewOptions {
  /** The factor for danger: raises and influences are multiplied by it and rounded. Default 1. */
  readonly fear?: number
  /** The traveller, in a file of several. Default: that of the map that makes the view. */
  readonly traveller?: string
}

/** Calls back with the cells of each commit of the map below. The view keeps its listener alive. */
type Listen = (listener: (edits: ReadonlyMap<number, number>) => void) => void

export class View {
  private readonly base: LiveVersion
  private readonly listen: Listen
  private readonly layers: Layers
  private readonly blocks: Blocks
  private readonly costs: ViewCosts
  private own: LiveVersion | null = null
  /** The map that `own` began as: the map below, or that of a traveller who pays the switched costs. */
  private root: LiveVersion
  /** Whether `own` must begin anew as a copy of `root`. */
  private isUprooted = false
  /** Grounds to switch at the next commit, with their costs. */
  private readonly switching = new Map<string, number | null>()
  /** Edits that wait for the next commit, in order. */
  private pending: (() => void)[] = []
  /** Pending edits of the view's own costs: dropped when it begins anew as unknown. */
  private readonly ofCells = new WeakSet<() => void>()
  /** Blocks whose costs in `own` must be made again: those where a footprint covers a changed cell. */
  private readonly dirty: DirtyBlocks
  private readonly mark: (block: number) => void
  private readonly markLayered: (block: number, units: number) => void
  /** Whether a commit in slices runs, or open ground is being made. Nothing else is taken over meanwhile. */
  private isSlicing = false
  /** Held here, so that the listener lives as long as the view. */
  private readonly follow = (edits: ReadonlyMap<number, number>) => this.followBase(edits)

  /** @internal */
  constructor(base: LiveVersion, listen: Listen, { fear = 1 }: Pick<ViewOptions, 'fear'>, layers?: Layers) {
    this.base = base
    this.listen = listen
    this.root = base
    this.blocks = new Blocks(base.width, base.height)
    this.layers = layers ?? new Layers(this.blocks)
    const { grounds } = base.surroundings
    const switches = grounds === null ? null : new Switches(grounds, this.blocks)
    const footing = new Footing(this.blocks, grounds?.traveller.size ?? 1)
    this.costs = new ViewCosts(this.blocks, this.layers, switches, footing, fear, base.costMax)
    listen(this.follow)
    const dirty = new DirtyBlocks(fear)
    this.dirty = dirty
    this.mark = block => footing.forEachStanding(block, dirty.mark)
    this.markLayered = (block, units) => footing.forEachStanding(block, near => dirty.markLayered(near, units))
    this.layers.listen(this.markLayered)
    if (layers !== undefined) layers.forEachBlock(this.mark)
  }

  /** @internal */
  get columns(): AtlasColumns {
    return this.map.columns
  }

  /** @internal */
  get surroundings(): ChangingMap['surroundings'] {
    return this.base.surroundings
  }

  /** Sets a cell's cost in this view, whatever the map below has there; 0 for a wall. */
  set(x: number, y: number, cost: number): void {
    this.fill({ x, y, width: 1, height: 1 }, cost)
  }

  fill(place: Place, cost: number): void {
    checkCost(cost, this.base.costMax)
    this.addPlace(place, cell => this.mark(this.costs.give(cell, cost)))
  }

  /** Takes the view's own costs in a place away. */
  reset(place: Place): void {
    this.addPlace(place, cell => this.mark(this.costs.take(cell)))
  }

  /** Adds `by` to the cost of all ground in a place. Raising by -5 exactly undoes raising by 5. */
  raise(place: Place, by: number): void {
    checkRaise(by)
    const { width, height } = this.blocks
    const parts = partsOf(place, width, height)
    // Deep inside, a raise only makes costs more alike: entries need not move.
    const told = by > 0 ? this.blocks.deepIn(place) : new Set<number>()
    for (const part of parts) this.pending.push(() => this.layers.raise(part, by, told))
  }

  /** Lays a coarse map of floats over this one: where many died, what the enemy sees. */
  influence(heat: Float32Array, options: InfluenceOptions): Influence {
    return laidOver(this.layers, new Heat(heat, options, this.blocks), edit => this.pending.push(edit))
  }

  decay(factor: number, options?: DecayOptions | null): void {
    const blocksMax = checkDecay(factor, options)
    this.pending.push(() => this.layers.decayAll(factor, blocksMax))
  }

  /**
   * Sets what a ground costs in this view, or null for its cost at the bake. Cells that were built upon keep their
   * cost.
   */
  ground(name: string, to: { readonly costs: number } | null): void {
    const { switches } = this.costs
    if (switches === null)
      refuse('This map knows no grounds: open it with { grounds, costs }, or a file of travellers.')
    const cost = to === null ? null : to?.costs
    switches.check(name, cost)
    this.pending.push(() => this.switching.set(name, cost))
  }

  /** A view with the same raises and influences, later ones included, but another `fear`. */
  weigh(fear: number): View {
    return new View(this.base, this.listen, { fear }, this.layers)
  }

  /**
   * Begins anew as a map that nobody has seen: open ground everywhere, until `see` shows what is there. Layers stay,
   * but later commits of the map below do not show. The open ground is made once for all views of a map.
   */
  async unknown(options?: { readonly cost?: number } | null): Promise<void> {
    const { cost = 1 } = optionsOf(options, { cost: true })
    checkCost(cost, this.base.costMax)
    if (cost === 0) refuse('Unknown ground costs 0, a wall: nothing could be found beyond what is seen.')
    this.checkIdle()
    this.pending = this.pending.filter(edit => !this.ofCells.has(edit))
    this.isSlicing = true
    try {
      this.own = await this.base.openGround(cost)
    } finally {
      this.isSlicing = false
    }
    this.isUprooted = false
    this.costs.forget(cost)
    this.dirty.clear()
    this.layers.forEachBlock(this.mark)
  }

  /** Takes over what is true in a place now. Later changes there stay unknown until the place is seen again. */
  see(place: Place): void {
    for (const [block, seen] of this.costs.seen(place, this.base)) {
      this.addOfCells(() => {
        this.costs.giveSeen(block, seen, this.switching)
        this.mark(block)
      })
    }
  }

  /** Makes all edits since this view's last commit take effect in it. */
  commit(): Change {
    this.checkIdle()
    finish(taking(this.pending.splice(0)))
    finish(this.switchGrounds())
    this.switching.clear()
    return this.makeDirty(true)
  }

  /**
   * Commits in slices of some milliseconds, between which other work runs. Until the last slice the view answers as
   * before. If the commit is aborted, it goes on doing so, and the next commit makes these edits too.
   */
  async commitInSlices(given?: SliceOptions | null): Promise<void> {
    const options: SliceOptions = optionsOf(given, WATCH)
    const pace = new Pace({ ...(options.signal && { signal: options.signal }) }, SLICE_MS)
    this.checkIdle()
    const edits = this.pending.splice(0)
    const { root, isUprooted, costs } = this
    const { switches } = costs
    this.isSlicing = true
    try {
      await pace.finish(taking(edits))
      await pace.finish(this.remaking(options.onProgress))
    } catch (reason) {
      Object.assign(this, { root, isUprooted })
      costs.switches = switches
      const dirty = this.dirty.takeBack()
      // Edits that were not made come before all later ones.
      this.pending = [() => dirty.forEach(this.dirty.mark), ...edits.reverse(), ...this.pending]
      throw reason
    } finally {
      this.isSlicing = false
    }
  }

  /** Makes this view's queries as fast as on a fresh atlas, in slices; like LiveMap.settle. */
  settle(): Promise<void> {
    return this.map.settle()
  }

  finder(options?: LiveFinderOptions): LiveFinder {
    checkOwner(options, this.base.surroundings.grounds?.traveller.name)
    return finderOf(this)
  }

  costAt(x: number, y: number): number {
    return this.map.costAt(x, y)
  }

  islandOf(x: number, y: number): number {
    return this.map.islandOf(x, y)
  }

  isReachable(x0: number, y0: number, x1: number, y1: number): boolean
  isReachable(start: Point, goal: Point): boolean
  isReachable(...pair: PairAnd<never>): boolean {
    const [start, goal] = pairIn(pair)
    return this.map.isReachable(start.x, start.y, goal.x, goal.y)
  }

  /** The free cell closest to a point as the crow flies, on any island or on the given one. */
  nearest(x: number, y: number, options?: NearestOptions | null): NearestCell {
    return nearestFree(this.columns, x, y, options)
  }

  private addOfCells(edit: () => void): void {
    this.ofCells.add(edit)
    this.pending.push(edit)
  }

  /** Edits each cell of a place, which is copied now. */
  private addPlace(place: Place, edit: (cell: number) => void): void {
    const { width, height } = this.blocks
    for (const part of partsOf(place, width, height)) this.addOfCells(() => forEachCell(part, width, height, edit))
  }

  /** The map that answers, after taking over changes below and in shared layers. */
  private get map(): LiveVersion {
    if (!this.dirty.isEmpty && !this.isSlicing) this.makeDirty(false)
    return this.own ?? this.base
  }

  /** Makes a copy that becomes the view's own map once all is made. */
  private *remaking(onProgress: SliceOptions['onProgress']): Work<void> {
    yield* this.switchGrounds()
    yield
    const next = this.isUprooted || this.own === null ? this.root.copy() : this.own.copy()
    yield
    yield* this.make(next, false, onProgress)
    this.isUprooted = false
    this.own = next
    this.switching.clear()
  }

  private checkIdle(): void {
    if (this.isSlicing) refuse('A commit in slices, or unknown(), is under way: wait for its promise first.')
  }

  /** Takes over pending switches: from the map of a traveller who already pays these costs, or block by block. */
  private *switchGrounds(): Work<void> {
    const { costs, switching } = this
    if (costs.switches === null || switching.size === 0) return
    const switches = costs.switches.with(switching)
    costs.switches = switches
    if (costs.openCost !== null) return
    const root = this.base.surroundings.grounds?.variant(switches.costs()) ?? this.base
    if (root === this.root && root !== this.base) return
    if (root !== this.root) {
      if (this.own !== null) costs.keepOwn(this.own)
      this.root = root
      this.isUprooted = true
      costs.forEachOwnBlock(this.mark)
      this.layers.forEachBlock(this.mark)
    }
    const names = this.isUprooted ? switches.names() : [...switching.keys()]
    if (root === this.base) yield* switches.forEachBlock(names, this.mark)
  }

  private makeDirty(tellsIslands: boolean): Change {
    if (this.isUprooted || this.own === null) this.own = this.root.copy()
    this.isUprooted = false
    return finish(this.make(this.own, tellsIslands))
  }

  private *make(map: LiveVersion, tellsIslands: boolean, onProgress?: SliceOptions['onProgress']): Work<Change> {
    const { blocks, layered } = this.dirty.take()
    const edits = yield* this.costs.editsOf(blocks, this.base, map)
    const changes = yield* map.edit(edits, tellsIslands, layered, (done, total) => onProgress?.({ done, total }))
    this.costs.areMade(blocks)
    return { version: map.editCount, ...changes }
  }

  private followBase(edits: ReadonlyMap<number, number>): void {
    if ((this.own === null && !this.isSlicing) || this.costs.openCost !== null) return
    for (const cell of edits.keys()) if (!this.costs.isOwn(cell)) this.mark(this.blocks.blockOf(cell))
  }
}
