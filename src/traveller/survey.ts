/**
 * Surveys a map for units: its width at a cell, choke points and dead ends. Cells connect by straight steps (map/movement.ts).
 * A **choke point** is a cell without which its neighbours are no longer all connected (chokes.ts). A **dead end** is a part
 * that only one such cell leads into. For a traveller of several cells, a door of just its width is a choke point too.
 */
import type { Point } from '../base/answer.ts'
import { checkPairs, checkWhole, nameOf, optionsOf, refuse } from '../base/given.ts'
import { whole } from '../base/kinds.ts'
import { DX, DY } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { reachBefore, SIZE_MAX } from '../map/traveller.ts'
import { forEachChoke } from './chokes.ts'

/** A map that a survey takes: an atlas, a live map or a view, as it is now. */
export type Surveyed = SurveyedAtlas | ChangingMap

interface ChangingMap {
  costAt(x: number, y: number): number
  /** @internal */
  readonly columns: SurveyedAtlas
}

interface SurveyedAtlas {
  readonly terrain: Terrain
}

export interface ChokePoint {
  readonly x: number
  readonly y: number
  /** How many cells each part of the island has without this one, the largest first: two parts to four. */
  readonly parts: readonly number[]
}

export interface ChokeOptions {
  /** The fewest cells of the second largest part: 1 unless given. */
  readonly least?: number
}

/** How wide it is along a path, and where it is narrowest: which units could walk it too. */
export interface Clearance {
  /** Of each cell of the path, as `widthAt` says. */
  readonly widths: Uint8Array
  /** The first cell of the least width; null where the path has no cells. */
  readonly narrowest: { readonly x: number; readonly y: number; readonly width: number } | null
}

/** An area with one cell as its only way in: the largest such area, which may have smaller ones inside. */
export interface DeadEnd {
  /** The cell that is the only way in; not a part of it. */
  readonly door: Point
  /** Its cell beside the door. */
  readonly inside: Point
  readonly cells: number
  /** The rectangle around its cells. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** The side in cells of the largest traveller that can stand at (x, y), 64 at most; 0 on a wall and outside the map. */
export function widthAt(map: Surveyed, x: number, y: number): number {
  checkWhole(x, y, 'The cell')
  return widthFrom(terrainOf(map), x, y, 0)
}

export function clearanceAlong(map: Surveyed, cells: Int32Array | readonly number[]): Clearance {
  const terrain = terrainOf(map)
  checkPairs(cells, 'The cells')
  const widths = new Uint8Array(cells.length >> 1)
  let narrowest: Clearance['narrowest'] = null
  for (let i = 0; i < widths.length; i++) {
    const [x, y] = [cells[2 * i], cells[2 * i + 1]]
    checkWhole(x, y, 'A cell')
    const isStep = i > 0 && Math.max(Math.abs(x - cells[2 * i - 2]), Math.abs(y - cells[2 * i - 1])) <= 1
    // A square two cells smaller around a neighbour is inside the square of the cell before.
    const width = widthFrom(terrain, x, y, isStep ? Math.max(0, widths[i - 1] - 2) : 0)
    widths[i] = width
    if (narrowest === null || width < narrowest.width) narrowest = { x, y, width }
  }
  return { widths, narrowest }
}

function terrainOf(map: Surveyed): Terrain {
  const isMap = typeof map === 'object' && map !== null && ('terrain' in map || 'columns' in map)
  if (!isMap) refuse(`The map is ${nameOf(map)}: an atlas, a live map or a view was expected.`)
  return 'terrain' in map ? map.terrain : map.columns.terrain
}

function leastOf(options: ChokeOptions | null | undefined): number {
  return optionsOf(options, { least: whole(1) }).least ?? 1
}

/** As `widthAt`, where the square of side `known` is free for sure. */
function widthFrom(terrain: Terrain, x: number, y: number, known: number): number {
  let size = known
  while (size < SIZE_MAX && isFreeSquare(terrain, x - reachBefore(size + 1), y - reachBefore(size + 1), size + 1))
    size++
  return size
}

/** Reads the whole square, though the caller has tested a smaller one: squares are small. */
function isFreeSquare(terrain: Terrain, left: number, top: number, size: number): boolean {
  for (let y = top; y < top + size; y++) {
    for (let x = left; x < left + size; x++) if (!terrain.isFree(x, y)) return false
  }
  return true
}

/** All choke points of a map, those with the largest second part first. */
export function chokePoints(map: Surveyed, options?: ChokeOptions | null): ChokePoint[] {
  const terrain = terrainOf(map)
  const least = leastOf(options)
  const { width } = terrain
  const found: ChokePoint[] = []
  forEachChoke(terrain, (cell, parted) => {
    const parts = parted.map(({ cells }) => cells)
    if (parts[1] >= least) found.push({ x: cell % width, y: Math.floor(cell / width), parts })
  })
  return found.sort((a, b) => b.parts[1] - a.parts[1] || a.y - b.y || a.x - b.x)
}

/**
 * All dead ends of a map, the largest first. They are parts that a choke point separates from the larger rest of the island,
 * except parts inside another dead end. Two never share a cell, and a shortest path between cells outside never enters one.
 */
export function deadEnds(map: Surveyed, options?: ChokeOptions | null): DeadEnd[] {
  return markDeadEnds(terrainOf(map), leastOf(options)).found
}

/** As `deadEnds`, and marks each cell in a dead end with 1. */
export function markDeadEnds(terrain: Terrain, least: number): { found: DeadEnd[]; isInside: Uint8Array } {
  const parts: { readonly door: number; readonly inside: number; readonly cells: number }[] = []
  forEachChoke(terrain, (door, parted) => {
    for (const { inside, cells } of parted.slice(1)) if (cells >= least) parts.push({ door, inside, cells })
  })
  parts.sort((a, b) => b.cells - a.cells || a.door - b.door || a.inside - b.inside)
  // Neither part has half of the island, so of two that overlap one contains the other; the larger one comes first.
  const isInside = new Uint8Array(terrain.width * terrain.height)
  const at = (cell: number) => ({ x: cell % terrain.width, y: Math.floor(cell / terrain.width) })
  const found: DeadEnd[] = []
  for (const { door, inside, cells } of parts) {
    if (isInside[inside] === 1) continue
    found.push({ door: at(door), inside: at(inside), cells, box: takeArea(terrain, isInside, door, inside) })
  }
  return { found, isInside }
}

/** Marks the cells reachable from `inside` without the door; returns the rectangle around them. */
function takeArea(terrain: Terrain, isTaken: Uint8Array, door: number, inside: number): DeadEnd['box'] {
  const { width } = terrain
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1]
  const todo = [inside]
  isTaken[inside] = 1
  for (let cell = todo.pop(); cell !== undefined; cell = todo.pop()) {
    const x = cell % width
    const y = (cell - x) / width
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    for (let direction = 0; direction < 4; direction++) {
      const other = cell + DX[direction] + DY[direction] * width
      if (other === door || !terrain.isFree(x + DX[direction], y + DY[direction]) || isTaken[other] === 1) continue
      isTaken[other] = 1
      todo.push(other)
    }
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}
