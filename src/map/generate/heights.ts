/**
 * Heights of smooth ground, a stretch of a row at a time, and how they are spread: what cost a height stands for follows from
 * a sorted sample, so that shares of the ground come out as wanted whatever the noise.
 */
import { SIDE_MAX_CELLS } from '../grid.ts'
import { type Expanse, whole } from './kind.ts'
import { FractalNoise } from './noise.ts'

const FEATURE_MIN_CELLS = 8
const FEATURE_MAX_CELLS = 1024
const ROUGHNESS = 0.52
const SAMPLE_ROWS = 256

export const featureCells = whole(
  0,
  0,
  SIDE_MAX_CELLS,
  'size of the largest forms; 0: a quarter of the longer side, 1024 at most',
)

export class Heights {
  private readonly noise: FractalNoise
  private readonly expanse: Expanse

  constructor(expanse: Expanse, featureCells: number, finestCells: number) {
    const automatic = Math.min(FEATURE_MAX_CELLS, Math.floor(Math.max(expanse.width, expanse.height) / 4))
    const widest = Math.max(FEATURE_MIN_CELLS, finestCells, featureCells || automatic)
    this.noise = new FractalNoise(widest, finestCells, ROUGHNESS, expanse.seed)
    this.expanse = expanse
  }

  /** Writes the heights of row y, from x on, into `row`. */
  read(x: number, y: number, row: Float64Array): void {
    this.noise.row(x, y, row)
  }

  /** The heights of some rows, ascending; of the first columns where the map is wider than any atlas. */
  sorted(): Float64Array {
    const { width, height } = this.expanse
    const rows = Math.min(height, SAMPLE_ROWS)
    const columns = Math.min(width, SIDE_MAX_CELLS)
    const sample = new Float64Array(rows * columns)
    for (let i = 0; i < rows; i++) {
      this.read(0, Math.floor((i * height) / rows), sample.subarray(i * columns, (i + 1) * columns))
    }
    return sample.sort()
  }
}

/** A buffer of heights. Calls for the same number of cells share one. */
export function rowBuffer(): (cells: number) => Float64Array {
  let row = new Float64Array()
  return cells => {
    if (row.length !== cells) row = new Float64Array(cells)
    return row
  }
}
