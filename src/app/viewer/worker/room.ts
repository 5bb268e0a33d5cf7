/**
 * Serves one version of a map: finder, painter, stopwatch and long work. The next version gets a room of its own, and this
 * one is closed.
 */
import { xOf, yOf } from '../../../atlas/crossing.ts'
import { endRegionOf, firstRegionOf } from '../../../atlas/islands.ts'
import { blocksAtLevel } from '../../../atlas/layout.ts'
import { entryAt } from '../../../atlas/level-graph.ts'
import { Random } from '../../../base/random.ts'
import { BLOCK_SHIFT } from '../../../map/terrain.ts'
import type { Atlas, Finder, Quality } from '../../../query.ts'
import { makeCurve } from '../../../shape/curve.ts'
import { WaypointShaper } from '../../../shape/waypoints.ts'
import type { Terrain } from '../../../shape.ts'
import { costRangeOf } from '../../draw/costs.ts'
import { entriesOf } from '../../draw/marks.ts'
import { bendsOf } from '../../draw/query-marks.ts'
import type { Cell, FindAsk, TileJob, WorldFacts } from '../protocol.ts'
import { compare, type ExactNews, type StressNews, stress, timeWell } from './long-work.ts'
import { type Pair, placesOf } from './random-places.ts'
import { tilePainter } from './tile-painter.ts'

/** What a room tells by itself. */
export type RoomNews =
  | { readonly kind: 'tile'; readonly key: string; readonly bitmap: ImageBitmap }
  | { readonly kind: 'exact'; readonly news: ExactNews }
  | { readonly kind: 'stress'; readonly news: StressNews }
type Tell = (news: RoomNews, transfer?: Transferable[]) => void

export type Room = ReturnType<typeof roomOf>

export function roomOf(atlas: Atlas, title: string, tell: Tell) {
  const { columns, terrain } = atlas
  const finder = atlas.finder()
  const costs = costRangeOf(terrain)
  const painted = tilePainter(columns, costs, (key, bitmap) => tell({ kind: 'tile', key, bitmap }, [bitmap]))
  const answer = asker(finder, terrain)
  const places = placesOf(columns, new Random(Date.now()))
  const turns = takeTurns()
  let last: QueryAnswer | null = null
  let quality: Quality = 'default'
  const calls = {
    /** All tiles that are still wanted, in their order; earlier requests are dropped. */
    paint(jobs: readonly TileJob[]): void {
      turns.run('tiles', painted(jobs))
    },
    find(ask: FindAsk): QueryAnswer {
      turns.drop('timing')
      quality = ask.quality
      last = answer(ask)
      return last
    },
    /** Times the last query again, by many runs; null if another query comes first. */
    time: () => last && turns.run('timing', timeWell(finder, last, quality)),
    pair: () => places.pair(true),
    place: (cell: Cell) => placeOn(atlas, cell),
    ways: (cell: Cell, level: number, reachCells: number) => entryWays(atlas, finder, cell, level, reachCells),
    /** Compares the last query's path with the optimum. */
    exact(): void {
      const work = last && compare(terrain, last, news => tell({ kind: 'exact', news }))
      if (work !== null) turns.run('long', work)
    },
    stress(count: number, quality: Quality): void {
      // The queries are the same each time, so that results can be compared.
      const known = placesOf(columns, new Random(1))
      const work = stress(finder, known, { count, quality }, news => tell({ kind: 'stress', news }))
      turns.run('long', work)
    },
    /** Ends the comparison or the stress that runs. */
    stop: () => turns.drop('long'),
  }
  return { title, calls, close: turns.close, facts: (): WorldFacts => ({ title, costs, ...atlas.stats() }) }
}

export type PlaceFacts = ReturnType<typeof placeOn>

function placeOn(atlas: Atlas, cell: Cell) {
  return { cell, cost: atlas.costAt(cell.x, cell.y), island: atlas.islandOf(cell.x, cell.y) }
}

export type QueryAnswer = ReturnType<ReturnType<typeof asker>>

