/**
 * The narrow places of a whole map, for pictures: widths, dead ends and choke points, each computed on first use and kept.
 */
import { growingInts } from '../base/growing.ts'
import type { Terrain } from '../map/terrain.ts'
import { forEachChoke } from './chokes.ts'
import { markDeadEnds } from './survey.ts'
import { widthsOf } from './widths.ts'

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
