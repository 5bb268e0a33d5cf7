/**
 * The inner loops of a cover (cover.ts), over all ways through all crossings of a border: as a program that takes two or four
 * ways at a time, and in script where none can be. Both write the same numbers: sums of whole numbers are the same in any order.
 *
 * A way is probe before the border * PROBES + probe behind it, for as many probes as ask on either side.
 */
import { advance, type Code, f64x2, flow, I32, I32X4, i32, i32x4, local, programOf } from '../base/wasm.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { PROBES } from './probe.ts'

const WAYS = PROBES * PROBES
/** What the cheapest way is noted as. */
export const ONE = 1 << 20
/** A way that costs more than so many times the cheapest counts like one that does: some way must be there first. */
export const DEAREST = 2 * ONE

const VECTOR_BYTES = 16
const NUMBERS_A_VECTOR = 4
const UNITS_A_VECTOR = 2
const UNITS_BYTES = 8
const RATIO_BYTES = 4
const PROBES_BYTES = PROBES * UNITS_BYTES
const RATIOS_BYTES = WAYS * RATIO_BYTES
const FROM_AT = BLOCK_SIDE_CELLS * PROBES_BYTES
const LEAST_AT = 2 * FROM_AT
const KEPT_AT = LEAST_AT + WAYS * UNITS_BYTES
const SUMS_AT = KEPT_AT + RATIOS_BYTES
const DEAREST_AT = SUMS_AT + BLOCK_SIDE_CELLS * VECTOR_BYTES
const RATIOS_AT = DEAREST_AT + VECTOR_BYTES
const MEMORY_BYTES = RATIOS_AT + BLOCK_SIDE_CELLS * RATIOS_BYTES

export interface CoverProgram {
  /** unitsTo[crossing * PROBES + probe] is what it costs to go there, with the step over the border; unitsFrom to go on. */
  readonly unitsTo: Float64Array
  readonly unitsFrom: Float64Array
  /** What each way costs through the crossings kept, 0 for what is none. */
  readonly keptOfWay: Int32Array
  /** ratioOfWay[crossing * PROBES ** 2 + way]: what the way costs through the crossing beside the cheapest, rounded up. */
  readonly ratioOfWay: Int32Array
  /** sums[4 * crossing ..]: what all ways cost with this crossing beside those kept, in four parts. */
  readonly sums: Int32Array
  compare(crossings: number, probesTo: number, probesFrom: number): void
  sum(crossings: number, probesTo: number): void
  /** Keeps a crossing; `dearest` has four numbers then, of which the greatest is what the dearest way costs. */
  keep(crossing: number, probesTo: number): void
  readonly dearest: Int32Array
}

type Columns = Omit<CoverProgram, 'compare' | 'sum' | 'keep'> & { readonly leastOfWay: Float64Array }

let known: CoverProgram | undefined

/** The one of this thread, for whoever is done with it before others have their turn. */
export function coverProgram(): CoverProgram {
  known ??= inProgram() ?? inScript()
  return known
}

export function inProgram(): CoverProgram | null {
  const program = programOf(MEMORY_BYTES, {
    least: { values: 3, locals: LOCALS, body: passing(LEAST) },
    compare: { values: 3, locals: LOCALS, body: passing(RATIO) },
    sum: { values: 2, locals: SUM_LOCALS, body: summing() },
    keep: { values: 2, locals: KEEP_LOCALS, body: keeping() },
  })
  if (program === null) return null
  const { memory, run } = program
  const columns = columnsOf(memory)
  return {
    ...columns,
    compare: (crossings, probesTo, probesFrom) => {
      const vectors = Math.ceil(probesFrom / UNITS_A_VECTOR)
      columns.leastOfWay.fill(Infinity)
      run.least(crossings, probesTo, vectors)
      run.compare(crossings, probesTo, vectors)
    },
    sum: (crossings, probesTo) => run.sum(crossings, (probesTo * PROBES) / NUMBERS_A_VECTOR),
    keep: (crossing, probesTo) => run.keep(crossing * RATIOS_BYTES, (probesTo * PROBES) / NUMBERS_A_VECTOR),
  }
}

export function inScript(): CoverProgram {
  const columns = columnsOf(new ArrayBuffer(MEMORY_BYTES))
  return {
    ...columns,
    compare: (crossings, probesTo, probesFrom) => compareAll(columns, crossings, probesTo, probesFrom),
    sum: (crossings, probesTo) => sumAll(columns, crossings, probesTo * PROBES),
    keep: (crossing, probesTo) => keepOne(columns, crossing, probesTo * PROBES),
  }
}

function columnsOf(memory: ArrayBuffer): Columns {
  return {
    unitsTo: new Float64Array(memory, 0, BLOCK_SIDE_CELLS * PROBES),
    unitsFrom: new Float64Array(memory, FROM_AT, BLOCK_SIDE_CELLS * PROBES),
    leastOfWay: new Float64Array(memory, LEAST_AT, WAYS),
    keptOfWay: new Int32Array(memory, KEPT_AT, WAYS),
    sums: new Int32Array(memory, SUMS_AT, NUMBERS_A_VECTOR * BLOCK_SIDE_CELLS),
    dearest: new Int32Array(memory, DEAREST_AT, NUMBERS_A_VECTOR),
    ratioOfWay: new Int32Array(memory, RATIOS_AT, BLOCK_SIDE_CELLS * WAYS),
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
        ratioOfWay[at * PROBES + way] = Math.min(Math.ceil(ratio), DEAREST)
      }
    }
  }
}

