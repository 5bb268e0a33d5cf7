/**
 * The interface of a map format: it recognises its own bytes, reads them into a grid, and writes a grid. Only the
 * content identifies a format, because names can be wrong. Extensions only choose the format to write.
 */
import type { Grid } from '../map/grid.ts'

export interface ReadMapOptions {
  /**
   * The bytes are only costs, row by row, of a map this many cells wide. Then no format is guessed, and the grid is a
   * view of the bytes.
   */
  readonly width?: number
  /**
   * With `width`: the bits of a cost, 8 or 16 (little-endian). Without it, bytes that look like 16 bits are refused.
   */
  readonly bits?: 8 | 16
  /** PNG: a pixel darker than this (0 black .. 255 white) is a wall. 128 when not given. */
  readonly wallBelow?: number
  /**
   * PNG: the value of each grey is its cost, and 0 (black) is a wall; with 16 bits, costs go up to 65535. A colour that
   * is not grey is an error. A picture of costs that isthmus wrote does not need this option.
   */
  readonly greyIsCost?: boolean
  /** Receives a sentence about each likely mistake, such as greys that become walls. */
  readonly onWarning?: (sentence: string) => void
  /**
   * PNG: the cost of each colour, as `{ '#ffffff': 1, '#1e90ff': 0, '#228b22': 4 }`. A colour that is not listed is an
   * error, and brightness means nothing. Pixels more transparent than opaque are walls as always.
   */
  readonly palette?: Readonly<Record<string, number>>
  /**
   * Refuse a map with more cells. Set it for maps from strangers: a PNG of some kilobytes can unpack to a gigabyte.
   * Maps of other formats are as large as their files.
   */
  readonly cellsMax?: number
}

export interface MapFormat {
  readonly name: string
  /** File name extensions without the dot, the usual one first. */
  readonly extensions: readonly string[]
  /** One line for people. */
  readonly about: string
  recognises(bytes: Uint8Array): boolean
  read(bytes: Uint8Array, options: ReadMapOptions): Grid
  write(grid: Grid): Uint8Array
}
