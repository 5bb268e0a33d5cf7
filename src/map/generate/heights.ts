/**
 * Heights of smooth ground, a stretch of a row at a time, and a sorted sample of them. Costs follow from the sample, so shares
 * of the ground come out as wanted whatever the noise.
 */
import { type CostColumn, SIDE_MAX_CELLS } from '../grid.ts'
import { type Expanse, type FillStretch, whole } from './kind.ts'
import { fractalNoise, type Heights } from './noise.ts'

const FEATURE_MIN_CELLS = 8
const FEATURE_MAX_CELLS = 1024
/** Height that an octave keeps of the one before: more is more ragged. */
export const ROUGHNESS = 0.52
export const FINEST_CELLS = 2
const SAMPLE_ROWS = 256

export const featureCells = whole(
  0,
  0,
  SIDE_MAX_CELLS,
  'size of the largest forms; 0: a quarter of the longer side, 1024 at most',
)

/** The size of the largest forms in cells, of at least `finestCells`. */
export function widestOf({ width, height }: Expanse, featureCells: number, finestCells: number): number {
  const automatic = Math.min(FEATURE_MAX_CELLS, Math.floor(Math.max(width, height) / 4))
  return Math.max(FEATURE_MIN_CELLS, finestCells, featureCells || automatic)
}

export function heightsOf(expanse: Expanse, featureCells: number, finestCells: number): Heights {
  return fractalNoise(widestOf(expanse, featureCells, finestCells), finestCells, ROUGHNESS, expanse.seed)
}

/** The heights of at most `cellsMax` cells of some rows, ascending; of the first columns where the map is wider than any atlas. */
export function sortedSample({ width, height }: Expanse, heights: Heights, cellsMax = SIDE_MAX_CELLS): Float64Array {
  const row = new Float64Array(Math.min(width, SIDE_MAX_CELLS))
  const rows = Math.min(height, SAMPLE_ROWS)
  const columns = Math.min(row.length, cellsMax)
  const sample = new Float64Array(rows * columns)
  for (let i = 0, at = 0; i < rows; i++) {
    heights(0, Math.floor((i * height) / rows), row)
    for (let column = 0; column < columns; column++) sample[at++] = row[Math.floor((column * row.length) / columns)]
  }
  return sample.sort()
}

/** Fills stretches of costs from those of heights. */
export function costsByHeight(heights: Heights, paint: (row: Float64Array, cost: CostColumn) => void): FillStretch {
  const buffer = rowBuffer()
  return (x, y, cost) => {
    const row = buffer(cost.length)
    heights(x, y, row)
    paint(row, cost)
  }
}

/** How many of the floors, in ascending order, a height reaches. */
export function floorsUnder(height: number, floors: ArrayLike<number>): number {
  let count = 0
  while (count < floors.length && height >= floors[count]) count++
  return count
}

/** A buffer of heights. Calls for the same number of cells share one. */
export function rowBuffer(): (cells: number) => Float64Array {
  let row = new Float64Array()
  return cells => {
    if (row.length !== cells) row = new Float64Array(cells)
    return row
  }
}
