/**
 * The exact search across a whole map of uniform ground: A* that jumps (jump point search after Harabor and Grastien, for the
 * rule that no corner is cut). The rays implement 8 or 4 directions. A search can stop and continue later.
 */
import { NONE } from '../base/none.ts'
import type { Bends } from './bends.ts'
import type { JumpNodes } from './jump-nodes.ts'
import type { Rays } from './rays.ts'

/** The start sends all four quadrants, or rays, a bit each. */
const ALL = 15

export class JumpSearch {
  /** Counts nodes only: how often a sweep waits depends on the kind of rays. */
  expansionCount = 0
  private readonly rays: Rays
  private readonly nodes: JumpNodes

  constructor(rays: Rays) {
    this.rays = rays
    this.nodes = rays.nodes
  }

  /** Begins a search for a path that costs less than the limit, in units for cells of cost 1. */
  begin(x0: number, y0: number, x1: number, y1: number, limitUnits: number): void {
    this.expansionCount = 0
    this.nodes.start(x0, y0, x1, y1, limitUnits)
    this.nodes.addNode(x0, y0, 0, 0, ALL)
  }

  /** Continues until `expansionsMax` expansions are spent since `begin`; true if the search is complete. */
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

  /** The cost of the cheapest path below the limit; NONE where there is none, or none is proven within `expansionsMax`. */
  find(x0: number, y0: number, x1: number, y1: number, limitUnits: number, expansionsMax: number): number {
    this.begin(x0, y0, x1, y1, limitUnits)
    return this.run(expansionsMax) && this.boundUnits < limitUnits ? this.boundUnits : NONE
  }

  /** The cost of the best path known, or the limit. */
  get boundUnits(): number {
    return this.nodes.boundUnits
  }

  /** No path costs less; holds at any time of the search. */
  get lowerUnits(): number {
    return Math.min(this.nodes.nowUnits, this.nodes.boundUnits)
  }

  /** Writes the path found last. */
  writeBends(bends: Bends): void {
    this.rays.writeBends(bends)
  }
}
