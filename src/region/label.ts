/**
 * Bits of one block -> the labels of its regions: a flood fill by runs. Each row word splits into runs of free cells. A run joins
 * the region of each run that it overlaps in the row above (union-find). Labels count from 0 in the order in which regions first
 * appear, row by row.
 *
 * Labels are kept as bit planes, ceil(log2(regions)) of 32 words each: bit i of a cell's label is its bit in plane i. So
 * the usual block, all one region, needs none, and the worst, a checkerboard of 512 regions, nine.
 */
import { planeCountOf } from '../atlas/islands.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'

/** A row of 32 cells has at most 16 runs. */
const RUNS_MAX = 16 * BLOCK_SIDE_CELLS

export class BlockLabeller {
  /** The planes of the block labelled last: planes[plane * 32 + row]. */
  readonly planes = new Int32Array(10 * BLOCK_SIDE_CELLS)
  private readonly rowOfRun = new Int32Array(RUNS_MAX)
  private readonly bitsOfRun = new Int32Array(RUNS_MAX)
  private readonly parentOfRun = new Int32Array(RUNS_MAX)
  private readonly labelOfRun = new Int32Array(RUNS_MAX)

  /** Labels the block whose row words start at `rowBits[firstWord]` and returns how many regions it has. */
  label(rowBits: Int32Array, firstWord: number): number {
    const runCount = this.findRuns(rowBits, firstWord)
    const { parentOfRun, labelOfRun, planes } = this
    let regionCount = 0
    for (let run = 0; run < runCount; run++) {
      const root = parentOfRun[run] // a root is always the earliest run of its region, so it has its label already
      if (root === run) labelOfRun[run] = regionCount++
      else {
        parentOfRun[run] = parentOfRun[root]
        labelOfRun[run] = labelOfRun[parentOfRun[run]]
      }
    }
    const planeCount = planeCountOf(regionCount)
    planes.fill(0, 0, planeCount * BLOCK_SIDE_CELLS)
    for (let run = 0; run < runCount; run++) {
      for (let plane = 0; plane < planeCount; plane++) {
        if ((labelOfRun[run] >> plane) & 1) planes[plane * BLOCK_SIDE_CELLS + this.rowOfRun[run]] |= this.bitsOfRun[run]
      }
    }
    return regionCount
  }

  private findRuns(rowBits: Int32Array, firstWord: number): number {
    const { rowOfRun, bitsOfRun, parentOfRun } = this
    let runCount = 0
    let aboveFrom = 0
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
      const rowFrom = runCount
      let rest = rowBits[firstWord + row]
      let above = aboveFrom
      while (rest !== 0) {
        // Adding the lowest bit carries through its run and clears it.
        const run = rest & ~(rest + (rest & -rest))
        rest &= ~run
        const id = runCount++
        rowOfRun[id] = row
        bitsOfRun[id] = run
        parentOfRun[id] = id
        for (let i = above; i < rowFrom; i++) if ((bitsOfRun[i] & run) !== 0) this.unite(i, id)
        while (above < rowFrom && bitsOfRun[above] >>> 0 < (run & -run) >>> 0) above++
      }
      aboveFrom = rowFrom
    }
    return runCount
  }

  /** The earlier root becomes the parent: a parent always comes before its children. */
  private unite(a: number, b: number): void {
    const { parentOfRun } = this
    while (parentOfRun[a] !== a) a = parentOfRun[a] = parentOfRun[parentOfRun[a]]
    while (parentOfRun[b] !== b) b = parentOfRun[b] = parentOfRun[parentOfRun[b]]
    if (a < b) parentOfRun[b] = a
    else if (b < a) parentOfRun[a] = b
  }
}
