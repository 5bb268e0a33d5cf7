/**
 * The rays and sweeps of a jumping search with 4 directions.
 *
 * Among the cheapest paths between two cells it looks at one that goes along rows as early as it can: it turns from a row
 * into a column anywhere, but from a column into a row only where a wall beside the column has just ended. So a sweep goes
 * along a row and sends a ray up and down the column of each of its cells; a ray passes 32 cells at a time, and where it
 * finds the end of a wall a node is made. A sweep whose estimate has risen too far waits for its turn in the queue.
 */
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { type Bends, turnRound } from './bends.ts'
import { JumpNodes } from './jump-nodes.ts'
import { Tiles } from './tiles.ts'

// The engine compiles a module's own constants into its code but loads imported ones at each use: hence the copy.
const STEP_UNITS = UNITS_PER_CELL
const SLACK_UNITS = 3000
/** Tiles last while a ray stays within this many cells; a longer one goes on from there. */
const RAY_CELLS_MAX = 512

/** Bits of what a node must send, or of where a waiting sweep continues. */
const EASTWARD = 1
const WESTWARD = 2
const SOUTHWARD = 4
const NORTHWARD = 8

export class FourRays {
  readonly nodes: JumpNodes
  private readonly terrain: Terrain
  private readonly tiles: Tiles

  constructor(terrain: Terrain, entryCountMax: number) {
    this.terrain = terrain
    this.tiles = new Tiles(terrain)
    this.nodes = new JumpNodes(STEP_UNITS, 0, entryCountMax)
  }

  /** Writes the path found last: from each node on along its row, then along a column. */
  writeBends(bends: Bends): void {
    const { nodes } = this
    bends.clear()
    let x = nodes.goalX
    bends.add(x, nodes.goalY)
    for (let node = nodes.nodeBeforeGoal; node !== 0; node = nodes.nodeBeforeEntry[node]) {
      const nodeY = nodes.cellOfEntry[node] >>> 16
      bends.add(x, nodeY)
      x = nodes.cellOfEntry[node] & 0xffff
      bends.add(x, nodeY)
    }
    turnRound(bends)
  }

  /** Two equally cheap ways along a column, from north and south, need different rays: a node joins both. */
  private addNode(x: number, y: number, units: number, node: number, opened: number): void {
    const { nodes } = this
    const known = nodes.nodeAt(x, y)
    if (known === 0 || nodes.unitsOfEntry[known] !== units) nodes.addNode(x, y, units, node, opened)
    else if ((opened & ~nodes.quadrantsOfEntry[known]) !== 0) nodes.widen(known, opened)
  }

  expand(entry: number): void {
    const { nodes } = this
    const x = nodes.cellOfEntry[entry] & 0xffff
    const y = nodes.cellOfEntry[entry] >>> 16
    const units = nodes.unitsOfEntry[entry]
    const sent = nodes.quadrantsOfEntry[entry]
    const node = nodes.isNode(entry) ? entry : nodes.nodeBeforeEntry[entry]
    if ((sent & SOUTHWARD) !== 0) this.sendRay(x, y, 1, units, node)
    if ((sent & NORTHWARD) !== 0) this.sendRay(x, y, -1, units, node)
    if ((sent & EASTWARD) !== 0) this.sweep(x, y, 1, units, node)
    if ((sent & WESTWARD) !== 0) this.sweep(x, y, -1, units, node)
  }

  /** Goes along the row from (x, y) and sends rays from each cell after it; the caller has sent those of (x, y). */
  private sweep(x: number, y: number, sense: number, units: number, node: number): void {
    const { nodes, terrain } = this
    const waitAbove = (units + nodes.leftUnits(x, y) + SLACK_UNITS) | 0
    for (;;) {
      x += sense
      units = (units + STEP_UNITS) | 0
      const estimate = (units + nodes.leftUnits(x, y)) | 0
      if (estimate >= nodes.boundUnits || !terrain.isFree(x, y)) return
      if (x === nodes.goalX && y === nodes.goalY) {
        nodes.reach(units, node)
        return
      }
      this.sendRay(x, y, 1, units, node)
      this.sendRay(x, y, -1, units, node)
      if (estimate <= waitAbove) continue
      nodes.addSweep(x, y, units, node, sense > 0 ? EASTWARD : WESTWARD)
      return
    }
  }

  private sendRay(x: number, y: number, sense: number, units: number, node: number): void {
    const { nodes, tiles } = this
    for (;;) {
      if (((units + STEP_UNITS + nodes.leftUnits(x, y + sense)) | 0) >= nodes.boundUnits) return
      const stop = tiles.stopAlongColumn(x, y, sense, RAY_CELLS_MAX)
      const last = stop < 0 ? ~stop : stop >> 2
      const toGoal = (nodes.goalY - y) * sense
      if (x === nodes.goalX && toGoal > 0 && toGoal <= (last - y) * sense) {
        nodes.reach((units + STEP_UNITS * toGoal) | 0, node)
        return
      }
      if (stop < 0) return
      units = (units + STEP_UNITS * Math.abs(last - y)) | 0
      y = last
      if ((stop & 3) !== 0) {
        const opened = ((stop & 1) !== 0 ? WESTWARD : 0) | ((stop & 2) !== 0 ? EASTWARD : 0)
        this.addNode(x, y, units, node, opened | (sense > 0 ? SOUTHWARD : NORTHWARD))
        return
      }
    }
  }
}
