/**
 * Keep right. A unit turns its aim to the right where others come towards it or cross its way, further the closer they
 * are. Units behind it that walk in the same direction take over some of the turn. So two streams part into lanes
 * before they meet, and units in exact symmetry pass each other. A unit passes standing and slow ones on the left.
 */
import * as at from '../crowd-layout.ts'
import { f64, i32 } from '../script-numbers.ts'

/** Others count as ahead where the cosine between their direction and the unit's wish is at least this. */
const AHEAD_COSINE: f64 = 0.3
/** Others count where they are at most this many times both radii to the side. */
const WIDTH_RADII: f64 = 1.1
const LOOK_SECONDS: f64 = 2
/** The share of a turn that units behind take over. */
const PASSED_ON: f64 = 0.95
/** A standing unit in the way counts less: it steps aside itself. */
const STANDING: f64 = 0.4
const RISE_A_SECOND: f64 = 5
const FALL_A_SECOND: f64 = 2
/** The tangent of half the largest turn: 66 degrees. With a smaller one, a crowd that changes sides is slower. */
const TANGENT_MAX: f64 = 0.65
const SAME_COSINE: f64 = 0.3
const CROSSING_LEAST: f64 = 0.6
/** A crossing unit counts where the cosine between its wish and the way to this unit is more than this. */
const COMING_COSINE: f64 = 0.1
const STILL: f64 = 1e-9
/** A turn that has shrunk to less than this has ended: tiny numbers are slow. */
const LEAST: f64 = 1e-100

/** The turn to the right that a unit wants: 0 for straight on, 1 for the largest. */
let wanted: f64 = 0
/** The turn to the left around standing and slow units; units behind do not take it over. */
let around: f64 = 0
/** What the unit looks at: how far ahead, and the pace it wishes for. */
let look: f64 = 0
let pace: f64 = 0

/** Stores the direction of a unit's wish. */
export function head(unit: i32): void {
  const x = f64.load(unit, at.WISH_X)
  const y = f64.load(unit, at.WISH_Y)
  const length = f64.sqrt(x * x + y * y)
  f64.store(unit, length < STILL ? 0 : x / length, at.TOWARDS_X)
  f64.store(unit, length < STILL ? 0 : y / length, at.TOWARDS_Y)
}

/** Begins a unit, which wants to turn for none so far. */
export function beginTurn(unit: i32): void {
  wanted = 0
  around = 0
  pace =
    f64.load(unit, at.WISH_X) * f64.load(unit, at.TOWARDS_X) + f64.load(unit, at.WISH_Y) * f64.load(unit, at.TOWARDS_Y)
  look = f64.load(unit, at.SPEED) * LOOK_SECONDS
}

/** Lets a unit turn away from another, to which `dx`, `dy` leads; `cosine` is that between the directions of their wishes. */
export function turnFrom(unit: i32, other: i32, dx: f64, dy: f64, cosine: f64): void {
  const towardsX = f64.load(unit, at.TOWARDS_X)
  const towardsY = f64.load(unit, at.TOWARDS_Y)
  const along = dx * towardsX + dy * towardsY
  const sum = f64.load(unit, at.RADIUS) + f64.load(other, at.RADIUS)
  const far = f64.max(2 * sum, look)
  const isBeside = i32(f64.abs(dx * towardsY - dy * towardsX) > WIDTH_RADII * sum)
  // One jump, since it is hard to foresee.
  if ((isBeside | i32(along <= 0) | i32(along > sum + far)) !== 0) return
  const distance = f64.sqrt(dx * dx + dy * dy)
  const closeness = 1 - (distance - sum) / far
  if (along < AHEAD_COSINE * distance || closeness <= 0) return
  const share = f64.min(1, 1.5 * closeness)
  const otherX = f64.load(other, at.TOWARDS_X)
  const otherY = f64.load(other, at.TOWARDS_Y)
  if (cosine > SAME_COSINE || (otherX === 0 && otherY === 0)) {
    const slower = 1 - (f64.load(other, at.VELOCITY_X) * towardsX + f64.load(other, at.VELOCITY_Y) * towardsY) / pace
    around = f64.max(around, STANDING * share * f64.min(1, slower))
    wanted = f64.max(wanted, share * f64.load(other, at.TURN) * PASSED_ON)
  } else if (1 - cosine > CROSSING_LEAST && -(dx * otherX + dy * otherY) > COMING_COSINE * distance) {
    wanted = f64.max(wanted, share * f64.min(1, 1 - cosine))
  }
}

/** Turns the aim of a unit away from the others that it meets. */
export function turnAim(unit: i32, seconds: f64): void {
  if (pace === 0) {
    f64.store(unit, 0, at.NEXT_TURN)
    return
  }
  const turn = f64.load(unit, at.TURN)
  const rate = wanted > turn ? RISE_A_SECOND : FALL_A_SECOND
  const next = turn + (wanted - turn) * f64.min(1, seconds * rate)
  f64.store(unit, next < LEAST ? 0 : next, at.NEXT_TURN)
  // A rotation by rational functions: sines differ from machine to machine.
  const tangent = (next < around ? -around : next) * TANGENT_MAX
  const whole = 1 + tangent * tangent
  const cosine = (1 - tangent * tangent) / whole
  const sine = (2 * tangent) / whole
  const aimX = f64.load(unit, at.AIM_X)
  const aimY = f64.load(unit, at.AIM_Y)
  f64.store(unit, aimX * cosine - aimY * sine, at.AIM_X)
  f64.store(unit, aimY * cosine + aimX * sine, at.AIM_Y)
}
