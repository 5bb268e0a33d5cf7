/**
 * The linear program of one unit: the velocity closest to a wish, no longer than the unit's speed, and within some
 * half-planes.
 *
 * Half-planes are added one by one. If the best velocity so far breaks the new one, the next best lies on its border: a
 * problem of one dimension. Where no velocity keeps all, half-planes of units are broken by as little as possible,
 * those of walls never. Only sums, products, quotients and square roots are used, so all machines get the same bits.
 */
import { LIMIT, NORMAL_X, NORMAL_Y, PLANE_BYTES } from '../crowd-layout.ts'
import { type bool, f64, type i32 } from '../script-numbers.ts'

const PARALLEL: f64 = 1e-10
const SLACK: f64 = 1e-12

/** The answer. */
export let bestX: f64 = 0
export let bestY: f64 = 0

/** Appends a half-plane; returns the new end. */
export function addPlane(end: i32, normalX: f64, normalY: f64, limit: f64): i32 {
  f64.store(end, normalX, NORMAL_X)
  f64.store(end, normalY, NORMAL_Y)
  f64.store(end, limit, LIMIT)
  return end + PLANE_BYTES
}

/** Finds the velocity closest to the wish; returns the first half-plane that cannot be kept, or the end. */
export function solve(planes: i32, end: i32, wishX: f64, wishY: f64, speed: f64): i32 {
  const square = wishX * wishX + wishY * wishY
  const scale = square > speed * speed ? speed / f64.sqrt(square) : 1
  bestX = wishX * scale
  bestY = wishY * scale
  for (let plane = planes; plane < end; plane += PLANE_BYTES) {
    if (isKept(plane)) continue
    if (!moveToBorder(planes, plane, wishX, wishY, speed)) return plane
  }
  return end
}

/** Goes on where `solve` failed: breaks the half-planes from `soft` on by as little as possible. */
export function relax(planes: i32, failed: i32, end: i32, soft: i32, speed: f64, relaxed: i32): void {
  let broken: f64 = 0
  for (let plane = failed; plane < end; plane += PLANE_BYTES) {
    if (excess(plane) <= broken + SLACK) continue
    let relaxedEnd = relaxed
    for (let other = planes; other < soft; other += PLANE_BYTES) {
      const limit = f64.load(other, LIMIT)
      relaxedEnd = addPlane(relaxedEnd, f64.load(other, NORMAL_X), f64.load(other, NORMAL_Y), limit)
    }
    for (let other = soft; other < plane; other += PLANE_BYTES) relaxedEnd = addBisector(relaxedEnd, other, plane)
    const x = bestX
    const y = bestY
    // As deep inside the half-plane as the others allow.
    if (!solveTowards(relaxed, relaxedEnd, -f64.load(plane, NORMAL_X), -f64.load(plane, NORMAL_Y), speed)) {
      bestX = x
      bestY = y
    }
    broken = excess(plane)
  }
}

/** Whether the best velocity keeps a half-plane. */
function isKept(plane: i32): bool {
  return f64.load(plane, NORMAL_X) * bestX + f64.load(plane, NORMAL_Y) * bestY <= f64.load(plane, LIMIT) + SLACK
}

/** By how much the best velocity breaks a half-plane. */
function excess(plane: i32): f64 {
  return f64.load(plane, NORMAL_X) * bestX + f64.load(plane, NORMAL_Y) * bestY - f64.load(plane, LIMIT)
}

/** Adds the half-plane of velocities that break `one` by no more than `other`. */
function addBisector(end: i32, one: i32, other: i32): i32 {
  const x = f64.load(one, NORMAL_X) - f64.load(other, NORMAL_X)
  const y = f64.load(one, NORMAL_Y) - f64.load(other, NORMAL_Y)
  const length = f64.sqrt(x * x + y * y)
  if (length < PARALLEL) return end
  return addPlane(end, x / length, y / length, (f64.load(one, LIMIT) - f64.load(other, LIMIT)) / length)
}

/** The velocity furthest in a direction of length 1. */
function solveTowards(planes: i32, end: i32, x: f64, y: f64, speed: f64): bool {
  bestX = x * speed
  bestY = y * speed
  for (let plane = planes; plane < end; plane += PLANE_BYTES) {
    if (isKept(plane)) continue
    // A far point stands for a direction.
    if (!moveToBorder(planes, plane, x * 1e6 * speed, y * 1e6 * speed, speed)) return false
  }
  return true
}

/** The point of a border closest to the wish that keeps all half-planes before it. */
function moveToBorder(planes: i32, border: i32, wishX: f64, wishY: f64, speed: f64): bool {
  const nx = f64.load(border, NORMAL_X)
  const ny = f64.load(border, NORMAL_Y)
  const limit = f64.load(border, LIMIT)
  const atX = nx * limit
  const atY = ny * limit
  const room = speed * speed - limit * limit
  if (room < 0) return false
  let to = f64.sqrt(room)
  let from = -to
  for (let plane = planes; plane < border; plane += PLANE_BYTES) {
    const normalX = f64.load(plane, NORMAL_X)
    const normalY = f64.load(plane, NORMAL_Y)
    const along = normalY * nx - normalX * ny
    const left = f64.load(plane, LIMIT) - normalX * atX - normalY * atY
    if (along > PARALLEL) {
      if (left < to * along) to = left / along
    } else if (along < -PARALLEL) {
      if (left < from * along) from = left / along
    } else if (left < -SLACK) return false
    if (from > to) return false
  }
  const wished = wishY * nx - wishX * ny
  const at = wished < from ? from : wished > to ? to : wished
  bestX = atX - at * ny
  bestY = atY + at * nx
  return true
}
