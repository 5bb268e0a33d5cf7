/**
 * The narrow places of a whole map, for pictures: widths, dead ends and choke points, each computed on first use and kept.
 */
import { growingInts } from '../base/growing.ts'
import type { Terrain } from '../map/terrain.ts'
import { reachBefore, SIZE_MAX } from '../map/traveller.ts'
import { forEachChoke } from './chokes.ts'
import { markDeadEnds } from './survey.ts'

export class Narrows {
  private readonly terrain: Terrain
  private knownWidths: Uint8Array | null = null
  private knownDeadEnds: Uint8Array | null = null
  private knownChokes: Int32Array | null = null

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  /** By cell: size of the largest unit that can stand there, 64 at most; 0 for walls. */
  get widthOfCell(): Uint8Array {
    this.knownWidths ??= widthsOf(this.terrain)
    return this.knownWidths
  }

  /** By cell: 1 in a dead end. */
  get isInDeadEnd(): Uint8Array {
    this.knownDeadEnds ??= markDeadEnds(this.terrain, 1).isInside
    return this.knownDeadEnds
  }

  /** Triples of x, y and the size in cells of the second largest part, for all choke points. */
  get chokes(): Int32Array {
    if (this.knownChokes !== null) return this.knownChokes
    const { width } = this.terrain
    const chokes = growingInts()
    forEachChoke(this.terrain, (cell, parts) => {
      chokes.push(cell % width)
      chokes.push(Math.floor(cell / width))
      chokes.push(parts[1].cells)
    })
    this.knownChokes = chokes.toArray()
    return this.knownChokes
  }
}

/**
 * The widths of all cells of a map, as `widthAt` (survey.ts) gives for one: two passes, a byte a cell.
 *
 * The first pass finds the largest free square that ends in each cell. It is one larger than the least of the three that end
 * beside it. The second finds the largest unit that fits around each cell. If a size fits, all smaller ones fit, and widths of
 * neighbours differ by two at most. So it tries about one size a cell.
 */
export function widthsOf(terrain: Terrain): Uint8Array {
  const { width, height } = terrain
  const endingAt = squaresEndingAt(terrain)
  const widthOfCell = new Uint8Array(width * height)
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++, cell++) {
      if (endingAt[cell] === 0) continue
      let size = x === 0 ? 1 : Math.max(1, widthOfCell[cell - 1] - 2)
      for (; size < SIZE_MAX; size++) {
        const behind = size - reachBefore(size + 1)
        if (x + behind >= width || y + behind >= height || endingAt[cell + behind * (width + 1)] <= size) break
      }
      widthOfCell[cell] = size
    }
  }
  return widthOfCell
}

/** By cell: side of the largest free square whose last (lower right) cell it is. */
function squaresEndingAt(terrain: Terrain): Uint8Array {
  const { width, height } = terrain
  const sideOfCell = new Uint8Array(width * height)
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++, cell++) {
      if (!terrain.isFree(x, y)) continue
      const least =
        x === 0 || y === 0 ? 0 : Math.min(sideOfCell[cell - 1], sideOfCell[cell - width], sideOfCell[cell - width - 1])
      sideOfCell[cell] = Math.min(SIZE_MAX, least + 1)
    }
  }
  return sideOfCell
}
