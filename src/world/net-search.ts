/**
 * Searches a world's net: Dijkstra by time of arrival, guided by lower bounds of the rest. Each stop is two nodes. One
 * is reached through a portal: from there one walks to a stop of its island or to the goal. The other is reached on
 * foot: from there one takes a portal. Whatever a portal's hours are, arriving later never means leaving earlier. So
 * only the first arrival counts, and the answer is exact for the costs that the net knows.
 */
import { Heap } from '../base/heap.ts'
import { NONE } from '../base/none.ts'
import type { NetEnd, StopIsland } from './island.ts'
import type { WorldNet } from './net.ts'
import { NetPotential } from './net-potential.ts'
import type { Keys } from './portal.ts'

export class NetSearch {
  settledCount = 0
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
    this.potential = new NetPotential(net)
  }

  /**
   * The links of the trip that arrives first, if that is before `limit`, the arrival without a portal; otherwise null.
   */
  find(start: NetEnd, goal: NetEnd, keys: Keys, at: number, limit: number): { links: number[]; time: number } | null {
    const { net, heap, timeOf, restOf } = this
    heap.clear()
    timeOf.fill(Infinity)
    this.potential.aim(goal)
    this.best = limit
    this.walk(start.island, start.costs, 0, at, NONE)
    let last = NONE
    while (heap.size > 0) {
      const node = heap.pop()
      if (heap.poppedKey >= this.best) break
      const time = timeOf[node]
      if (heap.poppedKey > time + restOf[node]) continue
      this.settledCount++
      const stop = node >> 1
      if ((node & 1) === 1) {
        this.enter(stop, keys, time)
        continue
      }
      const island = net.islandOfStop[stop]!
      const place = net.placeOfStop[stop]
      this.walk(island, island.costs, place * island.stops.length, time, stop)
      if (island !== goal.island || time + goal.costs[place] >= this.best) continue
      this.best = time + goal.costs[place]
      last = stop
    }
    return last === NONE ? null : { links: this.linksTo(last), time: this.best }
  }

  /** Walks from a cell to all stops of its island. Their costs begin at `row`. */
  private walk(island: StopIsland | null, costs: Float64Array, row: number, time: number, from: number): void {
    if (island === null) return
    const { stops } = island
    for (let place = 0; place < stops.length; place++) this.relax(2 * stops[place] + 1, time + costs[row + place], from)
  }

  /** Takes all portals of a stop that can be passed. */
  private enter(stop: number, keys: Keys, time: number): void {
    const { net } = this
    for (const link of net.linksOfStop[stop]) {
      const portal = net.portals[link >> 1]
      const end = net.endOf(link)
      if (net.islandOfStop[end] === null || !portal.isPassableWith(keys)) continue
      this.relax(2 * end, time + portal.waitAt(time) + portal.cost, link)
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
