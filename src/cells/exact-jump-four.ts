/**
 * The exact search on uniform ground with 4 directions, over the whole map: A* that jumps.
 *
 * Among the cheapest paths between two cells it looks at one that goes along rows as early as it can: it turns from a row
 * into a column anywhere, but from a column into a row only where a wall beside the column has just ended. So a sweep goes
 * along a row and sends a ray up and down the column of each of its cells; a ray passes 32 cells at a time, and where it
 * finds the end of a wall a node is made. A sweep whose estimate has risen too far waits for its turn in the queue.
 */
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { ExactNodes } from './exact-nodes.ts'
import type { BendList } from './near-bends.ts'
import { Tiles } from './near-tiles.ts'

// A module's own constants are compiled into its code, while those of others are loaded at each use: hence the copy.
const STEP_UNITS = UNITS_PER_CELL
const SLACK_UNITS = 3000
/** Tiles last while a ray stays within so many cells; a longer one goes on from there. */
const RAY_CELLS_MAX = 512

/** Marks of nodes: what is to be sent from them, whether they are a waiting sweep, whether they are done. */
const EASTWARD = 1
const WESTWARD = 2
const SOUTHWARD = 4
const NORTHWARD = 8
const ALL = 15
const IS_SWEEP = 16
const IS_CLOSED = 32

const NONE = -1

export class ExactJumpFour {
  expansionCount = 0
  /** No path is cheaper than this, in units of cells of cost 1. */
  lowerUnits = 0
  private readonly terrain: Terrain
  private readonly tiles: Tiles
  private readonly nodes = new ExactNodes()
  private goalX = 0
  private goalY = 0
  private boundUnits = 0
  private nodeBeforeGoal = NONE

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.tiles = new Tiles(terrain)
  }

  /** The cost of the cheapest path that costs less than `limitUnits`, or `limitUnits`: all in units of cells of cost 1. */
  find(x0: number, y0: number, x1: number, y1: number, limitUnits: number, expansionsMax: number): number {
    const { nodes } = this
    nodes.clear()
    this.goalX = x1
    this.goalY = y1
    this.boundUnits = limitUnits
    this.nodeBeforeGoal = NONE
    this.expansionCount = 0
    this.reachNode(x0, y0, 0, NONE, ALL)
    while (nodes.heap.size > 0) {
      const node = nodes.heap.pop()
      this.lowerUnits = nodes.heap.poppedKey
      if (this.lowerUnits >= this.boundUnits) break
      const mark = nodes.markOf[node]
      if ((mark & IS_CLOSED) !== 0) continue
      if (this.expansionCount === expansionsMax) return this.boundUnits
      this.expansionCount++
      nodes.markOf[node] = mark | IS_CLOSED
      this.expand(node, mark)
    }
    this.lowerUnits = this.boundUnits
    return this.boundUnits
  }

  /** Writes the path found last: from each node on along its row, then along a column. */
  writeBends(bends: BendList): void {
    const { nodes } = this
    bends.clear()
    let x = this.goalX
    bends.add(x, this.goalY)
    for (let node = this.nodeBeforeGoal; node !== NONE; node = nodes.previousOf[node]) {
      const nodeY = nodes.cellOf[node] >> 15
      bends.add(x, nodeY)
      x = nodes.cellOf[node] & 0x7fff
      bends.add(x, nodeY)
    }
    bends.reverse()
  }

  private leftUnits(x: number, y: number): number {
    return STEP_UNITS * (Math.abs(x - this.goalX) + Math.abs(y - this.goalY))
  }

  private reachNode(x: number, y: number, units: number, from: number, mark: number): void {
    const estimate = units + this.leftUnits(x, y)
    if (estimate >= this.boundUnits) return
    const { nodes } = this
    const node = nodes.find((y << 15) | x)
    if (nodes.unitsOf[node] < units) return
    if (nodes.unitsOf[node] > units) {
      nodes.unitsOf[node] = units
      nodes.previousOf[node] = from
    } else {
      // Ways as good that come along the column from both sides ask for different things.
      mark |= nodes.markOf[node] & ALL
      if (mark === (nodes.markOf[node] & ALL)) return
    }
    nodes.markOf[node] = mark
    nodes.heap.push(estimate, node)
  }

  private reachGoal(units: number, node: number): void {
    if (units >= this.boundUnits) return
    this.boundUnits = units
    this.nodeBeforeGoal = node
  }

  private expand(at: number, mark: number): void {
    const { nodes } = this
    const x = nodes.cellOf[at] & 0x7fff
    const y = nodes.cellOf[at] >> 15
    const units = nodes.unitsOf[at]
    const node = (mark & IS_SWEEP) !== 0 ? nodes.previousOf[at] : at
    if ((mark & SOUTHWARD) !== 0) this.sendRay(x, y, 1, units, node)
    if ((mark & NORTHWARD) !== 0) this.sendRay(x, y, -1, units, node)
    if ((mark & EASTWARD) !== 0) this.sweep(x, y, 1, units, node)
    if ((mark & WESTWARD) !== 0) this.sweep(x, y, -1, units, node)
  }

  /** Goes along the row from (x, y), whose own column has its rays, and sends rays from each cell. */
  private sweep(x: number, y: number, sense: number, units: number, node: number): void {
    const { nodes, terrain } = this
    const waitAbove = units + this.leftUnits(x, y) + SLACK_UNITS
    for (;;) {
      x += sense
      units += STEP_UNITS
      const estimate = units + this.leftUnits(x, y)
      if (estimate >= this.boundUnits || !terrain.isFree(x, y)) return
      if (x === this.goalX && y === this.goalY) {
        this.reachGoal(units, node)
        return
      }
      this.sendRay(x, y, 1, units, node)
      this.sendRay(x, y, -1, units, node)
      if (estimate <= waitAbove) continue
      const sweep = nodes.add((y << 15) | x)
      nodes.unitsOf[sweep] = units
      nodes.previousOf[sweep] = node
      nodes.markOf[sweep] = IS_SWEEP | (sense > 0 ? EASTWARD : WESTWARD)
      nodes.heap.push(estimate, sweep)
      return
    }
  }

  private sendRay(x: number, y: number, sense: number, units: number, node: number): void {
    const { tiles } = this
    for (let at = y; ; ) {
      if (units + STEP_UNITS + this.leftUnits(x, at + sense) >= this.boundUnits) return
      const stop = tiles.stopAlongColumn(tiles.tileOf(x >> 5, at >> 5), x, at, sense, RAY_CELLS_MAX)
      const last = stop < 0 ? ~stop : stop >> 2
      const toGoal = (this.goalY - at) * sense
      if (x === this.goalX && toGoal > 0 && toGoal <= (last - at) * sense) {
        this.reachGoal(units + STEP_UNITS * toGoal, node)
        return
      }
      if (stop < 0) return
      units += STEP_UNITS * Math.abs(last - at)
      at = last
      if ((stop & 3) !== 0) {
        const opened = ((stop & 1) !== 0 ? WESTWARD : 0) | ((stop & 2) !== 0 ? EASTWARD : 0)
        this.reachNode(x, at, units, node, opened | (sense > 0 ? SOUTHWARD : NORTHWARD))
        return
      }
    }
  }
}
