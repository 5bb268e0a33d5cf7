/**
 * Turns waypoints into straight lines and arcs of one radius, for a vehicle that cannot turn tighter. Each line meets
 * the next arc along its tangent. All are proven clear of walls; an arc by its chords, with room for its bow.
 *
 * An arc cuts the inside of a corner, next to the wall that the waypoints go around. So a corner whose arc is not clear
 * moves outward, a quarter of a cell at a time. Two corners too close for both arcs become one. If that fails, the
 * answer is no and names the blocked corner; the vehicle may still find another way.
 */
import type { Point } from '../base/answer.ts'
import { checkTerrain, optionsOf } from '../base/given.ts'
import { gone } from '../base/gone.ts'
import { number } from '../base/kinds.ts'
import type { Terrain } from '../map/terrain.ts'
import { isClear } from './clearance.ts'
import { checkChain } from './shapeable.ts'

export interface DriveOptions {
  /** The radius of every arc, in cells; for a vehicle of several cells, that of its middle on its own terrain. */
  readonly turnRadius: number
}

/** A line from (x0, y0) to (x1, y1), or an arc between them around (x, y): `sweep` radians from angle `start`. */
export interface DrivePiece {
  readonly kind: 'line' | 'arc'
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly length: number
  readonly arc: { readonly x: number; readonly y: number; readonly start: number; readonly sweep: number } | null
}

export interface Drive {
  /** 'blocked' if a corner has no room for its arc. */
  readonly status: 'found' | 'blocked'
  /** One sentence on why there is no drive; empty if there is one. */
  readonly message: string
  readonly pieces: readonly DrivePiece[]
  /** In cell lengths, whatever the ground costs; Infinity without a drive. */
  readonly length: number
  /** The corner without room for its arc; null if all have room. */
  readonly corner: Point | null
}

/** A bend between two straight lines. */
interface Corner {
  x: number
  y: number
  /** How far it was moved. */
  moved: number
}

const OLD = {}
gone(OLD, { isFound: "ask whether status is 'found'", failedAt: 'read corner' })

const MOVE_CELLS = 0.25
/** The furthest that a corner may move: this many radii plus one cell. */
const MOVED_RADII = 2
const BOW_CELLS = 0.02
const STRAIGHT_RADIANS = 1e-9

/** The drive along waypoints, x, y pairs. A unit must be able to walk straight from each to the next. */
export function makeDrive(terrain: Terrain, waypoints: Int32Array, options: DriveOptions): Drive {
  const turnRadius = radiusOf(options)
  checkTerrain(terrain)
  checkChain(terrain, waypoints)
  const corners: Corner[] = []
  for (let i = 0; i < waypoints.length; i += 2) corners.push({ x: waypoints[i], y: waypoints[i + 1], moved: 0 })
  const bad = settle(terrain, corners, turnRadius)
  if (bad !== null) return blocked(bad, turnRadius)
  const pieces = piecesOf(corners, turnRadius)
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return driveOf({ status: 'found', message: '', pieces, length, corner: null })
}

export function radiusOf(options: DriveOptions): number {
  return optionsOf(options, { turnRadius: number(Number.MIN_VALUE) }, ['turnRadius']).turnRadius!
}

function blocked({ x, y }: Corner, radius: number): Drive {
  const message = `The corner at ${x},${y} has no room for an arc of radius ${radius}.`
  return driveOf({ status: 'blocked', message, pieces: [], length: Infinity, corner: { x, y } })
}

function driveOf(drive: Drive): Drive {
  return Object.assign(Object.create(OLD) as object, drive)
}

/** Moves and joins corners until all lines and arcs are clear. Returns a corner for which that fails, or null. */
function settle(terrain: Terrain, corners: Corner[], radius: number): Corner | null {
  for (;;) {
    const tight = corners.findIndex(
      (_, i) => i > 0 && reachAt(corners, i - 1, radius) + reachAt(corners, i, radius) > gap(corners, i),
    )
    if (tight >= 0) {
      const gone = droppable(terrain, corners, tight)
      if (gone < 0) return corners[Math.min(tight, corners.length - 2)]
      corners.splice(gone, 1)
      continue
    }
    const cut = corners.findIndex((_, i) => i > 0 && !isLineClear(terrain, corners[i - 1], corners[i]))
    if (cut >= 0) return corners[cut]
    const blocked = corners.findIndex((_, i) => !isArcClear(terrain, corners, i, radius))
    if (blocked < 0) return null
    if (!moveOut(corners, blocked, MOVED_RADII * radius + 1)) return corners[blocked]
  }
}

