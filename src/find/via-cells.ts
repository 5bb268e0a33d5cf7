/**
 * Finds cells that lie on a way of their own: no neighbour lies on a cheaper path. Of equal ones in a tile of 4 x 4 cells, one counts.
 */
import type { Point } from '../base/answer.ts'
import { canStep, DX, DY, freeUnits } from '../map/movement.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { WaveField } from './routes.ts'

export interface ViaCell {
  readonly x: number
  readonly y: number
  /** The cost of the cheapest path through it. */
  readonly units: number
  /** Puts those of equal cost in an order that leaps about the map. */
  readonly order: number
}

const TILE_CELLS = 4
const TILES_WIDE = BLOCK_SIDE_CELLS / TILE_CELLS

export interface ViaCells {
  /** Cheapest first. */
  readonly cells: ViaCell[]
  /** No cell of the island costs more. */
  readonly isLast: boolean
}

/** Those that cost more than `from` units and at most `to`, up to which both waves have spread. */
export function viaCells(
  forward: WaveField,
  backward: WaveField,
  start: Point,
  goal: Point,
  from: number,
  to: number,
): ViaCells {
  const { terrain } = forward.columns
  const { costMin, directions, blocksWide } = terrain
  const shown = new Set<number>()
  const blocks = new Set<number>()
  forward.wave.showWithin(to, block => shown.add(block))
  backward.wave.showWithin(to, block => shown.has(block) && blocks.add(block))
  const half = BLOCK_SIDE_CELLS >> 1
  const toRim = freeUnits(half, half, costMin, directions)
  const cells: ViaCell[] = []
  let isLast = forward.wave.finalUnits === Infinity && backward.wave.finalUnits === Infinity
  for (const block of blocks) {
    const x = (block % blocksWide) << BLOCK_SHIFT
    const y = Math.floor(block / blocksWide) << BLOCK_SHIFT
    const leastTo = (end: Point) => freeUnits(x + half - end.x, y + half - end.y, costMin, directions) - toRim
    if (leastTo(start) + leastTo(goal) > to) {
      isLast = false
      continue
    }
    for (let tile = 0; tile < TILES_WIDE ** 2; tile++) {
      const left = x + (tile % TILES_WIDE) * TILE_CELLS
      const top = y + Math.floor(tile / TILES_WIDE) * TILE_CELLS
      if (addTile(cells, forward, backward, left, top, from, to) > to) isLast = false
    }
  }
  return { cells: cells.sort(compare), isLast }
}

function compare(a: ViaCell, b: ViaCell): number {
  return a.units - b.units || a.order - b.order || a.y - b.y || a.x - b.x
}

/** Adds one cell of each cost that such cells of the tile have. Returns the most that a path through one of its cells costs. */
function addTile(
  cells: ViaCell[],
  forward: WaveField,
  backward: WaveField,
  left: number,
  top: number,
  from: number,
  to: number,
): number {
  const { terrain } = forward.columns
  const first = cells.length
  let most = 0
  for (let y = top; y < top + TILE_CELLS; y++) {
    for (let x = left; x < left + TILE_CELLS; x++) {
      if (!terrain.isFree(x, y)) continue
      const units = unitsThrough(forward, backward, x, y)
      if (units > most && units < Infinity) most = units
      if (units <= from || units > to) continue
      let same = first
      while (same < cells.length && cells[same].units !== units) same++
      const via = { x, y, units, order: Math.imul(y * terrain.width + x, 0x9e3779b1) >>> 0 }
      if (same < cells.length && compare(cells[same], via) < 0) continue
      if (isLowest(forward, backward, via)) cells[same] = via
    }
  }
  return most
}

function isLowest(forward: WaveField, backward: WaveField, { x, y, units }: ViaCell): boolean {
  const { terrain } = forward.columns
  for (let direction = 0; direction < terrain.directions; direction++) {
    if (!canStep(terrain, x, y, direction)) continue
    if (unitsThrough(forward, backward, x + DX[direction], y + DY[direction]) < units) return false
  }
  return true
}

function unitsThrough(forward: WaveField, backward: WaveField, x: number, y: number): number {
  return forward.wave.unitsAt(x, y) + backward.wave.unitsAt(x, y)
}
