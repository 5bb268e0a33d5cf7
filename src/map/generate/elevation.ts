/**
 * Elevation: the height of smooth ground is its cost, from the lowest, which costs 1, to the highest.
 */
import { featureCells, Heights } from './heights.ts'
import { defineKind, whole } from './kind.ts'

const FINEST_CELLS = 2

export const elevation = defineKind({
  about: 'heights as costs, smooth and steep, without a wall',
  options: {
    featureCells,
    costMax: whole(255, 2, 255, 'cost of the highest ground'),
  },
  fill(sheet, values) {
    const heights = new Heights(sheet, values.featureCells, FINEST_CELLS)
    const sorted = heights.sorted()
    const lowest = sorted[0]
    const rise = sorted[sorted.length - 1] - lowest || 1
    for (let y = 0, cell = 0; y < sheet.height; y++) {
      heights.read(y)
      for (const height of heights.row) {
        const share = Math.min(1, Math.max(0, (height - lowest) / rise))
        sheet.cost[cell++] = 1 + Math.round(share * (values.costMax - 1))
      }
    }
  },
})
