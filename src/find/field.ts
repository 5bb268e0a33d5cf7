/**
 * A field has the exact cost from every cell to the nearest of its goals, and the step to take. It is for many units
 * that walk to one place.
 *
 * A wave of blocks spreads from the goals (src/wave) as far as callers ask. A field that is read near its goal stays small. A
 * step leads to a cell whose cost is lower by exactly that step, so every path along steps is a cheapest one. Of several such
 * steps the lowest direction counts, so a map gives the same steps in any order of calls.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import { nameOf, refuse } from '../base/given.ts'
import { Bends, cellsOf, turnRound } from '../cells/bends.ts'
import { canStep, DX, DY, stepUnits, UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT, type Terrain } from '../map/terrain.ts'
import { finalUnitsAt, STAYS, type Wave, type Waves } from '../wave/wave.ts'
import { Arrows, NOT_KNOWN } from './arrows.ts'
import { pointOf } from './route.ts'

/**
 * After this many single cells of a block, the directions of all its cells are computed together. On even ground that takes
 * little more than one cell does.
 */
const ASKS_MAX = { even: 1, mixed: 4 }

/** The map of a finder. One that changes has new columns after each commit. */
export interface FinderMap {
  readonly columns: AtlasColumns
}

/** The map as it is now. */
export interface FieldMap extends FinderMap {
  readonly waves: Waves
}

export class Field {
  private readonly mapNow: () => FieldMap
  private map: FieldMap
  /** @internal */
  wave: Wave
  private points: readonly Point[]
  /** The goals that are no walls, and their islands. */
  private free: readonly Point[] = []
  private islands: readonly number[] = []
  private arrows = new Arrows(0)
  private readonly blockArrows = new Uint8Array(BLOCK_CELLS)

  /** @internal */
  constructor(mapNow: () => FieldMap, goals: readonly Point[]) {
    this.mapNow = mapNow
    this.map = mapNow()
    this.wave = this.map.waves.make()
    this.points = goals
    this.begin()
  }

  /** The goal; the first of several. */
  get goal(): Point {
    return this.points[0]
  }

  get goals(): readonly Point[] {
    return this.points
  }

  /** The cost from here to the nearest goal, in cell lengths; Infinity where no way leads there. */
  costAt(x: number, y: number): number {
    this.catchUp()
    return this.unitsAt(x, y) / UNITS_PER_CELL
  }

  /** The direction of the step to take from here, 0 to 7; 8 at a goal and where no way leads to one. */
  directionAt(x: number, y: number): number {
    this.catchUp()
    return this.arrowAt(x, y)
  }

  /** The cell to go to from here; null at a goal and where no way leads to one. */
  next(x: number, y: number): Point | null {
    const direction = this.directionAt(x, y)
    return direction === STAYS ? null : { x: x + DX[direction], y: y + DY[direction] }
  }

  /** The cells from here on, x, y pairs: `steps` steps, fewer where a goal is nearer. */
  follow(x: number, y: number, steps = Infinity): Int32Array {
    return cellsOf(this.trace(x, y, steps))
  }

  /** The same as bends, appended to a path that ends at (x, y). @internal */
  trace(x: number, y: number, steps = Infinity, bends = new Bends(32)): Bends {
    this.catchUp()
    const { terrain } = this.map.columns
    bends.add(x, y)
    if (!terrain.isFree(x, y)) return bends
    const { blocksWide } = terrain
    const { arrows } = this
    let before = STAYS
    for (let left = steps; left > 0; left--) {
      const block = (y >> BLOCK_SHIFT) * blocksWide + (x >> BLOCK_SHIFT)
      let direction = arrows.get(block, x, y)
      if (direction === NOT_KNOWN) direction = this.arrowAt(x, y)
      if (direction !== before) bends.add(x, y)
      if (direction === STAYS) return bends
      before = direction
      x += DX[direction]
      y += DY[direction]
    }
    bends.add(x, y)
    return bends
  }