export function asker(finder: Finder, terrain: Terrain) {
  const shaper = new WaypointShaper(terrain)
  const smooth = (cells: Int32Array) => {
    const fromMs = performance.now()
    const waypoints = shaper.shape(cells)
    const points = makeCurve(terrain, waypoints)
    return { points, waypointCount: waypoints.length >> 1, elapsedUs: 1000 * (performance.now() - fromMs) }
  }
  const nearest = (start: Cell, goal: Cell): Pair | null => {
    const route = finder.find(start, goal, { nearest: true })
    return route.status === 'found' ? { start: route.start, goal: route.goal } : null
  }
  return ({ start, goal, quality, isSmooth }: FindAsk) => {
    const fromMs = performance.now()
    const route = finder.find(start, goal, { quality })
    const routeMs = performance.now()
    const cells = route.cells()
    const cellsMs = performance.now()
    return {
      ...route.toJSON(),
      /** Infinity, which messages carry and JSON does not, without a path. */
      cost: route.cost,
      estimate: route.estimate,
      // Lists of x, y pairs: where the path starts, turns and ends, the route's entries, and those that the search settled.
      bends: bendsOf(cells),
      entries: route.entries(),
      footprint: finder.footprint(),
      ...finder.effort,
      routeUs: 1000 * (routeMs - fromMs),
      cellsUs: 1000 * (cellsMs - routeMs),
      smooth: isSmooth && route.status === 'found' ? smooth(cells) : null,
      /** Without a path, the closest ends that have one. It comes last, because it asks again. */
      nearest: route.status === 'found' ? null : nearest(start, goal),
    }
  }
}

/** The most urgent first: tiles in view, the times of the last query, a comparison or a stress. */
const SLOTS = ['tiles', 'timing', 'long'] as const
type Slot = (typeof SLOTS)[number]

/**
 * Runs generators one step at a time, so an answer never waits for more than one step. A slot holds one generator: another
 * one replaces it. The most urgent slot goes first.
 */
function takeTurns() {
  const works = new Map<Slot, { next(): void; drop(): void }>()
  // Through a channel of our own, the next turn comes after all messages that wait already.
  const { port1, port2 } = new MessageChannel()
  let isAwake = false
  const wake = () => {
    if (!isAwake) port2.postMessage(null)
    isAwake = true
  }
  port1.onmessage = () => {
    isAwake = false
    const slot = SLOTS.find(one => works.has(one))
    if (slot === undefined) return
    works.get(slot)!.next()
    wake()
  }
  const drop = (slot: Slot) => {
    works.get(slot)?.drop()
    works.delete(slot)
  }
  /** Resolves to the generator's result, or to null once it is dropped. */
  const run = <T>(slot: Slot, work: Generator<void, T>) =>
    new Promise<T | null>(resolve => {
      const next = () => {
        const { done, value } = work.next()
        if (!done) return
        works.delete(slot)
        resolve(value)
      }
      drop(slot)
      works.set(slot, { next, drop: () => resolve(null) })
      wake()
    })
  const close = () => {
    for (const slot of SLOTS) drop(slot)
    port1.close()
  }
  return { run, drop, close }
}

export type EntryWays = NonNullable<ReturnType<typeof entryWays>>

/**
 * The edges of the abstract graph at the entry of `level` closest to a cell: its ways to all entries of its two regions, as
 * paths. Straight lines would cross walls. Null where no entry is within reach.
 */
export function entryWays(atlas: Atlas, finder: Finder, cell: Cell, level: number, reachCells: number) {
  const entry = entryNear(atlas, cell, level, reachCells)
  if (entry === null) return null
  const graph = atlas.columns.levels[level]
  const ways: Int32Array[] = []
  let at: Cell = cell
  for (const region of graph.regionOfSide.subarray(2 * entry, 2 * entry + 2)) {
    const entries = entriesOf(graph, region)
    const own = entries.find(({ slot }) => entryAt(graph, slot) === entry)
    if (own === undefined) continue
    at = { x: own.x, y: own.y }
    const { crossing: from } = own
    for (const { crossing: to } of entries.filter(other => other !== own)) {
      const route = finder.find(xOf(from), yOf(from), xOf(to), yOf(to))
      if (route.status === 'found') ways.push(bendsOf(route.cells()))
    }
  }
  return { at, ways }
}

function entryNear({ columns }: Atlas, { x, y }: Cell, level: number, reachCells: number): number | null {
  const graph = columns.levels[level]
  const shift = BLOCK_SHIFT + level
  const block = (y >> shift) * blocksAtLevel(columns.terrain.blocksWide, level) + (x >> shift)
  let best: number | null = null
  let bestDistance = reachCells
  const endRegion = endRegionOf(graph.regionsOfBlock, block)
  for (let region = firstRegionOf(graph.regionsOfBlock, block); region < endRegion; region++) {
    for (const one of entriesOf(graph, region)) {
      const distance = Math.hypot(one.x - x, one.y - y)
      if (distance > bestDistance) continue
      bestDistance = distance
      best = entryAt(graph, one.slot)
    }
  }
  return best
}
