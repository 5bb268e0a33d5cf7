/**
 * What the cells of one block cost from eight of them at once, as a program that works on four numbers at a time. It has no
 * queue: it pulls costs over the links between cells, row by row. A row takes what the row above it offers, then its cells
 * offer to each other from west to east and back; which completes all ways that never go up, however they bend. Then the same
 * upwards, and down again, until no row gains: on smooth ground after three or four times. Rows whose neighbour has gained
 * nothing since are passed over. What a cell costs in the end does not depend on the order.
 */

import { advance, type Code, flow, I32, I32X4, i32, i32x4, local, type Program, programOf } from '../base/wasm.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { FRAME, FRAME_CELLS } from './block-frame.ts'
import {
  FAR,
  LINK_EAST,
  LINK_SOUTH,
  LINK_SOUTH_EAST,
  LINK_SOUTH_WEST,
  LINKS,
  LINKS_BYTES,
  linking,
} from './block-links.ts'

/** How many floods go together. */
export const LANES = 8

const VECTOR_BYTES = 16
const VECTORS = LANES / 4
const WORD_BYTES = 4
const UNITS_BYTES = VECTORS * VECTOR_BYTES
/** What cells are reached for lies behind the links, and what they cost themselves at the end. */
const UNITS_AT = LINKS_BYTES
const COSTS_AT = UNITS_AT + FRAME_CELLS * UNITS_BYTES
const MEMORY_BYTES = COSTS_AT + FRAME_CELLS * WORD_BYTES

/** Rows as bits: those that may gain from the row above them, the argument at first, and those that may from the row below. */
const DOWN = 0
const UP = 1
const ROW = 2
/** The links and the costs of the cell north-west of the one at hand: all others are reached by adding. */
const LINKS_OF = 3
const UNITS_OF = 4
const LEFT = 5
const LINK = 6
const GAINED = 7
/** Of the cell before in the row, and of the one at hand: as many as there are vectors. */
const BEFORE = 8
const UNITS = BEFORE + VECTORS
const LOCALS = [
  [5, I32],
  [2 + 2 * VECTORS, I32X4],
] as const

/** From the cell north-west of the one at hand. */
const NORTH_WEST = 0
const NORTH = 1
const NORTH_EAST = 2
const WEST = FRAME
const HERE = FRAME + 1
const SOUTH_WEST = 2 * FRAME
const SOUTH = 2 * FRAME + 1
const SOUTH_EAST = 2 * FRAME + 2

export interface BlockSweep {
  /** Of each cell of the frame; 0 for a wall. */
  readonly costs: Int32Array
  readonly links: Int32Array
  /** Makes the links from the costs. */
  link(isDiagonal: boolean): void
  /** units[LANES * cell + lane]: FAR but for 0 at the lane's source, before it is run. */
  readonly units: Int32Array
  /** Completes all lanes; the rows of their sources are given as bits. */
  run(rows: number): void
}

let sweep: BlockSweep | null | undefined

/** The one of this thread, which is left as it is until whoever runs it has read the costs; null where none can be. */
export function blockSweep(): BlockSweep | null {
  if (sweep === undefined) {
    const program = programOf(MEMORY_BYTES, {
      link: linking(COSTS_AT),
      sweep: { values: 1, locals: LOCALS, body: sweeping() },
    })
    sweep = program === null ? null : sweepOf(program)
  }
  return sweep
}

function sweepOf({ memory, run }: Program<'link' | 'sweep'>): BlockSweep {
  return {
    costs: new Int32Array(memory, COSTS_AT, FRAME_CELLS),
    links: new Int32Array(memory, 0, LINKS * FRAME_CELLS).fill(FAR),
    units: new Int32Array(memory, UNITS_AT, LANES * FRAME_CELLS),
    link: isDiagonal => run.link(isDiagonal ? 0 : FAR),
    run: run.sweep,
  }
}

