/**
 * The rays and sweeps of a jumping search with 8 directions.
 *
 * Among the many cheapest paths between two cells it looks at the one whose diagonal steps come as early as they can.
 * Such a path leaves a straight run only where a wall beside the run has just ended, and leaves a diagonal run only
 * straight on or into its row or column. So from a cell the search sweeps a quadrant: it sends a ray along the row and
 * one along the column, steps diagonally, and repeats; a ray passes 32 cells at a time. Only where a ray finds the end
 * of a wall does it make a node, with the quadrants on the sides that have opened.
 *
 * A sweep whose estimate has risen by more than the slack waits in the queue. So the search does not follow wrong
 * directions to the end of the map.
 */
import { DIAGONAL_UNITS, DX, DY, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { type Bends, turnRound } from './bends.ts'
import { JumpNodes } from './jump-nodes.ts'
import { isLineFree, LINE_EARLY } from './line.ts'
import { Tiles } from './tiles.ts'

// The engine compiles a module's own constants into its code but loads imported ones at each use: hence the copies.
const STRAIGHT_STEP_UNITS = UNITS_PER_CELL
const DIAGONAL_STEP_UNITS = 2 * DIAGONAL_UNITS
/** No straight step makes an estimate rise by more. */
const RISE_MAX_UNITS = 2 * UNITS_PER_CELL
/** Tiles last while a ray stays within this many cells; a longer one goes on from there. */
const RAY_CELLS_MAX = 512
/** The first nodes try the plain line to the goal, which ends most searches on open ground at once. */
export const LINES_MAX = 4

/** Quadrants 0..3 open to the south-east, south-west, north-west, north-east, as diagonal directions 4..7 do. */
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

export class EightRays {
  readonly nodes: JumpNodes
  private readonly terrain: Terrain
  private readonly slackUnits: number
  private readonly tiles: Tiles

  /** The search gives up above `entryCountMax` entries. Farther goals want more slack. */
  constructor(terrain: Terrain, entryCountMax: number, slackUnits: number) {
    this.terrain = terrain
    this.slackUnits = slackUnits
    this.tiles = new Tiles(terrain)
    this.nodes = new JumpNodes(DIAGONAL_UNITS, UNITS_PER_CELL - DIAGONAL_UNITS, entryCountMax)
  }

  /** The map has changed. */
  forgetMap(): void {
    this.tiles.forget()
  }

  /** `expansionCount` entries were expanded before. */
  expand(entry: number, expansionCount: number): void {
    const { nodes } = this
    const x = nodes.cellOfEntry[entry] & 0xffff
    const y = nodes.cellOfEntry[entry] >>> 16
    const isNode = nodes.isNode(entry)
    if (isNode && expansionCount < LINES_MAX && seesGoal(this.terrain, nodes, x, y)) nodes.reach(nodes.nowUnits, entry)
    else this.sweepAll(x, y, entry, isNode ? entry : nodes.nodeBeforeEntry[entry])
  }

  /** Writes the path found last. */
  writeBends(bends: Bends): void {
    writeDiagonalFirst(this.nodes, bends)
  }

  /** Sweeps the quadrants of an entry, beginning with the one towards the goal. */
  private sweepAll(x: number, y: number, entry: number, node: number): void {
    const { nodes } = this
    const units = nodes.unitsOfEntry[entry]
    const quadrants = nodes.quadrantsOfEntry[entry]
    let quadrant = nodes.goalY >= y ? (nodes.goalX >= x ? 0 : 1) : nodes.goalX >= x ? 3 : 2
    let raysSent = 0
    for (let left = ((quadrants | (quadrants << 4)) >> quadrant) & 15; left !== 0; left >>= 1) {
      if ((left & 1) !== 0) {
        const rays = RAYS[quadrant] & ~raysSent
        const lines = ((rays & ROW_RAYS) !== 0 ? ROW_FREE : 0) | ((rays & COLUMN_RAYS) !== 0 ? COLUMN_FREE : 0)
        this.sweep(x, y, units, node, quadrant, lines)
        if (nodes.nowUnits >= nodes.boundUnits) return
        raysSent |= rays
      }
      quadrant = (quadrant + 1) & 3
    }
  }

  /** `lines`: ROW_FREE and COLUMN_FREE bits for the rays that the first cell must still send. */
  private sweep(x: number, y: number, units: number, node: number, quadrant: number, lines: number): void {
    const { nodes, tiles } = this
    const senseX = SENSE_X[quadrant]
    const senseY = SENSE_Y[quadrant]
    let estimate = nodes.nowUnits
    const waitAbove = (estimate + this.slackUnits) | 0
    for (;;) {
      const tile = tiles.tileOf(x >> 5, y >> 5)
      const free = tiles.look(tile, x, y, senseX, senseY)
      const isFarBelow = estimate + RISE_MAX_UNITS < nodes.boundUnits
      if ((free & lines & ROW_FREE) !== 0) {
        const next = isFarBelow ? 0 : units + STRAIGHT_STEP_UNITS + nodes.leftUnits(x + senseX, y)
        if (next < nodes.boundUnits) this.sendAlongRow(tile, x, y, senseX, units, node)
      }
      if ((free & lines & COLUMN_FREE) !== 0) {
        const next = isFarBelow ? 0 : units + STRAIGHT_STEP_UNITS + nodes.leftUnits(x, y + senseY)
        // A long ray may have given the tile's slot to another block.
        const again = tiles.tileOf(x >> 5, y >> 5)
        if (next < nodes.boundUnits) this.sendAlongColumn(again, x, y, senseY, units, node)
      }
      if ((free & DIAGONAL_FREE) === 0) return
      x = (x + senseX) | 0
      y = (y + senseY) | 0
      units = (units + DIAGONAL_STEP_UNITS) | 0
      estimate = (units + nodes.leftUnits(x, y)) | 0
      if (estimate >= nodes.boundUnits) return
      if (x === nodes.goalX && y === nodes.goalY) {
        nodes.reach(units, node)
        return
      }
      if (estimate > waitAbove) {
        nodes.addSweep(x, y, units, node, 1 << quadrant)
        return
      }
      lines = ROW_FREE | COLUMN_FREE
    }
  }

  /** The steps after which a ray from a cell at `units` exceeds the bound: a step costs more than 128 units. */
  private stepsWithin(units: number): number {
    return Math.min(RAY_CELLS_MAX, ((this.nodes.boundUnits - units) >> 7) + 1)
  }

  private sendAlongRow(tile: number, x: number, y: number, sense: number, units: number, node: number): void {
    const { nodes } = this
    for (;;) {
      const stop = this.tiles.stopAlongRow(tile, x, y, sense, this.stepsWithin(units))
      if (y === nodes.goalY && (nodes.goalX - x) * sense > 0 && isPassed(nodes.goalX, stop, sense)) {
        nodes.reach((units + STRAIGHT_STEP_UNITS * Math.abs(nodes.goalX - x)) | 0, node)
        return
      }
      if (stop < 0) return
      const steps = Math.imul((stop >> 2) - x, sense)
      units = (units + Math.imul(STRAIGHT_STEP_UNITS, steps)) | 0
      x = stop >> 2
      if ((stop & 3) !== 0) {
        nodes.addNode(x, y, units, node, (sense > 0 ? OPENED_EAST : OPENED_WEST)[stop & 3])
        return
      }
      if (((units + nodes.leftUnits(x, y)) | 0) >= nodes.boundUnits) return
      tile = this.tiles.tileOf(x >> 5, y >> 5)
    }
  }

  private sendAlongColumn(tile: number, x: number, y: number, sense: number, units: number, node: number): void {
    const { nodes } = this
    for (;;) {
      const stop = this.tiles.stopAlongColumn(tile, x, y, sense, this.stepsWithin(units))
      if (x === nodes.goalX && (nodes.goalY - y) * sense > 0 && isPassed(nodes.goalY, stop, sense)) {
        nodes.reach((units + STRAIGHT_STEP_UNITS * Math.abs(nodes.goalY - y)) | 0, node)
        return
      }
      if (stop < 0) return
      const steps = Math.imul((stop >> 2) - y, sense)
      units = (units + Math.imul(STRAIGHT_STEP_UNITS, steps)) | 0
      y = stop >> 2
      if ((stop & 3) !== 0) {
        nodes.addNode(x, y, units, node, (sense > 0 ? OPENED_SOUTH : OPENED_NORTH)[stop & 3])
        return
      }
      if (((units + nodes.leftUnits(x, y)) | 0) >= nodes.boundUnits) return
      tile = this.tiles.tileOf(x >> 5, y >> 5)
    }
  }
}

/** Writes the path found last: from each node on diagonally first, then straight. */
export function writeDiagonalFirst(nodes: JumpNodes, bends: Bends): void {
  bends.clear()
  let x = nodes.goalX
  let y = nodes.goalY
  bends.add(x, y)
  for (let node = nodes.nodeBeforeGoal; node !== 0; node = nodes.nodeBeforeEntry[node]) {
    const nodeX = nodes.cellOfEntry[node] & 0xffff
    const nodeY = nodes.cellOfEntry[node] >>> 16
    const diagonalSteps = Math.min(Math.abs(x - nodeX), Math.abs(y - nodeY))
    bends.add(nodeX + diagonalSteps * Math.sign(x - nodeX), nodeY + diagonalSteps * Math.sign(y - nodeY))
    bends.add(nodeX, nodeY)
    x = nodeX
    y = nodeY
  }
  turnRound(bends)
}

/** Whether the line from (x, y) to the goal, diagonal first, is free. */
export function seesGoal(terrain: Terrain, { goalX, goalY }: JumpNodes, x: number, y: number): boolean {
  return isLineFree(terrain, x, y, goalX, goalY, LINE_EARLY)
}

/** Whether a ray of that sense passes `place` or stops there. */
function isPassed(place: number, stop: number, sense: number): boolean {
  const last = stop < 0 ? ~stop : stop >> 2
  return sense > 0 ? place <= last : place >= last
}
