/**
 * Fractal land and sea. A noise gives the height of the land. A second, smoother one cuts it: where it passes through zero
 * there is a strait. Such lines close on themselves, so they divide the land into islands of all sizes. Everything below
 * sea level is a wall; the sea level follows from the wanted share of water.
 */
import {
  costsByHeight,
  FINEST_CELLS,
  featureCells,
  floorsUnder,
  ROUGHNESS,
  rowBuffer,
  sortedSample,
  widestOf,
} from './heights.ts'
import { defineKind, flag, type OptionValues, share, whole } from './kind.ts'
import { fractalNoise, type Heights } from './noise.ts'

/** Straits keep their course over forms smaller than this. */
const SMALLEST_BEND_CELLS = 16
const STRAIT_ROUGHNESS = 0.5
/** How deep a strait lies below the land around it, and how far from its line (in heights of the second noise). */
const STRAIT_DEPTH = 0.75
const STRAIT_REACH = 1 / 8

/** Sea level and height bands come from at most this number of cells in a row. */
const SAMPLE_CELLS = 1024

const options = {
  wallShare: share(0.25, 'about this share of the cells is water'),
  featureCells,
  weighted: flag(false, 'higher ground costs more, in bands of equal area'),
  costMax: whole(9, 2, 255, 'cost of the highest ground, when weighted'),
}

/** Land, cut by straits. */
function landscapeOf(seed: number, featureCells: number): Heights {
  const land = fractalNoise(featureCells, FINEST_CELLS, ROUGHNESS, seed)
  const straits = fractalNoise(featureCells, Math.min(SMALLEST_BEND_CELLS, featureCells), STRAIT_ROUGHNESS, ~seed)
  const buffer = rowBuffer()
  return (x, y, height) => {
    const line = buffer(height.length)
    land(x, y, height)
    straits(x, y, line)
    for (let i = 0; i < height.length; i++) {
      const distance = Math.abs(line[i])
      if (distance < STRAIT_REACH) height[i] -= STRAIT_DEPTH * (1 - distance / STRAIT_REACH)
    }
  }
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
    const landscape = landscapeOf(expanse.seed, widestOf(expanse, values.featureCells, FINEST_CELLS))
    const floors = floorsOfCost(sortedSample(expanse, landscape, SAMPLE_CELLS), values)
    return costsByHeight(landscape, (row, cost) => {
      for (let i = 0; i < row.length; i++) cost[i] = floorsUnder(row[i], floors)
    })
  },
})
