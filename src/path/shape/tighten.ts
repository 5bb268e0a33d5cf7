/**
 * Pulls a path on the grid into the any-angle path that a string would take around the same walls.
 *
 * First each bend is joined to the earliest of the last few waypoints that it sees. Then waypoint after waypoint is
 * pulled: it goes where its neighbours see each other, slides towards them as far as both still see it, and where it can
 * do neither its corner is cut in two. Every such move must make the path cheaper, a waypoint it spares counting as
 * `turnCost`, and so it ends: with waypoints at the corners of walls, or where dear ground begins.
 */
import type { Polyline } from './polyline.ts'
import type { Price } from './price.ts'
import { SAME_SHARE } from './price.ts'

/** How many waypoints a bend may skip at once. */
const SKIP_MAX = 4
const SWEEPS_MAX = 6
/** A move that gains less than this share is not worth another sweep. */
const GAIN_SHARE = 1e-6
/** A corner is cut no closer to its waypoint than this: what is nearer is reached by sliding. */
const CUT_MIN_CELLS = 1.5

/** Adds the next bend of a path, whose last run costs `cost`, and drops the waypoints before it that it makes needless. */
export function joinBend(line: Polyline, x: number, y: number, cost: number, price: Price, turnCost: number): void {
  for (let skip = Math.min(SKIP_MAX, line.count - 1); skip > 0; ) {
    const from = line.count - 1 - skip
    let replaced = cost + skip * turnCost
    for (let i = from + 1; i < line.count; i++) replaced += line.costTo[i]
    const direct = price.of(line.x[from], line.y[from], x, y, replaced)
    if (direct === Infinity) {
      skip--
      continue
    }
    line.count -= skip
    cost = direct
    skip = Math.min(SKIP_MAX, line.count - 1)
  }
  line.push(x, y, cost)
}

/** Pulls every waypoint between the ends until nothing moves any more. */
export function tighten(line: Polyline, price: Price, turnCost: number): void {
  for (let sweep = 0; sweep < SWEEPS_MAX; sweep++) {
    let isMoved = false
    for (let i = 1; i < line.count - 1; ) {
      if (straighten(line, i, price, turnCost)) {
        isMoved = true
        if (i > 1) i--
        continue
      }
      if (!(price.terrain.isUniform && leansOnWall(line, i, price)) && price.terrain.directions === 8) {
        if (slide(line, i, price)) isMoved = true
        else if (cut(line, i, price, turnCost)) {
          isMoved = true
          i++
        }
      }
      i++
    }
    if (!isMoved) return
  }
}

/** Takes out waypoint i where its neighbours can be joined for no more. */
export function straighten(line: Polyline, i: number, price: Price, turnCost: number): boolean {
  const { x, y, costTo } = line
  const direct = price.of(x[i - 1], y[i - 1], x[i + 1], y[i + 1], costTo[i] + costTo[i + 1] + turnCost)
  if (direct === Infinity) return false
  line.remove(i, i + 1, direct)
  return true
}

/** Whether a wall lies right inside the corner at waypoint i: on uniform ground such a corner is as tight as can be. */
function leansOnWall({ x, y, costTo }: Polyline, i: number, { terrain }: Price): boolean {
  const dx = Math.sign((x[i - 1] - x[i]) / costTo[i] + (x[i + 1] - x[i]) / costTo[i + 1])
  const dy = Math.sign((y[i - 1] - y[i]) / costTo[i] + (y[i + 1] - y[i]) / costTo[i + 1])
  return !terrain.isFree(x[i] + dx, y[i] + dy) || !terrain.isFree(x[i] + dx, y[i]) || !terrain.isFree(x[i], y[i] + dy)
}

/** Moves waypoint i towards the middle of its neighbours, and towards either of them. */
function slide(line: Polyline, i: number, price: Price): boolean {
  const { x, y } = line
  const isIn = slideTo(line, i, (x[i - 1] + x[i + 1]) / 2, (y[i - 1] + y[i + 1]) / 2, price)
  const isOn = slideTo(line, i, x[i + 1], y[i + 1], price)
  const isBack = slideTo(line, i, x[i - 1], y[i - 1], price)
  return isIn || isOn || isBack
}

