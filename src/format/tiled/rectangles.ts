/**
 * Covers areas of cells with few rectangles: runs of a row, extended downwards while the next row has the same run.
 */
import type { Area } from '../../map/place.ts'

export interface Rectangle extends Area {
  height: number
}

export interface IslandShape {
  readonly island: number
  readonly rectangles: Rectangle[]
  cellCount: number
}

/** The shape of every island; cells with island -1 belong to none. */
export function rectanglesOf(width: number, height: number, islandOf: (x: number, y: number) => number): IslandShape[] {
  const shapes = new Map<number, IslandShape>()
  let above = new Map<number, { island: number; rectangle: Rectangle }>()
  for (let y = 0; y < height; y++) {
    const here: typeof above = new Map()
    for (let x = 0; x < width; ) {
      const island = islandOf(x, y)
      let end = x + 1
      while (end < width && islandOf(end, y) === island) end++
      if (island >= 0) here.set(x, { island, rectangle: grown(shapes, above.get(x), island, x, y, end - x) })
      x = end
    }
    above = here
  }
  return [...shapes.values()]
}

function grown(
  shapes: Map<number, IslandShape>,
  above: { island: number; rectangle: Rectangle } | undefined,
  island: number,
  x: number,
  y: number,
  width: number,
): Rectangle {
  let shape = shapes.get(island)
  if (shape === undefined) {
    shape = { island, rectangles: [], cellCount: 0 }
    shapes.set(island, shape)
  }
  shape.cellCount += width
  if (above?.island === island && above.rectangle.width === width) {
    above.rectangle.height++
    return above.rectangle
  }
  const rectangle = { x, y, width, height: 1 }
  shape.rectangles.push(rectangle)
  return rectangle
}