  /** The bends of a path from a goal to (x, y). @internal */
  traceBack(x: number, y: number): Bends {
    const bends = this.trace(x, y)
    turnRound(bends)
    return bends
  }

  /** Moves each of these cells one step, in place: how many moved. Those at a goal, and those no way leads from, stay. */
  advance(xs: Int32Array, ys: Int32Array): number {
    if (!(xs instanceof Int32Array) || !(ys instanceof Int32Array) || xs.length !== ys.length) {
      refuse('Cells to advance are two Int32Arrays of one length: columns and rows.')
    }
    this.catchUp()
    const { arrows } = this
    const { terrain } = this.map.columns
    const { width, height, blocksWide } = terrain
    let moved = 0
    for (let i = 0; i < xs.length; i++) {
      const x = xs[i]
      const y = ys[i]
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      const block = (y >> BLOCK_SHIFT) * blocksWide + (x >> BLOCK_SHIFT)
      let direction = arrows.get(block, x, y)
      if (direction === NOT_KNOWN) direction = this.arrowAt(x, y)
      if (direction === STAYS) continue
      xs[i] = x + DX[direction]
      ys[i] = y + DY[direction]
      moved++
    }
    return moved
  }

  /** The directions of all cells, row by row, a byte each: as `directionAt`. */
  toArray(): Uint8Array {
    this.catchUp()
    const { terrain } = this.map.columns
    const { width, height } = terrain
    this.wave.advance()
    const all = new Uint8Array(width * height).fill(STAYS)
    const bytes = new Uint8Array(BLOCK_CELLS)
    for (let block = 0; block < terrain.blocksWide * terrain.blocksHigh; block++) {
      if (terrain.costOfBlock[block] === 0) continue
      const left = (block % terrain.blocksWide) << BLOCK_SHIFT
      const top = Math.floor(block / terrain.blocksWide) << BLOCK_SHIFT
      const isKnown = this.wave.arrowsOf(block, bytes)
      for (let y = top; y < Math.min(height, top + BLOCK_MASK + 1); y++) {
        for (let x = left; x < Math.min(width, left + BLOCK_MASK + 1); x++) {
          all[y * width + x] = isKnown ? bytes[((y - top) << BLOCK_SHIFT) | (x - left)] : this.search(x, y)
        }
      }
    }
    return all
  }

  /** Replaces the goals by another one. The field spreads from there, as far as callers need. */
  moveGoal(x: number, y: number): void {
    this.points = [pointOf({ x, y }, 'The goal')]
    this.look()
    this.begin()
  }

  /** Gives back the memory of the field. Do not use the field afterwards, unless it gets another goal. */
  release(): void {
    this.wave.release()
    this.arrows = new Arrows(0)
    this.islands = []
  }

  /** Adapts the wave to a map that has changed. */
  private catchUp(): void {
    if (this.mapNow() !== this.map && !this.repair()) this.begin()
  }

  /** Returns false where the wave must begin again. */
  private repair(): boolean {
    const before = this.map
    this.look()
    const { free } = this
    this.findFree()
    const isSameFree = free.length === this.free.length && free.every((point, i) => point === this.free[i])
    if (this.map.waves !== before.waves || !isSameFree) return false
    const blocks = this.wave.repair()
    if (blocks === null) return false
    for (const block of blocks) this.arrows.forget(block)
    return true
  }

  /** Looks at the map as it is now, by a new wave where its ground lies elsewhere. */
  private look(): void {
    const before = this.map
    this.map = this.mapNow()
    if (this.map.waves === before.waves) return
    this.wave.release()
    this.wave = this.map.waves.make()
  }

  private findFree(): void {
    const { columns } = this.map
    this.free = this.points.filter(({ x, y }) => columns.terrain.isFree(x, y))
    this.islands = this.free.map(({ x, y }) => islandOfCell(columns, x, y))
  }

