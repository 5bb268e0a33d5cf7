/**
 * Searches a world's net: Dijkstra by time of arrival, guided by lower bounds of the rest. Each stop is two nodes. One
 * is reached through a portal: from there one walks to a stop of its island or to the goal. The other is reached on
 * foot: from there one takes a portal. Whatever a portal's hours are, arriving later never means leaving earlier. So
 * only the first arrival counts, and the answer is exact for the costs that the net knows.
 */
import { Heap } from '../base/heap.ts'
import { NONE } from '../base/none.ts'
import type { WorldNet } from './net.ts'
import type { NetEnd, StopIsland } from './part.ts'
import type { Keys } from './portal.ts'

const LANDMARKS = 8
/** A search without bounds takes about as long as measuring one landmark. */
const SEARCHES_BEFORE = 2 * LANDMARKS

export class NetSearch {
  private readonly net: WorldNet
  private readonly heap = new Heap()
  /** Index 2 * stop: reached through a portal; 2 * stop + 1: reached on foot. */
  private readonly timeOf: Float64Array
  /** How a node was reached. Through a portal: the link. On foot: the stop walked from, NONE for the start. */
  private readonly before: Int32Array
  /** A lower bound of the time from each node to the goal. */
  private readonly restOf: Float64Array
  private readonly potential: NetPotential
  /** The earliest arrival found so far. */
  private best = Infinity

  constructor(net: WorldNet) {
    this.net = net
    const nodes = 2 * net.plan.stops.length
    this.timeOf = new Float64Array(nodes)
    this.before = new Int32Array(nodes)
    this.restOf = new Float64Array(nodes)
    this.potential = new NetPotential(net, stop => this.spread(stop))
  }

  /**
   * The links of the trip that arrives first, if that is before `limit`, the arrival without a portal; otherwise null.
   */
  find(start: NetEnd, goal: NetEnd, keys: Keys, at: number, limit: number): { links: number[]; time: number } | null {
    this.potential.aim(goal)
    this.begin(limit)
    this.walk(start.island, start.costs, 0, at, NONE)
    const last = this.run(keys, goal)
    return last === NONE ? null : { links: this.linksTo(last), time: this.best }
  }

  /** The cost of each node from a stop, if all portals are open and nobody waits. */
  private spread(stop: number): Float64Array {
    this.begin(Infinity)
    this.relax(2 * stop, 0, NONE)
    this.run(null, null)
    return this.timeOf
  }

  private begin(limit: number): void {
    this.heap.clear()
    this.timeOf.fill(Infinity)
    this.best = limit
  }

  /** Settles all nodes that may lead to the goal. Returns the stop from which one walks to it; NONE without one. */
  private run(keys: Keys | null, goal: NetEnd | null): number {
    const { net, heap, timeOf, restOf } = this
    let last = NONE
    while (heap.size > 0) {
      const node = heap.pop()
      if (heap.poppedKey >= this.best) break
      const time = timeOf[node]
      if (heap.poppedKey > time + restOf[node]) continue
      const stop = node >> 1
      if ((node & 1) === 1) {
        this.enter(stop, keys, time)
        continue
      }
      const island = net.islandOfStop[stop]
      if (island === null) continue
      const place = net.placeOfStop[stop]
      this.walk(island, island.costs, place * island.stops.length, time, stop)
      if (goal === null || island !== goal.island || time + goal.costs[place] >= this.best) continue
      this.best = time + goal.costs[place]
      last = stop
    }
    return last
  }

  /** Walks from a cell to all stops of its island. Their costs begin at `row`. */
  private walk(island: StopIsland | null, costs: Float64Array, row: number, time: number, from: number): void {
    if (island === null) return
    const { stops } = island
    for (let place = 0; place < stops.length; place++) this.relax(2 * stops[place] + 1, time + costs[row + place], from)
  }

