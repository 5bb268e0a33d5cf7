/**
 * The costs of one block's cells from eight of them at once, by a kernel (kernel/source/eight-floods.ts).
 */
import * as at from '../kernel/block-layout.ts'
import { EIGHT_FLOODS } from '../kernel/bytes/eight-floods-bytes.ts'
import { kernelOn } from '../kernel/kernel.ts'

export type BlockSweep = ReturnType<typeof makeSweep>

let sweep: BlockSweep | undefined

/** This thread's sweep; null where no kernel can run. Read the costs before anyone runs it again. */
export function blockSweep(): BlockSweep {
  if (sweep === undefined) sweep = makeSweep()
  return sweep
}

function makeSweep() {
  const kernel = kernelOn(EIGHT_FLOODS, at.BLOCK_END)
  if (kernel === null) return null
  const { memory, run } = kernel
  new Int32Array(memory, at.LINKS_AT, at.LINKS * at.FRAME_CELLS).fill(at.FAR)
  return {
    /** Of each cell of the frame; 0 for a wall. */
    costs: new Int32Array(memory, at.COSTS_AT, at.FRAME_CELLS),
    /** units[LANES * cell + lane]. Before `run`, set it to FAR, and to 0 at each lane's source. */
    units: new Int32Array(memory, at.LANES_AT, at.LANES * at.FRAME_CELLS),
    /** Makes the costs of steps from those of cells. */
    link: (isDiagonal: boolean) => void run.link(isDiagonal ? 1 : 0),
    /** Completes all lanes; `rows` has a bit for each row with a source. */
    run: (rows: number) => void run.flood(rows),
  }
}
