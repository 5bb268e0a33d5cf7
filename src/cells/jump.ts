/**
 * The exact search across a whole map of uniform ground: A* that jumps (jump point search after Harabor and Grastien, for the
 * rule that no corner is cut). Its rays tell 8 directions from 4. A search may be stopped, and goes on where it stood.
 */
import type { Bends } from './bends.ts'
import type { EightRays } from './eight-rays.ts'
import type { FourRays } from './four-rays.ts'
import type { JumpNodes } from './jump-nodes.ts'
import { GAVE_UP } from './near-search.ts'
import type { TableRays } from './table-rays.ts'

/** All that can be sent from a node, a bit each. */
const ALL = 15

export class JumpSearch {
  /** Of nodes: how often a sweep rests on its way depends on what sends it. */
  expansionCount = 0
  private readonly rays: EightRays | FourRays | TableRays
  private readonly nodes: JumpNodes

  constructor(rays: EightRays | FourRays | TableRays) {
    this.rays = rays
    this.nodes = rays.nodes
  }

  /** Begins a search for a path that costs less than the limit, in units for cells of cost 1. */
  begin(x0: number, y0: number, x1: number, y1: number, limitUnits: number): void {
    this.expansionCount = 0
    this.nodes.start(x0, y0, x1, y1, limitUnits)
    this.nodes.addNode(x0, y0, 0, 0, ALL)
  }

  /** Goes on until `expansionsMax` expansions are spent since it began; true if it came to its end. */
  run(expansionsMax: number): boolean {
    const { nodes, rays } = this
    for (;;) {
      const entry = nodes.take()
      if (entry === 0) {
        nodes.nowUnits = nodes.boundUnits
        return true
      }
      const isNode = nodes.isNode(entry)
      if (isNode && this.expansionCount >= expansionsMax) {
        nodes.putBack(entry)
        return false
      }
      rays.expand(entry, this.expansionCount)
      if (isNode) this.expansionCount++
    }
  }

  /** As NearSearch.find, between two different free cells, in units for cells of cost 1. */
  find(x0: number, y0: number, x1: number, y1: number, limitUnits: number, expansionsMax: number): number {
    this.begin(x0, y0, x1, y1, limitUnits)
    return this.run(expansionsMax) ? this.units : GAVE_UP
  }

  /** Of a search at its end: the cost of the cheapest path, NONE_BELOW the limit, or GAVE_UP for want of room. */
  get units(): number {
    return this.nodes.answer()
  }

  /** The best path known costs so much; the limit where none is. */
  get boundUnits(): number {
    return this.nodes.boundUnits
  }

  /** No path costs less, wherever the search stands. */
  get lowerUnits(): number {
    return Math.min(this.nodes.nowUnits, this.nodes.boundUnits)
  }

  /** Writes the path found last. */
  writeBends(bends: Bends): void {
    this.rays.writeBends(bends)
  }
}
