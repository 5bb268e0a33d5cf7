/**
 * The costs of one block's cells from eight of them at once, by a kernel (kernel/source/eight-floods.ts).
 */
import * as at from '../kernel/block-layout.ts'
import { EIGHT_FLOODS } from '../kernel/bytes/eight-floods-bytes.ts'
import { kernelOn } from '../kernel/kernel.ts'

export interface BlockSweep {
  /** Of each cell of the frame; 0 for a wall. */
  readonly costs: Int32Array
  /** Makes the costs of steps from those of cells. */
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
  new Int32Array(memory, at.LINKS_AT, at.LINKS * at.FRAME_CELLS).fill(at.FAR)
  return {
    costs: new Int32Array(memory, at.COSTS_AT, at.FRAME_CELLS),
    units: new Int32Array(memory, at.LANES_AT, at.LANES * at.FRAME_CELLS),
    link: isDiagonal => void run.link(isDiagonal ? 1 : 0),
    run: rows => void run.flood(rows),
  }
}
