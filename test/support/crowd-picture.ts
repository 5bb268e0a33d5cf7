/**
 * Makes the moving picture of the README: a crowd that follows a field over a map, while a wall is built in its way. An animated
 * PNG of few colours; of each frame but the first it stores only the pixels that changed.
 *
 *   npx tsx test/support/crowd-picture.ts .github/pictures/crowd.png
 */
import { writeFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { type Colour, ENTRY, GOAL, GROUND, mix, START, WALL } from '../../src/app/draw/palette.ts'
import { Random } from '../../src/base/random.ts'
import { Crowd } from '../../src/crowd.ts'
import { bake, generate, type LiveMap, openLive } from '../../src/index.ts'
import { crc32 } from './crc32.ts'

const [WIDTH, HEIGHT] = [120, 60]
const CELL_PIXELS = 4
const UNITS = 300
const RADIUS = 0.42
const FRAMES = 96
const STEPS_A_FRAME = 4
const STEP_SECONDS = 1 / 30
const FRAME_MS = 90
const GOAL_CELL = { x: 98, y: 20 }
/** x, y, width, height. */
const WALLS = [
  [58, 0, 3, 16],
  [58, 21, 3, 20],
  [58, 46, 3, 14],
  [24, 14, 10, 3],
  [32, 17, 3, 8],
  [20, 36, 4, 12],
  [40, 28, 3, 10],
  [74, 8, 3, 12],
  [78, 34, 12, 3],
]
/** The upper gap is closed while half of them are through. */
const BUILT = [
  [30, 58, 16, 3, 2],
  [32, 58, 18, 3, 3],
]
/** Of the palette; NONE is clear: the pixel stays as the frame before left it. */
const [OUTSIDE, FLOOR, WALKS, EDGE, STANDS, TARGET, NONE] = [0, 1, 2, 3, 4, 5, 6]
const PALETTE: readonly Colour[] = [WALL, GROUND, ENTRY, mix(ENTRY, GROUND, 0.5), START, GOAL, [0, 0, 0]]

const [file] = process.argv.slice(2)
const map = openLive(await bake(generate('open', { width: WIDTH, height: HEIGHT })))
for (const [x, y, width, height] of WALLS) map.fill({ x, y, width, height }, 0)
map.commit()
const crowd = new Crowd(map, { sight: 3 })
const field = map.finder().fieldTo(GOAL_CELL)
const random = new Random(1)
while (crowd.count < UNITS) {
  const [x, y] = [0.5 + random.below(44), 0.5 + random.below(HEIGHT)]
  if (crowd.hasRoom(x, y, RADIUS) && field.costAt(Math.floor(x), Math.floor(y)) < Infinity)
    crowd.follow(crowd.add({ x, y, radius: RADIUS, speed: 5 }), field)
}
const frames: Uint8Array[] = []
for (let frame = 0; frame < FRAMES; frame++) {
  frames.push(picture(map, crowd))
  for (const [when, x, y, width, height] of BUILT) if (when === frame) map.fill({ x, y, width, height }, 0)
  map.commit()
  for (let step = 0; step < STEPS_A_FRAME; step++) crowd.step(STEP_SECONDS)
}
writeFileSync(file, animated(frames))

/** A number of the palette for each pixel. */
function picture(map: LiveMap, crowd: Crowd): Uint8Array {
  const wide = WIDTH * CELL_PIXELS
  const pixels = new Uint8Array(wide * HEIGHT * CELL_PIXELS)
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [at % wide, Math.floor(at / wide)].map(pixel => Math.floor(pixel / CELL_PIXELS))
    pixels[at] = map.costAt(x, y) > 0 ? FLOOR : OUTSIDE
  }
  const disc = (x: number, y: number, radius: number, colour: number, edge: number) => {
    for (let row = Math.floor(y - radius); row <= y + radius; row++) {
      for (let column = Math.floor(x - radius); column <= x + radius; column++) {
        const inside = radius - Math.hypot(column + 0.5 - x, row + 0.5 - y)
        if (inside > 0) pixels[row * wide + column] = inside > 0.4 ? colour : edge
      }
    }
  }
  const middle = ({ x, y }: { x: number; y: number }) => [x, y].map(cell => (cell + 0.5) * CELL_PIXELS)
  disc(middle(GOAL_CELL)[0], middle(GOAL_CELL)[1], 1.4 * CELL_PIXELS, TARGET, TARGET)
  for (let unit = 0; unit < crowd.count; unit++) {
    const [x, y] = [crowd.x[unit] * CELL_PIXELS, crowd.y[unit] * CELL_PIXELS]
    disc(x, y, RADIUS * CELL_PIXELS, crowd.isThere(unit) ? STANDS : WALKS, EDGE)
  }
  return pixels
}

function animated(frames: readonly Uint8Array[]): Uint8Array {
  const [width, height] = [WIDTH * CELL_PIXELS, HEIGHT * CELL_PIXELS]
  const chunks = [
    chunk('IHDR', numbers([4, width], [4, height], [1, 4], [1, 3], [1, 0], [1, 0], [1, 0])),
    chunk('PLTE', Uint8Array.from(PALETTE.flat(), Math.round)),
    chunk(
      'tRNS',
      Uint8Array.from(PALETTE, (_, i) => (i === NONE ? 0 : 255)),
    ),
    chunk('acTL', numbers([4, frames.length], [4, 0])),
  ]
  let number = 0
  for (const [i, pixels] of frames.entries()) {
    // At 0,0, for FRAME_MS; the frame is laid over what was there.
    const place = [[4, width] as const, [4, height] as const, [4, 0] as const, [4, 0] as const]
    chunks.push(chunk('fcTL', numbers([4, number++], ...place, [2, FRAME_MS], [2, 1000], [1, 0], [1, i === 0 ? 0 : 1])))
    const changed = i === 0 ? pixels : pixels.map((colour, at) => (colour === frames[i - 1][at] ? NONE : colour))
    const packed = deflateSync(rowsOf(changed, width), { level: 9 })
    chunks.push(i === 0 ? chunk('IDAT', packed) : chunk('fdAT', numbers([4, number++]), packed))
  }
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks, chunk('IEND')])
}

/** Two pixels a byte, each row behind the number of its filter: none. */
function rowsOf(pixels: Uint8Array, width: number): Uint8Array {
  const rowBytes = 1 + width / 2
  const rows = new Uint8Array(rowBytes * (pixels.length / width))
  for (let at = 0; at < pixels.length; at += 2) {
    rows[Math.floor(at / width) * rowBytes + 1 + (at % width) / 2] = (pixels[at] << 4) | pixels[at + 1]
  }
  return rows
}

/** Whole numbers, each in its number of bytes, the highest byte first. */
function numbers(...sized: readonly (readonly [bytes: number, value: number])[]): Uint8Array {
  return Buffer.concat(
    sized.map(([bytes, value]) => {
      const one = Buffer.alloc(bytes)
      one.writeUIntBE(value, 0, bytes)
      return one
    }),
  )
}

function chunk(name: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat([Buffer.from(name, 'latin1'), ...parts])
  return Buffer.concat([numbers([4, content.length - 4]), content, numbers([4, crc32(content)])])
}
