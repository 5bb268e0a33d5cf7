/**
 * Runs a crowd and judges it by definitions of its own: overlaps of all pairs, discs against walls, arrivals, turning back.
 */

import { Crowd, type CrowdOptions } from '../../src/crowd.ts'
import { bake, openAtlas } from '../../src/index.ts'
import { painted } from './plain.ts'

export interface Walker {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly speed: number
}

/** Crowds are chaotic: scenes are judged from their starts as they are, and moved by up to a hundredth of a cell. */
export const STARTS = [0, 1, 2]

export function moved<Unit extends { readonly x: number; readonly y: number }>(units: readonly Unit[], start: number) {
  let random = start * 7919 + 1
  const by = () => {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0
    return start === 0 ? 0 : (random / 2 ** 32 - 0.5) / 50
  }
  return units.map(unit => ({ ...unit, x: unit.x + by(), y: unit.y + by() }))
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Where a walker at x, y wishes to go, and whether it is there. */
export type Way<Unit extends Walker> = (
  unit: Unit,
  x: number,
  y: number,
) => { toX: number; toY: number; isThere: boolean }

export interface Outcome {
  readonly arrived: number
  readonly seconds: number
  /** The deepest overlap, as a share of the smaller radius. */
  readonly overlap: number
  /** How deep a disc was in a wall at most, as a share of its radius. */
  readonly inWall: number
  /** How often one walker went back by more than its own width, at most. */
  readonly turns: number
  /** How many walkers did so. */
  readonly turned: number
}

export interface Pace {
  readonly dt?: number
  readonly seconds?: number
  /** Every how manieth step is judged. */
  readonly judged?: number
  readonly options?: CrowdOptions
}

/** A map without costs but walls. */
export async function mapOf(width: number, height: number, isWall: (x: number, y: number) => boolean) {
  return openAtlas(await bake(painted(width, height, (x, y) => (isWall(x, y) ? 0 : 1))))
}

export function run<Unit extends Walker>(
  map: Awaited<ReturnType<typeof mapOf>>,
  walkers: readonly Unit[],
  way: Way<Unit>,
  { dt = 1 / 20, seconds = 300, judged = 1, options = {} }: Pace = {},
): Outcome {
  const crowd = new Crowd(map, options)
  const units = walkers.map(walker => crowd.add(walker))
  const isThere = walkers.map(() => false)
  const back = walkers.map(walker => new Turning(walker))
  let [overlap, inWall] = [0, 0]
  let now = 0
  let steps = 0
  for (; now < seconds; now += dt) {
    for (const [i, walker] of walkers.entries()) {
      const [x, y] = [crowd.x[units[i]], crowd.y[units[i]]]
      const to = way(walker, x, y)
      isThere[i] ||= to.isThere
      const distance = Math.hypot(to.toX - x, to.toY - y)
      const pace = Math.min(walker.speed, distance / dt) / (distance || 1)
      crowd.wish(units[i], (to.toX - x) * pace, (to.toY - y) * pace)
    }
    if (isThere.every(Boolean)) break
    crowd.step(dt)
    if (++steps % judged !== 0) continue
    overlap = Math.max(overlap, deepestOverlap(crowd, units, walkers))
    for (const [i, walker] of walkers.entries()) {
      const [x, y] = [crowd.x[units[i]], crowd.y[units[i]]]
      inWall = Math.max(inWall, depthInWall(map, x, y, walker.radius))
      if (!isThere[i]) back[i].goTo(x, y)
    }
  }
  const arrived = isThere.filter(Boolean).length
  const counts = back.map(({ count }) => count)
  const turned = counts.filter(count => count > 0).length
  return { arrived, seconds: now, overlap, inWall, turns: Math.max(...counts), turned }
}

/** A walker turns when it goes back by more than its width from the farthest it came, in the direction it went. */
class Turning {
  count = 0
  private readonly width: number
  private atX: number
  private atY: number
  private byX = 0
  private byY = 0

  constructor({ x, y, radius }: Walker) {
    this.width = 2 * radius
    this.atX = x
    this.atY = y
  }

  goTo(x: number, y: number): void {
    const dx = x - this.atX
    const dy = y - this.atY
    const distance = Math.hypot(dx, dy)
    if (distance < this.width) return
    if (dx * this.byX + dy * this.byY < -0.7 * distance * Math.hypot(this.byX, this.byY)) this.count++
    this.byX = dx
    this.byY = dy
    this.atX = x
    this.atY = y
  }
}

export function deepestOverlap(crowd: Crowd, units: readonly number[], walkers: readonly Walker[]): number {
  const byX = [...units.keys()].sort((a, b) => crowd.x[units[a]] - crowd.x[units[b]])
  const widest = Math.max(...walkers.map(({ radius }) => radius))
  let deepest = 0
  for (let i = 0; i < byX.length; i++) {
    const a = byX[i]
    for (let j = i + 1; j < byX.length; j++) {
      const b = byX[j]
      const dx = crowd.x[units[b]] - crowd.x[units[a]]
      if (dx > walkers[a].radius + widest) break
      const { radius } = walkers[b]
      const distance = Math.hypot(dx, crowd.y[units[b]] - crowd.y[units[a]])
      deepest = Math.max(deepest, (walkers[a].radius + radius - distance) / Math.min(walkers[a].radius, radius))
    }
  }
  return deepest
}

export function depthInWall(
  map: { costAt(x: number, y: number): number },
  x: number,
  y: number,
  radius: number,
): number {
  let deepest = 0
  for (let cellY = Math.floor(y - radius); cellY <= y + radius; cellY++) {
    for (let cellX = Math.floor(x - radius); cellX <= x + radius; cellX++) {
      if (map.costAt(cellX, cellY) > 0) continue
      const distance = Math.hypot(Math.max(cellX - x, 0, x - cellX - 1), Math.max(cellY - y, 0, y - cellY - 1))
      deepest = Math.max(deepest, (radius - distance) / radius)
    }
  }
  return deepest
}
