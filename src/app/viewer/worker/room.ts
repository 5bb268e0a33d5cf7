/**
 * Serves one version of a map: finder, painter, stopwatch and long work. The next version gets a room of its own, and this
 * one is closed.
 */
import { Random } from '../../../base/random.ts'
import type { Atlas, Finder, Quality } from '../../../query.ts'
import { makeCurve } from '../../../shape/curve.ts'
import { WaypointShaper } from '../../../shape/waypoints.ts'
import type { Terrain } from '../../../shape.ts'
import { costRangeOf } from '../../draw/costs.ts'
import type { CostRange } from '../../draw/palette.ts'
import { bendsOf } from '../../draw/query-marks.ts'
import type { Ask, Cell, Pair, PlaceFacts, QueryAnswer, Reply, SmoothPath, Timing, WorldFacts } from '../protocol.ts'
import { entryWays } from './entry-ways.ts'
import { compare, stress, timeWell } from './long-work.ts'
import { type Places, placesOf } from './random-places.ts'
import { type TileQueue, tileQueue } from './tile-queue.ts'

type Tell = (reply: Reply, transfer?: Transferable[]) => void

export class Room {
  readonly atlas: Atlas
  readonly title: string
  private readonly finder: Finder
  private readonly tell: Tell
  private readonly costs: CostRange
  private readonly tiles: TileQueue
  private readonly answer: ReturnType<typeof asker>
  private readonly places: Places
  private readonly turns: Turns
  private timing: Generator<void, Timing> | null = null
  /** The comparison or the stress that runs; a new one replaces it. */
  private longWork: Generator<void> | null = null
  private last: QueryAnswer | null = null
  private quality: Quality = 'default'

  constructor(atlas: Atlas, title: string, tell: Tell) {
    const { columns } = atlas
    const finder = atlas.finder()
    this.finder = finder
    this.atlas = atlas
    this.title = title
    this.tell = tell
    this.costs = costRangeOf(atlas.terrain)
    this.tiles = tileQueue(columns, this.costs, (key, bitmap) => tell({ kind: 'tile', key, bitmap }, [bitmap]))
    this.answer = asker(finder, atlas.terrain)
    this.places = placesOf(columns, new Random(Date.now()))
    this.turns = takeTurns([
      () => this.tiles.next(),
      () => this.timing && (() => this.time()),
      () => this.longWork && (() => this.goOn()),
    ])
  }

  facts(): WorldFacts {
    const { levels, width, height, directions, islands, uniform, byteLength } = this.atlas.stats()
    return {
      title: this.title,
      sizeBytes: byteLength,
      width,
      height,
      directions,
      isUniform: uniform,
      costs: this.costs,
      islandCount: islands,
      levels: levels.map(({ regions, entries }) => ({ regions, entries })),
    }
  }

  hear(ask: Ask): void {
    const { atlas, finder, tell, last } = this
    if (ask.kind === 'paint') this.tiles.want(ask.jobs)
    else if (ask.kind === 'find') {
      this.timing = null
      this.quality = ask.quality
      this.last = this.answer(ask)
      tell({ kind: 'found', answer: this.last })
    } else if (ask.kind === 'time' && last) this.timing = timeWell(finder, last, this.quality)
    else if (ask.kind === 'pair') tell({ kind: 'pair', pair: this.places.pair(true) })
    else if (ask.kind === 'place') tell({ kind: 'place', place: this.placeOf(ask.cell, ask.level) })
    else if (ask.kind === 'ways')
      tell({ kind: 'ways', ways: entryWays(atlas, finder, ask.cell, ask.level, ask.reachCells) })
    else if (ask.kind === 'exact' && last)
      this.longWork = compare(atlas.terrain, last, news => tell({ kind: 'exact', news }))
    else if (ask.kind === 'stress') {
      // The queries are the same each time, so that results can be compared.
      const known = placesOf(atlas.columns, new Random(1))
      this.longWork = stress(finder, known, ask, news => tell({ kind: 'stress', news }))
    } else if (ask.kind === 'stop') this.longWork = null
    this.turns.wake()
  }

  close(): void {
    this.turns.close()
  }

  private time(): void {
    const { done, value } = this.timing!.next()
    if (!done) return
    this.timing = null
    this.tell({ kind: 'timed', timing: value })
  }

  private goOn(): void {
    if (this.longWork!.next().done) this.longWork = null
  }

  private placeOf(cell: Cell, level: number): PlaceFacts {
    const { x, y } = cell
    const { atlas } = this
    return { cell, cost: atlas.costAt(x, y), island: atlas.islandOf(x, y), region: atlas.regionOf(x, y, level) }
  }
}

type FindAsk = Extract<Ask, { kind: 'find' }>

export function asker(finder: Finder, terrain: Terrain): (ask: FindAsk) => QueryAnswer {
  const shaper = new WaypointShaper(terrain)
  const smooth = (cells: Int32Array): SmoothPath => {
    const fromMs = performance.now()
    const waypoints = shaper.shape(cells)
    const points = makeCurve(terrain, waypoints)
    return { points, waypointCount: waypoints.length >> 1, elapsedUs: 1000 * (performance.now() - fromMs) }
  }
  const nearest = (start: Cell, goal: Cell): Pair | null => {
    const route = finder.find(start, goal, { nearest: true })
    return route.status === 'found' ? { start: route.start, goal: route.goal } : null
  }
  return ({ start, goal, quality, isSmooth }) => {
    const fromMs = performance.now()
    const route = finder.find(start, goal, { quality })
    const routeMs = performance.now()
    const cells = route.cells()
    const cellsMs = performance.now()
    return {
      ...route.toJSON(),
      cost: route.cost,
      estimate: route.estimate,
      bends: bendsOf(cells),
      entries: route.entries(),
      footprint: finder.footprint(),
      ...finder.effort,
      routeUs: 1000 * (routeMs - fromMs),
      cellsUs: 1000 * (cellsMs - routeMs),
      smooth: isSmooth && route.status === 'found' ? smooth(cells) : null,
      // Comes last, because it asks again.
      nearest: route.status === 'found' ? null : nearest(start, goal),
    }
  }
}

/** A small piece of work, such as a tile in view or a slice of long work: an answer never waits for more than one. */
export type Work = () => void

export interface Turns {
  /** Call this when there may be work. */
  wake(): void
  /** Ends without the rest of the work. */
  close(): void
}

/** `queues`, the most urgent first: each gives its next piece of work, or null when it has none. */
export function takeTurns(queues: readonly (() => Work | null)[]): Turns {
  // Through a channel of our own, the next turn comes after all messages that wait already.
  const { port1, port2 } = new MessageChannel()
  let isRunning = false
  const wake = () => {
    if (!isRunning) port2.postMessage(null)
    isRunning = true
  }
  port1.onmessage = () => {
    isRunning = false
    for (const queue of queues) {
      const work = queue()
      if (work === null) continue
      work()
      wake()
      return
    }
  }
  return { wake, close: () => port1.close() }
}
