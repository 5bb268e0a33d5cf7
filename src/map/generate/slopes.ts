/**
 * Kinds whose costs follow from the heights of smooth ground: in bands, as they are, or around stretches of which nothing is
 * known; rivers where the noise passes through zero; and land and sea.
 *
 * In land and sea a noise gives the height of the land. A second, smoother one cuts it: where it passes through zero there is a
 * strait. Such lines close on themselves, so they divide the land into islands of all sizes. Everything below sea level is a
 * wall; the sea level follows from the wanted share of water.
 */
import { Random } from '../../base/random.ts'
import { COST_MAX } from '../grid.ts'
import {
  costsByHeight,
  FINEST_CELLS,
  featureCells,
  floorsUnder,
  fractalNoise,
  type Heights,
  heightsOf,
  ROUGHNESS,
  rowBuffer,
  sortedSample,
  widestOf,
} from './heights.ts'
import {
  defineKind,
  type Expanse,
  type FillStretch,
  flag,
  type OptionValues,
  type Sheet,
  share,
  whole,
} from './kind.ts'

const BAND_COSTS = [1, 2, 3, 5, 9] as const
/** The noise that hides stretches differs from that of the heights. */
const UNKNOWN_SEED = 0x9e3779b9

/** Five kinds of ground of equal share, each more expensive than the one beside it, from plain to peak. */
export const bands = defineKind({
  about: 'bands of ground that cost 1, 2, 3, 5 and 9, without a wall',
  options: { featureCells },
  stretches(expanse, values) {
    const heights = heightsOf(expanse, values.featureCells, FINEST_CELLS)
    const sorted = sortedSample(expanse, heights)
    const count = BAND_COSTS.length
    const floors = BAND_COSTS.slice(1).map((_, band) => sorted[Math.floor(((band + 1) * sorted.length) / count)])
    return costsByHeight(heights, (row, cost) => {
      for (let i = 0; i < row.length; i++) cost[i] = BAND_COSTS[floorsUnder(row[i], floors)]
    })
  },
})

export const elevation = defineKind({
  about: 'heights as costs, smooth and steep, without a wall',
  options: {
    featureCells,
    costMax: whole(255, 2, 255, 'cost of the highest ground'),
  },
  stretches(expanse, values) {
    return slopes(expanse, values.featureCells, values.costMax)
  },
})

/** Costs of two bytes, finer and steeper than a byte can tell. */
export const relief = defineKind({
  about: 'heights as costs of 16 bits, around stretches that are unknown',
  costBytes: 2,
  options: {
    featureCells,
    peakCost: whole(COST_MAX, 2, COST_MAX, 'cost of the highest ground, beyond a byte'),
    unknown: share(0.2, 'share of cells without a known height: walls'),
  },
  stretches(expanse, values) {
    const fill = slopes(expanse, values.featureCells, values.peakCost)
    const unknown = { ...expanse, seed: (expanse.seed ^ UNKNOWN_SEED) >>> 0 }
    const doubt = heightsOf(unknown, values.featureCells, FINEST_CELLS)
    const doubts = sortedSample(unknown, doubt)
    const known = values.unknown === 0 ? Infinity : doubts[Math.floor((1 - values.unknown) * (doubts.length - 1))]
    const hide = costsByHeight(doubt, (row, cost) => {
      for (let i = 0; i < row.length; i++) if (row[i] > known) cost[i] = 0
    })
    return (x, y, cost) => {
      fill(x, y, cost)
      hide(x, y, cost)
    }
  },
})

/** Costs by height, from 1 at the lowest to `costMax` at the highest. */
function slopes(expanse: Expanse, featureCells: number, costMax: number): FillStretch {
  const heights = heightsOf(expanse, featureCells, FINEST_CELLS)
  const sorted = sortedSample(expanse, heights)
  const lowest = sorted[0]
  const rise = sorted[sorted.length - 1] - lowest || 1
  return costsByHeight(heights, (row, cost) => {
    for (let i = 0; i < row.length; i++) {
      const share = Math.min(1, Math.max(0, (row[i] - lowest) / rise))
      cost[i] = 1 + Math.round(share * (costMax - 1))
    }
  })
}

/** Rivers keep their course over forms smaller than this. */
const RIVER_FINEST_CELLS = 16
/** How near to zero the noise is in a river: about half of the river's width over the size of the forms. */
const REACH = 0.03
const FORD_CELLS = 2
/** How far from where it was begun a ford is cut, to either side. */
const FORD_REACH_CELLS = 12

/** Here and there a ford two cells wide leads through a river, cut straight across, as long as the river is wide there. */
export const rivers = defineKind({
  about: 'open ground parted by rivers that are expensive to wade except at narrow fords',
  options: {
    featureCells,
    costRiver: whole(60, 2, 255, 'cost of a cell of a river'),
    cellsAFord: whole(3000, 16, 1_000_000, 'cells of the map for each ford'),
  },
  fill(sheet, values) {
    const { width, height, cost } = sheet
    const heights = heightsOf(sheet, values.featureCells, RIVER_FINEST_CELLS)
    const row = new Float64Array(width)
    for (let y = 0, cell = 0; y < height; y++) {
      heights(0, y, row)
      for (const value of row) cost[cell++] = Math.abs(value) < REACH ? values.costRiver : 1
    }
    const random = new Random(sheet.seed)
    const fords = Math.ceil((width * height) / values.cellsAFord)
    // Most places are dry: some dozen are looked at for each ford.
    for (let left = fords, looks = 64 * fords; left > 0 && looks > 0; looks--) {
      const x = random.below(width)
      const y = random.below(height)
      const isAlongX = random.below(2) === 0
      if (cost[y * width + x] === 1) continue
      cutFord(sheet, x, y, isAlongX)
      left--
    }
  },
})

function cutFord({ width, height, cost }: Sheet, x0: number, y0: number, isAlongX: boolean): void {
  for (let along = -FORD_REACH_CELLS; along <= FORD_REACH_CELLS; along++) {
    for (let across = 0; across < FORD_CELLS; across++) {
      const x = x0 + (isAlongX ? along : across)
      const y = y0 + (isAlongX ? across : along)
      if (x >= 0 && y >= 0 && x < width && y < height) cost[y * width + x] = 1
    }
  }
}

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
