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
import { BARRED, COLUMN_RAYS, offsetOf, SweepStops } from './sweep-stops.ts'
import { Tiles } from './tiles.ts'

// The engine compiles a module's own constants into its code but loads imported ones at each use: hence the copies.
const STRAIGHT_STEP_UNITS = UNITS_PER_CELL
const DIAGONAL_STEP_UNITS = 2 * DIAGONAL_UNITS
/** Tiles last while a ray stays within this many cells; a longer one goes on from there. */
const RAY_CELLS_MAX = 512
/** The first nodes try the plain line to the goal, which ends most searches on open ground at once. */
const LINES_MAX = 4

/** Quadrants 0..3 open to the south-east, south-west, north-west, north-east, as diagonal directions 4..7 do. */
const SENSE_X = DX.slice(4)
const SENSE_Y = DY.slice(4)
/** The rays of each quadrant: east 1, west 2, south 4, north 8. */
const RAYS = Uint8Array.of(5, 6, 10, 9)
/** By quadrant: the numbers of its rays along the row and along the column. */
const ROW_RAY = Uint8Array.of(0, 1, 1, 0)
const COLUMN_RAY = Uint8Array.of(2, 2, 3, 3)
/** By ray, and by the two low bits of a stop: the quadrants that open there. */
const OPENED = Uint8Array.of(0, 8, 1, 9, 0, 4, 2, 6, 0, 2, 1, 3, 0, 4, 8, 12)

export class EightRays {
  readonly nodes: JumpNodes
  private readonly terrain: Terrain
  private readonly slackUnits: number
  private readonly tiles: Tiles
  private readonly stops: SweepStops

  /** The search gives up above `entryCountMax` entries. Farther goals want more slack. */
  constructor(terrain: Terrain, entryCountMax: number, slackUnits: number) {
    this.terrain = terrain
    this.slackUnits = slackUnits
    this.tiles = new Tiles(terrain)
    this.stops = new SweepStops(terrain, this.tiles)
    this.nodes = new JumpNodes(DIAGONAL_UNITS, UNITS_PER_CELL - DIAGONAL_UNITS, entryCountMax)
  }

  /** The map has changed. */
  forgetMap(): void {
    this.tiles.forget()
    this.stops.forget()
  }

