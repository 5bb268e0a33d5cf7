/**
 * The way back of a unit that was pushed out of sight of its way. A flood around the unit ends at the first cell with a
 * point of the way; from there the unit follows its way again.
 */
import type { Terrain } from '../map/terrain.ts'

/** The most cells that are flooded. */
const CELLS_MAX = 4096
const NONE = -1

/** The points of the way back and of the way from there on; null where the flood finds none. */
export function wayBack(terrain: Terrain, points: ArrayLike<number>, x: number, y: number): Float64Array | null {
  const { width } = terrain
  const pointOfCell = new Map<number, number>()
  for (let i = 0; 2 * i < points.length; i++) {
    pointOfCell.set(Math.floor(points[2 * i + 1] + 0.5) * width + Math.floor(points[2 * i] + 0.5), i)
  }
  const start = y * width + x
  const before = new Map([[start, NONE]])
  for (const cell of before.keys()) {
    const point = pointOfCell.get(cell)
    if (point !== undefined) return joined(before, cell, width, points, point)
    if (before.size > CELLS_MAX) return null
    const [cellX, cellY] = [cell % width, Math.floor(cell / width)]
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
      const next = cell + dy * width + dx
      if (terrain.isFree(cellX + dx, cellY + dy) && !before.has(next)) before.set(next, cell)
    }
  }
  return null
}

function joined(before: Map<number, number>, last: number, width: number, points: ArrayLike<number>, from: number) {
  const back: number[] = []
  for (let cell = last; cell !== NONE; cell = before.get(cell)!) back.push(Math.floor(cell / width), cell % width)
  return Float64Array.from([...back.reverse(), ...Array.from(points).slice(2 * from + 2)])
}
