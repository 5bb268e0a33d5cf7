/**
 * Relief: heights as costs of two bytes, finer and steeper than a byte can tell, around stretches of which nothing is known.
 */
import { COST_MAX } from '../grid.ts'
import { FINEST_CELLS, featureCells, heightsOf, rowBuffer, slopes, sortedSample } from './heights.ts'
import { defineKind, share, whole } from './kind.ts'

/** Another noise than that of the heights, which it is laid over. */
const UNKNOWN_SEED = 0x9e3779b9

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
    const buffer = rowBuffer()
    return (x, y, cost) => {
      const row = buffer(cost.length)
      doubt(x, y, row)
      fill(x, y, cost)
      for (let i = 0; i < row.length; i++) if (row[i] > known) cost[i] = 0
    }
  },
})
