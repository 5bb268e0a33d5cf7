/**
 * Bounds from below what a trip from a node of the net to the goal costs, by landmarks: a few stops far from each
 * other, with known costs to every node. If a landmark's way to the goal is longer than its way to a node, at least the
 * difference is left.
 *
 * The bounds assume that all portals are open and nobody waits. So they stay true whatever opens, closes, needs keys or
 * becomes more expensive. When something becomes cheaper they are measured anew, once searches without them have taken
 * as long as that takes.
 */
import { Heap } from '../base/heap.ts'
import type { NetEnd } from './island.ts'
import type { WorldNet } from './net.ts'

const LANDMARKS = 8
/** A search without bounds takes about as long as measuring one landmark. */
const SEARCHES_BEFORE = 2 * LANDMARKS

export class NetPotential {
  private readonly net: WorldNet
  private readonly heap = new Heap()
  /** costOf[LANDMARKS * node + landmark]; Infinity if the landmark has no way to the node. */
  private costOf: Float64Array | null = null
  private readonly costToGoal = new Float64Array(LANDMARKS)
  private version = -1
  private searches = 0

  constructor(net: WorldNet) {
    this.net = net
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
    const costs = new Float64Array(2 * stops.length)
    let stop = 0
    for (let landmark = 0; landmark < LANDMARKS; landmark++) {
      this.spread(stop, costs)
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

  private spread(from: number, costs: Float64Array): void {
    const { net, heap } = this
    const lower = (node: number, cost: number) => {
      if (cost >= costs[node]) return
      costs[node] = cost
      heap.push(cost, node)
    }
    costs.fill(Infinity)
    heap.clear()
    lower(2 * from, 0)
    while (heap.size > 0) {
      const node = heap.pop()
      const cost = heap.poppedKey
      if (cost > costs[node]) continue
      const stop = node >> 1
      const island = net.islandOfStop[stop]
      if (island === null) continue
      if ((node & 1) === 0) {
        const row = net.placeOfStop[stop] * island.stops.length
        for (let place = 0; place < island.stops.length; place++) {
          lower(2 * island.stops[place] + 1, cost + island.costs[row + place])
        }
        continue
      }
      for (const link of net.linksOfStop[stop]) {
        lower(2 * net.endOf(link), cost + net.portals[link >> 1].cost)
      }
    }
  }
}
