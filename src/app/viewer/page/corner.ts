/**
 * The corner of the page: the cell under the pointer, and a scale.
 */
import { counted } from '../../cli/words.ts'
import { setStyle, setText } from './elements.ts'

const RULE_PIXELS_MAX = 110

export function updateCorner(cellPixels: number, place: string): void {
  setText('place', place)
  const { cells, pixels } = ruleFor(cellPixels)
  setStyle('rule', 'width', `${pixels.toFixed(1)}px`)
  setText('rule-text', counted(cells, 'cell'))
}

/** The roundest number of cells that fits: 1, 2 or 5 times a power of ten. */
export function ruleFor(cellPixels: number): { cells: number; pixels: number } {
  const most = RULE_PIXELS_MAX / cellPixels
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  const cells = power * ([5, 2].find(times => times * power <= most) ?? 1)
  return { cells, pixels: cells * cellPixels }
}
