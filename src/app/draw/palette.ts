/**
 * The colours of every picture of a map, in files and on the page alike. Marks are from the palette of Okabe and Ito, which
 * people with any common form of colour blindness tell apart; areas are light tints of it, so that marks stand out, and
 * walls are far darker than any area: lightness alone tells ground from wall.
 */
export type Colour = readonly [red: number, green: number, blue: number]

export const WALL: Colour = [34, 46, 60]
/** Walls where the terrain is not asked for. */
export const FAINT_WALL: Colour = [205, 203, 196]
/** Free cells of cost 1. */
export const GROUND: Colour = [240, 234, 219]
/** Free cells of cost 255; costs between are mixed. */
export const HEAVY_GROUND: Colour = [133, 109, 84]

/** The largest island is plain ground; the others take these in turn. */
export const ISLANDS: readonly Colour[] = [
  [150, 205, 240],
  [246, 205, 120],
  [128, 208, 180],
  [232, 178, 208],
  [244, 170, 128],
  [247, 240, 150],
  [170, 180, 230],
]

/** Lets the shades of costs show through. */
export const ISLAND_OPACITY = 0.85

export const REGION_BORDER: Colour = [96, 108, 122]
export const REGION_BORDER_OPACITY = 0.55
/** Lines between cells. */
export const GRID: Colour = [40, 50, 62]
export const ENTRY: Colour = [0, 114, 178]
export const ENTRY_CASING: Colour = [255, 255, 255]
/** An edge of the abstract graph. */
export const EDGE: Colour = [88, 62, 150]
export const PATH: Colour = [213, 94, 0]
export const PATH_CASING: Colour = [255, 255, 255]
/** The cheapest path of all, dashed. */
export const OPTIMUM: Colour = [20, 24, 40]
/** The path as a curve. */
export const SMOOTH: Colour = [24, 24, 30]
/** The route from entry to entry, before it becomes a path. */
export const ROUTE: Colour = [0, 92, 150]
/** Between two ends that no path joins. */
export const REFUSAL: Colour = [176, 32, 48]
/** What a search settled, from the first entry to the last. */
export const SEARCH_FIRST: Colour = [120, 200, 240]
export const SEARCH_LAST: Colour = [20, 50, 120]
export const START: Colour = [0, 158, 115]
export const GOAL: Colour = [204, 60, 130]

/** `share` 0 gives `a`, 1 gives `b`. */
export function mix(a: Colour, b: Colour, share: number): Colour {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]
}

/** Ground darkens with the logarithm of its cost: doubling a cost always shows. */
export function groundColour(cost: number): Colour {
  return mix(GROUND, HEAVY_GROUND, Math.log(Math.max(1, cost)) / Math.log(255))
}

export function islandColour(island: number): Colour {
  return ISLANDS[islandTint(island)]
}

/**
 * Which of ISLANDS an island takes. Steps of the golden ratio: numbers that follow each other get different colours, and
 * all colours are used alike.
 */
export function islandTint(island: number): number {
  const share = (Math.imul(island, 0x9e3779b1) >>> 0) / 2 ** 32
  return Math.floor(share * ISLANDS.length)
}

/**
 * How far region number `ordinal` of the block at (blockX, blockY) is darkened. Blocks differ as on a chessboard: two
 * regions only ever touch across the border of two blocks, so they are never shaded alike.
 */
export function regionShade(blockX: number, blockY: number, ordinal: number): number {
  return REGION_SHADES[2 * ((blockX + blockY) & 1) + (ordinal & 1)]
}
const REGION_SHADES = [0, 0.06, 0.12, 0.18]

/** The more edges cross a region of so many entries, the fainter is each: what lies below shows through. */
export function edgeOpacity(entryCount: number): number {
  return Math.min(0.45, 6 / Math.max(1, entryCount))
}

/** Of an entry that a search settled, by when: 0 is first, 1 last. */
export function searchColour(share: number): Colour {
  return mix(SEARCH_FIRST, SEARCH_LAST, share)
}

/** As style sheets and canvases write it. */
export function cssOf([red, green, blue]: Colour, opacity = 1): string {
  return opacity === 1 ? `rgb(${red} ${green} ${blue})` : `rgb(${red} ${green} ${blue} / ${opacity})`
}
