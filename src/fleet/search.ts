/**
 * A complete search for the way of all units to their goals: LaCAM (Okumura, 2023).
 *
 * A node is a place for every unit. The tick planner makes the next node, and mostly goes straight to the goals. A
 * holding fixes the steps of some units. Each further try of a node takes its next holding: first of no unit, then of
 * one, of two and so on. So every possible next node is reached in the end, and a search that runs out proves that
 * there is no plan.
 */

import { NONE } from '../base/none.ts'
import type { Distances } from './distances.ts'
import { STAY, type Steps } from './legal-steps.ts'
import { mix, type TickPlanner } from './tick-planner.ts'

/** One unit must go to one cell, and the units of `parent` to theirs. */
interface Holding {
  readonly parent: Holding | null
  readonly depth: number
  readonly unit: number
  readonly cell: number
}

interface Node {
  readonly cells: Int32Array
  readonly order: Int32Array
  readonly parent: Node | null
  /** Holdings that wait for their turn, first in first out. */
  readonly holdings: Holding[]
  nextHolding: number
}

export type SearchStatus = 'searching' | 'found' | 'none'

export class FleetSearch {
  status: SearchStatus = 'searching'
  private readonly steps: Steps
  private readonly planner: TickPlanner
  private readonly goals: Int32Array
  private readonly distances: Distances
  private readonly open: Node[] = []
  private readonly known = new Map<number, Node[]>()
  private found: Node | null = null
  private tries = 0

  constructor(
    steps: Steps,
    planner: TickPlanner,
    start: { readonly cells: Int32Array; readonly order: Int32Array },
    goals: Int32Array,
    distances: Distances,
  ) {
    this.steps = steps
    this.planner = planner
    this.goals = goals
    this.distances = distances
    this.add(start.cells.slice(), start.order.slice(), null)
  }

  /** Goes on for at most `tryCount` calls of the planner. */
  run(tryCount: number): SearchStatus {
    for (let i = 0; i < tryCount && this.status === 'searching'; i++) this.turn()
    return this.status
  }

  /** The places of all units tick by tick, without the start. */
  plan(): Int32Array[] {
    const places: Int32Array[] = []
    for (let node = this.found; node?.parent != null; node = node.parent) places.push(node.cells)
    return places.reverse()
  }

  private turn(): void {
    const node = this.open.at(-1)
    if (node === undefined) {
      this.status = 'none'
      return
    }
    if (node.nextHolding === node.holdings.length) {
      this.open.pop()
      return
    }
    const holding = node.holdings[node.nextHolding++]
    this.addHoldings(node, holding)
    const to = new Int32Array(node.cells.length).fill(NONE)
    for (let h: Holding | null = holding; h !== null; h = h.parent) if (h.unit !== NONE) to[h.unit] = h.cell
    this.distances.followAll(node.cells)
    if (!this.planner.plan(node.cells, to, node.order, ++this.tries)) return
    const known = this.find(to)
    if (known !== undefined) this.open.push(known)
    else this.add(to, orderAfter(node.order, to, this.goals), node)
  }

  private addHoldings(node: Node, holding: Holding): void {
    if (holding.depth === node.order.length) return
    const unit = node.order[holding.depth]
    const here = node.cells[unit]
    for (let mask = this.steps.legalOf(here) | (1 << STAY); mask !== 0; mask &= mask - 1) {
      const cell = here + this.steps.deltaOfDirection[31 - Math.clz32(mask & -mask)]
      node.holdings.push({ parent: holding, depth: holding.depth + 1, unit, cell })
    }
  }

  private add(cells: Int32Array, order: Int32Array, parent: Node | null): void {
    const root: Holding = { parent: null, depth: 0, unit: NONE, cell: NONE }
    const node: Node = { cells, order, parent, holdings: [root], nextHolding: 0 }
    const key = keyOf(cells)
    const same = this.known.get(key)
    if (same === undefined) this.known.set(key, [node])
    else same.push(node)
    this.open.push(node)
    if (!isSame(cells, this.goals)) return
    this.found = node
    this.status = 'found'
  }

  private find(cells: Int32Array): Node | undefined {
    return this.known.get(keyOf(cells))?.find(node => isSame(node.cells, cells))
  }
}

/** Puts units on their way before arrived ones; both keep their order. So every unit comes first at some time. */
export function orderAfter(order: Int32Array, cells: Int32Array, goals: Int32Array): Int32Array {
  const next = new Int32Array(order.length)
  let count = 0
  for (const unit of order) if (cells[unit] !== goals[unit]) next[count++] = unit
  for (const unit of order) if (cells[unit] === goals[unit]) next[count++] = unit
  return next
}

function isSame(a: Int32Array, b: Int32Array): boolean {
  return a.every((cell, unit) => cell === b[unit])
}

function keyOf(cells: Int32Array): number {
  return cells.reduce((key, cell, unit) => (key + mix(cell, unit)) | 0, 0)
}
