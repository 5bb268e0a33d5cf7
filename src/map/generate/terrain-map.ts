/**
 * Fractal land and sea. A noise gives the height of the land; a second, smoother one cuts it: where it passes through zero a
 * strait runs, and since such lines close on themselves, they part the land into islands of all sizes, large ones
 * included. Everything below sea level is a wall, and the sea level is set so that the wanted share of the map is water.
 */
import { SIDE_MAX_CELLS } from '../grid.ts'
import { rowBuffer } from './heights.ts'
import { defineKind, type Expanse, flag, type OptionValues, share, whole } from './kind.ts'
import { FractalNoise } from './noise.ts'

const FEATURE_MIN_CELLS = 8
const FEATURE_MAX_CELLS = 1024
const SMALLEST_FORM_CELLS = 2
/** Straits keep their course over forms smaller than this. */
const SMALLEST_BEND_CELLS = 16
/** Height that an octave keeps of the one before: more is a more ragged coast. */
const ROUGHNESS = 0.52
const STRAIT_ROUGHNESS = 0.5
/** How deep a strait lies below the land around it, and how far from its line (in heights of the second noise). */
const STRAIT_DEPTH = 0.75
const STRAIT_REACH = 1 / 8

/** Sea level and height bands come from at most this number of rows, and of cells in a row. */
const SAMPLE_ROWS = 256
const SAMPLE_CELLS = 1024

const options = {
  wallShare: share(0.25, 'about this share of the cells is water'),
  featureCells: whole(0, 0, SIDE_MAX_CELLS, 'size of the largest forms; 0: a quarter of the longer side, 1024 at most'),
  weighted: flag(false, 'higher ground costs more, in bands of equal area'),
  costMax: whole(9, 2, 255, 'cost of the highest ground, when weighted'),
}

/** The landscape, a stretch of a row at a time. */
class Landscape {
  private readonly land: FractalNoise
  private readonly straits: FractalNoise
  private readonly line = rowBuffer()

  constructor(seed: number, featureCells: number) {
    this.land = new FractalNoise(featureCells, SMALLEST_FORM_CELLS, ROUGHNESS, seed)
    const bendCells = Math.min(SMALLEST_BEND_CELLS, featureCells)
    this.straits = new FractalNoise(featureCells, bendCells, STRAIT_ROUGHNESS, ~seed)
  }

  /** Writes the heights of row y, from x on, into `height`. */
  read(x: number, y: number, height: Float64Array): void {
    const line = this.line(height.length)
    this.land.row(x, y, height)
    this.straits.row(x, y, line)
    for (let i = 0; i < height.length; i++) {
      const distance = Math.abs(line[i])
      if (distance < STRAIT_REACH) height[i] -= STRAIT_DEPTH * (1 - distance / STRAIT_REACH)
    }
  }
}

/** Of the first columns where the map is wider than any atlas. */
function sortedSample(landscape: Landscape, { width, height }: Expanse): Float64Array {
  const row = new Float64Array(Math.min(width, SIDE_MAX_CELLS))
  const rows = Math.min(height, SAMPLE_ROWS)
  const columns = Math.min(width, SAMPLE_CELLS)
  const sample = new Float64Array(rows * columns)
  for (let i = 0, at = 0; i < rows; i++) {
    landscape.read(0, Math.floor((i * height) / rows), row)
    for (let column = 0; column < columns; column++) sample[at++] = row[Math.floor((column * row.length) / columns)]
  }
  return sample.sort()
}

/** floorOfCost[c - 1] is the height from which the ground costs c; the first of them is the sea level. */
function floorsOfCost(sample: Float64Array, { wallShare, weighted, costMax }: OptionValues<typeof options>) {
  const water = Math.round(wallShare * sample.length)
  const bands = weighted ? costMax : 1
  return Float64Array.from({ length: bands }, (_, band) => {
    const rank = water + Math.floor(((sample.length - water) * band) / bands)
    if (rank === 0) return Number.NEGATIVE_INFINITY
    return rank < sample.length ? sample[rank] : Number.POSITIVE_INFINITY
  })
}

export const terrain = defineKind({
  about: 'fractal coasts, bays, lakes and islands of all sizes',
  options,
  stretches(expanse, values) {
    const automatic = Math.min(FEATURE_MAX_CELLS, Math.floor(Math.max(expanse.width, expanse.height) / 4))
    const landscape = new Landscape(expanse.seed, Math.max(FEATURE_MIN_CELLS, values.featureCells || automatic))
    const floors = floorsOfCost(sortedSample(landscape, expanse), values)
    const buffer = rowBuffer()
    return (x, y, cost) => {
      const row = buffer(cost.length)
      landscape.read(x, y, row)
      for (let i = 0; i < row.length; i++) {
        let cellCost = 0
        while (cellCost < floors.length && row[i] >= floors[cellCost]) cellCost++
        cost[i] = cellCost
      }
    }
  },
})
