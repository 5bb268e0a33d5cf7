/**
 * What a map format is to the rest: it recognises its own bytes, reads them into a grid and writes a grid. A format is
 * recognised from content alone, because names lie; extensions only choose the format to write.
 */
import type { Grid } from '../map/grid.ts'

export interface ReadMapOptions {
  /**
   * The bytes are costs and nothing else, row by row, of a map this many cells wide. No format is guessed then, and the
   * grid is a view of the bytes.
   */
  readonly width?: number
  /**
   * With `width`: how many bits such a cost has, 8 or 16 (little-endian). Bytes that look like 16 bits are refused unless
   * this is given.
   */
  readonly bits?: 8 | 16
  /** PNG: a pixel darker than this (0 black .. 255 white) is a wall. 128 when not given. */
  readonly wallBelow?: number
  /**
   * PNG: each grey is a cost as it stands, 0 (black) is a wall; so it is with 16 bits, where costs go to 65535. A
   * colour that is no grey is an error. A picture of costs that isthmus wrote says so itself and needs no word.
   */
  readonly greyIsCost?: boolean
  /** Hears in a sentence of what is read as it may not be meant, such as greys that become walls. */
  readonly onWarning?: (sentence: string) => void
  /**
   * PNG: the cost of each colour, as `{ '#ffffff': 1, '#1e90ff': 0, '#228b22': 4 }`. A colour that is not listed is an
   * error, and brightness means nothing. Pixels more transparent than opaque are walls as always.
   */
  readonly palette?: Readonly<Record<string, number>>
  /**
   * Refuse a map with more cells. Worth setting where maps come from strangers: a PNG of some kilobytes can unfold to a
   * gigabyte, whereas every other format is as large as its file.
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