function sweeping(): Code {
  const lowest: Code = [local.get(DOWN), i32.of(0), local.get(DOWN), i32.sub, i32.and, local.set(ROW)]
  const highest: Code = [i32.of(1 << 31), local.get(UP), i32.leadingZeros, i32.shiftRight, local.set(ROW)]
  const above = [
    pull(NORTH_WEST, NORTH_WEST, LINK_SOUTH_EAST),
    pull(NORTH, NORTH, LINK_SOUTH),
    pull(NORTH_EAST, NORTH_EAST, LINK_SOUTH_WEST),
  ]
  const below = [
    pull(SOUTH_WEST, HERE, LINK_SOUTH_WEST),
    pull(SOUTH, HERE, LINK_SOUTH),
    pull(SOUTH_EAST, HERE, LINK_SOUTH_EAST),
  ]
  return [
    mark(UP, i32.shiftRight, local.get(DOWN)),
    mark(DOWN, i32.shiftLeft, local.get(DOWN)),
    flow.repeat(
      flow.during(local.get(DOWN), lowest, unmark(DOWN), passing(above)),
      flow.during(local.get(UP), highest, unmark(UP), passing(below)),
      local.get(DOWN),
    ),
  ]
}

/** Adds the rows beside `rows` to a set: those below with a shift to the left. */
function mark(set: number, shift: Code, rows: Code): Code {
  return [local.get(set), rows, i32.of(1), shift, i32.or, local.set(set)]
}

function unmark(set: number): Code {
  return [local.get(set), local.get(ROW), i32.xor, local.set(set)]
}

/** One row: what others offer and then from west to east, and back from east to west. Its neighbours may gain if it did. */
function passing(offers: Code): Code {
  const rowNumber: Code = [local.get(ROW), i32.trailingZeros]
  return [
    [rowNumber, i32.of(FRAME * WORD_BYTES), i32.mul, local.set(LINKS_OF)],
    [rowNumber, i32.of(FRAME * UNITS_BYTES), i32.mul, local.set(UNITS_OF)],
    [i32x4.of(0), local.set(GAINED)],
    along(1, [offers, takeBefore(WEST)]),
    move(-1),
    along(-1, takeBefore(HERE)),
    local.get(GAINED),
    i32x4.isAnySet,
    flow.when(mark(DOWN, i32.shiftLeft, local.get(ROW)), mark(UP, i32.shiftRight, local.get(ROW))),
  ]
}

/** Goes over the cells of a row, with `offers` for each. */
function along(step: number, offers: Code): Code {
  return [
    each(i => [i32x4.of(FAR), local.set(BEFORE + i)]),
    [i32.of(BLOCK_SIDE_CELLS), local.set(LEFT)],
    flow.repeat(
      each(i => [local.get(UNITS_OF), loadUnits(HERE, i), local.set(UNITS + i)]),
      offers,
      each(i => [local.get(GAINED), local.get(UNITS + i), local.get(UNITS_OF), loadUnits(HERE, i)].concat(NOTE_GAIN)),
      each(i => [local.get(UNITS_OF), local.get(UNITS + i), local.tee(BEFORE + i), storeUnits(HERE, i)]),
      move(step),
      [local.get(LEFT), i32.of(1), i32.sub, local.tee(LEFT)],
    ),
  ]
}

const NOTE_GAIN: Code[] = [i32x4.xor, i32x4.or, local.set(GAINED)]

function move(step: number): Code {
  return [advance(LINKS_OF, step * WORD_BYTES), advance(UNITS_OF, step * UNITS_BYTES)]
}

/** Takes what the way through a neighbour costs, where it is less; the link is kept with the cell at `owner`. */
function pull(neighbour: number, owner: number, link: number): Code {
  return [loadLink(owner, link), each(i => take(i, [local.get(UNITS_OF), loadUnits(neighbour, i)]))]
}

/** The same with the neighbour before in the row, whose costs are at hand. */
function takeBefore(owner: number): Code {
  return [loadLink(owner, LINK_EAST), each(i => take(i, local.get(BEFORE + i)))]
}

function take(i: number, units: Code): Code {
  return [local.get(UNITS + i), units, local.get(LINK), i32x4.add, i32x4.min, local.set(UNITS + i)]
}

function loadLink(owner: number, link: number): Code {
  return [local.get(LINKS_OF), i32x4.loadSame((link * FRAME_CELLS + owner) * WORD_BYTES), local.set(LINK)]
}

function loadUnits(cell: number, i: number): Code {
  return i32x4.load(UNITS_AT + cell * UNITS_BYTES + i * VECTOR_BYTES)
}

function storeUnits(cell: number, i: number): Code {
  return i32x4.store(UNITS_AT + cell * UNITS_BYTES + i * VECTOR_BYTES)
}

function each(code: (vector: number) => Code): Code {
  return Array.from({ length: VECTORS }, (_, i) => code(i))
}
