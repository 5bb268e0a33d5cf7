/**
 * The narrow places of a map, for a picture of all of it: widths, dead ends and choke points, each made when it is
 * first asked for and kept.
 */
import { GrowingInts } from '../base/growing.ts'
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

  /** Of each cell the size of the largest unit that can stand there, 64 at most; 0 of walls. */
  get widthOfCell(): Uint8Array {
    this.knownWidths ??= widthsOf(this.terrain)
    return this.knownWidths
  }

  /** 1 for each cell that lies in a dead end. */
  get isInDeadEnd(): Uint8Array {
    this.knownDeadEnds ??= markDeadEnds(this.terrain, 1).isInside
    return this.knownDeadEnds
  }

  /** x, y and the cells of the second largest part, of all choke points: which are as large as what is parted by them. */
  get chokes(): Int32Array {
    if (this.knownChokes !== null) return this.knownChokes
    const { width } = this.terrain
    const chokes = new GrowingInts()
    forEachChoke(this.terrain, (cell, parts) => {
      chokes.push(cell % width)
      chokes.push(Math.floor(cell / width))
      chokes.push(parts[1].cells)
    })
    this.knownChokes = chokes.toArray()
    return this.knownChokes
  }
}