  /** `expansionCount` entries were expanded before. */
  expand(entry: number, expansionCount: number): void {
    const { nodes } = this
    const x = nodes.cellOfEntry[entry] & 0xffff
    const y = nodes.cellOfEntry[entry] >>> 16
    const isNode = nodes.isNode(entry)
    if (isNode && expansionCount < LINES_MAX && isLineFree(this.terrain, x, y, nodes.goalX, nodes.goalY, LINE_EARLY))
      nodes.reach(nodes.nowUnits, entry)
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
        this.sweep(x, y, units, node, quadrant, RAYS[quadrant] & ~raysSent)
        if (nodes.nowUnits >= nodes.boundUnits) return
        raysSent |= RAYS[quadrant]
      }
      quadrant = (quadrant + 1) & 3
    }
  }

  /** Sweeps along the diagonal from (x, y), which sends only these rays. */
  private sweep(x: number, y: number, units: number, node: number, quadrant: number, rays: number): void {
    const { nodes, stops } = this
    const senseX = SENSE_X[quadrant]
    const senseY = SENSE_Y[quadrant]
    const rowRay = ROW_RAY[quadrant]
    const columnRay = COLUMN_RAY[quadrant]
    const offset = offsetOf(x, y, quadrant)
    const waitAbove = (nodes.nowUnits + this.slackUnits) | 0
    // Steps until the diagonal reaches the goal's row or column; below 1 if it does not.
    let toGoal = Math.min(Math.imul(nodes.goalX - x, senseX), Math.imul(nodes.goalY - y, senseY))
    for (let sent = rays; ; sent = RAYS[quadrant]) {
      const at = stops.firstWordOf(x >> 5, y >> 5) + offset
      const alongRow = stops.words[at]
      const alongColumn = stops.words[at + COLUMN_RAYS]
      const barred = stops.words[at + BARRED]
      const bit = x & 31
      if (((sent >>> rowRay) & (alongRow >>> bit) & 1) !== 0) this.send(rowRay, x, y, units, node)
      else if (y === nodes.goalY) this.send(rowRay, x, y, units, node)
      if (((sent >>> columnRay) & (alongColumn >>> bit) & 1) !== 0) this.send(columnRay, x, y, units, node)
      else if (x === nodes.goalX) this.send(columnRay, x, y, units, node)
      if (((barred >>> bit) & 1) !== 0) return
      let steps = stepsToStop(alongRow | alongColumn | barred, bit, y & 31, senseX, senseY)
      if (toGoal > 0 && toGoal < steps) steps = toGoal
      toGoal -= steps
      x = (x + Math.imul(senseX, steps)) | 0
      y = (y + Math.imul(senseY, steps)) | 0
      units = (units + Math.imul(DIAGONAL_STEP_UNITS, steps)) | 0
      const estimate = (units + nodes.leftUnits(x, y)) | 0
      if (estimate >= nodes.boundUnits) return
      if (x === nodes.goalX && y === nodes.goalY) {
        nodes.reach(units, node)
        return
      }
      if (estimate > waitAbove) {
        nodes.addSweep(x, y, units, node, 1 << quadrant)
        return
      }
    }
  }

  /** Sends ray 0 to the east, 1 to the west, 2 to the south, 3 to the north. */
  private send(ray: number, x: number, y: number, units: number, node: number): void {
    const { nodes, tiles } = this
    const isAlongRow = ray < 2
    const sense = 1 - ((ray & 1) << 1)
    const goal = isAlongRow ? nodes.goalX : nodes.goalY
    const isGoalAside = isAlongRow ? y !== nodes.goalY : x !== nodes.goalX
    for (;;) {
      // A step costs more than 128 units: beyond, the ray exceeds the bound.
      const stepsMax = Math.min(RAY_CELLS_MAX, ((nodes.boundUnits - units) >> 7) + 1)
      const stop = isAlongRow ? tiles.stopAlongRow(x, y, sense, stepsMax) : tiles.stopAlongColumn(x, y, sense, stepsMax)
      const along = isAlongRow ? x : y
      const steps = Math.imul((stop < 0 ? ~stop : stop >> 2) - along, sense)
      const toGoal = Math.imul(goal - along, sense)
      if (!isGoalAside && toGoal > 0 && toGoal <= steps) {
        nodes.reach((units + Math.imul(STRAIGHT_STEP_UNITS, toGoal)) | 0, node)
        return
      }
      if (stop < 0) return
      units = (units + Math.imul(STRAIGHT_STEP_UNITS, steps)) | 0
      if (isAlongRow) x = stop >> 2
      else y = stop >> 2
      if ((stop & 3) !== 0) {
        nodes.addNode(x, y, units, node, OPENED[(ray << 2) | (stop & 3)])
        return
      }
      if (((units + nodes.leftUnits(x, y)) | 0) >= nodes.boundUnits) return
    }
  }
}

/** The steps along a diagonal to its first stop, or into the next block where none comes before. */
function stepsToStop(stops: number, bit: number, row: number, senseX: number, senseY: number): number {
  const toSide = senseX > 0 ? 32 - bit : bit + 1
  const toEnd = senseY > 0 ? 32 - row : row + 1
  const steps = toSide < toEnd ? toSide : toEnd
  // The cells ahead; those of the other diagonal in the word lie beyond the block's end.
  const ahead = stops & (senseX > 0 ? -2 << bit : ~(-1 << bit))
  if (ahead === 0) return steps
  const toStop = senseX > 0 ? 31 - Math.clz32(ahead & -ahead) - bit : bit - 31 + Math.clz32(ahead)
  return toStop < steps ? toStop : steps
}

/** Writes the path found last: from each node on diagonally first, then straight. */
function writeDiagonalFirst(nodes: JumpNodes, bends: Bends): void {
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
