/**
 * Fractal land and sea. A noise gives the height of the land; a second, smoother one cuts it: where it passes through zero a
 * strait runs, and since such lines close on themselves, they part the land into islands of all sizes, large ones
 * included. Everything below sea level is a wall, and the sea level is set so that the wanted share of the map is water.
 */
import { SIDE_MAX_CELLS } from '../grid.ts'
import { defineKind, flag, type OptionValues, type Sheet, share, whole } from './kind.ts'
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

/** Sea level and height bands come from at most so many rows and cells of a row. */
const SAMPLE_ROWS = 256
const SAMPLE_CELLS = 1024

const options = {
  wallShare: share(0.25, 'about this share of the cells is water'),
  featureCells: whole(0, 0, SIDE_MAX_CELLS, 'size of the largest forms; 0: a quarter of the longer side, 1024 at most'),
  weighted: flag(false, 'higher ground costs more, in bands of equal area'),
  costMax: whole(9, 2, 255, 'cost of the highest ground, when weighted'),
}

/** The landscape, row by row. */
class Landscape {
  private readonly land: FractalNoise
  private readonly straits: FractalNoise
  private readonly line: Float64Array
  readonly height: Float64Array

  constructor({ width, seed }: Sheet, featureCells: number) {
    this.land = new FractalNoise(width, featureCells, SMALLEST_FORM_CELLS, ROUGHNESS, seed)
    const bendCells = Math.min(SMALLEST_BEND_CELLS, featureCells)
    this.straits = new FractalNoise(width, featureCells, bendCells, STRAIT_ROUGHNESS, ~seed)
    this.line = new Float64Array(width)
    this.height = new Float64Array(width)
  }

  /** Brings row y into `height`. */
  row(y: number): void {
    const { line, height } = this
    this.land.row(y, height)
    this.straits.row(y, line)
    for (let x = 0; x < height.length; x++) {
      const distance = Math.abs(line[x])
      if (distance < STRAIT_REACH) height[x] -= STRAIT_DEPTH * (1 - distance / STRAIT_REACH)
    }
  }
}

function sortedSample(landscape: Landscape, width: number, height: number): Float64Array {
  const rows = Math.min(height, SAMPLE_ROWS)
  const columns = Math.min(width, SAMPLE_CELLS)
  const sample = new Float64Array(rows * columns)
  for (let row = 0, at = 0; row < rows; row++) {
    landscape.row(Math.floor((row * height) / rows))
    for (let column = 0; column < columns; column++) {
      sample[at++] = landscape.height[Math.floor((column * width) / columns)]
    }
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
  fill(sheet, values) {
    const { width, height, cost } = sheet
    const automatic = Math.min(FEATURE_MAX_CELLS, Math.floor(Math.max(width, height) / 4))
    const landscape = new Landscape(sheet, Math.max(FEATURE_MIN_CELLS, values.featureCells || automatic))
    const floors = floorsOfCost(sortedSample(landscape, width, height), values)
    for (let y = 0, cell = 0; y < height; y++) {
      landscape.row(y)
      for (let x = 0; x < width; x++, cell++) {
        let cellCost = 0
        while (cellCost < floors.length && landscape.height[x] >= floors[cellCost]) cellCost++
        cost[cell] = cellCost
      }
    }
  },
})
