/**
 * The choices of the person and the answers of the worker. All parts of the page read it and change it through its methods.
 *
 * Only one query runs at a time. If the ends move meanwhile, the newest pair is asked next, and those between are skipped.
 * So a path follows the pointer as fast as answers come, and never falls behind.
 */
import type { Quality } from '../../../query.ts'
import { DEFAULT_LAYERS, type Layer } from '../../draw/layers.ts'
import type { Remote } from '../calls.ts'
import type { Cell, WorldFacts } from '../protocol.ts'
import type { ExactNews, StressNews, Timing } from '../worker/long-work.ts'
import type { DrawnNews } from '../worker/making.ts'
import type { EntryWays, PlaceFacts, QueryAnswer } from '../worker/room.ts'
import type { MapCalls, MapNews } from '../worker/worker.ts'
import { Drawing } from './drawing.ts'
import { Ends, isSame } from './ends.ts'

export const STRESS_QUERIES = 5000

export class Session {
  facts: WorldFacts
  readonly drawing: Drawing
  readonly ends = new Ends<Cell>({
    moved: () => this.endsMoved(),
    dropped: () => this.answer !== null && !this.isFinding && this.time(),
    changed: () => this.onChange(),
  })
  quality: Quality = 'default'
  answer: QueryAnswer | null = null
  timing: Timing | null = null
  exact: ExactNews | null = null
  stress: StressNews | null = null
  /** The cell under the pointer, and its facts from the worker, a moment later. */
  pointed: Cell | null = null
  place: PlaceFacts | null = null
  /** The ways of the entry under the pointer, where the graph is shown. */
  ways: EntryWays | null = null
  layers: ReadonlySet<Layer> = new Set(DEFAULT_LAYERS)
  /** The level to show; null follows the zoom. */
  level: number | null = null
  /** How many of the search's steps are shown. */
  stepsShown = 0
  private isFinding = false
  private isMoved = false
  private readonly worker: Remote<MapCalls>
  /** Called after each change. */
  onChange: () => void = () => {}
  private isPairAwaited = false

  constructor(facts: WorldFacts, worker: Remote<MapCalls>) {
    this.facts = facts
    this.worker = worker
    this.drawing = new Drawing(facts.costs.min, worker, () => this.onChange())
  }

  get isBusy(): boolean {
    return this.isFinding || this.isPairAwaited
  }

  get isComparing(): boolean {
    return this.exact !== null && !this.exact.isDone && !this.exact.isGivenUp
  }

  private endsMoved(): void {
    // A random pair on its way is not wanted any more.
    this.isPairAwaited = false
    this.askAnew()
  }

  setQuality(quality: Quality): void {
    if (this.quality === quality) return
    this.quality = quality
    this.askAnew()
  }

  private askAnew(): void {
    this.stopLongWork()
    this.exact = null
    this.ask()
    this.onChange()
  }

  /** Takes the ends that are offered when there is no path. */
  takeNearest(): void {
    const nearest = this.answer?.nearest
    if (nearest) this.ends.set(nearest.start, nearest.goal)
  }

  setLayers(layers: Iterable<Layer>): void {
    this.layers = new Set(layers)
    // Paths are made smooth only while the layer is on.
    if (this.layers.has('smooth') && this.answer?.status === 'found' && this.answer.smooth === null) this.ask()
    this.onChange()
  }

  toggle(layer: Layer): void {
    const layers = new Set(this.layers)
    if (!layers.delete(layer)) layers.add(layer)
    this.setLayers(layers)
  }

  set(shown: { level?: number | null; stepsShown?: number }): void {
    Object.assign(this, shown)
    this.onChange()
  }

  /** Makes two far cells of one island the ends, and then calls `then`. */
  async askForPair(then: () => void): Promise<void> {
    this.isPairAwaited = true
    const pair = await this.worker.pair()
    if (this.isPairAwaited && pair !== null) {
      this.ends.set(pair.start, pair.goal, true)
      then()
    }
    this.isPairAwaited = false
    this.onChange()
  }

  /** The pointer is over this cell. */
  async point(cell: Cell, level: number, reachCells: number): Promise<void> {
    if (isSame(cell, this.pointed)) return
    this.pointed = cell
    this.onChange()
    const ways = this.layers.has('graph') ? this.worker.ways(cell, level, reachCells) : null
    this.place = await this.worker.place(cell)
    if (ways !== null) this.ways = await ways
    this.onChange()
  }

  toggleExact(): void {
    const isRunning = this.isComparing
    this.stopLongWork()
    if (!isRunning && this.answer?.status === 'found') {
      const knownCost = this.answer.cost
      const unknown = { lowerBound: 0, isDone: false, isGivenUp: false, expansionCount: 0, elapsedMs: 0, bends: null }
      this.exact = { knownCost, ...unknown }
      this.worker.exact()
    }
    this.onChange()
  }

  toggleStress(): void {
    const isRunning = this.stress !== null && !this.stress.isDone
    this.stopLongWork()
    if (!isRunning) {
      const none = new Float32Array(0)
      this.stress = { done: 0, count: STRESS_QUERIES, isDone: false, routeUs: none, wholeUs: none }
      this.worker.stress(STRESS_QUERIES, this.quality)
    }
    this.onChange()
  }

  hear(told: Exclude<MapNews, { kind: 'tile' }>): void {
    if (told.kind === 'drawn') this.drawn(told.change, told.facts)
    else if (told.kind === 'stress' && this.stress?.isDone === false) this.stress = told.news
    else if (told.kind === 'exact' && this.exact?.knownCost === told.news.knownCost) this.exact = told.news
    this.onChange()
  }

  private async ask(): Promise<void> {
    const { start, goal } = this.ends
    if (start === null || goal === null) {
      this.answer = null
      this.timing = null
      return
    }
    this.isMoved = this.isFinding
    if (this.isMoved) return
    this.isFinding = true
    const answer = await this.worker.find({ start, goal, quality: this.quality, isSmooth: this.layers.has('smooth') })
    this.isFinding = false
    if (this.ends.list().length === 2) this.take(answer)
    this.onChange()
  }

  private take(answer: QueryAnswer): void {
    this.answer = answer
    this.timing = null
    this.stepsShown = answer.footprint.length >> 1
    if (this.isMoved) this.ask()
    // Only when an end rests are times measured.
    else if (!this.ends.isDragging) this.time()
  }

  private async time(): Promise<void> {
    const timing = await this.worker.time()
    if (timing === null) return
    this.timing = timing
    this.onChange()
  }

  /** Takes another version of the map, and asks again. */
  private drawn(change: DrawnNews, facts: WorldFacts): void {
    this.facts = facts
    this.drawing.news = change
    this.pointed = null
    this.ways = null
    this.askAnew()
  }

  /** Stops long work. A finished proof stays; an unfinished one is dropped. */
  private stopLongWork(): void {
    if (this.isComparing) this.exact = null
    if (this.stress && !this.stress.isDone) this.stress = { ...this.stress, isDone: true }
    this.worker.stop()
  }
}
