/**
 * Heights of smooth ground, a stretch of a row at a time, and a sorted sample of them. Costs follow from the sample, so shares
 * of the ground come out as wanted whatever the noise.
 *
 * The noise is fractal: octaves of a smooth random landscape, each half as wide and about half as high as the one before. A
 * stretch needs only the lattice points around it: a few rows of memory, whatever the map's size. The inner loop steps along a
 * cubic between two lattice points. It is the same on every machine: hashes are integer, heights are sums and products of IEEE
 * doubles.
 */
import { type CostColumn, SIDE_MAX_CELLS } from '../grid.ts'
import { type Expanse, type FillStretch, whole } from './kind.ts'

/** Mixes a lattice point into 32 bits. */
function hash(x: number, y: number, salt: number): number {
  let h = (Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ salt) | 0
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  return h ^ (h >>> 15)
}

/** 0..1 -> 0..1, flat to the second order at both ends, so that lattice lines cannot be seen. */
function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10)
}

/** One octave: gradients at lattice points `spacing` cells apart. */
class Octave {
  private readonly spacing: number
  private readonly amplitude: number
  private readonly salt: number
  /** Shifts the lattice, so that the lattices of two octaves do not coincide. */
  private readonly offsetX: number
  private readonly offsetY: number
  private readonly fadeOfStep: Float64Array
  /** Height and slope along x at each lattice column, for the stretch at hand. */
  private level = new Float64Array()
  private slope = new Float64Array()

  constructor(spacing: number, amplitude: number, salt: number) {
    this.spacing = spacing
    this.amplitude = amplitude
    this.salt = salt
    this.offsetX = (hash(1, 0, salt) >>> 0) % spacing
    this.offsetY = (hash(0, 1, salt) >>> 0) % spacing
    this.fadeOfStep = Float64Array.from({ length: spacing }, (_, step) => fade(step / spacing))
  }

  /** Adds this octave's heights of row y, from x on, to `height`. */
  addRow(x: number, y: number, height: Float64Array): void {
    const { spacing, fadeOfStep } = this
    const firstColumn = Math.floor((x + this.offsetX) / spacing)
    const firstStep = x + this.offsetX - firstColumn * spacing
    const columns = Math.ceil((firstStep + height.length) / spacing) + 1
    this.bendLattice(firstColumn, columns, y + this.offsetY)
    const { level, slope } = this
    let at = 0
    for (let column = 0, step = firstStep; at < height.length; column++, step = 0) {
      const stop = Math.min(height.length, (column + 1) * spacing - firstStep)
      const a = level[column]
      const da = slope[column]
      const db = slope[column + 1]
      const b = level[column + 1] - db * spacing
      for (; at < stop; at++, step++) {
        const near = a + da * step
        height[at] += near + (b + db * step - near) * fadeOfStep[step]
      }
    }
  }

  /** Brings the lattice rows above and below row y together in `level` and `slope`. */
  private bendLattice(firstColumn: number, columns: number, y: number): void {
    if (this.level.length < columns) {
      this.level = new Float64Array(columns)
      this.slope = new Float64Array(columns)
    }
    const { spacing, amplitude, salt, level, slope } = this
    const row = Math.floor(y / spacing)
    const down = (y % spacing) / spacing
    const weight = fade(down)
    // A gradient's two halves are 16-bit numbers, -32768..32767.
    const unit = amplitude / 32768
    for (let column = 0; column < columns; column++) {
      const above = hash(firstColumn + column, row, salt)
      const below = hash(firstColumn + column, row + 1, salt)
      const levelAbove = (above >> 16) * down
      const levelBelow = (below >> 16) * (down - 1)
      const slopeAbove = (above << 16) >> 16
      const slopeBelow = (below << 16) >> 16
      level[column] = (levelAbove + (levelBelow - levelAbove) * weight) * unit
      slope[column] = ((slopeAbove + (slopeBelow - slopeAbove) * weight) * unit) / spacing
    }
  }
}

/** Writes the heights of row y, from x on, into `row`. */
export type Heights = (x: number, y: number, row: Float64Array) => void

/** Octaves from `widest` cells a lattice step down to `finest`; each keeps `keep` of the height of the one before. */
export function fractalNoise(widest: number, finest: number, keep: number, seed: number): Heights {
  const octaves: Octave[] = []
  let amplitude = 1
  for (let spacing = widest; spacing >= finest; spacing = Math.floor(spacing / 2)) {
    octaves.push(new Octave(spacing, amplitude, hash(spacing, octaves.length, seed)))
    amplitude *= keep
  }
  return (x, y, row) => {
    row.fill(0)
    for (const octave of octaves) octave.addRow(x, y, row)
  }
}

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
