/**
 * Turns colours into costs: by brightness, or by a palette with the cost of each colour.
 */
import { refuse, textOf } from '../base/given.ts'

/** The cost of a colour with 8 bits per channel; UNLISTED if it has none. */
export type PixelCost = (red: number, green: number, blue: number) => number

/** How pixels become costs. */
export interface PixelReading {
  readonly costOf: PixelCost
  /** Samples are passed unchanged, whatever their depth, not as brightness of 8 bits. */
  readonly isRaw: boolean
  /** Why a pixel has no cost; the message shows its place and colour first. */
  readonly refusal: string
}
export const UNLISTED = -1

export const WALL_BELOW = 128

/** Brightness as the eye sees it (Rec. 601), in thousandths: 0..255,000. */
function luminance(red: number, green: number, blue: number): number {
  return 299 * red + 587 * green + 114 * blue
}

/** Pixels darker than `wallBelow` are walls, all others free. */
export function thresholdCosts(wallBelow = WALL_BELOW): PixelCost {
  if (!(typeof wallBelow === 'number' && wallBelow >= 0 && wallBelow <= 256)) {
    refuse(`wallBelow is ${textOf(wallBelow)}: it must be a brightness from 0 to 256.`)
  }
  return (red, green, blue) => (luminance(red, green, blue) < wallBelow * 1000 ? 0 : 1)
}

export function colorName(red: number, green: number, blue: number): string {
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`
}

/** Turns '#rrggbb' into 0xrrggbb; the short form '#rgb' doubles each digit. */
function parseColor(name: string): number {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(name)
  const digits = short ? short[1] + short[1] + short[2] + short[2] + short[3] + short[3] : name.slice(1)
  if (name[0] !== '#' || !/^[0-9a-f]{6}$/i.test(digits)) {
    refuse(`The palette has a colour '${name}': write it as '#rrggbb'.`)
  }
  return Number.parseInt(digits, 16)
}

/** Only the colours of `palette` have costs. */
export function paletteCosts(palette: Readonly<Record<string, number>>): PixelCost {
  if (typeof palette !== 'object' || palette === null) {
    refuse(`The palette is ${textOf(palette)}: costs by colours were expected, as { '#ffffff': 1 }.`)
  }
  const costOfColor = new Map<number, number>()
  for (const [name, cost] of Object.entries(palette)) {
    if (!Number.isInteger(cost) || cost < 0 || cost > 255) {
      refuse(`The palette gives ${name} the cost ${textOf(cost)}: in pictures of colours costs are 0 (wall) to 255.`)
    }
    costOfColor.set(parseColor(name), cost)
  }
  return (red, green, blue) => costOfColor.get((red << 16) | (green << 8) | blue) ?? UNLISTED
}

/** The value of a grey is its cost. */
export const GREY_COSTS: PixelReading = {
  costOf: (red, green, blue) => (red === green && green === blue ? red : UNLISTED),
  isRaw: true,
  refusal: 'which is no cost: a grey was expected, 0 for a wall',
}
