/**
 * What all ways over a border cost together with one crossing more, for each crossing: the innermost loop of a cover (cover.ts),
 * as a program that takes four ways at a time, and in script where none can be. Sums of whole numbers are the same in any
 * order.
 */
import { type Code, flow, I32, I32X4, i32, i32x4, local, programOf } from '../base/wasm.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { PROBES } from './probe.ts'

/** From each probe to each. */
export const WAYS_MAX = PROBES * PROBES
const VECTOR = 4
const VECTOR_BYTES = 16
const ROW_BYTES = 4 * WAYS_MAX
const SUMS_AT = ROW_BYTES
const RATIOS_AT = SUMS_AT + BLOCK_SIDE_CELLS * VECTOR_BYTES
const MEMORY_BYTES = RATIOS_AT + BLOCK_SIDE_CELLS * ROW_BYTES

export interface CoverSums {
  /** What each way costs through the crossings kept; 0 behind the last way, up to the next multiple of four. */
  readonly keptOfWay: Int32Array
  /** ratioOfWay[crossing * WAYS_MAX + way] */
  readonly ratioOfWay: Int32Array
  /** sums[4 * crossing ..]: of the lesser of the two, in four parts. */
  readonly sums: Int32Array
  run(crossings: number, ways: number): void
}

let known: CoverSums | undefined

/** The one of this thread, for whoever is done with it before others have their turn. */
export function coverSums(): CoverSums {
  known ??= inProgram() ?? inScript()
  return known
}

export function inProgram(): CoverSums | null {
  const program = programOf(MEMORY_BYTES, 2, LOCALS, summing())
  if (program === null) return null
  const { memory, run } = program
  const columns = columnsOf(memory)
  return { ...columns, run: (crossings, ways) => run(crossings, Math.ceil(ways / VECTOR)) }
}

export function inScript(): CoverSums {
  const columns = columnsOf(new ArrayBuffer(MEMORY_BYTES))
  return { ...columns, run: (crossings, ways) => sumUp(columns, crossings, ways) }
}

function columnsOf(memory: ArrayBuffer): Omit<CoverSums, 'run'> {
  return {
    keptOfWay: new Int32Array(memory, 0, WAYS_MAX),
    sums: new Int32Array(memory, SUMS_AT, VECTOR * BLOCK_SIDE_CELLS),
    ratioOfWay: new Int32Array(memory, RATIOS_AT, BLOCK_SIDE_CELLS * WAYS_MAX),
  }
}

/** Of two numbers the lesser is found without a branch, which none could foresee. */
function sumUp({ keptOfWay, ratioOfWay, sums }: Omit<CoverSums, 'run'>, crossings: number, ways: number): void {
  for (let crossing = 0; crossing < crossings; crossing++) {
    let sum = 0
    for (let way = 0, at = crossing * WAYS_MAX; way < ways; way++, at++) {
      const gain = (ratioOfWay[at] - keptOfWay[way]) | 0
      sum = (sum + keptOfWay[way] + (gain & (gain >> 31))) | 0
    }
    sums[VECTOR * crossing] = sum
  }
}

const CROSSINGS = 0
const VECTORS = 1
const LEFT = 2
/** Where the row of the crossing at hand begins, where its sums go, and the place in the row. */
const ROW = 3
const SUM_AT = 4
const AT = 5
const SUM = 6
const LOCALS = [
  [4, I32],
  [1, I32X4],
] as const

function summing(): Code {
  const kept: Code = [local.get(AT), i32x4.load(0)]
  const ratio: Code = [local.get(ROW), local.get(AT), i32.add, i32x4.load(RATIOS_AT)]
  return flow.repeat(
    [i32x4.of(0), local.set(SUM), i32.of(0), local.set(AT), local.get(VECTORS), local.set(LEFT)],
    flow.repeat(
      [local.get(SUM), kept, ratio, i32x4.min, i32x4.add, local.set(SUM)],
      step(AT, VECTOR_BYTES),
      step(LEFT, -1),
      local.get(LEFT),
    ),
    [local.get(SUM_AT), local.get(SUM), i32x4.store(SUMS_AT)],
    step(SUM_AT, VECTOR_BYTES),
    step(ROW, ROW_BYTES),
    step(CROSSINGS, -1),
    local.get(CROSSINGS),
  )
}

function step(index: number, by: number): Code {
  return [local.get(index), i32.of(by), i32.add, local.set(index)]
}
