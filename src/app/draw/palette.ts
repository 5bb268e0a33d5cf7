/**
 * The colours of every picture of a map, in files and on the page. Marks use the palette of Okabe and Ito, which stays
 * distinct with any common form of colour blindness. Areas are light tints of it, so that marks stand out. Walls are
 * far darker than any area, so lightness alone tells ground from wall.
 */
import { SIZE_MAX } from '../../map/traveller.ts'

export type Colour = readonly [red: number, green: number, blue: number]

/** Below 1, so that the shades of costs show through. */
export const ISLAND_OPACITY = 0.85

export const REGION_BORDER_OPACITY = 0.55
export const ENTRY: Colour = [0, 114, 178]
export const ENTRY_CASING: Colour = [255, 255, 255]
export const PATH: Colour = [213, 94, 0]
export const PATH_CASING: Colour = [255, 255, 255]
/** The line between two ends that no path joins. */
export const REFUSAL: Colour = [176, 32, 48]
/** The entries that a search settled, from first to last. */
export const SEARCH_FIRST: Colour = [120, 200, 240]
export const SEARCH_LAST: Colour = [20, 50, 120]
/** Ground where only the smallest units can stand; it fades towards ground for the largest. */
export const NARROW: Colour = [0, 98, 108]
export const NARROW_OPACITY = 0.8
export const DEAD_END: Colour = [122, 78, 142]
export const DEAD_END_OPACITY = 0.55
export const CHOKE: Colour = [240, 170, 0]
export const CHOKE_CASING: Colour = [40, 30, 10]
export const START: Colour = [0, 158, 115]
export const GOAL: Colour = [204, 60, 130]

/** The colours of marks by name, for the legend of a page. */
export const MARKS: Readonly<Record<string, Colour>> = {
  ...{ entry: ENTRY, path: PATH, start: START, goal: GOAL, choke: CHOKE, 'choke-casing': CHOKE_CASING },
  'search-first': SEARCH_FIRST,
  'search-middle': mix(SEARCH_FIRST, SEARCH_LAST, 0.5),
  'search-last': SEARCH_LAST,
}

/** `share` 0 gives `a`, 1 gives `b`. */
export function mix(a: Colour, b: Colour, share: number): Colour {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]
}

/** The lowest and the highest cost of a map's free cells. */
export interface CostRange {
  readonly min: number
  readonly max: number
  /**
   * The exponent of the scale: 1, or more if most ground is expensive, so that expensive ground gets more of the
   * colours.
   */
  readonly bend?: number
}

/** The colours that differ between a light and a dark page. Pictures are light. */
export interface Scheme {
  readonly wall: Colour
  /** Walls when the terrain layer is off. */
  readonly faintWall: Colour
  /** Free cells of the lowest and of the highest cost; costs between are mixed. */
  readonly ground: Colour
  readonly heavyGround: Colour
  /** The largest island is plain ground; the others take these in turn. None is blue: on a map, blue is water. */
  readonly islands: readonly Colour[]
  readonly border: Colour
  /** Lines between cells. */
  readonly grid: Colour
  /** An edge of the abstract graph. */
  readonly edge: Colour
  readonly casing: Colour
  /** The route from entry to entry, before it becomes a path. */
  readonly route: Colour
  /** The cheapest path of all, dashed. */
  readonly optimum: Colour
  /** The path as a curve. */
  readonly smooth: Colour
}
export type SchemeName = 'light' | 'dark'

export const SCHEMES: Record<SchemeName, Scheme> = {
  light: {
    wall: [34, 46, 60],
    faintWall: [205, 203, 196],
    ground: [240, 234, 219],
    heavyGround: [133, 109, 84],
    islands: [
      [246, 205, 120],
      [150, 206, 146],
      [236, 172, 196],
      [243, 160, 120],
      [245, 238, 140],
      [208, 180, 216],
      [196, 204, 112],
    ],
    border: [96, 108, 122],
    grid: [40, 50, 62],
    edge: [88, 62, 150],
    casing: PATH_CASING,
    route: [0, 92, 150],
    optimum: [20, 24, 40],
    smooth: [24, 24, 30],
  },
  dark: {
    wall: [20, 26, 33],
    faintWall: [54, 60, 66],
    ground: [78, 84, 88],
    heavyGround: [84, 58, 36],
    islands: [
      [112, 88, 38],
      [54, 98, 60],
      [114, 66, 88],
      [126, 74, 46],
      [108, 105, 48],
      [102, 70, 100],
      [84, 92, 38],
    ],
    border: [158, 170, 182],
    grid: [8, 11, 15],
    edge: [178, 158, 240],
    casing: [12, 16, 22],
    route: [120, 196, 244],
    optimum: [250, 250, 252],
    smooth: [240, 240, 246],
  },
}

/** The colours of pictures. */
export const { wall: WALL, faintWall: FAINT_WALL, ground: GROUND, heavyGround: HEAVY_GROUND } = SCHEMES.light
export const { islands: ISLANDS, border: REGION_BORDER, edge: EDGE, route: ROUTE, smooth: SMOOTH } = SCHEMES.light

/** Ground darkens with the logarithm of its cost, over the range of costs, so doubling a cost shows. */
export function groundColour(cost: number, range: CostRange, { ground, heavyGround }: Scheme = SCHEMES.light): Colour {
  if (range.max === range.min) return ground
  const share = Math.log(Math.max(1, cost / range.min)) / Math.log(range.max / range.min)
  return mix(ground, heavyGround, share ** (range.bend ?? 1))
}

/**
 * The opacity of the tint for ground of a width, by its logarithm: highest for width 1, zero for the largest unit's
 * width.
 */
export function narrowOpacity(width: number): number {
  return NARROW_OPACITY * (1 - Math.log2(Math.max(1, width)) / Math.log2(SIZE_MAX))
}

/**
 * The index into ISLANDS for an island. It steps by the golden ratio, so consecutive numbers get different colours, and
 * all colours occur equally often.
 */
export function islandTint(island: number): number {
  const share = (Math.imul(island, 0x9e3779b1) >>> 0) / 2 ** 32
  return Math.floor(share * ISLANDS.length)
}

/**
 * The shade of region number `ordinal` of the block at (blockX, blockY). Blocks alternate as on a chessboard. Two
 * regions only touch across the border of two blocks, so they never have the same shade.
 */
export function regionShade(blockX: number, blockY: number, ordinal: number): number {
  return REGION_SHADES[2 * ((blockX + blockY) & 1) + (ordinal & 1)]
}
const REGION_SHADES = [0, 0.06, 0.12, 0.18]

/** Edges of a region with more entries are fainter, so that the ground shows through. */
export function edgeOpacity(entryCount: number): number {
  return Math.min(0.45, 6 / Math.max(1, entryCount))
}

/** A colour in the notation of style sheets and canvases. */
export function cssOf([red, green, blue]: Colour, opacity = 1): string {
  return opacity === 1 ? `rgb(${red} ${green} ${blue})` : `rgb(${red} ${green} ${blue} / ${opacity})`
}
