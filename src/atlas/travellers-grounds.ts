/**
 * The grounds of a map in as few bits a cell as their names need: 1, 2, 4 or 8, lowest bits first, row by row without a gap.
 */
import { STEPS_A_PIECE, type Work } from '../base/work.ts'

function bitsOfGround(nameCount: number): number {
  if (nameCount <= 2) return 1
  if (nameCount <= 4) return 2
  return nameCount <= 16 ? 4 : 8
}

export function packedGroundBytes(cellCount: number, nameCount: number): number {
  return Math.ceil((cellCount * bitsOfGround(nameCount)) / 8)
}

/** Writes the grounds into `to`, which is all zeros. */
export function* packingGrounds(groundOfCell: Uint8Array, nameCount: number, to: Uint8Array): Work<void> {
  const bits = bitsOfGround(nameCount)
  const perByte = 8 / bits
  for (let from = 0; from < groundOfCell.length; from += STEPS_A_PIECE) {
    yield
    const end = Math.min(groundOfCell.length, from + STEPS_A_PIECE)
    for (let cell = from; cell < end; cell++) {
      to[Math.floor(cell / perByte)] |= groundOfCell[cell] << (bits * (cell % perByte))
    }
  }
}

export function unpackedGrounds(packed: Uint8Array, cellCount: number, nameCount: number): Uint8Array {
  const bits = bitsOfGround(nameCount)
  if (bits === 8) return packed.subarray(0, cellCount)
  const mask = (1 << bits) - 1
  const groundOfCell = new Uint8Array(cellCount)
  for (let cell = 0, at = 0; cell < cellCount; at++) {
    const byte = packed[at]
    for (let low = 0; low < 8 && cell < cellCount; low += bits) groundOfCell[cell++] = (byte >> low) & mask
  }
  return groundOfCell
}
