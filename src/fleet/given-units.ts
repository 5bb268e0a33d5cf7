/**
 * Checks the starts and goals of a fleet: they make sense, or one clear error is thrown.
 */
import type { Point } from '../base/answer.ts'
import { checkWhole, refuse } from '../base/given.ts'
import type { Atlas } from '../find/atlas.ts'

export function checkUnits(atlas: Atlas, starts: unknown, goals: unknown, mayShareGoals: boolean): void {
  if (!Array.isArray(starts) || !Array.isArray(goals)) refuse('Starts and goals are arrays of points: { x, y }.')
  if (starts.length !== goals.length) {
    refuse(`There are ${starts.length} starts and ${goals.length} goals: each unit has one of both.`)
  }
  const startOf = new Map<string, number>()
  const goalOf = new Map<string, number>()
  for (let unit = 0; unit < starts.length; unit++) {
    checkGoal(atlas, unit, starts[unit], goals[unit])
    claim(startOf, unit, starts[unit], 'start')
    if (!mayShareGoals) claim(goalOf, unit, goals[unit], 'goal')
  }
}

export function checkGoal(atlas: Atlas, unit: number, start: Point, goal: Point): void {
  for (const [what, point] of [
    ['start', start],
    ['goal', goal],
  ] as const) {
    if (point === null || typeof point !== 'object') refuse(`The ${what} of unit ${unit} is no point: { x, y }.`)
    checkWhole(point.x, point.y, `The ${what} of unit ${unit}`)
    if (atlas.costAt(point.x, point.y) === 0) {
      refuse(`The ${what} of unit ${unit}, ${point.x},${point.y}, is a wall or outside the map.`)
    }
  }
  if (!atlas.isReachable(start.x, start.y, goal.x, goal.y)) {
    refuse(`Unit ${unit} cannot reach its goal: no way leads from ${start.x},${start.y} to ${goal.x},${goal.y}.`)
  }
}

function claim(unitOfCell: Map<string, number>, unit: number, { x, y }: Point, what: string): void {
  const other = unitOfCell.get(`${x},${y}`)
  if (other !== undefined) refuse(`Units ${other} and ${unit} have the same ${what}: ${x},${y}.`)
  unitOfCell.set(`${x},${y}`, unit)
}
