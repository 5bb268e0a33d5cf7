/**
 * Bands: smooth ground in five kinds of equal share, each more expensive than the one beside it, from plain to peak.
 */
import { FINEST_CELLS, featureCells, heightsOf, rowBuffer, sortedSample } from './heights.ts'
import { defineKind } from './kind.ts'

const COSTS = [1, 2, 3, 5, 9] as const

export const bands = defineKind({
  about: 'bands of ground that cost 1, 2, 3, 5 and 9, without a wall',
  options: { featureCells },
  stretches(expanse, values) {
    const heights = heightsOf(expanse, values.featureCells, FINEST_CELLS)
    const sorted = sortedSample(expanse, heights)
    const floors = COSTS.slice(1).map((_, band) => sorted[Math.floor(((band + 1) * sorted.length) / COSTS.length)])
    const buffer = rowBuffer()
    return (x, y, cost) => {
      const row = buffer(cost.length)
      heights(x, y, row)
      for (let i = 0; i < row.length; i++) {
        let band = 0
        while (band < floors.length && row[i] >= floors[band]) band++
        cost[i] = COSTS[band]
      }
    }
  },
})