  private begin(): void {
    this.findFree()
    this.arrows = new Arrows(this.map.columns.terrain.costOfBlock.length)
    this.wave.begin(this.free.flatMap(({ x, y }) => [x, y]))
  }

  private unitsAt(x: number, y: number): number {
    const { wave } = this
    const { columns } = this.map
    const { terrain } = columns
    if (!terrain.isFree(x, y)) return Infinity
    const units = wave.unitsAt(x, y)
    if (units <= wave.finalUnits) return units
    // From another island, the wave would run to its end for nothing.
    if (units === Infinity && !this.islands.includes(islandOfCell(columns, x, y))) return Infinity
    return finalUnitsAt(wave, x, y, terrain.costMin)
  }

  private arrowAt(x: number, y: number): number {
    const { terrain } = this.map.columns
    if (!terrain.isFree(x, y)) return STAYS
    const { arrows, blockArrows } = this
    const block = terrain.blockOf(x, y)
    let direction = arrows.get(block, x, y)
    if (direction !== NOT_KNOWN) return direction
    if (arrows.isAskedOften(block, terrain.ground.of(ASKS_MAX))) {
      this.unitsAt(x, y)
      if (this.wave.arrowsOf(block, blockArrows)) arrows.setAll(block, blockArrows)
      direction = arrows.get(block, x, y)
      if (direction !== NOT_KNOWN) return direction
    }
    direction = this.search(x, y)
    arrows.set(block, x, y, direction)
    return direction
  }

  private search(x: number, y: number): number {
    const units = this.unitsAt(x, y)
    return units === Infinity ? STAYS : directionFrom(this.map.columns.terrain, this.wave, x, y, 0)
  }
}

/**
 * The direction in which a free cell with a final cost leads: `preferred` if that is a cheapest one, else the lowest;
 * STAYS at a goal. The next cell costs less, so its cost is final too.
 */
export function directionFrom(terrain: Terrain, wave: Wave, x: number, y: number, preferred: number): number {
  const units = wave.unitsAt(x, y)
  if (units === 0) return STAYS
  const cost = terrain.costOfFree(x, y)
  for (let i = -1; i < terrain.directions; i++) {
    const direction = i < 0 ? preferred : i
    if (!canStep(terrain, x, y, direction)) continue
    const [toX, toY] = [x + DX[direction], y + DY[direction]]
    if (wave.unitsAt(toX, toY) + stepUnits(direction, cost, terrain.costOfFree(toX, toY)) === units) return direction
  }
  return STAYS
}

/** One goal or several, or all cells of an area { x, y, width, height }. */
export type FieldGoals = Point | readonly Point[] | (Point & { readonly width: number; readonly height: number })

export function goalsOf(given: FieldGoals, map: { readonly width: number; readonly height: number }): Point[] {
  if (Array.isArray(given)) {
    if (given.length === 0) refuse('A field leads to one goal at least: an empty list was given.')
    return given.map((goal, i) => pointOf(goal, `Goal ${i}`))
  }
  if (typeof given !== 'object' || given === null) {
    refuse(`The goals of a field are ${nameOf(given)}: a point, a list of points, or an area was expected.`)
  }
  const { x, y } = pointOf(given as Point, 'The goal')
  const { width, height } = given as { width?: unknown; height?: unknown }
  if (width === undefined && height === undefined) return [{ x, y }]
  if (!Number.isInteger(width) || !Number.isInteger(height) || (width as number) < 1 || (height as number) < 1) {
    refuse(`The area of a field is ${String(width)} x ${String(height)} cells: whole numbers from 1 were expected.`)
  }
  const points: Point[] = []
  const [right, bottom] = [Math.min(map.width, x + (width as number)), Math.min(map.height, y + (height as number))]
  for (let row = Math.max(0, y); row < bottom; row++) {
    for (let column = Math.max(0, x); column < right; column++) points.push({ x: column, y: row })
  }
  if (points.length === 0) refuse(`The area of a field lies outside the map of ${map.width} x ${map.height} cells.`)
  return points
}
