/**
 * About where the cheapest way through a block leads: a flood over squares of 2 x 2 cells, a quarter of the block. A square
 * costs what its two cheapest cells do, since that is what crosses it. What comes out may pass walls and is no path: a
 * search beside it makes it one, and finds whether it costs what the tables say.
 */
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { Bends } from './bends.ts'
import { CELL_WORDS, Sweep } from './sweep.ts'

const SIDE = BLOCK_SIDE_CELLS / 2
/** Walls around. */
const FRAME = SIDE + 2
/** What comes out need not be the cheapest. */
const ANY_UNITS = Number.MAX_VALUE
/** Above all costs. */
const WALL = 1 << 20

export class CoarseWay {
  private readonly terrain: Terrain
  private readonly sweep: Sweep
  private readonly found = new Bends(64)

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.sweep = new Sweep(FRAME, terrain.directions)
    this.sweep.firstOfRow.fill(1)
    this.sweep.lastOfRow.fill(SIDE)
  }

  /** Appends the way from (x0, y0), where the guide ends, to (x1, y1) in the same block; false if there is none. */
  append(x0: number, y0: number, x1: number, y1: number, guide: Bends): boolean {
    const { sweep, found } = this
    const start = squareOf(x0, y0)
    const goal = squareOf(x1, y1)
    this.load(this.terrain.blockOf(x0, y0))
    if (sweep.run(start, goal, SIDE, ANY_UNITS) === Infinity) return false
    sweep.writeBends(start, goal, x1 & ~1, y1 & ~1, 2, false, found)
    for (let i = 0; i < found.count; i++) guide.add(found.xOf(i), found.yOf(i))
    guide.add(x1, y1)
    return true
  }

  private load(block: number): void {
    const { terrain } = this
    const { words } = this.sweep
    const { costOfCell } = terrain
    const first = ~terrain.costOfBlock[block] << BLOCK_CELLS_SHIFT
    for (let row = 0; row < SIDE; row++) {
      let at = CELL_WORDS * ((row + 1) * FRAME + 1)
      let from = first + ((2 * row) << BLOCK_SHIFT)
      for (const end = at + CELL_WORDS * SIDE; at < end; at += CELL_WORDS, from += 2) {
        const two = twoCheapest(
          costOfCell[from] || WALL,
          costOfCell[from + 1] || WALL,
          costOfCell[from + BLOCK_SIDE_CELLS] || WALL,
          costOfCell[from + BLOCK_SIDE_CELLS + 1] || WALL,
        )
        // Where all but one are walls, that one counts twice.
        const cheap = two < WALL ? two : 2 * (two - WALL)
        words[at] = two < 2 * WALL ? cheap : 0
        words[at + 1] = Infinity
      }
    }
  }
}

function twoCheapest(a: number, b: number, c: number, d: number): number {
  const upper = a < b ? a : b
  const lower = c < d ? c : d
  const least = upper < lower ? upper : lower
  const between = upper < lower ? lower : upper
  const upperOther = a < b ? b : a
  const lowerOther = c < d ? d : c
  const other = upperOther < lowerOther ? upperOther : lowerOther
  return least + (between < other ? between : other)
}

function squareOf(x: number, y: number): number {
  return (((y & BLOCK_MASK) >> 1) + 1) * FRAME + ((x & BLOCK_MASK) >> 1) + 1
}
