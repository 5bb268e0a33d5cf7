/**
 * Relief: heights as costs of two bytes, finer and steeper than a byte can tell, around stretches of which nothing is known.
 */
import { COST_MAX } from '../grid.ts'
import { featureCells, Heights } from './heights.ts'
import { defineKind, share, whole } from './kind.ts'

const FINEST_CELLS = 2
/** Another noise than that of the heights, which it is laid over. */
const UNKNOWN_SEED = 0x9e3779b9

export const relief = defineKind({
  about: 'heights as costs of 16 bits, around stretches that are not known',
  costBytes: 2,
  options: {
    featureCells,
    peakCost: whole(COST_MAX, 2, COST_MAX, 'cost of the highest ground, beyond a byte'),
    unknown: share(0.2, 'share of the cells of which nothing is known: walls'),
  },
  fill(sheet, values) {
    const heights = new Heights(sheet, values.featureCells, FINEST_CELLS)
    const sorted = heights.sorted()
    const lowest = sorted[0]
    const rise = sorted[sorted.length - 1] - lowest || 1
    const doubt = new Heights({ ...sheet, seed: (sheet.seed ^ UNKNOWN_SEED) >>> 0 }, values.featureCells, FINEST_CELLS)
    const doubts = doubt.sorted()
    const known = values.unknown === 0 ? Infinity : doubts[Math.floor((1 - values.unknown) * (doubts.length - 1))]
    for (let y = 0, cell = 0; y < sheet.height; y++) {
      heights.read(y)
      doubt.read(y)
      for (let x = 0; x < sheet.width; x++, cell++) {
        if (doubt.row[x] > known) continue
        const height = Math.min(1, Math.max(0, (heights.row[x] - lowest) / rise))
        sheet.cost[cell] = 1 + Math.round(height * (values.peakCost - 1))
      }
    }
  },
})
