/**
 * Decides whether any path obeys a traveller's turning limit. Two floods over cells and headings take turns: one forward from
 * the start, one backward from the goal. If they meet, there is a path; if one ends first, there is none. So an end in a place
 * too tight to turn costs only a look at that place.
 *
 * A byte a cell holds the headings on arrival; a cell waits once for all its new headings.
 */
import type { Point } from '../base/answer.ts'
import type { WorkInSteps } from '../base/work.ts'
import { canStep, DX, DY } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

/** Cells of one flood's turn, and the steps of work that two turns take. */
const CELLS_A_TURN = 1 << 9
const STEPS_OF_TURNS = 200
const ALL_HEADINGS = 255

/** `after[heading]` lists the headings that may follow; `first` those of the first step. Yields the steps that turns took. */
export function* isTurnable(
  terrain: Terrain,
  start: Point,
  goal: Point,
  after: readonly (readonly number[])[],
  first: readonly number[],
): WorkInSteps<boolean> {
  const nextOf = after.map(bitsOf)
  const [ahead, back] = [new Headings(terrain), new Headings(terrain)]
  const end = goal.y * terrain.width + goal.x
  back.add(end, ALL_HEADINGS)
  for (const heading of first) {
    if (!canStep(terrain, start.x, start.y, heading)) continue
    const cell = (start.y + DY[heading]) * terrain.width + start.x + DX[heading]
    if (cell === end) return true
    ahead.add(cell, 1 << heading)
  }
  for (;;) {
    if (ahead.isDone || back.isDone) return false
    if (stepAhead(terrain, ahead, back, nextOf) || stepBack(terrain, back, ahead, nextOf)) return true
    yield STEPS_OF_TURNS
  }
}

/** Takes the forward flood's turn; returns whether it meets the backward flood. */
function stepAhead(terrain: Terrain, ahead: Headings, back: Headings, nextOf: readonly number[]): boolean {
  const { width } = terrain
  for (let i = 0; i < CELLS_A_TURN && !ahead.isDone; i++) {
    const cell = ahead.next()
    const [x, y] = [cell % width, Math.floor(cell / width)]
    let steps = 0
    for (let heading = 0; heading < 8; heading++) if ((ahead.taken >> heading) & 1) steps |= nextOf[heading]
    for (let step = 0; step < 8; step++) {
      if (((steps >> step) & 1) === 0 || !canStep(terrain, x, y, step)) continue
      const to = cell + DX[step] + DY[step] * width
      if (((back.at(to) >> step) & 1) === 1) return true
      ahead.add(to, 1 << step)
    }
  }
  return false
}

/** Takes the backward flood's turn; returns whether it meets the forward flood. A turn has the same limit in reverse. */
function stepBack(terrain: Terrain, back: Headings, ahead: Headings, nextOf: readonly number[]): boolean {
  const { width } = terrain
  for (let i = 0; i < CELLS_A_TURN && !back.isDone; i++) {
    const cell = back.next()
    const [x, y] = [cell % width, Math.floor(cell / width)]
    for (let step = 0; step < 8; step++) {
      if (((back.taken >> step) & 1) === 0 || !canStep(terrain, x - DX[step], y - DY[step], step)) continue
      const from = cell - DX[step] - DY[step] * width
      if ((ahead.at(from) & nextOf[step]) !== 0) return true
      back.add(from, nextOf[step])
    }
  }
  return false
}

function bitsOf(headings: readonly number[]): number {
  return headings.reduce((bits, heading) => bits | (1 << heading), 0)
}

/** The headings known for each cell, and the cells with new ones. */
class Headings {
  /** New headings of the cell that `next` returned last. */
  taken = 0
  private readonly known: Uint8Array
  private readonly fresh: Uint8Array
  private readonly waiting: number[] = []

  constructor({ width, height }: Terrain) {
    this.known = new Uint8Array(width * height)
    this.fresh = new Uint8Array(width * height)
  }

  get isDone(): boolean {
    return this.waiting.length === 0
  }

  at(cell: number): number {
    return this.known[cell]
  }

  add(cell: number, headings: number): void {
    const more = headings & ~this.known[cell]
    if (more === 0) return
    if (this.fresh[cell] === 0) this.waiting.push(cell)
    this.known[cell] |= more
    this.fresh[cell] |= more
  }

  next(): number {
    const cell = this.waiting.pop()!
    this.taken = this.fresh[cell]
    this.fresh[cell] = 0
    return cell
  }
}
