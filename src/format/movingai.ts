/**
 * The `.map` format of the MovingAI benchmarks: four header lines (type, height, width, map), then one letter a cell.
 * Ground (`.`), swamp (`S`) and `G` are free cells of cost 1; out of bounds (`@`, `O`), trees (`T`) and water (`W`) are
 * walls. The format knows no costs, so only uniform maps can be written.
 */
import { refuseMap } from '../base/given.ts'
import { checkGrid, checkSize, type Grid } from '../map/grid.ts'
import type { MapFormat } from './format.ts'
import { alphabet, isRestEmpty, Lines, readRows, textStart, writeRows } from './lines.ts'

const LETTERS = alphabet("'.', 'G', 'S' (free) and '@', 'O', 'T', 'W' (walls)", [
  [1, '.GS'],
  [0, '@OTW'],
])

/** The first word of the file. None of its letters occurs in text art, so the two formats never clash. */
const FIRST_WORD = 'type'

function readHeader(lines: Lines): { width: number; height: number } {
  const sideOf = { height: 0, width: 0 }
  lines.next()
  const type = /^type +(\S+) *$/.exec(lines.text())
  if (type?.[1] !== 'octile') refuseMap(`Line 1: '${lines.text()}' was found, 'type octile' expected.`)
  while (lines.next()) {
    const line = lines.text().trimEnd()
    if (line === 'map') {
      for (const side of ['height', 'width'] as const) {
        if (sideOf[side] === 0) refuseMap(`Line ${lines.number}: 'map' comes before the map's ${side} is given.`)
      }
      return sideOf
    }
    const entry = /^(height|width) +([1-9][0-9]{0,8})$/.exec(line)
    if (!entry) refuseMap(`Line ${lines.number}: '${line}' was found, 'height N', 'width N' or 'map' expected.`)
    const side = entry[1] as 'height' | 'width'
    if (sideOf[side] !== 0) refuseMap(`Line ${lines.number}: the ${side} is given a second time.`)
    sideOf[side] = Number(entry[2])
  }
  refuseMap(`The text ends at line ${lines.number} without a line 'map' and the rows after it.`)
}

function checkRows(lines: Lines, width: number, height: number): void {
  for (let y = 0; y < height; y++) {
    if (!lines.next()) refuseMap(`The text ends after ${y} rows, but its header says height ${height}.`)
    if (lines.length !== width) {
      refuseMap(`Line ${lines.number}: the row has ${lines.length} cells, but the header says width ${width}.`)
    }
  }
  if (!isRestEmpty(lines)) refuseMap(`Line ${lines.number}: more text follows after the ${height} rows of the header.`)
}

function readMovingAi(bytes: Uint8Array): Grid {
  const lines = new Lines(bytes, textStart(bytes))
  const { width, height } = readHeader(lines)
  checkSize(width, height)
  checkRows(lines.copy(), width, height)
  return readRows(lines, width, height, LETTERS)
}

/** A MovingAI map of a grid without weights: free cells are '.', walls '@'. */
export function writeMovingAi(grid: Grid): Uint8Array {
  checkGrid(grid)
  const head = `type octile\nheight ${grid.height}\nwidth ${grid.width}\nmap\n`
  return writeRows(head, grid, LETTERS, 'a MovingAI map knows no cost but 1. Write text, PNG or raw.')
}

export const movingAi: MapFormat = {
  name: 'movingai',
  extensions: ['map'],
  about: 'MovingAI benchmark map: a header, then . for free and @ for walls; no costs',
  recognises(bytes) {
    const start = textStart(bytes)
    return [...FIRST_WORD].every((letter, i) => bytes[start + i] === letter.charCodeAt(0))
  },
  read: readMovingAi,
  write: writeMovingAi,
}
