/**
 * Spaces waypoints: merges close ones as far as walls and costs allow, and fills wide gaps with cells along them.
 *
 * The minimum is a wish. A waypoint stays if going straight past it would touch a wall, cost more, or leave too wide a
 * gap. The maximum is a promise.
 */
import type { Polyline } from './polyline.ts'
import { Price } from './price.ts'
import { merge, straighten } from './tighten.ts'

export interface Spacing {
  readonly min: number
  readonly max: number
}

/** Drops or merges waypoints that are too close. `costMax` limits the cost of the whole line. */
export function thin(line: Polyline, spacing: Spacing, price: Price, costMax: number): void {
  dropNeedless(line, spacing, price)
  let spare = costMax - line.cost()
  for (let i = 1; i < line.count - 2; ) {
    const before = line.costTo[i] + line.costTo[i + 1] + line.costTo[i + 2]
    if (line.lengthTo(i + 1) >= spacing.min || !merge(line, i, price, before + spare)) {
      i++
      continue
    }
    spare -= line.costTo[i] + line.costTo[i + 1] - before
    if (i > 1) i--
  }
}

/** Drops each waypoint that is too close to another and not needed. */
export function dropNeedless(line: Polyline, spacing: Spacing, price: Price): void {
  for (let i = 1; i < line.count - 1; ) {
    const isClose = line.lengthTo(i) < spacing.min || line.lengthTo(i + 1) < spacing.min
    const gap = Math.hypot(line.x[i + 1] - line.x[i - 1], line.y[i + 1] - line.y[i - 1])
    if (!isClose || gap > spacing.max || !straighten(line, i, price, 0)) i++
    else if (i > 1) i--
  }
}

/**
 * Fills gaps wider than the maximum. If no cell along a gap sees both ends, returns false with the line half filled.
 */
export function fill(line: Polyline, spacingMax: number, price: Price): boolean {
  for (let i = 1; i < line.count; i++) {
    if (line.lengthTo(i) > spacingMax && !split(line, i, spacingMax, price)) return false
  }
  return true
}

/**
 * Inserts a waypoint before waypoint i, on or beside the segment to it, to make the gaps up to i about equal. If the
 * segment itself does not keep the clearance, it is a run of the path; its parts need not keep it either.
 */
function split(line: Polyline, i: number, spacingMax: number, price: Price): boolean {
  const x0 = line.x[i - 1]
  const y0 = line.y[i - 1]
  const x1 = line.x[i]
  const y1 = line.y[i]
  const isKept = price.of(x0, y0, x1, y1, Infinity) < Infinity
  const piecePrice = isKept ? price : new Price(price.terrain, 0)
  const length = line.lengthTo(i)
  for (let reach = length / Math.ceil(length / spacingMax); reach >= 1; reach--) {
    const [x, y] = cellAlong(x1 - x0, y1 - y0, reach / length)
    if (x * x + y * y > spacingMax * spacingMax) continue
    const to = piecePrice.of(x0, y0, x0 + x, y0 + y, Infinity)
    const on = to === Infinity ? to : piecePrice.of(x0 + x, y0 + y, x1, y1, Infinity)
    if (on === Infinity) continue
    line.insert(i, x0 + x, y0 + y, to)
    line.costTo[i + 1] = on
    return true
  }
  return false
}

/** The cell at a share of the way along (dx, dy). On rows, columns and diagonals it lies exactly on the way. */
function cellAlong(dx: number, dy: number, share: number): [x: number, y: number] {
  const longer = Math.max(Math.abs(dx), Math.abs(dy))
  const steps = Math.max(1, Math.round(share * longer))
  return [Math.round((dx / longer) * steps), Math.round((dy / longer) * steps)]
}
