/**
 * The exact search across a whole map of uniform ground: A* that jumps (jump point search after Harabor and Grastien, for the
 * rule that no corner is cut). A search can stop and continue later.
 *
 * Among the many cheapest paths between two cells it looks at one. With 8 directions that is the path whose diagonal steps come
 * as early as they can. It leaves a straight run only where a wall beside the run has just ended. It leaves a diagonal run only
 * straight on, or into its row or column. So from a cell the search sweeps along a diagonal. From each cell there it sends a ray
 * along the row and one along the column. With 4 directions the path goes along rows as early as it can. Sweeps go along rows,
 * and send a ray up and down each column. Only where a ray finds the end of a wall does it make a node, with the sides that have
 * opened. Sweeps and rays pass 32 cells at a time.
 *
 * A sweep whose estimate has risen by more than the slack waits in the queue. So the search does not follow wrong
 * directions to the end of the map.
 */
import { DIAGONAL_UNITS, DIAGONAL_UNITS_OF, DX, DY, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { type Bends, turnRound } from './bends.ts'
import { JumpNodes } from './jump-nodes.ts'
import { isLineFree, LINE_EARLY } from './line.ts'
import { stopAlongColumn, stopAlongRow } from './rays.ts'
import { BARRED, SECOND_RAYS, SweepStops } from './sweep-stops.ts'
import { Tiles } from './tiles.ts'

// The engine compiles a module's own constants into its code but loads imported ones at each use: hence the copy.
const STRAIGHT_STEP_UNITS = UNITS_PER_CELL
/** Tiles last while a ray stays within this many cells; a longer one goes on from there. */
const RAY_CELLS_MAX = 512
/** The first nodes try the plain line to the goal, which ends most searches on open ground at once. */
const LINES_MAX = 4

/** A sweep waits where its estimate has risen by more. */
const SLACK_UNITS = 3000
/** The start makes all sweeps and sends all rays. */
const ALL = 15

/** What differs between 8 and 4 directions. Rays go east, west, south and north, numbered from 0. */
interface Kind {
  /** By sweep: its direction, and its rays. */
  readonly directions: readonly number[]
  readonly firstRay: readonly number[]
  readonly secondRay: readonly number[]
  readonly stepUnits: number
  /** By ray, and by the two low bits of a stop: the sweeps that open there, and with 4 directions the ray that goes on. */
  readonly opened: readonly number[]
  /** With 4 directions a node has bits for the rays that it sends, too; with 8 its sweeps send them. */
  readonly raysOfNode: number
}

/** Sweeps to the south-east, south-west, north-west, north-east, as diagonal directions 4..7. */
const EIGHT: Kind = {
  directions: [4, 5, 6, 7],
  firstRay: [0, 1, 1, 0],
  secondRay: [2, 2, 3, 3],
  stepUnits: 2 * DIAGONAL_UNITS,
  opened: [0, 8, 1, 9, 0, 4, 2, 6, 0, 2, 1, 3, 0, 4, 8, 12],
  raysOfNode: 0,
}
/** Sweeps to the east and west. */
const FOUR: Kind = {
  directions: [0, 2],
  firstRay: [2, 2],
  secondRay: [3, 3],
  stepUnits: UNITS_PER_CELL,
  opened: [0, 0, 0, 0, 0, 0, 0, 0, 4, 6, 5, 7, 8, 10, 9, 11],
  raysOfNode: 12,
}
const KINDS = { 4: FOUR, 8: EIGHT }

export class JumpSearch {
  /** Counts nodes only. */
  expansionCount = 0
  private readonly nodes: JumpNodes
  private readonly terrain: Terrain
  private readonly isEight: boolean
  private readonly tiles: Tiles
  private readonly stops: SweepStops
  private readonly senseX: Int32Array
  private readonly senseY: Int32Array
  private readonly firstRay: Uint8Array
  private readonly secondRay: Uint8Array
  private readonly opened: Uint8Array
  private readonly sweepStepUnits: number
  private readonly raysOfNode: number

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.isEight = terrain.directions === 8
    const { directions, firstRay, secondRay, opened, stepUnits, raysOfNode } = KINDS[terrain.directions]
    this.senseX = Int32Array.from(directions, direction => DX[direction])
    this.senseY = Int32Array.from(directions, direction => DY[direction])
    this.firstRay = Uint8Array.from(firstRay)
    this.secondRay = Uint8Array.from(secondRay)
    this.opened = Uint8Array.from(opened)
    this.sweepStepUnits = stepUnits
    this.raysOfNode = raysOfNode
    this.tiles = new Tiles(terrain)
    this.stops = new SweepStops(terrain, this.tiles)
    const diagonalUnits = DIAGONAL_UNITS_OF[terrain.directions]
    this.nodes = new JumpNodes(diagonalUnits, UNITS_PER_CELL - diagonalUnits)
  }

  /** Begins a search for a path that costs less than the limit, in units for cells of cost 1. */
  begin(x0: number, y0: number, x1: number, y1: number, limitUnits: number): void {
    this.expansionCount = 0
    this.nodes.start(x0, y0, x1, y1, limitUnits)
    this.nodes.addNode(x0, y0, 0, 0, ALL)
  }

  /** Continues until `expansionsMax` expansions are spent since `begin`; true if the search is complete. */
  run(expansionsMax: number): boolean {
    const { nodes } = this
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
      this.expand(entry, isNode)
      if (isNode) this.expansionCount++
    }
  }

  /** The cost of the best path known, or the limit. */
  get boundUnits(): number {
    return this.nodes.boundUnits
  }

  /** No path costs less; holds at any time of the search. */
  get lowerUnits(): number {
    return Math.min(this.nodes.nowUnits, this.nodes.boundUnits)
  }

  private expand(entry: number, isNode: boolean): void {
    const { nodes, terrain, expansionCount } = this
    const x = nodes.cellOfEntry[entry] & 0xffff
    const y = nodes.cellOfEntry[entry] >>> 16
    if (isNode && expansionCount < LINES_MAX && isLineFree(terrain, x, y, nodes.goalX, nodes.goalY, LINE_EARLY))
      nodes.reach(nodes.nowUnits, entry)
    else this.sweepAll(x, y, entry, isNode ? entry : nodes.nodeBeforeEntry[entry])
  }

  /** Sends the rays of an entry and sweeps, with 8 directions towards the goal first. */
  private sweepAll(x: number, y: number, entry: number, node: number): void {
    const { nodes, raysOfNode } = this
    const units = nodes.unitsOfEntry[entry]
    const bits = nodes.quadrantsOfEntry[entry] & ALL
    for (let rays = bits & raysOfNode; rays !== 0; rays &= rays - 1)
      this.send(31 - Math.clz32(rays & -rays), x, y, units, node)
    const sweeps = bits & ~raysOfNode
    let sweep = nodes.goalY >= y ? (nodes.goalX >= x ? 0 : 1) : nodes.goalX >= x ? 3 : 2
    if (!this.isEight) sweep = 0
    let raysSent = raysOfNode
    for (let left = ((sweeps | (sweeps << 4)) >> sweep) & 15; left !== 0; left >>= 1) {
      if ((left & 1) !== 0) {
        const rays = (1 << this.firstRay[sweep]) | (1 << this.secondRay[sweep])
        this.sweep(x, y, units, node, sweep, rays & ~raysSent)
        if (nodes.nowUnits >= nodes.boundUnits) return
        raysSent |= rays
      }
      sweep = (sweep + 1) & 3
    }
  }

  /** Sweeps from (x, y), which sends only these rays. */
  private sweep(x: number, y: number, units: number, node: number, sweep: number, rays: number): void {
    const { nodes, stops } = this
    const { goalX, goalY } = nodes
    const senseX = this.senseX[sweep]
    const senseY = this.senseY[sweep]
    const first = this.firstRay[sweep]
    const second = this.secondRay[sweep]
    const offset = stops.offsetOf(x, y, sweep)
    const waitAbove = (nodes.nowUnits + SLACK_UNITS) | 0
    // Steps until the sweep reaches a row or column of the goal along which it sends rays; below 1 if it does not.
    let toGoal = Math.imul(goalX - x, senseX)
    if (senseY !== 0) toGoal = Math.min(toGoal, Math.imul(goalY - y, senseY))
    for (let sent = rays; ; sent = -1) {
      const at = stops.firstWordOf(x >> 5, y >> 5) + offset
      const { words } = stops
      const firstSees = words[at]
      const secondSees = words[at + SECOND_RAYS]
      const barred = words[at + BARRED]
      const bit = x & 31
      if (((sent >>> first) & (firstSees >>> bit) & 1) !== 0 || (first < 2 ? y === goalY : x === goalX))
        this.send(first, x, y, units, node)
      if (((sent >>> second) & (secondSees >>> bit) & 1) !== 0 || x === goalX) this.send(second, x, y, units, node)
      if (((barred >>> bit) & 1) !== 0) return
      let steps = stepsToStop(firstSees | secondSees | barred, bit, y & 31, senseX, senseY)
      if (toGoal > 0 && toGoal < steps) steps = toGoal
      toGoal -= steps
      x = (x + Math.imul(senseX, steps)) | 0
      y = (y + Math.imul(senseY, steps)) | 0
      units = (units + Math.imul(this.sweepStepUnits, steps)) | 0
      const estimate = (units + nodes.leftUnits(x, y)) | 0
      if (estimate >= nodes.boundUnits) return
      if (x === goalX && y === goalY) {
        nodes.reach(units, node)
        return
      }
      if (estimate > waitAbove) {
        nodes.addSweep(x, y, units, node, (1 << sweep) | this.raysOfNode)
        return
      }
    }
  }

  private send(ray: number, x: number, y: number, units: number, node: number): void {
    const { nodes, tiles } = this
    const isAlongRow = ray < 2
    const sense = 1 - ((ray & 1) << 1)
    const goal = isAlongRow ? nodes.goalX : nodes.goalY
    const isGoalAside = isAlongRow ? y !== nodes.goalY : x !== nodes.goalX
    for (;;) {
      // A step costs more than 128 units: beyond, the ray exceeds the bound.
      const stepsMax = Math.min(RAY_CELLS_MAX, ((nodes.boundUnits - units) >> 7) + 1)
      const stop = isAlongRow
        ? stopAlongRow(tiles, x, y, sense, stepsMax)
        : stopAlongColumn(tiles, x, y, sense, stepsMax)
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
        this.addNode(x, y, units, node, this.opened[(ray << 2) | (stop & 3)])
        return
      }
      if (((units + nodes.leftUnits(x, y)) | 0) >= nodes.boundUnits) return
    }
  }

  /** With 4 directions, two equally cheap ways along a column, from north and south, need different rays: a node joins both. */
  private addNode(x: number, y: number, units: number, node: number, opened: number): void {
    const { nodes } = this
    const known = this.isEight ? 0 : nodes.nodeAt(x, y)
    if (known === 0 || nodes.unitsOfEntry[known] !== units) nodes.addNode(x, y, units, node, opened)
    else if ((opened & ~nodes.quadrantsOfEntry[known]) !== 0) nodes.widen(known, opened)
  }

  /** Writes the path found last: from each node on as sweeps go, then as rays go. */
  writeBends(bends: Bends): void {
    const { nodes } = this
    bends.clear()
    let x = nodes.goalX
    let y = nodes.goalY
    bends.add(x, y)
    for (let node = nodes.nodeBeforeGoal; node !== 0; node = nodes.nodeBeforeEntry[node]) {
      const nodeX = nodes.cellOfEntry[node] & 0xffff
      const nodeY = nodes.cellOfEntry[node] >>> 16
      const acrossX = Math.abs(x - nodeX)
      const swept = this.isEight ? Math.min(acrossX, Math.abs(y - nodeY)) : acrossX
      bends.add(nodeX + swept * Math.sign(x - nodeX), this.isEight ? nodeY + swept * Math.sign(y - nodeY) : nodeY)
      bends.add(nodeX, nodeY)
      x = nodeX
      y = nodeY
    }
    turnRound(bends)
  }
}

/** The steps of a sweep to its first stop, or into the next block where none comes before. */
function stepsToStop(stops: number, bit: number, row: number, senseX: number, senseY: number): number {
  let steps = senseX > 0 ? 32 - bit : bit + 1
  if (senseY !== 0) steps = Math.min(steps, senseY > 0 ? 32 - row : row + 1)
  // The cells ahead; those of the other diagonal in the word lie beyond the block's end.
  const ahead = stops & (senseX > 0 ? -2 << bit : ~(-1 << bit))
  if (ahead === 0) return steps
  const toStop = senseX > 0 ? 31 - Math.clz32(ahead & -ahead) - bit : bit - 31 + Math.clz32(ahead)
  return toStop < steps ? toStop : steps
}
