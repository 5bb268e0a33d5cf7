/**
 * What a search that jumps sends from its entries with 8 directions where it is looked up how far each cell sees: the same rays
 * and sweeps as without (eight-rays.ts). They rest at the same cells, but for those that find nothing: so of paths that cost the
 * same both find the same one. What is looked up in is each kind's own affair: tables (table-rays.ts) or lines (line-rays.ts).
 */
import { DIAGONAL_UNITS, UNITS_PER_CELL } from '../map/movement.ts'
import type { Bends } from './bends.ts'
import { writeDiagonalFirst } from './eight-rays.ts'
import { JumpNodes } from './jump-nodes.ts'

const DIAGONAL_STEP_UNITS = 2 * DIAGONAL_UNITS
/** The first nodes try the plain line to the goal, which ends most searches on open ground at once. */
const LINES_MAX = 4

/** The rays of each quadrant: east 1, west 2, south 4, north 8. */
const RAYS = Uint8Array.of(5, 6, 10, 9)
const ROW_RAYS = 3
const COLUMN_RAYS = 12
/** Of each quadrant: the slots of the rays that it lies between. */
export const ROW_SLOT = Uint8Array.of(0, 1, 1, 0)
export const COLUMN_SLOT = Uint8Array.of(2, 2, 3, 3)
/** Of each slot, east, west, south and north: where its ray goes. */
export const STEP_X = Int32Array.of(1, -1, 0, 0)
export const STEP_Y = Int32Array.of(0, 0, 1, -1)

export abstract class LookedRays {
  readonly nodes: JumpNodes
  protected readonly slackUnits: number

  constructor(entryCountMax: number, slackUnits: number) {
    this.slackUnits = slackUnits
    this.nodes = new JumpNodes(DIAGONAL_UNITS, UNITS_PER_CELL - DIAGONAL_UNITS, entryCountMax)
  }

  /** Sends the ray that a slot tells of. */
  protected abstract send(slot: number, x: number, y: number, units: number, node: number): void

  /** Goes on along the diagonal from (x, y), whose own rays are sent. */
  protected abstract sweep(x: number, y: number, units: number, node: number, quadrant: number): void

  /** Whether so many steps are free; as rays do, straight ones go no farther than to the first stop. */
  protected abstract isRunFree(left: number, slot: number, x: number, y: number, stepX: number, stepY: number): boolean

  writeBends(bends: Bends): void {
    writeDiagonalFirst(this.nodes, bends)
  }

  expand(entry: number, expansionCount: number): void {
    const { nodes } = this
    const x = nodes.cellOfEntry[entry] & 0xffff
    const y = nodes.cellOfEntry[entry] >>> 16
    const isNode = nodes.isNode(entry)
    if (isNode && expansionCount < LINES_MAX && this.isLineFree(x, y)) nodes.reach(nodes.nowUnits, entry)
    else this.sweepAll(x, y, entry, isNode ? entry : nodes.nodeBeforeEntry[entry])
  }

  /** Whether the octile line from (x, y) to the goal, diagonal first, is free. */
  private isLineFree(x: number, y: number): boolean {
    const { goalX, goalY } = this.nodes
    const senseX = goalX < x ? -1 : 1
    const senseY = goalY < y ? -1 : 1
    const quadrant = senseY > 0 ? (senseX > 0 ? 0 : 1) : senseX > 0 ? 3 : 2
    const [alongX, alongY] = [Math.abs(goalX - x), Math.abs(goalY - y)]
    const diagonal = Math.min(alongX, alongY)
    if (!this.isRunFree(diagonal, 4 + quadrant, x, y, senseX, senseY)) return false
    const turnX = x + diagonal * senseX
    const turnY = y + diagonal * senseY
    if (alongX > alongY) return this.isRunFree(alongX - diagonal, senseX > 0 ? 0 : 1, turnX, turnY, senseX, 0)
    return this.isRunFree(alongY - diagonal, senseY > 0 ? 2 : 3, turnX, turnY, 0, senseY)
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
        if ((rays & ROW_RAYS) !== 0) this.send(ROW_SLOT[quadrant], x, y, units, node)
        if ((rays & COLUMN_RAYS) !== 0) this.send(COLUMN_SLOT[quadrant], x, y, units, node)
        this.sweep(x, y, units, node, quadrant)
        if (nodes.nowUnits >= nodes.boundUnits) return
        raysSent |= rays
      }
      quadrant = (quadrant + 1) & 3
    }
  }

  /** What a path costs at least that goes on so many steps along a diagonal. */
  protected estimateAfter(steps: number, x: number, y: number, units: number, senseX: number, senseY: number): number {
    const left = this.nodes.leftUnits((x + Math.imul(senseX, steps)) | 0, (y + Math.imul(senseY, steps)) | 0)
    return (units + Math.imul(DIAGONAL_STEP_UNITS, steps) + left) | 0
  }

  /** The steps to the first cell with an estimate above `waitAbove`, as it is after `steps`: no step makes it fall. */
  protected stepsToRest(
    steps: number,
    x: number,
    y: number,
    units: number,
    senseX: number,
    senseY: number,
    waitAbove: number,
  ): number {
    let low = 1
    let high = steps
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.estimateAfter(middle, x, y, units, senseX, senseY) > waitAbove) high = middle
      else low = middle + 1
    }
    return high
  }
}
