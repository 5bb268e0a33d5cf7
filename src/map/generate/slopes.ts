/**
 * Kinds whose costs are the heights of smooth ground: in bands, as they are, or around stretches of which nothing is known.
 */
import { COST_MAX } from '../grid.ts'
import { costsByHeight, FINEST_CELLS, featureCells, floorsUnder, heightsOf, sortedSample } from './heights.ts'
import { defineKind, type Expanse, type FillStretch, share, whole } from './kind.ts'

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
