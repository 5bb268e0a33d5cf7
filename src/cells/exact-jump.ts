/**
 * The exact search on uniform ground with 8 directions, over the whole map: A* that jumps as the search for near targets
 * does (query/near-jump.ts says why it may), with memory that grows with what it meets where that one has a window.
 *
 * A node is a cell with the quadrants that open from it. The sweep of a quadrant steps diagonally and sends rays along
 * rows and columns; a ray that passes the end of a wall makes a node. A sweep whose estimate has risen too far waits for
 * its turn in the queue, as a node of its own.
 */
import { DIAGONAL_UNITS, DX, DY, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { ExactNodes } from './exact-nodes.ts'
import type { BendList } from './near-bends.ts'
import { Tiles } from './near-tiles.ts'

// A module's own constants are compiled into its code, while those of others are loaded at each use: hence the copies.
const STRAIGHT_STEP_UNITS = UNITS_PER_CELL
const DIAGONAL_STEP_UNITS = 2 * DIAGONAL_UNITS
const SLACK_UNITS = 3000
/** Tiles last while a ray stays within so many cells; a longer one goes on from there. */
const RAY_CELLS_MAX = 512

/** Quadrants 0..3 open to the south-east, south-west, north-west, north-east, as diagonal directions 4..7 do. */
const ALL_QUADRANTS = 15
const SENSE_X = DX.slice(4)
const SENSE_Y = DY.slice(4)
/** The rays of each quadrant: east 1, west 2, south 4, north 8. */
const RAYS = Uint8Array.of(5, 6, 10, 9)
const ROW_RAYS = 3
const COLUMN_RAYS = 12
/** The quadrants that open at a stop, by its two low bits, for a ray going east, west, south, north. */
const OPENED_EAST = Uint8Array.of(0, 8, 1, 9)
const OPENED_WEST = Uint8Array.of(0, 4, 2, 6)
const OPENED_SOUTH = Uint8Array.of(0, 2, 1, 3)
const OPENED_NORTH = Uint8Array.of(0, 4, 8, 12)

/** The bits of Tiles.look. */
const ROW_FREE = 1
const COLUMN_FREE = 2
const DIAGONAL_FREE = 4

/** Marks of nodes, above the four bits of their quadrants. */
const IS_SWEEP = 16
const IS_CLOSED = 32

const NONE = -1

export class ExactJump {
  expansionCount = 0
  /** No path is cheaper than this, in units of cells of cost 1; what `find` returned where it could finish. */
  lowerUnits = 0
  private readonly tiles: Tiles
  private readonly nodes = new ExactNodes()
  private goalX = 0
  private goalY = 0
  private boundUnits = 0
  private nodeBeforeGoal = NONE

  constructor(terrain: Terrain) {
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
    this.reachNode(x0, y0, 0, NONE, ALL_QUADRANTS)
    while (nodes.heap.size > 0) {
      const node = nodes.heap.pop()
      this.lowerUnits = nodes.heap.poppedKey
      if (this.lowerUnits >= this.boundUnits) break
      const mark = nodes.markOf[node]
      if ((mark & IS_CLOSED) !== 0) continue
      if (this.expansionCount === expansionsMax) return this.boundUnits
      this.expansionCount++
      nodes.markOf[node] = mark | IS_CLOSED
      this.sweepAll(node, (mark & IS_SWEEP) !== 0 ? nodes.previousOf[node] : node, mark & ALL_QUADRANTS)
    }
    this.lowerUnits = this.boundUnits
    return this.boundUnits
  }

  /** Writes the path found last: from each node on diagonally first, then straight. */
  writeBends(bends: BendList): void {
    const { nodes } = this
    bends.clear()
    let x = this.goalX
    let y = this.goalY
    bends.add(x, y)
    for (let node = this.nodeBeforeGoal; node !== NONE; node = nodes.previousOf[node]) {
      const nodeX = nodes.cellOf[node] & 0x7fff
      const nodeY = nodes.cellOf[node] >> 15
      const diagonalSteps = Math.min(Math.abs(x - nodeX), Math.abs(y - nodeY))
      bends.add(nodeX + diagonalSteps * Math.sign(x - nodeX), nodeY + diagonalSteps * Math.sign(y - nodeY))
      bends.add(nodeX, nodeY)
      x = nodeX
      y = nodeY
    }
    bends.reverse()
  }

  /** What is at least left from (x, y) to the goal. */
  private leftUnits(x: number, y: number): number {
    const ax = Math.abs(x - this.goalX)
    const ay = Math.abs(y - this.goalY)
    return ax < ay
      ? DIAGONAL_STEP_UNITS * ax + STRAIGHT_STEP_UNITS * (ay - ax)
      : DIAGONAL_STEP_UNITS * ay + STRAIGHT_STEP_UNITS * (ax - ay)
  }

  private reachNode(x: number, y: number, units: number, from: number, quadrants: number): void {
    const left = this.leftUnits(x, y)
    if (units + left >= this.boundUnits) return
    const { nodes } = this
    const node = nodes.find((y << 15) | x)
    if (nodes.unitsOf[node] <= units) return
    nodes.unitsOf[node] = units
    nodes.previousOf[node] = from
    nodes.markOf[node] = quadrants
    nodes.heap.push(units + left, node)
  }

  /** Lets the sweep of a quadrant of `node` wait at (x, y). */
  private postpone(x: number, y: number, units: number, estimate: number, node: number, quadrant: number): void {
    const { nodes } = this
    const sweep = nodes.add((y << 15) | x)
    nodes.unitsOf[sweep] = units
    nodes.previousOf[sweep] = node
    nodes.markOf[sweep] = IS_SWEEP | (1 << quadrant)
    nodes.heap.push(estimate, sweep)
  }

  private reachGoal(units: number, node: number): void {
    if (units >= this.boundUnits) return
    this.boundUnits = units
    this.nodeBeforeGoal = node
  }

  /** Sweeps the quadrants that open at the cell of `at`, beginning with the one towards the goal, on behalf of `node`. */
  private sweepAll(at: number, node: number, quadrants: number): void {
    const { nodes } = this
    const x = nodes.cellOf[at] & 0x7fff
    const y = nodes.cellOf[at] >> 15
    const units = nodes.unitsOf[at]
    let quadrant = this.goalY >= y ? (this.goalX >= x ? 0 : 1) : this.goalX >= x ? 3 : 2
    let raysSent = 0
    for (let left = ((quadrants | (quadrants << 4)) >> quadrant) & 15; left !== 0; left >>= 1) {
      if ((left & 1) !== 0) {
        const rays = RAYS[quadrant] & ~raysSent
        const lines = ((rays & ROW_RAYS) !== 0 ? ROW_FREE : 0) | ((rays & COLUMN_RAYS) !== 0 ? COLUMN_FREE : 0)
        this.sweep(x, y, units, node, quadrant, lines)
        raysSent |= rays
      }
      quadrant = (quadrant + 1) & 3
    }
  }

  /** `lines` tells along which of row and column the first cell still has to send its rays. */
  private sweep(x: number, y: number, units: number, node: number, quadrant: number, lines: number): void {
    const { tiles } = this
    const senseX = SENSE_X[quadrant]
    const senseY = SENSE_Y[quadrant]
    const waitAbove = units + this.leftUnits(x, y) + SLACK_UNITS
    for (;;) {
      const free = tiles.look(tiles.tileOf(x >> 5, y >> 5), x, y, senseX, senseY)
      if ((free & lines & ROW_FREE) !== 0) this.sendAlongRow(x, y, senseX, units, node)
      if ((free & lines & COLUMN_FREE) !== 0) this.sendAlongColumn(x, y, senseY, units, node)
      if ((free & DIAGONAL_FREE) === 0) return
      x += senseX
      y += senseY
      units += DIAGONAL_STEP_UNITS
      const estimate = units + this.leftUnits(x, y)
      if (estimate >= this.boundUnits) return
      if (x === this.goalX && y === this.goalY) {
        this.reachGoal(units, node)
        return
      }
      if (estimate > waitAbove) {
        this.postpone(x, y, units, estimate, node, quadrant)
        return
      }
      lines = ROW_FREE | COLUMN_FREE
    }
  }

  private sendAlongRow(x: number, y: number, sense: number, units: number, node: number): void {
    const { tiles } = this
    for (let at = x; ; ) {
      if (units + STRAIGHT_STEP_UNITS + this.leftUnits(at + sense, y) >= this.boundUnits) return
      const stop = tiles.stopAlongRow(tiles.tileOf(at >> 5, y >> 5), at, y, sense, RAY_CELLS_MAX)
      if (y === this.goalY && (this.goalX - at) * sense > 0 && isPassed(this.goalX, stop, sense)) {
        this.reachGoal(units + STRAIGHT_STEP_UNITS * Math.abs(this.goalX - at), node)
        return
      }
      if (stop < 0) return
      units += STRAIGHT_STEP_UNITS * Math.abs((stop >> 2) - at)
      at = stop >> 2
      const opened = (sense > 0 ? OPENED_EAST : OPENED_WEST)[stop & 3]
      if (opened !== 0) {
        this.reachNode(at, y, units, node, opened)
        return
      }
    }
  }

  private sendAlongColumn(x: number, y: number, sense: number, units: number, node: number): void {
    const { tiles } = this
    for (let at = y; ; ) {
      if (units + STRAIGHT_STEP_UNITS + this.leftUnits(x, at + sense) >= this.boundUnits) return
      const stop = tiles.stopAlongColumn(tiles.tileOf(x >> 5, at >> 5), x, at, sense, RAY_CELLS_MAX)
      if (x === this.goalX && (this.goalY - at) * sense > 0 && isPassed(this.goalY, stop, sense)) {
        this.reachGoal(units + STRAIGHT_STEP_UNITS * Math.abs(this.goalY - at), node)
        return
      }
      if (stop < 0) return
      units += STRAIGHT_STEP_UNITS * Math.abs((stop >> 2) - at)
      at = stop >> 2
      const opened = (sense > 0 ? OPENED_SOUTH : OPENED_NORTH)[stop & 3]
      if (opened !== 0) {
        this.reachNode(x, at, units, node, opened)
        return
      }
    }
  }
}

/** Whether a ray of that sense comes by `place` before it stops, or stops there. */
function isPassed(place: number, stop: number, sense: number): boolean {
  const last = stop < 0 ? ~stop : stop >> 2
  return sense > 0 ? place <= last : place >= last
}
