/**
 * Plain text art: a map as one draws it in an editor or in a message.
 *
 *     ..#.
 *     .9#.       '.', ' ' and 1 are free cells of cost 1, 2..9 cost what they say, '#', '@', 'X' are walls
 *     ....
 *
 * S and G are free cells, because people like to draw the ends of a path. The letters of a MovingAI map mean the same
 * here, so its rows can be pasted without their header.
 */
import { refuseMap } from '../base/given.ts'
import { checkGrid, checkSize, type Grid } from '../map/grid.ts'
import type { MapFormat } from './format.ts'
import { alphabet, isRestEmpty, Lines, readRows, textStart, writeRows } from './lines.ts'

const LETTERS = alphabet(
  "'.', ' ', 'S', 'G' (free), '1' to '9' (free, with that cost) and '#', '@', 'X', 'O', 'T', 'W' (walls)",
  [[1, '. SG1'], [0, '#@XOTW'], ...Array.from({ length: 8 }, (_, i) => [i + 2, String(i + 2)] as const)],
)

/** The bytes that are checked to tell text from other content. */
const SNIFF_BYTES = 512
const TAB = 9
const LF = 10
const CR = 13
const SPACE = 32

/** Counts the rows and checks that each is as long as the first. */
function measure(lines: Lines): { width: number; height: number } {
  let width = 0
  let height = 0
  while (lines.next()) {
    if (lines.length === 0) {
      const emptyLine = lines.number
      if (height > 0 && isRestEmpty(lines)) break
      refuseMap(`Line ${emptyLine} is empty. A map is rows of equal length with no gap.`)
    }
    if (height === 0) width = lines.length
    if (lines.length !== width) {
      refuseMap(
        `Line ${lines.number} has ${lines.length} cells, the first row has ${width}. All rows must be equally long ` +
          "(an editor that strips spaces at the end of a line shortens rows; '.' is safer than ' ').",
      )
    }
    height++
  }
  return { width, height }
}

export function readText(bytes: Uint8Array): Grid {
  const lines = new Lines(bytes, textStart(bytes))
  const { width, height } = measure(lines.copy())
  checkSize(width, height)
  return readRows(lines, width, height, LETTERS)
}

/** A grid as text: '#' for walls, '.' for cost 1, a digit for costs up to 9. */
export function writeText(grid: Grid): Uint8Array {
  checkGrid(grid)
  return writeRows('', grid, LETTERS, 'text has one digit a cell, costs up to 9. Write PNG or raw.')
}

export const text: MapFormat = {
  name: 'text',
  extensions: ['txt'],
  about: 'text art: . for free, # for walls, 2 to 9 for more expensive ground',
  recognises(bytes) {
    return bytes.subarray(0, SNIFF_BYTES).every(byte => byte >= SPACE || byte === TAB || byte === LF || byte === CR)
  },
  read: readText,
  write: writeText,
}
