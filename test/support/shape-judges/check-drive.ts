/**
 * The judge of drives: it knows nothing of how one was made. From the first waypoint to the last each piece begins where and as the
 * one before ends, no arc is tighter than was asked, each is what it says it is, and none touches a wall: an arc is looked at
 * along chords that lie closer to it than anything can pass between.
 */
import { checkCosts, checkPairs, nameOf, refuse } from '../../../src/base/given.ts'
import { type Verdict, verdictOf } from '../../../src/base/verdict.ts'
import type { CellCosts } from '../../../src/map/movement.ts'
import { type Drive, type DriveOptions, type DrivePiece, radiusOf } from '../../../src/shape/drive.ts'
import { wallWithin } from './check-ground.ts'

export interface DriveCheck extends Verdict {
  /** Of all pieces, in cell lengths whatever the ground; Infinity for a drive that cannot be driven. */
  readonly length: number
}

/** What rounding may be off, in cells and in radians. */
const ROUNDING = 1e-6
/** A chord is at most so far from its arc. */
const BOW_CELLS = 1e-3

/** Judges a drive along waypoints of x, y pairs. One that says that there is none is right in that it has no pieces. */
export function checkDrive(map: CellCosts, drive: Drive, waypoints: Int32Array, options: DriveOptions): DriveCheck {
  const turnRadius = radiusOf(options)
  checkCosts(map)
  checkPairs(waypoints, 'The waypoints')
  if (!Array.isArray(drive?.pieces)) refuse(`The drive is ${nameOf(drive)}: what makeDrive returns was expected.`)
  const isFound = drive.status === 'found'
  const message = isFound ? problemOf(map, drive, waypoints, turnRadius) : problemOfNone(drive)
  const length = drive.pieces.reduce((sum, piece) => sum + piece.length, 0)
  return verdictOf(message, { length: message === '' && isFound ? length : Infinity })
}

function problemOfNone({ pieces, length, corner }: Drive): string {
  if (pieces.length > 0 || length !== Infinity) return 'The drive is blocked, but has pieces or a length.'
  return corner === null ? 'The drive is blocked, but names no corner.' : ''
}

function problemOf(map: CellCosts, drive: Drive, waypoints: Int32Array, radius: number): string {
  const { pieces, length } = drive
  if (pieces.length === 0) return waypoints.length <= 2 && length === 0 ? '' : 'The drive has no pieces.'
  const [first, last] = [pieces[0], pieces[pieces.length - 1]]
  const [goalX, goalY] = waypoints.slice(-2)
  const sum = pieces.reduce((total, piece) => total + piece.length, 0)
  return (
    apart('The drive', 'starts', first.x0, first.y0, waypoints[0], waypoints[1]) ||
    apart('The drive', 'ends', last.x1, last.y1, goalX, goalY) ||
    problemOfPieces(map, pieces, radius) ||
    (Math.abs(sum - length) > ROUNDING * Math.max(1, sum) ? `The pieces are ${sum} long, not ${length}.` : '')
  )
}

function problemOfPieces(map: CellCosts, pieces: readonly DrivePiece[], radius: number): string {
  let heading = Number.NaN
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]
    const name = `Piece ${i}, ${piece.kind === 'arc' ? 'an arc' : 'a line'},`
    const before = pieces[i - 1]
    const problem =
      (before === undefined ? '' : apart(name, 'starts', piece.x0, piece.y0, before.x1, before.y1)) ||
      (piece.arc === null ? problemOfLine(map, piece, name) : problemOfArc(map, piece, piece.arc, radius, name))
    if (problem !== '') return problem
    // A line without length leads nowhere: the arcs on both sides of it go on into each other.
    if (piece.arc === null && piece.length <= ROUNDING) continue
    const turned = Math.abs(turnBetween(heading, headingAt(piece, 0)))
    if (turned > Math.sqrt(ROUNDING)) return `${name} begins with a kink of ${degrees(turned)} degrees.`
    heading = headingAt(piece, 1)
  }
  return ''
}

function problemOfLine(map: CellCosts, { kind, x0, y0, x1, y1, length }: DrivePiece, name: string): string {
  if (kind !== 'line') return `${name} is called '${kind}'.`
  if (Math.abs(Math.hypot(x1 - x0, y1 - y0) - length) > ROUNDING * Math.max(1, length))
    return `${name} is not ${length} long.`
  const touched = wallWithin(map, x0, y0, x1, y1, 0)
  return touched === '' ? '' : `${name} touches ${touched}.`
}

function problemOfArc(
  map: CellCosts,
  { kind, x0, y0, x1, y1, length }: DrivePiece,
  arc: NonNullable<DrivePiece['arc']>,
  radius: number,
  name: string,
): string {
  if (kind !== 'arc') return `${name} is called '${kind}'.`
  const own = Math.hypot(x0 - arc.x, y0 - arc.y)
  if (own < radius * (1 - ROUNDING)) return `${name} has a radius of ${own}, less than ${radius}.`
  if (Math.abs(own * Math.abs(arc.sweep) - length) > ROUNDING * Math.max(1, length))
    return `${name} is not ${length} long.`
  const at = (share: number) => pointOf(arc, own, share)
  const [begin, end] = [at(0), at(1)]
  const problem = apart(name, 'starts', begin.x, begin.y, x0, y0) || apart(name, 'ends', end.x, end.y, x1, y1)
  if (problem !== '') return problem
  const chords = Math.ceil(Math.abs(arc.sweep) / (2 * Math.acos(Math.max(0, 1 - BOW_CELLS / own))))
  for (let k = 0; k < chords; k++) {
    const [a, b] = [at(k / chords), at((k + 1) / chords)]
    const touched = wallWithin(map, a.x, a.y, b.x, b.y, 0)
    if (touched !== '') return `${name} touches ${touched}.`
  }
  return ''
}

function pointOf({ x, y, start, sweep }: NonNullable<DrivePiece['arc']>, radius: number, share: number) {
  const angle = start + sweep * share
  return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }
}

/** In radians, at the start (0) or the end (1) of a piece. */
function headingAt({ arc, x0, y0, x1, y1 }: DrivePiece, share: 0 | 1): number {
  if (arc === null) return Math.atan2(y1 - y0, x1 - x0)
  return arc.start + arc.sweep * share + (Math.sign(arc.sweep) * Math.PI) / 2
}

/** 0 where there is no heading yet. */
function turnBetween(a: number, b: number): number {
  return Number.isNaN(a) ? 0 : Math.atan2(Math.sin(b - a), Math.cos(b - a))
}

function apart(what: string, verb: string, x: number, y: number, expectedX: number, expectedY: number): string {
  const off = Math.hypot(x - expectedX, y - expectedY)
  return off <= ROUNDING ? '' : `${what} ${verb} at ${x},${y} instead of ${expectedX},${expectedY}.`
}

function degrees(radians: number): string {
  return ((radians * 180) / Math.PI).toFixed(1)
}
