/**
 * The inner loops of a cover (cover.ts), over all ways through all crossings of a border. A kernel takes two or four ways at a
 * time (kernel/source/covers.ts); a script serves where no kernel can run. Both write the same numbers, as integer sums do
 * not depend on order.
 */
import { COVERS } from '../kernel/bytes/covers-bytes.ts'
import * as place from '../kernel/cover-layout.ts'
import { kernelOn } from '../kernel/kernel.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'

const { HIGHEST, ONE, PROBES, WAYS } = place

export interface CoverProgram {
  /** unitsTo[crossing * PROBES + probe]: cost to the crossing, with the step over the border. unitsFrom: cost onward. */
  readonly unitsTo: Float64Array
  readonly unitsFrom: Float64Array
  /** Ratio of each way through the best crossing kept; 0 where there is no way. */
  readonly keptOfWay: Int32Array
  /** ratioOfWay[crossing * PROBES ** 2 + way]: cost of the way through the crossing, as a ratio to the cheapest, rounded up. */
  readonly ratioOfWay: Int32Array
  /** sums[4 * crossing ..]: four partial sums of all ways' ratios, if this crossing joins those kept. */
  readonly sums: Int32Array
  compare(crossings: number, probesTo: number, probesFrom: number): void
  sum(crossings: number, probesTo: number): void
  /** Keeps a crossing. Then the largest of the four numbers in `highest` is the ratio of the worst way. */
  keep(crossing: number, probesTo: number): void
  readonly highest: Int32Array
}

type Columns = Omit<CoverProgram, 'compare' | 'sum' | 'keep'> & { readonly leastOfWay: Float64Array }

let known: CoverProgram | undefined

/** This thread's program. Callers share it, so each must finish before another one begins. */
export function coverProgram(): CoverProgram {
  known ??= inProgram() ?? inScript()
  return known
}

export function inProgram(): CoverProgram | null {
  const kernel = kernelOn(COVERS, place.COVER_END)
  if (kernel === null) return null
  const { memory, run } = kernel
  const columns = columnsOf(memory)
  return {
    ...columns,
    compare: (crossings, probesTo, probesFrom) => {
      const pairs = Math.ceil(probesFrom / 2)
      columns.leastOfWay.fill(Infinity)
      run.least(crossings, probesTo, pairs)
      run.compare(crossings, probesTo, pairs)
    },
    sum: (crossings, probesTo) => void run.sum(crossings, (probesTo * PROBES) / 4),
    keep: (crossing, probesTo) => void run.keep(crossing, (probesTo * PROBES) / 4),
  }
}

export function inScript(): CoverProgram {
  const columns = columnsOf(new ArrayBuffer(place.COVER_END))
  return {
    ...columns,
    compare: (crossings, probesTo, probesFrom) => compareAll(columns, crossings, probesTo, probesFrom),
    sum: (crossings, probesTo) => sumAll(columns, crossings, probesTo * PROBES),
    keep: (crossing, probesTo) => keepOne(columns, crossing, probesTo * PROBES),
  }
}

function columnsOf(memory: ArrayBuffer): Columns {
  return {
    unitsTo: new Float64Array(memory, place.TO_AT, BLOCK_SIDE_CELLS * PROBES),
    unitsFrom: new Float64Array(memory, place.TO_AT + place.FROM_BEHIND, BLOCK_SIDE_CELLS * PROBES),
    leastOfWay: new Float64Array(memory, place.LEAST_AT, WAYS),
    keptOfWay: new Int32Array(memory, place.KEPT_AT, WAYS),
    sums: new Int32Array(memory, place.SUMS_AT, 4 * BLOCK_SIDE_CELLS),
    highest: new Int32Array(memory, place.HIGHEST_AT, 4),
    ratioOfWay: new Int32Array(memory, place.RATIOS_AT, BLOCK_SIDE_CELLS * WAYS),
  }
}

function compareAll(columns: Columns, crossings: number, probesTo: number, probesFrom: number): void {
  const { unitsTo, unitsFrom, leastOfWay, ratioOfWay } = columns
  leastOfWay.fill(Infinity)
  for (let at = 0; at < crossings * PROBES; at += PROBES) {
    for (let to = 0; to < probesTo; to++) {
      for (let from = 0, way = to * PROBES; from < probesFrom; from++, way++) {
        leastOfWay[way] = Math.min(leastOfWay[way], unitsTo[at + to] + unitsFrom[at + from])
      }
    }
  }
  for (let at = 0; at < crossings * PROBES; at += PROBES) {
    for (let to = 0; to < probesTo; to++) {
      for (let from = 0, way = to * PROBES; from < probesFrom; from++, way++) {
        const ratio = ((unitsTo[at + to] + unitsFrom[at + from]) * ONE) / leastOfWay[way]
        ratioOfWay[at * PROBES + way] = Math.min(Math.ceil(ratio), HIGHEST)
      }
    }
  }
}

/** Takes minima without a branch, since no processor could predict it. */
function sumAll({ keptOfWay, ratioOfWay, sums }: Columns, crossings: number, ways: number): void {
  for (let crossing = 0; crossing < crossings; crossing++) {
    let sum = 0
    for (let way = 0, at = crossing * WAYS; way < ways; way++, at++) {
      const gain = (ratioOfWay[at] - keptOfWay[way]) | 0
      sum = (sum + keptOfWay[way] + (gain & (gain >> 31))) | 0
    }
    sums[4 * crossing] = sum
  }
}

function keepOne({ keptOfWay, ratioOfWay, highest }: Columns, crossing: number, ways: number): void {
  highest.fill(0)
  for (let way = 0, at = crossing * WAYS; way < ways; way++, at++) {
    if (ratioOfWay[at] < keptOfWay[way]) keptOfWay[way] = ratioOfWay[at]
    if (keptOfWay[way] > highest[0]) highest[0] = keptOfWay[way]
  }
}
