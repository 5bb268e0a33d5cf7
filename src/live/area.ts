/**
 * The places that edits take, and the change that a commit returns.
 */
import { checkPairs, checkWhole, refuse, textOf } from '../base/given.ts'
import type { Area, Disc, Place } from '../map/place.ts'
import type { Changes } from './repair.ts'

export type { Area, Disc, Place }

/** The most cells of a place that are edited in one piece: a block's worth. */
const CELLS_A_PART = 1024

export interface Change extends Changes {
  readonly version: number
  /** Errors that callbacks of `watch` threw; left out if there are none. */
  readonly watchErrors?: readonly unknown[]
}

export function box(x: number, y: number, width: number, height: number): Area {
  return { x, y, width, height }
}

export function disc(x: number, y: number, radius: number): Disc {
  return { x, y, radius }
}

/** Visits the cells of a place that lie on the map, as y * width + x. */
export function forEachCell(place: Place, width: number, height: number, visit: (cell: number) => void): void {
  if (Array.isArray(place) || ArrayBuffer.isView(place)) {
    visitPairs(place as ArrayLike<number>, width, height, visit)
    return
  }
  if (typeof (place as Disc | null)?.radius === 'number') visitDisc(place as Disc, width, height, visit)
  else visitArea(place as Area, width, height, visit)
}

/** A copy that the caller cannot change. Throws if the place is not valid. */
export function keptPlace(place: Place): Place {
  forEachCell(place, 0, 0, () => {})
  return Array.isArray(place) || ArrayBuffer.isView(place) ? Int32Array.from(place) : { ...(place as Area | Disc) }
}

/** Splits a place into parts of few cells, in order: editing one part takes little time. */
export function partsOf(place: Place, width: number, height: number): Place[] {
  if (Array.isArray(place) || ArrayBuffer.isView(place)) {
    const pairs = place as Int32Array
    const count = Math.ceil(pairs.length / (2 * CELLS_A_PART))
    return Array.from({ length: count }, (_, i) => pairs.slice(2 * CELLS_A_PART * i, 2 * CELLS_A_PART * (i + 1)))
  }
  const parts: Area[] = []
  if ('radius' in place) forEachRun(place, width, height, (x, y, wide) => parts.push({ x, y, width: wide, height: 1 }))
  else {
    const area = place as Area
    const [left, top] = [Math.max(0, area.x), Math.max(0, area.y)]
    const right = Math.min(width, area.x + area.width)
    const bottom = Math.min(height, area.y + area.height)
    const rows = Math.max(1, Math.floor(CELLS_A_PART / Math.max(1, right - left)))
    for (let y = top; y < bottom && right > left; y += rows) {
      parts.push({ x: left, y, width: right - left, height: Math.min(rows, bottom - y) })
    }
  }
  return parts
}

function visitArea(area: Area, width: number, height: number, visit: (cell: number) => void): void {
  const { x, y, width: wide, height: high } = area ?? {}
  checkWhole(x, y, 'The area')
  checkWhole(wide, high, "The area's size")
  if (wide < 0 || high < 0) refuse(`The area's size is ${wide} x ${high}: it is 0 or more each way.`)
  for (let cellY = Math.max(0, y); cellY < Math.min(height, y + high); cellY++) {
    for (let cellX = Math.max(0, x); cellX < Math.min(width, x + wide); cellX++) visit(cellY * width + cellX)
  }
}

function visitDisc(disc: Disc, width: number, height: number, visit: (cell: number) => void): void {
  checkWhole(disc.x, disc.y, "The disc's middle")
  const { radius } = disc
  if (!(radius >= 0 && radius < Infinity)) refuse(`The disc's radius is ${radius}: a number of cells was expected.`)
  forEachRun(disc, width, height, (x, y, wide) => {
    for (let cellX = x; cellX < x + wide; cellX++) visit(y * width + cellX)
  })
}

/** Visits the rows of a disc, cut off at the edges of the map. */
function forEachRun(
  { x, y, radius }: Disc,
  width: number,
  height: number,
  visit: (x: number, y: number, wide: number) => void,
): void {
  const reach = Math.floor(radius)
  for (let dy = Math.max(-reach, -y); dy <= Math.min(reach, height - 1 - y); dy++) {
    const half = Math.floor(Math.sqrt(radius * radius - dy * dy))
    const left = Math.max(0, x - half)
    const right = Math.min(width - 1, x + half)
    if (left <= right) visit(left, y + dy, right - left + 1)
  }
}

function visitPairs(pairs: ArrayLike<number>, width: number, height: number, visit: (cell: number) => void): void {
  checkPairs(pairs, 'The cells')
  if (pairs.length % 2 !== 0) refuse(`There are ${pairs.length} numbers: cells are pairs of x and y.`)
  for (let i = 0; i < pairs.length; i += 2) {
    const [x, y] = [pairs[i], pairs[i + 1]]
    checkWhole(x, y, 'The cell')
    if (x >= 0 && y >= 0 && x < width && y < height) visit(y * width + x)
  }
}

export function checkCost(cost: number, costMax: number): void {
  if (Number.isInteger(cost) && cost >= 0 && cost <= costMax) return
  refuse(`The cost is ${textOf(cost)}: it is a whole number from 0, a wall, to ${costMax}.`)
}
