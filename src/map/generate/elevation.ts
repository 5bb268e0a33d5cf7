/**
 * Elevation: the height of smooth ground is its cost, from the lowest, which costs 1, to the highest.
 */
import { featureCells, slopes } from './heights.ts'
import { defineKind, whole } from './kind.ts'

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
