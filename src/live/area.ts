/**
 * The places that edits take, and the change that a commit returns.
 */
import { checkPairs, checkWhole, refuse, textOf } from '../base/given.ts'
import type { Area, Disc, Place } from '../map/place.ts'
import type { Writable } from './live-level.ts'
import type { Changes } from './repair.ts'

export type { Area, Disc, Place }

/** The most cells of a place that are edited in one piece, if its rows are no longer: a block's worth. */
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
  forEachRow(place, width, height, (x, y, wide) => {
    for (let cell = y * width + x, end = cell + wide; cell < end; cell++) visit(cell)
  })
}

/** A copy of a place, in parts of few cells in order: editing one takes little time. */
export function partsOf(place: Place, width: number, height: number): Place[] {
  const parts: Writable<Area>[] = []
  if (isList(place)) {
    const pairs: number[] = []
    forEachRow(place, width, height, (x, y) => pairs.push(x, y))
    const count = Math.ceil(pairs.length / (2 * CELLS_A_PART))
    return Array.from({ length: count }, (_, i) => pairs.slice(2 * CELLS_A_PART * i, 2 * CELLS_A_PART * (i + 1)))
  }
  forEachRow(place, width, height, (x, y, wide) => {
    const last = parts[parts.length - 1]
    const isBelow = last?.x === x && last.width === wide && last.y + last.height === y
    if (isBelow && (last.height + 1) * wide <= CELLS_A_PART) last.height++
    else parts.push({ x, y, width: wide, height: 1 })
  })
  return parts
}

function isList(place: Place): place is Int32Array | readonly number[] {
  return Array.isArray(place) || ArrayBuffer.isView(place)
}

/** Visits the rows of a place, cut off at the edges of the map; single cells are rows too. Throws if it is not valid. */
function forEachRow(
  place: Place,
  width: number,
  height: number,
  visit: (x: number, y: number, wide: number) => void,
): void {
  const visitRow = (x: number, y: number, wide: number) => {
    const left = Math.max(0, x)
    const right = Math.min(width, x + wide)
    if (y >= 0 && y < height && left < right) visit(left, y, right - left)
  }
  if (isList(place)) {
    checkPairs(place, 'The cells')
    if (place.length % 2 !== 0) refuse(`There are ${place.length} numbers: cells are pairs of x and y.`)
    for (let i = 0; i < place.length; i += 2) {
      checkWhole(place[i], place[i + 1], 'The cell')
      visitRow(place[i], place[i + 1], 1)
    }
  } else if (typeof (place as Disc | null)?.radius === 'number') {
    const { x, y, radius } = place as Disc
    checkWhole(x, y, "The disc's middle")
    if (!(radius >= 0 && radius < Infinity)) refuse(`The disc's radius is ${radius}: a number of cells was expected.`)
    const reach = Math.floor(radius)
    for (let dy = Math.max(-reach, -y); dy <= Math.min(reach, height - 1 - y); dy++) {
      const half = Math.floor(Math.sqrt(radius * radius - dy * dy))
      visitRow(x - half, y + dy, 2 * half + 1)
    }
  } else {
    const { x, y, width: wide, height: high } = (place as Area | null) ?? ({} as Area)
    checkWhole(x, y, 'The area')
    checkWhole(wide, high, "The area's size")
    if (wide < 0 || high < 0) refuse(`The area's size is ${wide} x ${high}: it is 0 or more each way.`)
    for (let row = Math.max(0, y); row < Math.min(height, y + high); row++) visitRow(x, row, wide)
  }
}

export function checkCost(cost: number, costMax: number): void {
  if (Number.isInteger(cost) && cost >= 0 && cost <= costMax) return
  refuse(`The cost is ${textOf(cost)}: it is a whole number from 0, a wall, to ${costMax}.`)
}
