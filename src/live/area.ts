/**
 * What edits are given as, and what a commit answers.
 */
import { IsthmusError } from '../base/errors.ts'
import { checkWhole } from '../base/given.ts'
import type { Changes } from './repair.ts'

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Change extends Changes {
  readonly version: number
}

export const COST_MAX = 255

/** Visits the cells of an area that lie on the map, as y * width + x. */
export function forEachCell(area: Area, width: number, height: number, visit: (cell: number) => void): void {
  const { x, y, width: wide, height: high } = area ?? {}
  checkWhole(x, y, 'The area')
  checkWhole(wide, high, "The area's size")
  for (let cellY = Math.max(0, y); cellY < Math.min(height, y + high); cellY++) {
    for (let cellX = Math.max(0, x); cellX < Math.min(width, x + wide); cellX++) visit(cellY * width + cellX)
  }
}

export function checkCost(cost: number): void {
  if (Number.isInteger(cost) && cost >= 0 && cost <= COST_MAX) return
  throw new IsthmusError('BAD_ARGUMENT', `The cost is ${cost}: it is a whole number from 0, a wall, to ${COST_MAX}.`)
}
