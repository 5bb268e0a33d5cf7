/**
 * Paths between entries that were searched for once and are asked for again: on ground with many small corners the ways of
 * whole regions are in no file, and routes go through the same few of them. A path is kept under all that was asked, in the one
 * place that these numbers have in a table of fixed size, until another one takes that place: so what comes out is the
 * same whatever was asked before.
 */
import { type Bends, goAlong } from '../cells/bends.ts'

const PLACES = 1 << 11
const PLACE_NUMBERS = 32
/** In front of its bends: both ends, what it had to cost less than, and how many bends there are. */
const HEAD_NUMBERS = 6
const BENDS_MAX = (PLACE_NUMBERS - HEAD_NUMBERS) / 2

export class KeptLeaps {
  /** Made when there is something to keep. A path has two bends at least: 0 stands for none. */
  private numbers: Int32Array | null = null

  /** Appends the path if it is known; whether it is. */
  take(x0: number, y0: number, x1: number, y1: number, units: number, bends: Bends): boolean {
    const { numbers } = this
    if (numbers === null) return false
    const at = placeOf(x0, y0, x1, y1)
    const isKept =
      numbers[at + 5] > 0 &&
      numbers[at] === x0 &&
      numbers[at + 1] === y0 &&
      numbers[at + 2] === x1 &&
      numbers[at + 3] === y1 &&
      numbers[at + 4] === units
    if (isKept) goAlong(bends, numbers.subarray(at + HEAD_NUMBERS), numbers[at + 5])
    return isKept
  }

  keep(x0: number, y0: number, x1: number, y1: number, units: number, xy: Int32Array, count: number): void {
    // What 32 bits do not hold would be taken for something else.
    if (count > BENDS_MAX || units !== (units | 0)) return
    this.numbers ??= new Int32Array(PLACES * PLACE_NUMBERS)
    const at = placeOf(x0, y0, x1, y1)
    this.numbers.set([x0, y0, x1, y1, units, count], at)
    this.numbers.set(xy.subarray(0, 2 * count), at + HEAD_NUMBERS)
  }
}

/** Where what lies between two cells is kept. */
function placeOf(x0: number, y0: number, x1: number, y1: number): number {
  const mixed =
    Math.imul(Math.imul(x0, 0x9e3779b1) ^ (y0 + Math.imul(x1, 0x85ebca6b)), 0xc2b2ae35) ^ Math.imul(y1, 0x27d4eb2f)
  return ((mixed ^ (mixed >>> 15)) & (PLACES - 1)) * PLACE_NUMBERS
}
