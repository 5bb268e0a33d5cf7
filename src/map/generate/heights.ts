/**
 * Heights of smooth ground, row by row, and how they are spread: what cost a height stands for follows from a sorted sample,
 * so that shares of the ground come out as wanted whatever the noise.
 */
import { SIDE_MAX_CELLS } from '../grid.ts'
import { type Sheet, whole } from './kind.ts'
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
  readonly row: Float64Array
  private readonly noise: FractalNoise
  private readonly height: number

  constructor({ width, height, seed }: Sheet, featureCells: number, finestCells: number) {
    const automatic = Math.min(FEATURE_MAX_CELLS, Math.floor(Math.max(width, height) / 4))
    const widest = Math.max(FEATURE_MIN_CELLS, finestCells, featureCells || automatic)
    this.noise = new FractalNoise(width, widest, finestCells, ROUGHNESS, seed)
    this.row = new Float64Array(width)
    this.height = height
  }

  /** Brings row y into `row`. */
  read(y: number): void {
    this.noise.row(y, this.row)
  }

  /** The heights of some rows, ascending. */
  sorted(): Float64Array {
    const rows = Math.min(this.height, SAMPLE_ROWS)
    const sample = new Float64Array(rows * this.row.length)
    for (let i = 0; i < rows; i++) {
      this.read(Math.floor((i * this.height) / rows))
      sample.set(this.row, i * this.row.length)
    }
    return sample.sort()
  }
}
