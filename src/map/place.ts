/**
 * The ways to name cells of a map: a rectangle, a disc, or the cells themselves.
 */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The cells whose middles are at most `radius` cell lengths from the middle of (x, y). */
export interface Disc {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** Cells of a map: a rectangle, a disc, or flat x, y pairs such as route.cells() returns. */
export type Place = Area | Disc | Int32Array | readonly number[]
