/**
 * Relief: heights as costs of two bytes, finer and steeper than a byte can tell, around stretches of which nothing is known.
 */
import { COST_MAX } from '../grid.ts'
import { featureCells, Heights, rowBuffer } from './heights.ts'
import { defineKind, share, whole } from './kind.ts'

const FINEST_CELLS = 2
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
    const heights = new Heights(expanse, values.featureCells, FINEST_CELLS)
    const sorted = heights.sorted()
    const lowest = sorted[0]
    const rise = sorted[sorted.length - 1] - lowest || 1
    const unknown = { ...expanse, seed: (expanse.seed ^ UNKNOWN_SEED) >>> 0 }
    const doubt = new Heights(unknown, values.featureCells, FINEST_CELLS)
    const doubts = doubt.sorted()
    const known = values.unknown === 0 ? Infinity : doubts[Math.floor((1 - values.unknown) * (doubts.length - 1))]
    const [heightBuffer, doubtBuffer] = [rowBuffer(), rowBuffer()]
    return (x, y, cost) => {
      const row = heightBuffer(cost.length)
      const doubtRow = doubtBuffer(cost.length)
      heights.read(x, y, row)
      doubt.read(x, y, doubtRow)
      for (let i = 0; i < row.length; i++) {
        if (doubtRow[i] > known) continue
        const height = Math.min(1, Math.max(0, (row[i] - lowest) / rise))
        cost[i] = 1 + Math.round(height * (values.peakCost - 1))
      }
    }
  },
})
