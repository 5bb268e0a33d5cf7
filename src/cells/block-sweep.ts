/**
 * The costs of one block's cells from eight of them at once, by a kernel (kernel/source/eight-floods.ts). Also makes the links,
 * the costs of the steps inside a block, in script for hosts without a kernel: the same numbers.
 */
import * as at from '../kernel/block-layout.ts'
import { EIGHT_FLOODS } from '../kernel/bytes/eight-floods-bytes.ts'
import { kernelOn } from '../kernel/kernel.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'

const { FAR, FRAME, FRAME_CELLS } = at

export interface BlockSweep {
  /** Of each cell of the frame; 0 for a wall. */
  readonly costs: Int32Array
  readonly links: Int32Array
  /** Makes the links from the costs. */
  link(isDiagonal: boolean): void
  /** units[LANES * cell + lane]. Before `run`, set it to FAR, and to 0 at each lane's source. */
  readonly units: Int32Array
  /** Completes all lanes; `rows` has a bit for each row with a source. */
  run(rows: number): void
}

let sweep: BlockSweep | null | undefined

/** This thread's sweep; null where no kernel can run. Read the costs before anyone runs it again. */
export function blockSweep(): BlockSweep | null {
  if (sweep === undefined) sweep = makeSweep()
  return sweep
}

function makeSweep(): BlockSweep | null {
  const kernel = kernelOn(EIGHT_FLOODS, at.BLOCK_END)
  if (kernel === null) return null
  const { memory, run } = kernel
  return {
    costs: new Int32Array(memory, at.COSTS_AT, FRAME_CELLS),
    links: new Int32Array(memory, at.LINKS_AT, at.LINKS * FRAME_CELLS).fill(FAR),
    units: new Int32Array(memory, at.LANES_AT, at.LANES * FRAME_CELLS),
    link: isDiagonal => void run.link(isDiagonal ? 1 : 0),
    run: rows => void run.flood(rows),
  }
}

/** Makes the links from the costs, in script. */
export function linkCells(costs: Int32Array, links: Int32Array, isDiagonal: boolean): void {
  const set = (which: number, cell: number, to: number, units: number, isOpen: boolean) => {
    links[which * FRAME_CELLS + cell] = isOpen ? units * (costs[cell] + costs[to]) : FAR
  }
  for (let row = 1; row <= BLOCK_SIDE_CELLS; row++) {
    for (let cell = row * FRAME + 1; cell <= row * FRAME + BLOCK_SIDE_CELLS; cell++) {
      const south = cell + FRAME
      const isFree = costs[cell] > 0
      const isSouth = isFree && costs[south] > 0
      const isWest = isDiagonal && isSouth && costs[cell - 1] > 0 && costs[south - 1] > 0
      const isEast = isDiagonal && isSouth && costs[cell + 1] > 0 && costs[south + 1] > 0
      set(at.LINK_EAST, cell, cell + 1, STRAIGHT_UNITS, isFree && costs[cell + 1] > 0)
      set(at.LINK_SOUTH, cell, south, STRAIGHT_UNITS, isSouth)
      set(at.LINK_SOUTH_WEST, cell, south - 1, DIAGONAL_UNITS, isWest)
      set(at.LINK_SOUTH_EAST, cell, south + 1, DIAGONAL_UNITS, isEast)
    }
  }
}
