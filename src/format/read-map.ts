/**
 * Reads bytes into a grid. The content decides the format, never a name. Invalid bytes raise one error that says what
 * is wrong and where. A declared size counts only once the bytes confirm it.
 */
import { type AllOf, optionsOf, refuse, refuseMap } from '../base/given.ts'
import { checkCellsMax, type Grid, holdCells } from '../map/grid.ts'
import type { MapFormat, ReadMapOptions } from './format.ts'
import { movingAi } from './movingai.ts'
import { png } from './png.ts'
import { raw, readHeaderless } from './raw.ts'
import { syntaxOf } from './syntax.ts'
import { text } from './text.ts'

/** Every format, the most certain to recognise first; text is the last resort for anything not binary. */
export const mapFormats: readonly MapFormat[] = [movingAi, png, raw, text]

const READ_OPTIONS = {
  ...{ width: true, bits: true, wallBelow: true, greyIsCost: true, onWarning: true, palette: true, cellsMax: true },
} as const satisfies AllOf<ReadMapOptions>

/**
 * Reads a map of any known format: MovingAI, text art, PNG, raw. A grid from raw bytes is a view of them, so they must
 * not change while it is in use. Other formats copy.
 */
export function readMap(bytes: Uint8Array, options: ReadMapOptions = {}): Grid {
  if (!(bytes instanceof Uint8Array)) refuse('readMap reads a Uint8Array, such as readFileSync(name) returns.')
  // A Buffer's own `slice` would otherwise carry over to the grid.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  if (plain.length === 0) refuseMap('The map is empty: it has 0 bytes.')
  const { width, bits, cellsMax = Number.POSITIVE_INFINITY } = optionsOf(options, READ_OPTIONS)
  checkCellsMax(cellsMax)
  const grid = width === undefined ? formatOf(plain).read(plain, options) : readHeaderless(plain, width, bits)
  holdCells(grid.width, grid.height, cellsMax)
  return grid
}

function formatOf(bytes: Uint8Array): MapFormat {
  const syntax = syntaxOf(bytes)
  if (syntax !== null) {
    refuseMap(
      `These bytes are ${syntax === 'xml' ? 'XML' : 'JSON'}, as files of Tiled and LDtk are: readWorld (isthmus/world) reads those.`,
    )
  }
  const format = mapFormats.find(one => one.recognises(bytes))
  if (!format) {
    refuseMap(
      'These bytes are no map that is known here: MovingAI (begins with "type octile"), text art, PNG or raw. ' +
        'Say how wide the map is (option width) if they are bare costs.',
    )
  }
  return format
}
