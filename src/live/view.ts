/**
 * A view: edits of its own over a map that changes. As long as it has none it is that map; from the first on it has columns of
 * its own. What a cell costs in it is said by one rule (view-costs.ts), so whatever is taken back leaves exactly what was before.
 * Commits of the map below are taken over at the next question.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { nameOf, refuse } from '../base/given.ts'
import { Pace } from '../base/pace.ts'
import { type Change, checkCost, forEachCell, keptPlace, type Place } from './area.ts'
import type { BaseMap } from './base-map.ts'
import { Blocks } from './cell-pages.ts'
import { Heat, type InfluenceOptions } from './influence.ts'
import { forEachEdit } from './journal.ts'
import { Layers } from './layers.ts'
import { type ChangingMap, checkOwner, LiveFinder, type LiveFinderOptions } from './live-finder.ts'
import { slices } from './slices.ts'
import { Switches } from './switches.ts'
import { ViewCosts } from './view-costs.ts'

export interface ViewOptions {
  /** What a unit of danger counts: raises and influences are multiplied with it and rounded. 1 unless given. */
  readonly fear?: number
}

/** An influence that was laid over a view: what is done with it takes effect with the view's next commit. */
export interface Influence {
  /** Other values in place of the old ones. */
  update(heat: Float32Array): void
  /** All values become this share of what they were. */
  decay(factor: number, options?: DecayOptions): void
  remove(): void
}

export interface DecayOptions {
  /** At most so many blocks of 32 x 32 cells change at once, those furthest off first; the others later. All unless given. */
  readonly blocksMax?: number
}

export class View {
  private readonly base: BaseMap
  private readonly layers: Layers
  private readonly blocks: Blocks
  private readonly switches: Switches | null
  private readonly costs: ViewCosts
  private own: BaseMap | null = null
  /** What `own` began as: the map below, or that of a traveller who pays what grounds cost now. */
  private root: BaseMap
  /** Whether `own` is to begin anew as a copy of `root`. */
  private isUprooted = false
  /** Grounds that the next commit switches. */
  private readonly switching = new Set<string>()
  /** What is to be done with the next commit. */
  private pending: (() => void)[] = []
  /** Blocks whose costs in `own` are to be made again. */
  private dirty = new Set<number>()
  /** Whether a commit in slices is under way: until it is done nothing else is taken over. */
  private isSlicing = false
  /** Held here, so that they live as long as the view. */
  private readonly follow = (edits: ReadonlyMap<number, number>) => this.followBase(edits)
  private readonly mark = (block: number) => this.dirty.add(block)

  constructor(base: BaseMap, { fear = 1 }: ViewOptions = {}, layers?: Layers) {
    if (!(Number.isFinite(fear) && fear >= 0)) refuse(`fear is ${nameOf(fear)}: a number from 0 on was expected.`)
    this.base = base
    this.root = base
    this.blocks = new Blocks(base.width, base.height)
    this.layers = layers ?? new Layers(this.blocks)
    this.switches = base.grounds === null ? null : new Switches(base.grounds, this.blocks)
    this.costs = new ViewCosts(this.blocks, this.layers, this.switches, fear, base.costMax)
    base.listen(this.follow)
    this.layers.listen(this.mark)
    if (layers !== undefined) layers.forEachBlock(this.mark)
  }

  get columns(): AtlasColumns {
    return this.map.columns
  }

  get turner(): ChangingMap['turner'] {
    return this.base.turner
  }

  /** The cost of a cell in this view, whatever the map below has there: 0 for a wall. */
  set(x: number, y: number, cost: number): void {
    this.fill({ x, y, width: 1, height: 1 }, cost)
  }

  fill(place: Place, cost: number): void {
    checkCost(cost, this.base.costMax)
    this.later(place, cell => this.mark(this.costs.give(cell, cost)))
  }

  /** Takes the view's own costs of a place back: there it is again what the map below is, or unknown. */
  reset(place: Place): void {
    this.later(place, cell => this.mark(this.costs.take(cell)))
  }

  /** Makes all ground of a place so much dearer. What was raised by 5 is lowered by raising it by -5, exactly. */
  raise(place: Place, by: number): void {
    if (!Number.isInteger(by)) refuse(`A place is raised by ${nameOf(by)}: a whole number of cost units was expected.`)
    const kept = keptPlace(place)
    this.pending.push(() => this.layers.raise(kept, by))
  }

  /** Lays a coarse map of floats over this one: where many died, what the enemy sees. */
  influence(heat: Float32Array, options: InfluenceOptions): Influence {
    const { layers, pending } = this
    const laid = new Heat(heat, options, this.blocks)
    pending.push(() => layers.add(laid))
    const later = (edit: () => void) => this.pending.push(edit)
    return {
      update: values => void later(() => layers.update(laid, values)),
      decay: (factor, { blocksMax = Infinity } = {}) => {
        checkFactor(factor)
        later(() => layers.decay(laid, factor, blocksMax))
      },
      remove: () => void later(() => layers.remove(laid)),
    }
  }

  /** All influences become this share of what they were. */
  decay(factor: number, { blocksMax = Infinity }: DecayOptions = {}): void {
    checkFactor(factor)
    this.pending.push(() => this.layers.decayAll(factor, blocksMax))
  }

