/**
 * Oracles for straight lines over a map, each the plainest way there is: every cell around is asked, and distances are
 * found by narrowing down on the closest point. Nothing is shared with what they are compared with.
 */
import type { CellMap } from '../../src/proof/oracle.ts'

type OfCell = (x: number, y: number) => boolean

/** Whether `holds` for every cell of the box around a segment whose closed square it touches: two convex shapes that no line parts. */
function everyTouched(x0: number, y0: number, x1: number, y1: number, holds: OfCell): boolean {
  const dx = x1 - x0
  const dy = y1 - y0
  for (let y = Math.min(y0, y1); y <= Math.max(y0, y1); y++) {
    for (let x = Math.min(x0, x1); x <= Math.max(x0, x1); x++) {
      if (2 * Math.abs((x - x0) * dy - (y - y0) * dx) <= Math.abs(dx) + Math.abs(dy) && !holds(x, y)) return false
    }
  }
  return true
}

export function touchedCells(x0: number, y0: number, x1: number, y1: number): [x: number, y: number][] {
  const touched: [number, number][] = []
  everyTouched(x0, y0, x1, y1, (x, y) => touched.push([x, y]) > 0)
  return touched
}

export function isFreeBetween(map: CellMap, x0: number, y0: number, x1: number, y1: number): boolean {
  return everyTouched(x0, y0, x1, y1, (x, y) => map.costAt(x, y) !== 0)
}

/** What a straight segment costs: each cell's cost times the length of the segment's part within its square. */
export function chordCost(map: CellMap, x0: number, y0: number, x1: number, y1: number): number {
  const spanOf = (from: number, delta: number, cell: number): [number, number] => {
    if (delta === 0) return from === cell ? [0, 1] : [1, 0]
    const a = (cell - 0.5 - from) / delta
    const b = (cell + 0.5 - from) / delta
    return [Math.min(a, b), Math.max(a, b)]
  }
  let cost = 0
  for (const [x, y] of touchedCells(x0, y0, x1, y1)) {
    const [inX, outX] = spanOf(x0, x1 - x0, x)
    const [inY, outY] = spanOf(y0, y1 - y0, y)
    const share = Math.min(1, outX, outY) - Math.max(0, inX, inY)
    if (share > 0) cost += share * map.costAt(x, y)
  }
  return cost * Math.hypot(x1 - x0, y1 - y0)
}

/** The distance from a segment to the closest wall, cells beyond the edge included; the walls within `reach` are asked. */
export function wallDistance(map: CellMap, x0: number, y0: number, x1: number, y1: number, reach: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let y = Math.floor(Math.min(y0, y1) - reach); y <= Math.max(y0, y1) + reach; y++) {
    for (let x = Math.floor(Math.min(x0, x1) - reach); x <= Math.max(x0, x1) + reach; x++) {
      if (map.costAt(x, y) !== 0) continue
      const distanceAt = (share: number) => {
        const apartX = Math.max(0, Math.abs(x0 + (x1 - x0) * share - x) - 0.5)
        const apartY = Math.max(0, Math.abs(y0 + (y1 - y0) * share - y) - 0.5)
        return Math.hypot(apartX, apartY)
      }
      least = Math.min(least, leastOf(distanceAt))
    }
  }
  return least
}

/** The least value of a convex function on 0..1. */
function leastOf(of: (share: number) => number): number {
  let from = 0
  let to = 1
  for (let i = 0; i < 60; i++) {
    const a = from + (to - from) / 3
    const b = to - (to - from) / 3
    if (of(a) <= of(b)) to = b
    else from = a
  }
  return Math.min(of(0), of(1), of((from + to) / 2))
}
