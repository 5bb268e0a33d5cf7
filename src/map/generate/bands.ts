/**
 * Bands: smooth ground in five kinds of equal share, each dearer than the one it lies next to, from plain to peak.
 */
import { featureCells, Heights } from './heights.ts'
import { defineKind } from './kind.ts'

const COSTS = [1, 2, 3, 5, 9] as const
const FINEST_CELLS = 2

export const bands = defineKind({
  about: 'bands of ground that cost 1, 2, 3, 5 and 9, without a wall',
  options: { featureCells },
  fill(sheet, values) {
    const heights = new Heights(sheet, values.featureCells, FINEST_CELLS)
    const sorted = heights.sorted()
    const floors = COSTS.slice(1).map((_, band) => sorted[Math.floor(((band + 1) * sorted.length) / COSTS.length)])
    for (let y = 0, cell = 0; y < sheet.height; y++) {
      heights.read(y)
      for (const height of heights.row) {
        let band = 0
        while (band < floors.length && height >= floors[band]) band++
        sheet.cost[cell++] = COSTS[band]
      }
    }
  },
})