/** Of two numbers the lesser is found without a branch, which none could foresee. */
function sumAll({ keptOfWay, ratioOfWay, sums }: Columns, crossings: number, ways: number): void {
  for (let crossing = 0; crossing < crossings; crossing++) {
    let sum = 0
    for (let way = 0, at = crossing * WAYS; way < ways; way++, at++) {
      const gain = (ratioOfWay[at] - keptOfWay[way]) | 0
      sum = (sum + keptOfWay[way] + (gain & (gain >> 31))) | 0
    }
    sums[NUMBERS_A_VECTOR * crossing] = sum
  }
}

function keepOne({ keptOfWay, ratioOfWay, dearest }: Columns, crossing: number, ways: number): void {
  dearest.fill(0)
  for (let way = 0, at = crossing * WAYS; way < ways; way++, at++) {
    if (ratioOfWay[at] < keptOfWay[way]) keptOfWay[way] = ratioOfWay[at]
    if (keptOfWay[way] > dearest[0]) dearest[0] = keptOfWay[way]
  }
}

const CROSSINGS = 0
const PROBES_TO = 1
const VECTORS_FROM = 2
/** How many are left of both, and where the crossing's costs are, the probe's, and those of ways at hand. */
const TO_LEFT = 3
const LEFT = 4
const UNITS = 5
const TO = 6
const FROM = 7
const WAY = 8
const RATIO_AT = 9
const ROW = 10
const UNITS_TO = 11
const LOCALS = [
  [8, I32],
  [1, I32X4],
] as const

/** All ways through all crossings, two at a time, with `body` for each. */
function passing(body: Code): Code {
  return flow.repeat(
    [local.get(UNITS), local.set(TO), i32.of(0), local.set(ROW), local.get(PROBES_TO), local.set(TO_LEFT)],
    flow.repeat(
      [local.get(TO), f64x2.loadSame(0), local.set(UNITS_TO)],
      [local.get(UNITS), local.set(FROM), local.get(VECTORS_FROM), local.set(LEFT), local.get(ROW), local.set(WAY)],
      flow.repeat(body, advance(FROM, VECTOR_BYTES), advance(WAY, VECTOR_BYTES), advance(LEFT, -1), local.get(LEFT)),
      advance(TO, UNITS_BYTES),
      advance(ROW, PROBES_BYTES),
      advance(TO_LEFT, -1),
      local.get(TO_LEFT),
    ),
    advance(UNITS, PROBES_BYTES),
    advance(RATIO_AT, RATIOS_BYTES),
    advance(CROSSINGS, -1),
    local.get(CROSSINGS),
  )
}

const TOTAL: Code = [local.get(UNITS_TO), local.get(FROM), i32x4.load(FROM_AT), f64x2.add]
const LEAST: Code = [
  [local.get(WAY), local.get(WAY), i32x4.load(LEAST_AT)],
  [TOTAL, f64x2.min, i32x4.store(LEAST_AT)],
]
/** A ratio takes half of what units take. */
const RATIO: Code = [
  [local.get(RATIO_AT), local.get(WAY), i32.of(1), i32.shiftRight, i32.add],
  [TOTAL, f64x2.of(ONE), f64x2.mul, local.get(WAY), i32x4.load(LEAST_AT), f64x2.div, f64x2.ceil],
  [f64x2.of(DEAREST), f64x2.min, f64x2.toI32, f64x2.storeFirst(RATIOS_AT)],
]

const VECTORS = 1
const SUM_LEFT = 2
const CROSSING = 3
const SUM_AT = 4
const PLACE = 5
const SUM = 6
const SUM_LOCALS = [
  [4, I32],
  [1, I32X4],
] as const

function summing(): Code {
  const kept: Code = [local.get(PLACE), i32x4.load(KEPT_AT)]
  const ratio: Code = [local.get(CROSSING), local.get(PLACE), i32.add, i32x4.load(RATIOS_AT)]
  return flow.repeat(
    [i32x4.of(0), local.set(SUM), i32.of(0), local.set(PLACE), local.get(VECTORS), local.set(SUM_LEFT)],
    flow.repeat(
      [local.get(SUM), kept, ratio, i32x4.min, i32x4.add, local.set(SUM)],
      advance(PLACE, VECTOR_BYTES),
      advance(SUM_LEFT, -1),
      local.get(SUM_LEFT),
    ),
    [local.get(SUM_AT), local.get(SUM), i32x4.store(SUMS_AT)],
    advance(SUM_AT, VECTOR_BYTES),
    advance(CROSSING, RATIOS_BYTES),
    advance(CROSSINGS, -1),
    local.get(CROSSINGS),
  )
}

const RATIOS_OF = 0
const KEEP_LEFT = 1
const KEPT_PLACE = 2
const KEPT = 3
const MOST = 4
const KEEP_LOCALS = [
  [1, I32],
  [2, I32X4],
] as const

function keeping(): Code {
  return [
    flow.repeat(
      [local.get(KEPT_PLACE), local.get(KEPT_PLACE), i32x4.load(KEPT_AT), local.get(RATIOS_OF), i32x4.load(RATIOS_AT)],
      [i32x4.min, local.tee(KEPT), i32x4.store(KEPT_AT), local.get(MOST), local.get(KEPT), i32x4.max, local.set(MOST)],
      advance(KEPT_PLACE, VECTOR_BYTES),
      advance(RATIOS_OF, VECTOR_BYTES),
      advance(KEEP_LEFT, -1),
      local.get(KEEP_LEFT),
    ),
    [i32.of(0), local.get(MOST), i32x4.store(DEAREST_AT)],
  ]
}