function slideTo(line: Polyline, i: number, targetX: number, targetY: number, price: Price): boolean {
  const { x, y } = line
  let isMoved = false
  const fromX = x[i]
  const fromY = y[i]
  const dx = targetX - fromX
  const dy = targetY - fromY
  const distance = Math.max(Math.abs(dx), Math.abs(dy))
  let reached = 0
  for (let share = 0.5; share * distance >= 0.5; share /= 2) {
    const toX = Math.round(fromX + dx * (reached + share))
    const toY = Math.round(fromY + dy * (reached + share))
    if (!move(line, i, toX, toY, price)) continue
    reached += share
    isMoved = true
  }
  return isMoved
}

/** Moves waypoint i if its two segments then are free and cheaper. */
function move(line: Polyline, i: number, toX: number, toY: number, price: Price): boolean {
  const { x, y, costTo } = line
  if (!price.terrain.isFree(toX, toY)) return false
  const before = costTo[i] + costTo[i + 1]
  const on = price.of(toX, toY, x[i + 1], y[i + 1], before)
  if (on === Infinity) return false
  const to = price.of(x[i - 1], y[i - 1], toX, toY, before - on)
  if (to + on >= before * (1 - GAIN_SHARE)) return false
  line.set(i, toX, toY, to, on)
  return true
}

/** Replaces waypoint i by two, one on either of its segments, as far from it as they see each other. */
function cut(line: Polyline, i: number, price: Price, turnCost: number): boolean {
  const { x, y, costTo } = line
  const back = line.lengthTo(i)
  const on = line.lengthTo(i + 1)
  const costMax = (costTo[i] + costTo[i + 1]) * (1 - GAIN_SHARE) - turnCost
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

/** Replaces waypoints i and i + 1 by one where the outer segments meet, if all costs at most `costMax` then. */
export function merge(line: Polyline, i: number, price: Price, costMax: number): boolean {
  const { x, y } = line
  const xA = x[i - 1]
  const yA = y[i - 1]
  const xD = x[i + 2]
  const yD = y[i + 2]
  if (price.terrain.directions === 4) {
    return mergeAt(line, i, xA, yD, price, costMax) || mergeAt(line, i, xD, yA, price, costMax)
  }
  const dx = x[i] - xA
  const dy = y[i] - yA
  const ex = x[i + 1] - xD
  const ey = y[i + 1] - yD
  const turn = dx * ey - dy * ex
  const along = turn === 0 ? 0 : ((xD - xA) * ey - (yD - yA) * ex) / turn
  // The outer segments lengthened until they meet; where they never do, the middle of the one between them.
  const meetX = along > 0 ? xA + along * dx : (x[i] + x[i + 1]) / 2
  const meetY = along > 0 ? yA + along * dy : (y[i] + y[i + 1]) / 2
  for (let corner = 0; corner < 4; corner++) {
    const toX = Math.floor(meetX) + (corner & 1)
    const toY = Math.floor(meetY) + (corner >> 1)
    if (mergeAt(line, i, toX, toY, price, costMax)) return true
  }
  return false
}

function mergeAt(line: Polyline, i: number, toX: number, toY: number, price: Price, costMax: number): boolean {
  const { x, y } = line
  if (!price.terrain.isFree(toX, toY)) return false
  if ((toX === x[i - 1] && toY === y[i - 1]) || (toX === x[i + 2] && toY === y[i + 2])) return false
  const to = price.of(x[i - 1], y[i - 1], toX, toY, costMax)
  if (to === Infinity) return false
  const on = price.of(toX, toY, x[i + 2], y[i + 2], costMax - to)
  if (on === Infinity || to + on > costMax * (1 + SAME_SHARE)) return false
  line.remove(i, i + 1, to)
  line.set(i, toX, toY, to, on)
  return true
}
