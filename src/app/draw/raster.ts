/**
 * A picture in memory: three bytes per pixel, and the few shapes that maps need, with smooth edges. The distance of a
 * pixel's centre from a shape decides how much of the pixel the shape covers.
 */
import { writePng } from '../../format/png-write.ts'
import type { Colour } from './palette.ts'

export class Raster {
  readonly width: number
  readonly height: number
  /** rgb[(y * width + x) * 3 + channel] */
  readonly rgb: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.rgb = new Uint8Array(width * height * 3)
  }

  colourAt(x: number, y: number): Colour {
    const at = (y * this.width + x) * 3
    return [this.rgb[at], this.rgb[at + 1], this.rgb[at + 2]]
  }

  /** Blends `colour` into pixel (x, y): 0 leaves it, 1 replaces it. Pixels outside the picture are ignored. */
  blend(x: number, y: number, colour: Colour, opacity: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return
    const at = (y * this.width + x) * 3
    for (let channel = 0; channel < 3; channel++) {
      const before = this.rgb[at + channel]
      this.rgb[at + channel] = Math.round(before + (colour[channel] - before) * opacity)
    }
  }

  fill(x: number, y: number, width: number, height: number, colour: Colour, opacity = 1): void {
    for (let py = y; py < y + height; py++) for (let px = x; px < x + width; px++) this.blend(px, py, colour, opacity)
  }

  disc(x: number, y: number, radius: number, colour: Colour): void {
    this.shape(x, y, boxAround(x, y, radius), colour, (dx, dy) => Math.hypot(dx, dy) - radius)
  }

  ring(x: number, y: number, radius: number, width: number, colour: Colour): void {
    const half = width / 2
    const box = boxAround(x, y, radius + half)
    this.shape(x, y, box, colour, (dx, dy) => Math.abs(Math.hypot(dx, dy) - radius) - half)
  }

  /** A square standing on a corner. */
  diamond(x: number, y: number, radius: number, colour: Colour): void {
    const box = boxAround(x, y, radius)
    this.shape(x, y, box, colour, (dx, dy) => (Math.abs(dx) + Math.abs(dy) - radius) * Math.SQRT1_2)
  }

  /** A line with round ends. */
  line(x0: number, y0: number, x1: number, y1: number, radius: number, colour: Colour): void {
    const pieces = Math.max(1, Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) / LINE_PIECE_PIXELS))
    for (let piece = 0; piece < pieces; piece++) {
      const from = piece / pieces
      const to = (piece + 1) / pieces
      this.piece(x0 + (x1 - x0) * from, y0 + (y1 - y0) * from, x0 + (x1 - x0) * to, y0 + (y1 - y0) * to, radius, colour)
    }
  }

  /** A faint line, one pixel wide: at each step along it, two pixels share its coverage. */
  hair(x0: number, y0: number, x1: number, y1: number, colour: Colour, opacity: number): void {
    const isSteep = Math.abs(y1 - y0) > Math.abs(x1 - x0)
    const [from, to, across, acrossTo] = isSteep ? [y0, y1, x0, x1] : [x0, x1, y0, y1]
    const slope = to === from ? 0 : (acrossTo - across) / (to - from)
    const last = Math.ceil(Math.max(from, to))
    for (let at = Math.floor(Math.min(from, to)); at < last; at++) {
      const middle = across + (at + 0.5 - from) * slope - 0.5
      const low = Math.floor(middle)
      for (const [side, share] of [[low, low + 1 - middle] as const, [low + 1, middle - low] as const]) {
        if (isSteep) this.blend(side, at, colour, opacity * share)
        else this.blend(at, side, colour, opacity * share)
      }
    }
  }

  toPng(): Uint8Array {
    return writePng({ width: this.width, height: this.height, data: this.rgb, channels: 3, depth: 8 }, 6)
  }

  private piece(x0: number, y0: number, x1: number, y1: number, radius: number, colour: Colour): void {
    const dx = x1 - x0
    const dy = y1 - y0
    const lengthSquared = dx * dx + dy * dy
    const distance = (px: number, py: number) => {
      const along = lengthSquared === 0 ? 0 : (px * dx + py * dy) / lengthSquared
      const share = Math.min(1, Math.max(0, along))
      return Math.hypot(px - dx * share, py - dy * share) - radius
    }
    const [left, right] = x0 < x1 ? [x0, x1] : [x1, x0]
    const [top, bottom] = y0 < y1 ? [y0, y1] : [y1, y0]
    const box = { left: left - radius, top: top - radius, right: right + radius, bottom: bottom + radius }
    this.shape(x0, y0, box, colour, distance)
  }

  /**
   * Fills a shape. `distance` is that of a pixel's centre from the edge, negative inside, by the centre's way from the place
   * (x, y). The pixel (0, 0) has its centre at .5, .5.
   */
  private shape(
    x: number,
    y: number,
    { left, top, right, bottom }: Box,
    colour: Colour,
    distance: (dx: number, dy: number) => number,
  ): void {
    const toX = Math.min(this.width - 1, Math.ceil(right))
    const toY = Math.min(this.height - 1, Math.ceil(bottom))
    for (let py = Math.max(0, Math.floor(top - 1)); py <= toY; py++) {
      for (let px = Math.max(0, Math.floor(left - 1)); px <= toX; px++) {
        const coverage = 0.5 - distance(px + 0.5 - x, py + 0.5 - y)
        if (coverage > 0) this.blend(px, py, colour, Math.min(1, coverage))
      }
    }
  }
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function boxAround(x: number, y: number, reach: number): Box {
  return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach }
}

/** Slanting lines are drawn in pieces: the bounding box of a whole line has far more pixels than the line. */
const LINE_PIECE_PIXELS = 32
