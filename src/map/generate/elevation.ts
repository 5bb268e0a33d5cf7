/**
 * Elevation: the height of smooth ground is its cost, from the lowest, which costs 1, to the highest.
 */
import { featureCells, Heights, rowBuffer } from './heights.ts'
import { defineKind, whole } from './kind.ts'

const FINEST_CELLS = 2

export const elevation = defineKind({
  about: 'heights as costs, smooth and steep, without a wall',
  options: {
    featureCells,
    costMax: whole(255, 2, 255, 'cost of the highest ground'),
  },
  stretches(expanse, values) {
    const heights = new Heights(expanse, values.featureCells, FINEST_CELLS)
    const sorted = heights.sorted()
    const lowest = sorted[0]
    const rise = sorted[sorted.length - 1] - lowest || 1
    const buffer = rowBuffer()
    return (x, y, cost) => {
      const row = buffer(cost.length)
      heights.read(x, y, row)
      for (let i = 0; i < row.length; i++) {
        const share = Math.min(1, Math.max(0, (row[i] - lowest) / rise))
        cost[i] = 1 + Math.round(share * (values.costMax - 1))
      }
    }
  },
})
