/**
 * The rays and sweeps of a jumping search with 8 directions, by tables of how far each cell sees (jump-tables.ts). They stop at
 * the same cells as those without tables (eight-rays.ts), except where they find nothing. So both searches choose the same
 * path among equally cheap ones.
 */
import { DIAGONAL_UNITS, DX, DY, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import type { Bends } from './bends.ts'
import { LINES_MAX, seesGoal, writeDiagonalFirst } from './eight-rays.ts'
import { JumpNodes } from './jump-nodes.ts'
import { IS_STOP, type JumpTables, PLACE_SHIFT } from './jump-tables.ts'

const DIAGONAL_STEP_UNITS = 2 * DIAGONAL_UNITS

/** The rays of each quadrant: east 1, west 2, south 4, north 8. */
const RAYS = Uint8Array.of(5, 6, 10, 9)
const ROW_RAYS = 3
const COLUMN_RAYS = 12
/** By quadrant: the slots of the two rays that bound it. */
const ROW_SLOT = Uint8Array.of(0, 1, 1, 0)
const COLUMN_SLOT = Uint8Array.of(2, 2, 3, 3)
/** Step of each slot's ray: east, west, south, north. */
const STEP_X = Int32Array.of(1, -1, 0, 0)
const STEP_Y = Int32Array.of(0, 0, 1, -1)

const STRAIGHT_STEP_UNITS = UNITS_PER_CELL
const STEPS = 127
const STOP = IS_STOP
const SHIFT = PLACE_SHIFT

const SENSE_X = DX.slice(4)
const SENSE_Y = DY.slice(4)
/** The quadrants that open on the two sides of each slot's ray: south and north, or east and west. */
const OPENED = Uint8Array.of(1, 8, 2, 4, 1, 2, 8, 4)

export class TableRays {
  readonly nodes: JumpNodes
  private readonly terrain: Terrain
  private readonly slackUnits: number
  private readonly width: number
  private readonly runs: Uint8Array

  constructor(terrain: Terrain, { width, runs }: JumpTables, entryCountMax: number, slackUnits: number) {
    this.terrain = terrain
    this.width = width
    this.runs = runs
    this.slackUnits = slackUnits
    this.nodes = new JumpNodes(DIAGONAL_UNITS, UNITS_PER_CELL - DIAGONAL_UNITS, entryCountMax)
  }

  writeBends(bends: Bends): void {
    writeDiagonalFirst(this.nodes, bends)
  }

  expand(entry: number, expansionCount: number): void {
    const { nodes } = this
    const x = nodes.cellOfEntry[entry] & 0xffff
    const y = nodes.cellOfEntry[entry] >>> 16
    const isNode = nodes.isNode(entry)
    if (isNode && expansionCount < LINES_MAX && seesGoal(this.terrain, nodes, x, y)) nodes.reach(nodes.nowUnits, entry)
    else this.sweepAll(x, y, entry, isNode ? entry : nodes.nodeBeforeEntry[entry])
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

  /** A lower bound of a path that continues `steps` steps along a diagonal. */
  private estimateAfter(steps: number, x: number, y: number, units: number, senseX: number, senseY: number): number {
    const left = this.nodes.leftUnits((x + Math.imul(senseX, steps)) | 0, (y + Math.imul(senseY, steps)) | 0)
    return (units + Math.imul(DIAGONAL_STEP_UNITS, steps) + left) | 0
  }

  /** The steps to the first cell with an estimate above `waitAbove`; after `steps` it is above, and no step lowers it. */
  private stepsToRest(
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

  /** Sweeps along the diagonal from (x, y); the caller has sent the rays of (x, y). */
  private sweep(x: number, y: number, units: number, node: number, quadrant: number): void {
    const { nodes, runs } = this
    const senseX = SENSE_X[quadrant]
    const senseY = SENSE_Y[quadrant]
    let place = (Math.imul(y, this.width) + x) << SHIFT
    const apart = (Math.imul(senseY, this.width) + senseX) << SHIFT
    const waitAbove = (nodes.nowUnits + this.slackUnits) | 0
    // Steps until the diagonal reaches the goal's row or column; below 1 if it does not.
    const aheadX = Math.imul(nodes.goalX - x, senseX)
    const aheadY = Math.imul(nodes.goalY - y, senseY)
    let toGoal = aheadX < aheadY ? aheadX : aheadY
    for (;;) {
      const told = runs[place + 4 + quadrant]
      const run = told & STEPS
      let steps = run === STEPS ? STEPS - 1 : run
      let sends = run !== STEPS
      if (toGoal > 0 && toGoal <= steps) {
        steps = toGoal
        sends = true
      } else if (told < STOP && run !== STEPS) return
      toGoal -= steps
      const estimate = this.estimateAfter(steps, x, y, units, senseX, senseY)
      if (estimate >= nodes.boundUnits) return
      const isWaiting = estimate > waitAbove
      if (isWaiting) steps = this.stepsToRest(steps, x, y, units, senseX, senseY, waitAbove)
      x = (x + Math.imul(senseX, steps)) | 0
      y = (y + Math.imul(senseY, steps)) | 0
      place = (place + Math.imul(apart, steps)) | 0
      units = (units + Math.imul(DIAGONAL_STEP_UNITS, steps)) | 0
      if (x === nodes.goalX && y === nodes.goalY) {
        nodes.reach(units, node)
        return
      }
      if (isWaiting) {
        nodes.addSweep(x, y, units, node, 1 << quadrant)
        return
      }
      if (!sends) continue
      this.send(ROW_SLOT[quadrant], x, y, units, node)
      this.send(COLUMN_SLOT[quadrant], x, y, units, node)
    }
  }

  /** Sends the ray of a slot. */
  private send(slot: number, x: number, y: number, units: number, node: number): void {
    const { nodes, runs } = this
    const stepX = STEP_X[slot]
    const stepY = STEP_Y[slot]
    let place = (Math.imul(y, this.width) + x) << SHIFT
    const apart = (Math.imul(stepY, this.width) + stepX) << SHIFT
    // Steps to the goal; below 1 if it is not ahead.
    const isGoalAside = stepX !== 0 ? y !== nodes.goalY : x !== nodes.goalX
    let toGoal = isGoalAside ? 0 : (Math.imul(nodes.goalX - x, stepX) + Math.imul(nodes.goalY - y, stepY)) | 0
    for (;;) {
      const told = runs[place + slot]
      const run = told & STEPS
      const steps = run === STEPS ? STEPS - 1 : run
      if (toGoal > 0 && toGoal <= steps) {
        nodes.reach((units + Math.imul(STRAIGHT_STEP_UNITS, toGoal)) | 0, node)
        return
      }
      if (told < STOP && (run !== STEPS || toGoal <= 0)) return
      toGoal -= steps
      x = (x + Math.imul(stepX, steps)) | 0
      y = (y + Math.imul(stepY, steps)) | 0
      place = (place + Math.imul(apart, steps)) | 0
      units = (units + Math.imul(STRAIGHT_STEP_UNITS, steps)) | 0
      if (((units + nodes.leftUnits(x, y)) | 0) >= nodes.boundUnits) return
      if (run === STEPS) continue
      // To both sides: south and north of a ray along a row, east and west of one along a column.
      const side = (slot & 2) ^ 2
      const opened = this.isOpened(place, place - apart, side) ? OPENED[2 * slot] : 0
      const openedBeyond = this.isOpened(place, place - apart, side + 1) ? OPENED[2 * slot + 1] : 0
      nodes.addNode(x, y, units, node, opened | openedBeyond)
      return
    }
  }

  /** Whether, on the side of `slot`, the cell beside `place` is free and the cell beside `before` is not. */
  private isOpened(place: number, before: number, slot: number): boolean {
    return (this.runs[place + slot] & STEPS) !== 0 && (this.runs[before + slot] & STEPS) === 0
  }
}
