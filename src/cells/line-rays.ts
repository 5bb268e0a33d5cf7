/**
 * Rays and sweeps that look up in lines of bits (jump-lines.ts) how far they go: for maps too large for tables.
 */
import { DIAGONAL_UNITS, DX, DY, UNITS_PER_CELL } from '../map/movement.ts'
import type { JumpLines } from './jump-lines.ts'
import { IS_STOP } from './jump-tables.ts'
import { COLUMN_SLOT, LookedRays, ROW_SLOT, STEP_X, STEP_Y } from './looked-rays.ts'

const STRAIGHT_STEP_UNITS = UNITS_PER_CELL
const DIAGONAL_STEP_UNITS = 2 * DIAGONAL_UNITS
const STEPS = 127
const STOP = IS_STOP
/** What is to be seen from the end of a diagonal run. */
const ON_ROW = 256
const ON_COLUMN = 512

const SENSE_X = DX.slice(4)
const SENSE_Y = DY.slice(4)
/** The quadrants that open at a stop of each slot's ray: on no side, to the south or east, to the north or west, on both. */
const OPENED = Uint8Array.of(0, 1, 8, 9, 0, 2, 4, 6, 0, 1, 2, 3, 0, 8, 4, 12)

export class LineRays extends LookedRays {
  private readonly lines: JumpLines

  constructor(lines: JumpLines, entryCountMax: number, slackUnits: number) {
    super(entryCountMax, slackUnits)
    this.lines = lines
  }

  protected isRunFree(left: number, slot: number, x: number, y: number, stepX: number, stepY: number): boolean {
    while (left > 0) {
      let run = this.lines.look(slot, x, y) & STEPS
      if (run === STEPS) run--
      else if (run === 0 || slot < 4) return left <= run
      left -= run
      x += stepX * run
      y += stepY * run
    }
    return true
  }

  protected sweep(x: number, y: number, units: number, node: number, quadrant: number): void {
    const { nodes, lines } = this
    const senseX = SENSE_X[quadrant]
    const senseY = SENSE_Y[quadrant]
    const waitAbove = (nodes.nowUnits + this.slackUnits) | 0
    // Where the diagonal first comes to the goal's row or column; below 1 where it does not.
    const aheadX = Math.imul(nodes.goalX - x, senseX)
    const aheadY = Math.imul(nodes.goalY - y, senseY)
    let toGoal = aheadX < aheadY ? aheadX : aheadY
    for (;;) {
      const told = lines.look(4 + quadrant, x, y)
      const run = told & STEPS
      let steps = run === STEPS ? STEPS - 1 : run
      let sees = run === STEPS ? 0 : told
      if (toGoal > 0 && toGoal <= steps) {
        steps = toGoal
        sees = ON_ROW | ON_COLUMN
      } else if ((told & STOP) === 0 && run !== STEPS) return
      toGoal -= steps
      const estimate = this.estimateAfter(steps, x, y, units, senseX, senseY)
      if (estimate >= nodes.boundUnits) return
      const isWaiting = estimate > waitAbove
      if (isWaiting) steps = this.stepsToRest(steps, x, y, units, senseX, senseY, waitAbove)
      x = (x + Math.imul(senseX, steps)) | 0
      y = (y + Math.imul(senseY, steps)) | 0
      units = (units + Math.imul(DIAGONAL_STEP_UNITS, steps)) | 0
      if (x === nodes.goalX && y === nodes.goalY) {
        nodes.reach(units, node)
        return
      }
      if (isWaiting) {
        nodes.addSweep(x, y, units, node, 1 << quadrant)
        return
      }
      if ((sees & ON_ROW) !== 0) this.send(ROW_SLOT[quadrant], x, y, units, node)
      if ((sees & ON_COLUMN) !== 0) this.send(COLUMN_SLOT[quadrant], x, y, units, node)
    }
  }

  protected send(slot: number, x: number, y: number, units: number, node: number): void {
    const { nodes, lines } = this
    const stepX = STEP_X[slot]
    const stepY = STEP_Y[slot]
    // How far the goal is ahead; below 1 where it is not.
    const isGoalAside = stepX !== 0 ? y !== nodes.goalY : x !== nodes.goalX
    let toGoal = isGoalAside ? 0 : (Math.imul(nodes.goalX - x, stepX) + Math.imul(nodes.goalY - y, stepY)) | 0
    for (;;) {
      const told = lines.look(slot, x, y)
      const run = told & STEPS
      const steps = run === STEPS ? STEPS - 1 : run
      if (toGoal > 0 && toGoal <= steps) {
        nodes.reach((units + Math.imul(STRAIGHT_STEP_UNITS, toGoal)) | 0, node)
        return
      }
      if ((told & STOP) === 0 && (run !== STEPS || toGoal <= 0)) return
      toGoal -= steps
      x = (x + Math.imul(stepX, steps)) | 0
      y = (y + Math.imul(stepY, steps)) | 0
      units = (units + Math.imul(STRAIGHT_STEP_UNITS, steps)) | 0
      if (((units + nodes.leftUnits(x, y)) | 0) >= nodes.boundUnits) return
      if (run === STEPS) continue
      nodes.addNode(x, y, units, node, OPENED[(slot << 2) | lines.sidesAt(told)])
      return
    }
  }
}
