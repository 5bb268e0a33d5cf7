/**
 * Fractal gradient noise, one row at a time: octaves of a smooth random landscape, each half as wide and about half as
 * high as the one before. A row needs only the lattice points above and below it, so the memory is a few rows whatever
 * the map's height, and the inner loop is a cubic that steps along between two lattice points.
 *
 * The same on every machine: hashes are integer, heights are sums and products of IEEE doubles.
 */

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
  /** Height and slope along x at each lattice column, for the row at hand. */
  private readonly level: Float64Array
  private readonly slope: Float64Array

  constructor(width: number, spacing: number, amplitude: number, salt: number) {
    this.spacing = spacing
    this.amplitude = amplitude
    this.salt = salt
    this.offsetX = (hash(1, 0, salt) >>> 0) % spacing
    this.offsetY = (hash(0, 1, salt) >>> 0) % spacing
    this.fadeOfStep = Float64Array.from({ length: spacing }, (_, step) => fade(step / spacing))
    const columns = Math.ceil((width + this.offsetX) / spacing) + 1
    this.level = new Float64Array(columns)
    this.slope = new Float64Array(columns)
  }

  /** Adds row y of this octave to `height`. */
  addRow(y: number, height: Float64Array): void {
    this.bendLattice(y + this.offsetY)
    const { spacing, offsetX, level, slope, fadeOfStep } = this
    const width = height.length
    let x = 0
    for (let column = 0, step = offsetX; x < width; column++, step = 0) {
      const stop = Math.min(width, (column + 1) * spacing - offsetX)
      const a = level[column]
      const da = slope[column]
      const db = slope[column + 1]
      const b = level[column + 1] - db * spacing
      for (; x < stop; x++, step++) {
        const near = a + da * step
        height[x] += near + (b + db * step - near) * fadeOfStep[step]
      }
    }
  }

  /** Brings the lattice rows above and below row y together in `level` and `slope`. */
  private bendLattice(y: number): void {
    const { spacing, amplitude, salt, level, slope } = this
    const row = Math.floor(y / spacing)
    const down = (y % spacing) / spacing
    const weight = fade(down)
    // A gradient's two halves are 16-bit numbers, -32768..32767.
    const unit = amplitude / 32768
    for (let column = 0; column < level.length; column++) {
      const above = hash(column, row, salt)
      const below = hash(column, row + 1, salt)
      const levelAbove = (above >> 16) * down
      const levelBelow = (below >> 16) * (down - 1)
      const slopeAbove = (above << 16) >> 16
      const slopeBelow = (below << 16) >> 16
      level[column] = (levelAbove + (levelBelow - levelAbove) * weight) * unit
      slope[column] = ((slopeAbove + (slopeBelow - slopeAbove) * weight) * unit) / spacing
    }
  }
}

export class FractalNoise {
  private readonly octaves: Octave[] = []

  /** Octaves from `widest` cells a lattice step down to `finest`; each keeps `keep` of the height of the one before. */
  constructor(width: number, widest: number, finest: number, keep: number, seed: number) {
    let amplitude = 1
    for (let spacing = widest; spacing >= finest; spacing = Math.floor(spacing / 2)) {
      this.octaves.push(new Octave(width, spacing, amplitude, hash(spacing, this.octaves.length, seed)))
      amplitude *= keep
    }
  }

  /** Writes row y into `height`. */
  row(y: number, height: Float64Array): void {
    height.fill(0)
    for (const octave of this.octaves) octave.addRow(y, height)
  }
}
