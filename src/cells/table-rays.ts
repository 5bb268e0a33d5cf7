/**
 * Rays and sweeps that look up in tables (jump-tables.ts) how far they go, in a step or two.
 */
import { DIAGONAL_UNITS, DX, DY, UNITS_PER_CELL } from '../map/movement.ts'
import { IS_STOP, type JumpTables, PLACE_SHIFT } from './jump-tables.ts'
import { COLUMN_SLOT, LookedRays, ROW_SLOT, STEP_X, STEP_Y } from './looked-rays.ts'

const STRAIGHT_STEP_UNITS = UNITS_PER_CELL
const DIAGONAL_STEP_UNITS = 2 * DIAGONAL_UNITS
const STEPS = 127
const STOP = IS_STOP
const SHIFT = PLACE_SHIFT

const SENSE_X = DX.slice(4)
const SENSE_Y = DY.slice(4)
/** The quadrants that open on the two sides of each slot's ray: south and north, or east and west. */
const OPENED = Uint8Array.of(1, 8, 2, 4, 1, 2, 8, 4)

export class TableRays extends LookedRays {
  private readonly width: number
  private readonly runs: Uint8Array

  constructor(tables: JumpTables, entryCountMax: number, slackUnits: number) {
    super(entryCountMax, slackUnits)
    this.width = tables.width
    this.runs = tables.runs
  }

  protected isRunFree(left: number, slot: number, x: number, y: number, stepX: number, stepY: number): boolean {
    let place = (y * this.width + x) << SHIFT
    const apart = (stepY * this.width + stepX) << SHIFT
    while (left > 0) {
      let run = this.runs[place + slot] & STEPS
      if (run === STEPS) run--
      else if (run === 0 || slot < 4) return left <= run
      left -= run
      place += run * apart
    }
    return true
  }

  protected sweep(x: number, y: number, units: number, node: number, quadrant: number): void {
    const { nodes, runs } = this
    const senseX = SENSE_X[quadrant]
    const senseY = SENSE_Y[quadrant]
    let place = (Math.imul(y, this.width) + x) << SHIFT
    const apart = (Math.imul(senseY, this.width) + senseX) << SHIFT
    const waitAbove = (nodes.nowUnits + this.slackUnits) | 0
    // Where the diagonal first comes to the goal's row or column; below 1 where it does not.
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

  protected send(slot: number, x: number, y: number, units: number, node: number): void {
    const { nodes, runs } = this
    const stepX = STEP_X[slot]
    const stepY = STEP_Y[slot]
    let place = (Math.imul(y, this.width) + x) << SHIFT
    const apart = (Math.imul(stepY, this.width) + stepX) << SHIFT
    // How far the goal is ahead; below 1 where it is not.
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

  /** Whether the cell beside a place is free, on the side that a slot looks to, and that beside the place before is not. */
  private isOpened(place: number, before: number, slot: number): boolean {
    return (this.runs[place + slot] & STEPS) !== 0 && (this.runs[before + slot] & STEPS) === 0
  }
}
