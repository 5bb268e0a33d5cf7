/**
 * Pulls a path on the grid into the any-angle path that a string would take around the same walls.
 *
 * First each bend is joined to the earliest waypoint that it sees. Then each waypoint is pulled, by these moves in
 * turn. It is removed if its neighbours see each other. It hops to the wall between them. Its corner is cut in two. It
 * moves by single cells. Every move must make the path cheaper, where each waypoint counts as `turnCost`. So the moves
 * end, with waypoints at corners of walls or borders of expensive ground.
 */
import { DX, DY } from '../map/movement.ts'
import type { Polyline } from './polyline.ts'
import type { Price } from './segment-cost.ts'
import { wallOnSegment, xOfWall, yOfWall } from './sight.ts'

const SWEEPS_MAX = 6
/** The least that a move must gain: less is not worth looking at its neighbours again. */
const GAIN_MIN_CELLS = 0.02
/** A single-cell move needs a slope of this. On mixed ground costs may gain more than the length promises. */
const SLOPE_MIN_CELLS = { even: GAIN_MIN_CELLS, mixed: -Infinity }
/** A corner is cut no closer to its waypoint than this; single-cell moves do the rest. */
const CUT_MIN_CELLS = 1.5

/**
 * Adds the next bend of a path and drops the waypoints before it that are no longer needed. `cost` is that of the
 * path's last run.
 */
export function joinBend(line: Polyline, x: number, y: number, cost: number, price: Price, turnCost: number): void {
  line.push(x, y, cost)
  while (line.count > 2 && straighten(line, line.count - 2, price, turnCost));
}

/** Pulls all waypoints between the ends until none can gain any more, for at most SWEEPS_MAX sweeps. */
export function tighten(line: Polyline, price: Price, turnCost: number): void {
  for (let sweep = 0; sweep < SWEEPS_MAX; sweep++) {
    let isMoved = false
    for (let i = 1; i < line.count - 1; ) {
      if (line.isSettled[i] === 1) {
        i++
        continue
      }
      line.isSettled[i] = 1
      if (straighten(line, i, price, turnCost) || straighten(line, i, price, turnCost, 2)) {
        isMoved = true
        if (i > 1) i--
        continue
      }
      if (pull(line, i, price, turnCost)) isMoved = true
      i++
    }
    if (!isMoved) return
  }
}

/** Moves waypoint i to make the path cheaper. Units of 4 directions cannot gain by this. */
function pull(line: Polyline, i: number, price: Price, turnCost: number): boolean {
  const { directions, ground } = price.terrain
  if (directions === 4) return false
  if (ground.of(LEAP)(line, i, price, turnCost)) return true
  let isMoved = false
  while (nudge(line, i, price)) isMoved = true
  return isMoved
}

/** Removes waypoint i, or `count` from i on, if joining their neighbours costs no more: past a bump that none can leave alone. */
export function straighten(line: Polyline, i: number, price: Price, turnCost: number, count = 1): boolean {
  const { x, y, costTo } = line
  const end = i + count
  if (end >= line.count) return false
  let around = 0
  for (let at = i; at <= end; at++) around += costTo[at]
  const direct = price.of(x[i - 1], y[i - 1], x[end], y[end], around + count * turnCost)
  if (direct === Infinity) return false
  line.remove(i, end, direct)
  return true
}

/** Long moves, which save many small ones. On even ground walls tell where they lead. */
const LEAP = { even: leapAtWalls, mixed: cut }

function leapAtWalls(line: Polyline, i: number, price: Price, turnCost: number): boolean {
  return !leansOnWall(line, i, price) && (hop(line, i, price) || cut(line, i, price, turnCost))
}

/** Moves waypoint i to the corner of a wall between its neighbours. */
function hop(line: Polyline, i: number, price: Price): boolean {
  if (price.clearance > 0) return false
  const { x, y } = line
  const x0 = x[i - 1]
  const y0 = y[i - 1]
  const dx = x[i + 1] - x0
  const dy = y[i + 1] - y0
  const wall = wallOnSegment(price.terrain, x0, y0, x[i + 1], y[i + 1])
  const side = (x[i] - x0) * dy - (y[i] - y0) * dx > 0 ? 1 : -1
  // Of the four cells diagonal to the wall, the one furthest to the path's side.
  const toX = xOfWall(wall) + (dy > 0 ? side : -side)
  const toY = yOfWall(wall) - (dx > 0 ? side : -side)
  return move(line, i, toX, toY, price)
}

/** Whether a wall lies directly inside the corner at waypoint i: long moves cannot take it further. */
function leansOnWall({ x, y, costTo }: Polyline, i: number, { terrain }: Price): boolean {
  const dx = Math.sign((x[i - 1] - x[i]) / costTo[i] + (x[i + 1] - x[i]) / costTo[i + 1])
  const dy = Math.sign((y[i - 1] - y[i]) / costTo[i] + (y[i + 1] - y[i]) / costTo[i + 1])
  return !terrain.isFree(x[i] + dx, y[i] + dy) || !terrain.isFree(x[i] + dx, y[i]) || !terrain.isFree(x[i], y[i] + dy)
}

