/**
 * The judge of a fleet. It knows only the places before and after a tick. It checks each step by the one movement rule. It
 * refuses two units in one cell, two that swap, and two diagonal steps that cross.
 */
import { checkCosts, checkDirections, refuse } from '../base/given.ts'
import type { CellCosts, Directions } from '../map/movement.ts'
import { canStep, directionOf, isStep } from '../map/movement.ts'

/** Places of all units: x, y of each. */
export interface Places {
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
}

export interface TickCheck {
  readonly status: 'legal' | 'illegal'
  /** One sentence on the first fault; empty for a legal tick. */
  readonly message: string
}

/** Judges one tick of a fleet. */
export function checkTick(map: CellCosts, before: Places, after: Places, directions: Directions): TickCheck {
  checkCosts(map)
  checkDirections(directions)
  const lengths = [before?.x?.length, before?.y?.length, after?.x?.length, after?.y?.length]
  if (lengths.some(length => length === undefined || length !== lengths[0])) {
    refuse('Places before and after a tick are lists x and y, each with a number for each unit.')
  }
  const message = problemOfSteps(map, before, after, directions) || problemOfMeetings(before, after)
  return { status: message === '' ? 'legal' : 'illegal', message }
}

function problemOfSteps(map: CellCosts, before: Places, after: Places, directions: Directions): string {
  for (let unit = 0; unit < before.x.length; unit++) {
    const dx = after.x[unit] - before.x[unit]
    const dy = after.y[unit] - before.y[unit]
    if (![after.x[unit], after.y[unit], dx, dy].every(Number.isInteger)) {
      return `Unit ${unit} goes from ${at(before, unit)} to ${at(after, unit)}: one of them is no cell.`
    }
    if (map.costAt(after.x[unit], after.y[unit]) === 0) return `Unit ${unit} stands on a wall at ${at(after, unit)}.`
    if (dx === 0 && dy === 0) continue
    if (!isStep(dx, dy, directions) || !canStep(map, before.x[unit], before.y[unit], directionOf(dx, dy))) {
      return `Unit ${unit} goes from ${at(before, unit)} to ${at(after, unit)}, which is no legal step.`
    }
  }
  return ''
}

function problemOfMeetings(before: Places, after: Places): string {
  const unitAt = new Map<number, number>()
  const unitOfMove = new Map<number, number>()
  for (let unit = 0; unit < before.x.length; unit++) {
    const place = keyOf(after.x[unit], after.y[unit])
    const other = unitAt.get(place)
    if (other !== undefined) return `Units ${other} and ${unit} are both at ${at(after, unit)}.`
    unitAt.set(place, unit)
    // A step and its reverse pass the same point halfway, and so do the two diagonals of four cells.
    const isMoving = before.x[unit] !== after.x[unit] || before.y[unit] !== after.y[unit]
    if (!isMoving) continue
    const middle = keyOf(before.x[unit] + after.x[unit], before.y[unit] + after.y[unit])
    const crossed = unitOfMove.get(middle)
    if (crossed !== undefined) return `Units ${crossed} and ${unit} pass through each other at ${at(before, unit)}.`
    unitOfMove.set(middle, unit)
  }
  return ''
}

/** One number for two coordinates of a map, or two sums of them. */
const keyOf = (x: number, y: number) => x * 0x1000000 + y

const at = ({ x, y }: Places, unit: number) => `${x[unit]},${y[unit]}`
