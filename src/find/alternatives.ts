/**
 * Finds routes that differ. Two waves, from the start and from the goal, give the cost of the cheapest path through any cell: the sum
 * of both. A cell without a neighbour of a lower sum lies on a way of its own; other cells lie on detours. Paths through such cells
 * are tried by cost. One is kept if it shares few enough cells with each path kept before.
 */
import { islandOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import { type AllOf, optionsOf, refuse } from '../base/given.ts'
import { number } from '../base/kinds.ts'
import { cellsOf, goAlong } from '../cells/bends.ts'
import { canStep, DX, DY, freeUnits, UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { finalUnitsAt, type Wave } from '../wave/wave.ts'
import { Field, type FieldMap } from './field.ts'
import { COUNT, type Routes } from './nearest-goals.ts'
import type { Route } from './route.ts'

export interface AlternativesOptions {
  /** How many routes at most, with the cheapest one; 3 unless given. */
  readonly count?: number | undefined
  /** The share of its cells, 0 to 1, that a route may have in common with a better one; .5 unless given. */
  readonly overlapMax?: number | undefined
  /** What a route may cost, in cell lengths; 1.5 times the cheapest one unless given. */
  readonly costMax?: number | undefined
}

const OPTIONS = {
  ...{ count: COUNT, overlapMax: number(0, 1), costMax: number(0, Infinity) },
} as const satisfies AllOf<AlternativesOptions>
const COST_FACTOR = 1.5
/** Cells whose paths cost up to this share more than the best come first. After TRIES_MAX failures the share doubles. */
const FIRST_SHARE = 0.02
const TRIES_MAX = 300
/** Of equal cells in a tile of this many cells a side, one counts. */
const TILE_CELLS = 4
const TILES_WIDE = BLOCK_SIDE_CELLS / TILE_CELLS

/** The cheapest route first. None where no way leads to the goal. */
export function findAlternatives(
  map: FieldMap,
  routes: Routes,
  start: Point,
  goal: Point,
  options: AlternativesOptions | null | undefined,
): Route[] {
  const { count = 3, overlapMax = 0.5, costMax } = optionsOf(options, OPTIONS)
  if (routes.isTurning) {
    refuse('Alternatives are for travellers that turn as they like: ask the finder of a traveller without turn.')
  }
  const { columns } = map
  const island = islandOfCell(columns, start.x, start.y)
  if (island < 0 || island !== islandOfCell(columns, goal.x, goal.y)) return []
  const fields = [new Field(() => map, [start]), new Field(() => map, [goal])] as const
  const factor = costMax === undefined ? COST_FACTOR : Infinity
  const limits = { count, overlapMax, costMax: costMax ?? Infinity, factor }
  const found = alternatives(columns.terrain, fields, routes, limits)
  for (const field of fields) field.release()
  return found
}

/** The fields of the start and of the goal. */
type Fields = readonly [forward: Field, backward: Field]

interface Limits {
  readonly count: number
  readonly overlapMax: number
  readonly costMax: number
  readonly factor: number
}

function alternatives(terrain: Terrain, [forward, backward]: Fields, routes: Routes, limits: Limits): Route[] {
  const { count, overlapMax, costMax, factor } = limits
  const { costMin, width } = terrain
  const [{ goal: start }, { goal }] = [forward, backward]
  const keyOf = (x: number, y: number) => y * width + x
  const keysOf = (cells: Int32Array) => {
    const keys = new Set<number>()
    for (let i = 0; i < cells.length; i += 2) keys.add(keyOf(cells[i], cells[i + 1]))
    return keys
  }
  const best = finalUnitsAt(forward.wave, goal.x, goal.y, costMin)
  const first = cheapest(forward, routes, start, goal)
  const most = Math.min(costMax, factor * first.cost)
  if (first.cost > most) return []
  const found = [first]
  const kept = [keysOf(first.cells())]
  // The cells of all paths tried, and the cost of the path.
  const unitsOfSeen = new Map<number, number>()
  let from = -1
  for (let share = FIRST_SHARE; found.length < count && best > 0; share *= 2) {
    const to = Math.min(most * UNITS_PER_CELL, best * (1 + share))
    forward.wave.advance(to + 1)
    backward.wave.advance(to + 1)
    const { cells, isLast } = viaCells(terrain, [forward, backward], from, to)
    let tries = 0
    for (const { x, y, units } of cells) {
      if (found.length === count || tries === TRIES_MAX) break
      if (unitsOfSeen.get(keyOf(x, y)) === units) continue
      const bends = forward.traceBack(x, y)
      goAlong(bends, backward.trace(x, y))
      const path = cellsOf(bends)
      const keys = keysOf(path)
      for (const key of keys) unitsOfSeen.set(key, units)
      // It visits no cell twice, and differs enough from all that were kept.
      const isNew = keys.size === path.length >> 1 && kept.every(other => isApart(keys, other, overlapMax))
      const route = isNew ? routes.along(start, goal, bends) : null
      if (route === null || route.cost > most) tries++
      else {
        kept.push(keysOf(route.cells()))
        found.push(route)
      }
    }
    if (isLast || to >= most * UNITS_PER_CELL) break
    from = to
  }
  return found.sort((a, b) => a.cost - b.cost)
}

/** The finder's own route, unless the field knows a cheaper one. */
function cheapest(field: Field, routes: Routes, start: Point, goal: Point): Route {
  const exact = routes.along(start, goal, field.traceBack(goal.x, goal.y))
  const route = routes.find(start, goal)
  return route.cost <= exact.cost ? route : exact
}

/** Whether two paths share few enough of their cells. */
function isApart(keys: ReadonlySet<number>, other: ReadonlySet<number>, overlapMax: number): boolean {
  let shared = 0
  for (const key of keys) if (other.has(key)) shared++
  return shared <= overlapMax * Math.min(keys.size, other.size)
}

interface Waves {
  readonly forward: Wave
  readonly backward: Wave
}

/** A cell on a way of its own: no neighbour lies on a cheaper path. */
interface ViaCell {
  readonly x: number
  readonly y: number
  /** The cost of the cheapest path through it. */
  readonly units: number
  /** Puts those of equal cost in an order that leaps about the map. */
  readonly order: number
}

interface ViaCells {
  /** Cheapest first. */
  readonly cells: ViaCell[]
  /** No cell of the island costs more. */
  readonly isLast: boolean
}

/** Those that cost more than `from` units and at most `to`, up to which both waves have spread. */
function viaCells(terrain: Terrain, [forward, backward]: Fields, from: number, to: number): ViaCells {
  const waves: Waves = { forward: forward.wave, backward: backward.wave }
  const { costMin, directions, blocksWide } = terrain
  const shown = new Set<number>()
  const blocks = new Set<number>()
  forward.wave.showWithin(to, block => shown.add(block))
  backward.wave.showWithin(to, block => shown.has(block) && blocks.add(block))
  const half = BLOCK_SIDE_CELLS >> 1
  const toRim = freeUnits(half, half, costMin, directions)
  const cells: ViaCell[] = []
  let isLast = Math.min(forward.wave.finalUnits, backward.wave.finalUnits) === Infinity
  for (const block of blocks) {
    const x = (block % blocksWide) << BLOCK_SHIFT
    const y = Math.floor(block / blocksWide) << BLOCK_SHIFT
    const leastTo = (end: Point) => freeUnits(x + half - end.x, y + half - end.y, costMin, directions) - toRim
    if (leastTo(forward.goal) + leastTo(backward.goal) > to) {
      isLast = false
      continue
    }
    for (let tile = 0; tile < TILES_WIDE ** 2; tile++) {
      const left = x + (tile % TILES_WIDE) * TILE_CELLS
      const top = y + Math.floor(tile / TILES_WIDE) * TILE_CELLS
      if (addTile(cells, terrain, waves, left, top, from, to) > to) isLast = false
    }
  }
  return { cells: cells.sort(compare), isLast }
}

function compare(a: ViaCell, b: ViaCell): number {
  return a.units - b.units || a.order - b.order
}

/** Adds one cell of each cost that such cells of the tile have. Returns the most that a path through one of its cells costs. */
function addTile(
  cells: ViaCell[],
  terrain: Terrain,
  waves: Waves,
  left: number,
  top: number,
  from: number,
  to: number,
): number {
  const first = cells.length
  let most = 0
  for (let y = top; y < top + TILE_CELLS; y++) {
    for (let x = left; x < left + TILE_CELLS; x++) {
      if (!terrain.isFree(x, y)) continue
      const units = unitsThrough(waves, x, y)
      if (units > most && units < Infinity) most = units
      if (units <= from || units > to) continue
      let same = first
      while (same < cells.length && cells[same].units !== units) same++
      const via = { x, y, units, order: Math.imul(y * terrain.width + x, 0x9e3779b1) >>> 0 }
      if (same < cells.length && compare(cells[same], via) < 0) continue
      if (isLowest(terrain, waves, via)) cells[same] = via
    }
  }
  return most
}

function isLowest(terrain: Terrain, waves: Waves, { x, y, units }: ViaCell): boolean {
  for (let direction = 0; direction < terrain.directions; direction++) {
    if (!canStep(terrain, x, y, direction)) continue
    if (unitsThrough(waves, x + DX[direction], y + DY[direction]) < units) return false
  }
  return true
}

function unitsThrough({ forward, backward }: Waves, x: number, y: number): number {
  return forward.unitsAt(x, y) + backward.unitsAt(x, y)
}