/**
 * Moves waypoint i by a single cell. The length to both neighbours is convex in its position, so on even ground a step
 * gains at most what the slope promises. Most steps thus need no look at the map.
 */
function nudge(line: Polyline, i: number, price: Price): boolean {
  const { x, y } = line
  const slopeMin = price.terrain.ground.of(SLOPE_MIN_CELLS)
  const back = line.lengthTo(i)
  const on = line.lengthTo(i + 1)
  const slopeX = (x[i - 1] - x[i]) / back + (x[i + 1] - x[i]) / on
  const slopeY = (y[i - 1] - y[i]) / back + (y[i + 1] - y[i]) / on
  for (let direction = 0; direction < 8; direction++) {
    if (slopeX * DX[direction] + slopeY * DY[direction] < slopeMin) continue
    if (move(line, i, x[i] + DX[direction], y[i] + DY[direction], price)) return true
  }
  return false
}

/** Moves waypoint i if its two segments are then free and cheaper. */
function move(line: Polyline, i: number, toX: number, toY: number, price: Price): boolean {
  const costMax = line.costTo[i] + line.costTo[i + 1] - GAIN_MIN_CELLS * price.terrain.costMin
  return replace(line, i, 1, toX, toY, price, costMax)
}

/** Replaces `count` waypoints from i on by one, if its two segments are free and cost at most `costMax`. */
function replace(
  line: Polyline,
  i: number,
  count: number,
  toX: number,
  toY: number,
  price: Price,
  costMax: number,
): boolean {
  const { x, y } = line
  const end = i + count
  if (!price.terrain.isFree(toX, toY)) return false
  if ((toX === x[i - 1] && toY === y[i - 1]) || (toX === x[end] && toY === y[end])) return false
  const to = price.of(x[i - 1], y[i - 1], toX, toY, costMax)
  const on = to === Infinity ? to : price.of(toX, toY, x[end], y[end], costMax - to)
  if (on === Infinity) return false
  if (count > 1) line.remove(i + 1, end, on)
  line.set(i, toX, toY, to, on)
  return true
}

/** Replaces waypoint i by two, one on each of its segments, as far from it as they see each other. */
function cut(line: Polyline, i: number, price: Price, turnCost: number): boolean {
  const { x, y, costTo } = line
  const back = line.lengthTo(i)
  const on = line.lengthTo(i + 1)
  const costMax = costTo[i] + costTo[i + 1] - GAIN_MIN_CELLS * price.terrain.costMin - turnCost
  for (let reach = Math.min(back, on) / 2; reach >= CUT_MIN_CELLS; reach /= 2) {
    const xA = Math.round(x[i] + ((x[i - 1] - x[i]) * reach) / back)
    const yA = Math.round(y[i] + ((y[i - 1] - y[i]) * reach) / back)
    const xB = Math.round(x[i] + ((x[i + 1] - x[i]) * reach) / on)
    const yB = Math.round(y[i] + ((y[i + 1] - y[i]) * reach) / on)
    if (xA === xB && yA === yB) continue
    const across = price.of(xA, yA, xB, yB, costMax)
    if (across === Infinity) continue
    const toA = price.of(x[i - 1], y[i - 1], xA, yA, costMax - across)
    if (toA === Infinity) continue
    const fromB = price.of(xB, yB, x[i + 1], y[i + 1], costMax - across - toA)
    if (fromB === Infinity) continue
    line.set(i, xA, yA, toA, across)
    line.insert(i + 1, xB, yB, across)
    line.costTo[i + 2] = fromB
    return true
  }
  return false
}

/**
 * Replaces waypoints i and i + 1 by one where the outer segments meet, if the two new segments cost at most `costMax`.
 */
export function merge(line: Polyline, i: number, price: Price, costMax: number): boolean {
  const { x, y } = line
  const xA = x[i - 1]
  const yA = y[i - 1]
  const xD = x[i + 2]
  const yD = y[i + 2]
  if (price.terrain.directions === 4) {
    return replace(line, i, 2, xA, yD, price, costMax) || replace(line, i, 2, xD, yA, price, costMax)
  }
  const dx = x[i] - xA
  const dy = y[i] - yA
  const ex = x[i + 1] - xD
  const ey = y[i + 1] - yD
  const turn = dx * ey - dy * ex
  const along = turn === 0 ? 0 : ((xD - xA) * ey - (yD - yA) * ex) / turn
  // Where the outer segments meet when lengthened; if they never do, the middle of the inner segment.
  const meetX = along > 0 ? xA + along * dx : (x[i] + x[i + 1]) / 2
  const meetY = along > 0 ? yA + along * dy : (y[i] + y[i + 1]) / 2
  for (let corner = 0; corner < 4; corner++) {
    const toX = Math.floor(meetX) + (corner & 1)
    const toY = Math.floor(meetY) + (corner >> 1)
    if (replace(line, i, 2, toX, toY, price, costMax)) return true
  }
  return false
}