  /** Takes all portals of a stop that can be passed; without keys, all at once. */
  private enter(stop: number, keys: Keys | null, time: number): void {
    const { net } = this
    for (const link of net.linksOfStop[stop]) {
      const portal = net.portals[link >> 1]
      const end = net.endOf(link)
      if (keys !== null && (net.islandOfStop[end] === null || !portal.isPassableWith(keys))) continue
      const wait = keys === null ? 0 : portal.waitAt(time)
      this.relax(2 * end, time + wait + portal.cost, link)
    }
  }

  private relax(node: number, time: number, before: number): void {
    const { timeOf, restOf } = this
    if (timeOf[node] === Infinity) restOf[node] = this.potential.restFrom(node)
    const arrival = time + restOf[node]
    if (time >= timeOf[node] || arrival >= this.best) return
    timeOf[node] = time
    this.before[node] = before
    this.heap.push(arrival, node)
  }

  private linksTo(last: number): number[] {
    const { net } = this
    const links: number[] = []
    for (let stop = last; stop !== NONE; ) {
      const link = this.before[2 * stop]
      links.push(link)
      stop = this.before[2 * net.endOf(link ^ 1) + 1]
    }
    return links.reverse()
  }
}

/**
 * Bounds from below what a trip from a node of the net to the goal costs, by landmarks: a few stops far from each
 * other, with known costs to every node. If a landmark's way to the goal is longer than its way to a node, at least the
 * difference is left.
 *
 * The bounds assume that all portals are open and nobody waits. So they stay true whatever opens, closes, needs keys or
 * becomes more expensive. When something becomes cheaper they are measured anew, once searches without them have taken
 * as long as that takes.
 */
class NetPotential {
  private readonly net: WorldNet
  /** The cost of each node from a stop; the array is valid until the next call. */
  private readonly spread: (stop: number) => Float64Array
  /** costOf[LANDMARKS * node + landmark]; Infinity if the landmark has no way to the node. */
  private costOf: Float64Array | null = null
  private readonly costToGoal = new Float64Array(LANDMARKS)
  private version = -1
  private searches = 0

  constructor(net: WorldNet, spread: (stop: number) => Float64Array) {
    this.net = net
    this.spread = spread
  }

  /** Call before a search to this goal. */
  aim({ island, costs }: NetEnd): void {
    if (this.version !== this.net.costVersion) {
      this.version = this.net.costVersion
      this.searches = 0
      this.costOf = null
    }
    if (this.costOf === null && this.searches++ === SEARCHES_BEFORE) this.costOf = this.measure()
    const { costOf, costToGoal } = this
    if (costOf === null || island === null) return
    costToGoal.fill(Infinity)
    for (let place = 0; place < costs.length; place++) {
      const row = LANDMARKS * 2 * island.stops[place]
      for (let landmark = 0; landmark < LANDMARKS; landmark++) {
        const cost = costOf[row + landmark] + costs[place]
        if (cost < costToGoal[landmark]) costToGoal[landmark] = cost
      }
    }
  }

  /** A lower bound of any trip from the node to the goal; Infinity if there is none. */
  restFrom(node: number): number {
    const { costOf, costToGoal } = this
    if (costOf === null) return 0
    let most = 0
    for (let landmark = 0; landmark < LANDMARKS; landmark++) {
      // A landmark that reaches neither gives Infinity - Infinity = NaN, which is never above `most`.
      const rest = costToGoal[landmark] - costOf[LANDMARKS * node + landmark]
      if (rest > most) most = rest
    }
    return most
  }

  /** Each landmark is the stop farthest from those before it; stops that they cannot reach count as farthest. */
  private measure(): Float64Array {
    const { stops } = this.net.plan
    const costOf = new Float64Array(LANDMARKS * 2 * stops.length)
    const nearest = new Float64Array(stops.length).fill(Infinity)
    let stop = 0
    for (let landmark = 0; landmark < LANDMARKS; landmark++) {
      const costs = this.spread(stop)
      for (let node = 0; node < costs.length; node++) costOf[LANDMARKS * node + landmark] = costs[node]
      nearest.forEach((cost, other) => {
        nearest[other] = Math.min(cost, costs[2 * other], costs[2 * other + 1])
      })
      nearest.forEach((cost, other) => {
        if (cost > nearest[stop]) stop = other
      })
    }
    return costOf
  }
}
