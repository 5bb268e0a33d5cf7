/**
 * The cheap parts of a block whose costs fall into two kinds far apart: what hangs together of cells of the cheap kind. Where
 * such parts are many and small, as on the verge of hanging together at all, cheap paths weave over a border and back, from
 * part to part; and a border that leaves one of these ways out asks for a dear cell instead, whatever else it keeps.
 *
 * Costs are far apart where octaves of theirs are empty: between those of fords and rivers, of roads and wilderness, but of no
 * smooth ground, and of none of it anything is asked here.
 */
import { canStep, DX, DY } from '../map/movement.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { hopsOf } from './part-hops.ts'

/** So many octaves at least are empty between cheap and dear. */
const EMPTY_OCTAVES = 3
const OCTAVES = 17
/** A part of so many cells may lead on past a dear cell, whatever sides it touches. */
const LARGE_CELLS = 12
/** Among the bits of a part's sides. */
const IS_LARGE = 1 << 4

/** Of a block: what is cheap there, and which part each cell lies in, from 1; 0 is dear or a wall. */
export interface Parts {
  /** Whatever costs less is cheap; Infinity where costs are of one kind, and all free cells one part. */
  readonly costEnd: number
  readonly partOfCell: Uint16Array
  /** sidesOfPart[part]: a bit for each side that the part touches, in the order of directions, and one for a large part. */
  readonly sidesOfPart: Uint8Array
  /** The pairs of parts that one dear cell touches. */
  readonly hops: ReadonlySet<number>
}

const NO_HOPS: ReadonlySet<number> = new Set()
const ONE_KIND: Parts = {
  costEnd: Infinity,
  partOfCell: new Uint16Array(0),
  sidesOfPart: new Uint8Array(0),
  hops: NO_HOPS,
}

export class CheapParts {
  private readonly terrain: Terrain
  private readonly stack = new Int32Array(BLOCK_CELLS)

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  of(blockX: number, blockY: number): Parts {
    const left = blockX << BLOCK_SHIFT
    const top = blockY << BLOCK_SHIFT
    const costEnd = this.costEnd(left, top)
    return costEnd === Infinity ? ONE_KIND : this.label(left, top, costEnd)
  }

  /** Where the widest gap between octaves ends. */
  private costEnd(left: number, top: number): number {
    const { terrain } = this
    let octaves = 0
    for (let cell = 0; cell < BLOCK_CELLS; cell++) {
      const cost = terrain.costAt(left + (cell & BLOCK_MASK), top + (cell >> BLOCK_SHIFT))
      if (cost > 0) octaves |= 1 << (31 - Math.clz32(cost))
    }
    let costEnd = Infinity
    let widest = EMPTY_OCTAVES
    let last = OCTAVES
    for (let octave = 0; octave < OCTAVES; octave++) {
      if (((octaves >> octave) & 1) === 0) continue
      if (octave - last - 1 >= widest) {
        widest = octave - last
        costEnd = 1 << octave
      }
      last = octave
    }
    return costEnd
  }

  private label(left: number, top: number, costEnd: number): Parts {
    const { terrain } = this
    const partOfCell = new Uint16Array(BLOCK_CELLS)
    const sides: number[] = [0]
    for (let cell = 0; cell < BLOCK_CELLS; cell++) {
      if (partOfCell[cell] > 0) continue
      const cost = terrain.costAt(left + (cell & BLOCK_MASK), top + (cell >> BLOCK_SHIFT))
      if (cost > 0 && cost < costEnd) sides.push(this.fill(left, top, cell, costEnd, sides.length, partOfCell))
    }
    return {
      costEnd,
      partOfCell,
      sidesOfPart: Uint8Array.from(sides),
      hops: sides.length > 2 ? hopsOf(terrain, left, top, partOfCell) : NO_HOPS,
    }
  }

  /** Labels what hangs together with a cell; returns the sides that it touches. */
  private fill(
    left: number,
    top: number,
    from: number,
    costEnd: number,
    part: number,
    partOfCell: Uint16Array,
  ): number {
    const { terrain, stack } = this
    let sides = 0
    let size = 0
    let length = 0
    stack[length++] = from
    partOfCell[from] = part
    while (length > 0) {
      const cell = stack[--length]
      size++
      const [x, y] = [cell & BLOCK_MASK, cell >> BLOCK_SHIFT]
      sides |= sidesOf(x, y)
      for (let direction = 0; direction < terrain.directions; direction++) {
        const [toX, toY] = [x + DX[direction], y + DY[direction]]
        if (((toX | toY) & ~BLOCK_MASK) !== 0) continue
        const to = (toY << BLOCK_SHIFT) | toX
        if (partOfCell[to] > 0 || terrain.costAt(left + toX, top + toY) >= costEnd) continue
        if (!canStep(terrain, left + x, top + y, direction)) continue
        partOfCell[to] = part
        stack[length++] = to
      }
    }
    return size < LARGE_CELLS ? sides : sides | IS_LARGE
  }
}

function sidesOf(x: number, y: number): number {
  const end = BLOCK_SIDE_CELLS - 1
  return (x === end ? 1 : 0) | (y === end ? 2 : 0) | (x === 0 ? 4 : 0) | (y === 0 ? 8 : 0)
}
