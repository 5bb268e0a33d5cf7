/**
 * Rivers: where smooth noise passes through zero, a river runs that is expensive to wade, and here and there a ford two cells wide
 * leads through. A ford is cut straight across, as long as the river is wide there.
 */
import { Random } from '../../base/random.ts'
import { featureCells, heightsOf } from './heights.ts'
import { defineKind, type Sheet, whole } from './kind.ts'

/** Rivers keep their course over forms smaller than this. */
const FINEST_CELLS = 16
/** How near to zero the noise is in a river: about half of the river's width over the size of the forms. */
const REACH = 0.03
const FORD_CELLS = 2
/** How far from where it was begun a ford is cut, to either side. */
const FORD_REACH_CELLS = 12

export const rivers = defineKind({
  about: 'open ground parted by rivers that are expensive to wade except at narrow fords',
  options: {
    featureCells,
    costRiver: whole(60, 2, 255, 'cost of a cell of a river'),
    cellsAFord: whole(3000, 16, 1_000_000, 'cells of the map for each ford'),
  },
  fill(sheet, values) {
    const { width, height, cost } = sheet
    const heights = heightsOf(sheet, values.featureCells, FINEST_CELLS)
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