/** Which of a line's two corners can be left out; -1 if neither. */
function droppable(terrain: Terrain, corners: readonly Corner[], at: number): number {
  for (const i of [at - 1, at]) {
    if (i > 0 && i < corners.length - 1 && isLineClear(terrain, corners[i - 1], corners[i + 1])) return i
  }
  return -1
}

function moveOut(corners: readonly Corner[], i: number, movedMax: number): boolean {
  const corner = corners[i]
  const [before, after] = [headingOf(corners[i - 1], corner), headingOf(corner, corners[i + 1])]
  const length = Math.hypot(before.x - after.x, before.y - after.y)
  corner.moved += MOVE_CELLS
  corner.x += ((before.x - after.x) / length) * MOVE_CELLS
  corner.y += ((before.y - after.y) / length) * MOVE_CELLS
  return corner.moved <= movedMax
}

function isLineClear(terrain: Terrain, a: Point, b: Point): boolean {
  return isClear(terrain, a.x, a.y, b.x, b.y, 0)
}

function isArcClear(terrain: Terrain, corners: readonly Corner[], i: number, radius: number): boolean {
  const arc = arcAt(corners, i, radius)
  if (arc === null) return true
  const chords = Math.ceil(Math.abs(arc.sweep) / (2 * Math.acos(Math.max(0, 1 - BOW_CELLS / radius))))
  const bow = radius * (1 - Math.cos(arc.sweep / chords / 2))
  const at = (k: number) => arc.start + (arc.sweep * k) / chords
  for (let k = 0; k < chords; k++) {
    const [x0, y0] = [arc.x + radius * Math.cos(at(k)), arc.y + radius * Math.sin(at(k))]
    const [x1, y1] = [arc.x + radius * Math.cos(at(k + 1)), arc.y + radius * Math.sin(at(k + 1))]
    if (!isClear(terrain, x0, y0, x1, y1, bow)) return false
  }
  return true
}

/** The arc at a corner; null at the ends, or if the way goes straight on. */
function arcAt(corners: readonly Corner[], i: number, radius: number): DrivePiece['arc'] {
  const sweep = turnAt(corners, i)
  if (Math.abs(sweep) < STRAIGHT_RADIANS) return null
  const { x, y } = corners[i]
  const before = headingOf(corners[i - 1], corners[i])
  const reach = reachAt(corners, i, radius)
  const side = Math.sign(sweep) * radius
  const middle = { x: x - before.x * reach - before.y * side, y: y - before.y * reach + before.x * side }
  return { ...middle, start: Math.atan2(-before.x * side, before.y * side), sweep }
}

/** The change of heading at a corner, in radians. */
function turnAt(corners: readonly Corner[], i: number): number {
  if (i === 0 || i === corners.length - 1) return 0
  const before = headingOf(corners[i - 1], corners[i])
  const after = headingOf(corners[i], corners[i + 1])
  return Math.atan2(before.x * after.y - before.y * after.x, before.x * after.x + before.y * after.y)
}

/** The distance from a corner to the start of its arc, which is also that to its end. */
function reachAt(corners: readonly Corner[], i: number, radius: number): number {
  return radius * Math.tan(Math.abs(turnAt(corners, i)) / 2)
}

function gap(corners: readonly Corner[], i: number): number {
  return Math.hypot(corners[i].x - corners[i - 1].x, corners[i].y - corners[i - 1].y)
}

function headingOf(a: Point, b: Point): Point {
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  return { x: (b.x - a.x) / length, y: (b.y - a.y) / length }
}

function piecesOf(corners: readonly Corner[], radius: number): DrivePiece[] {
  const pieces: DrivePiece[] = []
  for (let i = 0; i < corners.length; i++) {
    if (i > 0) {
      const heading = headingOf(corners[i - 1], corners[i])
      const [from, to] = [reachAt(corners, i - 1, radius), reachAt(corners, i, radius)]
      const [x0, y0] = [corners[i - 1].x + heading.x * from, corners[i - 1].y + heading.y * from]
      const [x1, y1] = [corners[i].x - heading.x * to, corners[i].y - heading.y * to]
      pieces.push({ kind: 'line', x0, y0, x1, y1, length: gap(corners, i) - from - to, arc: null })
    }
    const arc = arcAt(corners, i, radius)
    if (arc === null) continue
    const end = arc.start + arc.sweep
    const [x0, y0] = [arc.x + radius * Math.cos(arc.start), arc.y + radius * Math.sin(arc.start)]
    const [x1, y1] = [arc.x + radius * Math.cos(end), arc.y + radius * Math.sin(end)]
    pieces.push({ kind: 'arc', x0, y0, x1, y1, length: radius * Math.abs(arc.sweep), arc })
  }
  return pieces
}
