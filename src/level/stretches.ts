/**
 * Lets the workers of a bake do a job in stretches, several at once, and joins their answers in order. Jobs are the crossings of
 * all borders, then the tables of each level.
 */
import { endRegionOf } from '../atlas/islands.ts'
import type { LevelGraph, LevelTopology } from '../atlas/level-graph.ts'
import { growingInts } from '../base/growing.ts'
import type { Allocate } from '../base/memory.ts'
import type { Pace } from '../base/pace.ts'
import type { Crossings } from '../entry/select.ts'
import type { BakeWorkers, BorderJob, Job } from './bake-jobs.ts'
import type { TableJob } from './table-filler.ts'

/**
 * Rows of blocks whose crossings are chosen at once. With several workers a stretch is long enough that the row below it, which
 * is probed twice, matters little, and short enough that no worker waits for the last.
 */
const ROWS_A_STRETCH_MAX = 16
const STRETCHES_A_WORKER = 4

/** A stretch of tables takes some milliseconds: short enough to stop quickly, long enough that handing it over costs nothing. */
const BLOCKS_A_STRETCH = 128
/** Regions with few pairs, as in mazes, share a stretch. */
const PAIRS_A_STRETCH = 8192
const REGIONS_A_STRETCH_MAX = 2048
/** Enough stretches that no thread waits long for the last one. */
const STRETCHES_A_JOB_MIN = 32

/** One typed array holds no more. */
const TABLE_WORDS_MAX = 2 ** 31 - 1

/** Progress of a stage of one or more jobs, in blocks or regions. */
export interface Tally {
  done: number
  readonly total: number
}

/** Resources of all stages of a bake. */
export interface Site {
  readonly workers: BakeWorkers
  readonly allocate: Allocate
  readonly pace: Pace
}

/** Chooses the crossings of all borders, in the order of blocks. */
export async function chooseCrossings(job: BorderJob, site: Site): Promise<Crossings> {
  const { blocksHigh } = job.terrain
  const { stretchesAtOnce } = site.workers
  const shared = Math.ceil(blocksHigh / (STRETCHES_A_WORKER * stretchesAtOnce))
  const step = stretchesAtOnce === 1 ? 1 : Math.min(ROWS_A_STRETCH_MAX, shared)
  const [crossing, regionOfSide, widthOfRun] = [growingInts(), growingInts(), growingInts()]
  const ask = (from: number, to: number) => site.workers.do('cross', from, to)
  await inStretches(job, blocksHigh, step, site, { done: 0, total: blocksHigh }, ask, found => {
    crossing.append(found.crossing)
    regionOfSide.append(found.regionOfSide)
    widthOfRun.append(found.widthOfRun)
  })
  return {
    crossing: crossing.toArray(),
    regionOfSide: regionOfSide.toArray(),
    widthOfRun: widthOfRun.toArray(),
  }
}

/** Fills the tables of a level. Joining adds the length of all stretches before to the starts of a stretch. */
export async function fillTables(job: TableJob, site: Site, tally: Tally): Promise<LevelGraph> {
  const isCost = job.stage === 'cost'
  const total = isCost ? job.regionsOfBlock.length >> 1 : job.slots.regionCount
  const step = isCost ? BLOCKS_A_STRETCH : regionsAStretch(job.slots)
  const joined = new JoinedTables(job, site.allocate)
  const ask = (from: number, to: number) => site.workers.do('fill', from, to)
  await inStretches(job, total, step, site, tally, ask, (tables, end) => {
    joined.append(tables, isCost ? endRegionOf(job.regionsOfBlock, end - 1) : end)
  })
  return joined.toGraph()
}

/** Asks the workers for stretches of a job, up to number `total`. `take` gets the answers in order, each with the end of its stretch. */
async function inStretches<Answer>(
  job: Job,
  total: number,
  step: number,
  { workers, pace }: Site,
  tally: Tally,
  ask: (from: number, to: number) => Promise<Answer>,
  take: (answer: Answer, end: number) => void,
): Promise<void> {
  const early = new Map<number, Answer>()
  workers.begin(job)
  let next = 0
  let taken = 0
  const work = async () => {
    while (next < total) {
      const from = next
      const to = Math.min(total, from + step)
      next = to
      early.set(from, await pace.orAborted(ask(from, to)))
      for (let answer = early.get(taken); answer !== undefined; answer = early.get(taken)) {
        early.delete(taken)
        taken = Math.min(total, taken + step)
        take(answer, taken)
      }
      tally.done += to - from
      if (pace.isDue) await pace.step(job.stage, tally.done, tally.total)
    }
  }
  const stopAll = (error: unknown) => {
    next = total
    throw error
  }
  await Promise.all(Array.from({ length: workers.stretchesAtOnce }, () => work().catch(stopAll)))
}

function regionsAStretch({ regionCount, pairCount }: LevelTopology): number {
  const byPairs = (PAIRS_A_STRETCH * regionCount) / (pairCount + 1)
  return Math.ceil(Math.min(byPairs, REGIONS_A_STRETCH_MAX, regionCount / STRETCHES_A_JOB_MIN))
}

/** The tables of a level while they grow, stretch after stretch. */
class JoinedTables {
  private readonly slots: LevelTopology
  private readonly tableOfRegion: Int32Array
  private readonly allocate: Allocate
  private tables: Uint16Array
  private length = 0
  private regionEnd = 0

  /** Unwritten room takes no physical memory, so a generous size avoids copies for free. */
  constructor({ slots, tableOfRegion }: TableJob, allocate: Allocate) {
    this.slots = slots
    this.tableOfRegion = tableOfRegion
    this.allocate = allocate
    this.tables = new Uint16Array(allocate(2 * Math.min(slots.regionCount + 3 * slots.pairCount, TABLE_WORDS_MAX)))
  }

  /** `tables` are those of the regions from the last call's `regionEnd` on. */
  append(tables: Uint16Array, regionEnd: number): void {
    for (; this.regionEnd < regionEnd; this.regionEnd++) this.tableOfRegion[this.regionEnd] += this.length
    if (this.length + tables.length > this.tables.length) {
      const grown = new Uint16Array(this.allocate(2 * Math.ceil(1.5 * (this.length + tables.length))))
      grown.set(this.tables.subarray(0, this.length))
      this.tables = grown
    }
    this.tables.set(tables, this.length)
    this.length += tables.length
  }

  toGraph(): LevelGraph {
    const { slots, tableOfRegion } = this
    const tables = this.tables.subarray(0, this.length)
    return { ...slots, tableOfRegion, tables, tableBytes: new Uint8Array(tables.buffer, 0, tables.byteLength) }
  }
}
