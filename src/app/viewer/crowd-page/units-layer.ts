/**
 * Discs by the ten thousand, painted pixel by pixel from a few stamps. There is one for each quarter of a pixel between
 * grid and middle. Drawing each disc on a canvas takes ten times as long.
 */
import { type Colour, ENTRY, START } from '../../draw/palette.ts'
import type { CrowdFrame } from '../crowd-worker/crowd-worker.ts'
import type { Camera } from '../page/camera.ts'

/** Stamps a pixel, each way. */
const PARTS = 4
/** Smaller discs are painted as large as this. */
const RADIUS_MIN_PIXELS = 0.8

/** How much of each pixel a disc covers, 0 to 255. */
interface Stamp {
  readonly side: number
  readonly shares: Uint8Array
}

export function unitsLayer(context: CanvasRenderingContext2D) {
  let image: ImageData | null = null
  let words = new Uint32Array(0)
  let stamps: readonly Stamp[] = []
  let stampRadius = 0
  return ({ x: xs, radius: radiusCells, isThere }: CrowdFrame, between: Between, camera: Camera): void => {
    const { width, height } = camera
    if (image?.width !== width || image.height !== height) {
      image = context.createImageData(width, height)
      words = new Uint32Array(image.data.buffer)
    }
    const radius = Math.max(RADIUS_MIN_PIXELS * camera.density, radiusCells * camera.scale)
    if (radius !== stampRadius) {
      stampRadius = radius
      stamps = stampsOf(radius)
    }
    words.fill(0)
    for (let unit = 0; unit < xs.length; unit++) {
      const x = camera.screenX(between.xOf(unit))
      const y = camera.screenY(between.yOf(unit))
      if (x < -radius || y < -radius || x > width + radius || y > height + radius) continue
      const left = Math.floor(x - radius)
      const top = Math.floor(y - radius)
      const part = Math.floor((y - radius - top) * PARTS) * PARTS + Math.floor((x - radius - left) * PARTS)
      stampAt(words, camera, stamps[part], left, top, isThere[unit] === 1 ? START : ENTRY)
    }
    context.putImageData(image, 0, 0)
  }
}

/** Where two discs share a pixel, the one that covers more of it shows. */
function stampAt(
  words: Uint32Array,
  { width, height }: Camera,
  { side, shares }: Stamp,
  left: number,
  top: number,
  [red, green, blue]: Colour,
): void {
  const colour = (blue << 16) | (green << 8) | red
  const firstX = Math.max(0, -left)
  const endX = Math.min(side, width - left)
  for (let y = Math.max(0, -top); y < Math.min(side, height - top); y++) {
    const row = (top + y) * width + left
    for (let x = firstX; x < endX; x++) {
      const share = shares[y * side + x]
      if (share > words[row + x] >>> 24) words[row + x] = ((share << 24) | colour) >>> 0
    }
  }
}

function stampsOf(radius: number): Stamp[] {
  const side = Math.ceil(2 * radius) + 2
  return Array.from({ length: PARTS * PARTS }, (_, part) => {
    const middleX = radius + (part % PARTS) / PARTS
    const middleY = radius + Math.floor(part / PARTS) / PARTS
    const shares = Uint8Array.from({ length: side * side }, (_, at) => {
      const distance = Math.hypot((at % side) + 0.5 - middleX, Math.floor(at / side) + 0.5 - middleY)
      return 255 * Math.min(1, Math.max(0, radius + 0.5 - distance))
    })
    return { side, shares }
  })
}

/** A unit that moves further in a tick was placed there. */
const CELLS_MAX = 4

/** Where units are between two ticks: on the line from the last place to the newest, by the time gone since. */
export class Between {
  newest: CrowdFrame | null = null
  private last: CrowdFrame | null = null
  private newestMs = 0
  private lastsMs = 1
  private share = 1

  receive(frame: CrowdFrame, nowMs: number): void {
    this.last = this.newest?.x.length === frame.x.length ? this.newest : null
    // Ticks that come late last as long as they take.
    this.lastsMs = Math.max(frame.budgetMs, Math.min(1000, frame.tickMs))
    this.newest = frame
    this.newestMs = nowMs
  }

  /** Returns whether anything still moves. */
  at(nowMs: number): boolean {
    this.share = Math.min(1, (nowMs - this.newestMs) / this.lastsMs)
    return this.share < 1
  }

  xOf(unit: number): number {
    return this.mix(this.last?.x, this.newest!.x, unit)
  }

  yOf(unit: number): number {
    return this.mix(this.last?.y, this.newest!.y, unit)
  }

  private mix(from: Float32Array | undefined, to: Float32Array, unit: number): number {
    if (from === undefined) return to[unit]
    const way = to[unit] - from[unit]
    return Math.abs(way) > CELLS_MAX ? to[unit] : from[unit] + way * this.share
  }
}
