/**
 * What a trip from a node of the net to the goal costs at least: by landmarks. From some stops far from each other what
 * every node costs is known; where a landmark's way to the goal is longer than that to a node, the difference is left.
 *
 * The bounds are of the net with all portals open and nobody waiting. So they hold whatever opens, closes, asks for keys or
 * becomes more expensive. When anything becomes cheaper they are made anew, once searches have lost as much time as that takes.
 */
import { Heap } from '../base/heap.ts'
import type { NetEnd } from './island.ts'
import type { WorldNet } from './net.ts'

const LANDMARKS = 8
/** A search without bounds takes about as long as a landmark's. */
const SEARCHES_BEFORE = 2 * LANDMARKS

export class NetPotential {
  private readonly net: WorldNet
  private readonly heap = new Heap()
  /** costOf[LANDMARKS * node + landmark], Infinity where no way leads from the landmark to the node. */
  private costOf: Float64Array | null = null
  private readonly costToGoal = new Float64Array(LANDMARKS)
  private version = -1
  private searches = 0

  constructor(net: WorldNet) {
    this.net = net
  }

  /** To be called before a search. */
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

  /** No trip from the node to the goal costs less; Infinity where none leads there. */
  restFrom(node: number): number {
    const { costOf, costToGoal } = this
    if (costOf === null) return 0
    let most = 0
    for (let landmark = 0; landmark < LANDMARKS; landmark++) {
      // Of what a landmark does not reach it says nothing: Infinity less Infinity is no number, and no more than `most`.
      const rest = costToGoal[landmark] - costOf[LANDMARKS * node + landmark]
      if (rest > most) most = rest
    }
    return most
  }

  /** Each landmark is the stop that is farthest from those before; one that they do not reach at all is farther still. */
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