  /** What a ground of the map costs in this view, or null for what it was baked with. Cells that were built upon stay. */
  ground(name: string, to: { readonly costs: number } | null): void {
    const { switches } = this
    if (switches === null)
      refuse('This map knows no grounds: open it with { grounds, costs }, or a file of travellers.')
    const cost = to === null ? null : to?.costs
    switches.check(name, cost)
    this.pending.push(() => {
      switches.set(name, cost)
      this.switching.add(name)
    })
  }

  /** A view of the same raises and influences, of those to come too, that counts them in another way. */
  weigh(fear: number): View {
    return new View(this.base, { fear }, this.layers)
  }

  /**
   * Begins anew as a map that nobody has seen: open ground everywhere, until `see` shows what is there. Commits of the map
   * below are not followed; layers stay. The open ground is made once for all views of a map.
   */
  async unknown({ cost = 1 }: { readonly cost?: number } = {}): Promise<void> {
    checkCost(cost, this.base.costMax)
    if (cost === 0) refuse('Unknown ground costs 0, a wall: nothing could be found beyond what is seen.')
    this.own = await this.base.openGround(cost)
    this.isUprooted = false
    this.costs.forget(cost)
    this.pending = []
    this.dirty.clear()
    this.layers.forEachBlock(this.mark)
  }

  /** Takes over what is true in a place now; what changes there later stays unknown until it is seen again. */
  see(place: Place): void {
    const cells: number[] = []
    const truthOf = this.costs.truths(this.base)
    forEachCell(place, this.base.width, this.base.height, cell => cells.push(cell, truthOf(cell)))
    this.pending.push(() => {
      for (let i = 0; i < cells.length; i += 2) this.mark(this.costs.give(cells[i], cells[i + 1]))
    })
  }

  /** Makes all edits since the last commit of this view take effect in it. */
  commit(): Change {
    this.takePending()
    return this.makeDirty(this.ownNow())
  }

  /** The same in slices of some milliseconds, between which others run; until the last one the view answers as before. */
  async commitInSlices(): Promise<void> {
    this.takePending()
    const next = this.isUprooted || this.own === null ? this.root.copy() : this.own.copy()
    this.isUprooted = false
    const due = [...this.dirty]
    this.dirty.clear()
    this.isSlicing = true
    try {
      await new Pace({}).finish(slices(due, blocks => this.make(next, blocks)))
      this.own = next
    } finally {
      this.isSlicing = false
    }
  }

  finder(options?: LiveFinderOptions): LiveFinder {
    checkOwner(options, this.base.grounds?.traveller.name)
    return new LiveFinder(this)
  }

  costAt(x: number, y: number): number {
    return this.map.costAt(x, y)
  }

  islandOf(x: number, y: number): number {
    return this.map.islandOf(x, y)
  }

  isReachable(x0: number, y0: number, x1: number, y1: number): boolean {
    return this.map.isReachable(x0, y0, x1, y1)
  }

  /** The map that answers, with what has changed below and in shared layers. */
  private get map(): BaseMap {
    if (this.isSlicing) return this.own ?? this.base
    if (this.dirty.size > 0) this.makeDirty(this.ownNow())
    return this.own ?? this.base
  }

  private ownNow(): BaseMap {
    if (this.isUprooted || this.own === null) this.own = this.root.copy()
    this.isUprooted = false
    return this.own
  }

  private later(place: Place, edit: (cell: number) => void): void {
    const { width, height } = this.base
    const kept = keptPlace(place)
    this.pending.push(() => forEachCell(kept, width, height, edit))
  }

  private takePending(): void {
    if (this.isSlicing) refuse('A commit in slices is under way: wait for its promise before the next one.')
    const { pending } = this
    this.pending = []
    for (const edit of pending) edit()
    if (this.switches !== null && this.switching.size > 0) this.switchGrounds(this.switches)
  }

  /**
   * Where another traveller of the file pays what grounds cost now, the view goes over to that one's map, and only what is edited
   * here or below is made anew; else all blocks of the grounds are.
   */
  private switchGrounds(switches: Switches): void {
    const names = [...this.switching]
    this.switching.clear()
    if (this.costs.openCost !== null) return
    const root = this.base.grounds?.variant(switches.costs()) ?? this.base
    if (root === this.root && root !== this.base) return
    if (root !== this.root) {
      if (this.own !== null) this.costs.keepOwn(this.own)
      this.root = root
      this.isUprooted = true
      this.costs.forEachOwnBlock(this.mark)
      this.layers.forEachBlock(this.mark)
    }
    if (root === this.base) switches.forEachBlock(this.isUprooted ? switches.names() : names, this.mark)
    else forEachEdit(this.base.journal(), cell => this.mark(this.blocks.blockOf(cell)))
  }

  private makeDirty(map: BaseMap): Change {
    const due = [...this.dirty]
    this.dirty.clear()
    return this.make(map, due)
  }

  private make(map: BaseMap, due: readonly number[]): Change {
    for (const block of due) this.costs.make(block, this.base, map)
    return map.commit()
  }

  private followBase(edits: ReadonlyMap<number, number>): void {
    if ((this.own === null && !this.isSlicing) || this.costs.openCost !== null) return
    for (const cell of edits.keys()) if (!this.costs.isOwn(cell)) this.mark(this.blocks.blockOf(cell))
  }
}

function checkFactor(factor: number): void {
  if (Number.isFinite(factor) && factor >= 0) return
  refuse(`The factor is ${nameOf(factor)}: a number from 0 on was expected, such as 0.95.`)
}
