/**
 * Fills the tables of one level in stretches: of blocks at level 0, of regions above. A stretch depends only on its job, so
 * threads fill several at once. The tables are joined in order, so the bytes do not depend on the threads.
 *
 * A job is plain columns, which pass between threads as they are. Each stretch writes the starts of its tables, relative to
 * its own start, into the job's column. Joining adds the length of all stretches before it.
 */
import { endRegionOf, firstRegionOf } from '../atlas/islands.ts'
import type { LevelGraph, LevelTopology } from '../atlas/level-graph.ts'
import { GrowingShorts } from '../base/growing.ts'
import type { Allocate } from '../base/memory.ts'
import type { Pace } from '../base/pace.ts'
import { finish, type Work } from '../base/work.ts'
import type { Children } from '../entry/children.ts'
import { type BorderJob, type BorderWorkers, CrossingFiller } from '../entry/crossing-filler.ts'
import type { Crossings } from '../entry/select.ts'
import { Terrain } from '../map/terrain.ts'
import { RegionCosts } from '../metric/cost.ts'
import { type ChoiceTask, chooseLandmarks } from '../metric/landmark-choice.ts'
import { LandmarkFiller, type LandmarkJob } from '../metric/landmark-filler.ts'
import { Lift } from './lift.ts'

export interface CostJob {
  readonly stage: 'cost'
  readonly terrain: Terrain
  readonly regionsOfBlock: Int32Array
  readonly slots: LevelTopology
  readonly tableOfRegion: Int32Array
}

export interface LiftJob {
  readonly stage: 'lift'
  readonly lower: LevelGraph
  readonly parentOfRegion: Int32Array
  readonly children: Children
  readonly slots: LevelTopology
  readonly tableOfRegion: Int32Array
}

export type TableJob = CostJob | LiftJob

/** Does the work of a bake, on this thread or on others. */
export interface TableWorkers extends BorderWorkers {
  /** Sets the job of all later calls of `fill`. */
  begin(job: TableJob): void
  /** The tables of the blocks or regions from..to - 1. */
  fill(from: number, to: number): Promise<Uint16Array>
  /** Number of landmarks measured at once; with 1, nothing else runs meanwhile. */
  readonly landmarksAtOnce: number
  /** Calls `note` with the number chosen so far, but only where nothing else runs meanwhile. */
  choose(task: ChoiceTask, note: (chosen: number) => void): Promise<Int32Array>
  /** Sets the job of all later calls of `measure`; the job of `fill` stays. */
  beginLandmarks(job: LandmarkJob): void
  /** Fills the column of a landmark and returns its shift. */
  measure(landmark: number): Promise<number>
  /** Frees all jobs and their memory; new jobs may follow. */
  release(): void
  end(): Promise<void>
}

/** A stretch takes some milliseconds: short enough to stop quickly, long enough that handing it over costs nothing. */
const BLOCKS_A_STRETCH = 128
/** Regions with few pairs, as in mazes, share a stretch. */
const PAIRS_A_STRETCH = 8192
const REGIONS_A_STRETCH_MAX = 2048
/** Enough stretches that no thread waits long for the last one. */
const STRETCHES_A_JOB_MIN = 32

/** One typed array holds no more. */
const TABLE_WORDS_MAX = 2 ** 31 - 1

/** Fills stretches of a job on the thread that calls it. */
export class TableFiller {
  private readonly tables = new GrowingShorts()
  private readonly fillOne: (blockOrRegion: number) => Work<void>

  constructor(job: TableJob) {
    this.fillOne = job.stage === 'cost' ? this.costsOf(job) : this.liftsOf(job)
  }

  *fill(from: number, to: number): Work<Uint16Array<ArrayBuffer>> {
    this.tables.length = 0
    for (let i = from; i < to; i++) yield* this.fillOne(i)
    return this.tables.toArray()
  }

  private costsOf({ terrain, slots, regionsOfBlock, tableOfRegion }: CostJob): (block: number) => Work<void> {
    const { tables } = this
    const costs = new RegionCosts(terrain, slots, tables)
    return function* (block) {
      const end = endRegionOf(regionsOfBlock, block)
      for (let region = firstRegionOf(regionsOfBlock, block); region < end; region++) {
        yield
        tableOfRegion[region] = tables.length
        yield* costs.fill(block, region)
      }
    }
  }

  private liftsOf({ lower, parentOfRegion, children, slots, tableOfRegion }: LiftJob): (region: number) => Work<void> {
    const lift = new Lift(lower, parentOfRegion, slots, this.tables)
    const { first, list } = children
    return region => {
      tableOfRegion[region] = this.tables.length
      return lift.fill(region, list.subarray(first[region], first[region + 1]))
    }
  }
}

/** Restores the classes of a job from another thread: objects lose their class on the way. */
export function revived<T extends TableJob | BorderJob>(job: T): T {
  if (!('terrain' in job)) return job
  const { width, height, directions, costMin, rowBits, costOfBlock, costOfCell } = job.terrain
  return { ...job, terrain: new Terrain(width, height, directions, costMin, rowBits, costOfBlock, costOfCell) }
}

/** Does all the work on the calling thread. */
export class OwnThread implements TableWorkers {
  readonly stretchesAtOnce = 1
  readonly landmarksAtOnce = 1
  private readonly run: <T>(work: Work<T>) => Promise<T>
  private crossings: CrossingFiller | undefined
  private filler: TableFiller | undefined
  private landmarks: LandmarkFiller | undefined

  /** `run` does work in pieces and may let other tasks run between them. */
  constructor(run: <T>(work: Work<T>) => Promise<T> = async work => finish(work)) {
    this.run = run
  }

  beginBorders(job: BorderJob): void {
    this.crossings = new CrossingFiller(job)
  }

  async cross(from: number, to: number): Promise<Crossings> {
    return this.run(this.crossings!.cross(from, to))
  }

  begin(job: TableJob): void {
    this.crossings = undefined
    this.filler = new TableFiller(job)
  }

  async fill(from: number, to: number): Promise<Uint16Array> {
    return this.run(this.filler!.fill(from, to))
  }

  async choose(task: ChoiceTask, note: (chosen: number) => void = () => {}): Promise<Int32Array> {
    return this.run(chooseLandmarks(task, note))
  }

  beginLandmarks(job: LandmarkJob): void {
    this.landmarks = new LandmarkFiller(job)
  }

  async measure(landmark: number): Promise<number> {
    return this.run(this.landmarks!.fill(landmark))
  }

  release(): void {
    this.crossings = undefined
    this.filler = undefined
    this.landmarks = undefined
  }

  async end(): Promise<void> {
    this.release()
  }
}

/** Progress of a stage of one or more jobs, in blocks or regions. */
export interface Tally {
  done: number
  readonly total: number
}

/** Resources of all stages of a bake. */
export interface Site {
  readonly workers: TableWorkers
  readonly allocate: Allocate
  readonly pace: Pace
}

/** Lets the workers fill all stretches of a job and joins their tables. */
export async function fillTables(job: TableJob, { workers, allocate, pace }: Site, tally: Tally): Promise<LevelGraph> {
  const isCost = job.stage === 'cost'
  const total = isCost ? job.regionsOfBlock.length >> 1 : job.slots.regionCount
  const step = isCost ? BLOCKS_A_STRETCH : regionsAStretch(job.slots)
  const joined = new JoinedTables(job, allocate)
  const early = new Map<number, Uint16Array>()
  workers.begin(job)
  let next = 0
  let joinedTo = 0
  const work = async () => {
    while (next < total) {
      const from = next
      const to = Math.min(total, from + step)
      next = to
      early.set(from, await workers.fill(from, to))
      for (let tables = early.get(joinedTo); tables !== undefined; tables = early.get(joinedTo)) {
        early.delete(joinedTo)
        joinedTo = Math.min(total, joinedTo + step)
        joined.append(tables, isCost ? endRegionOf(job.regionsOfBlock, joinedTo - 1) : joinedTo)
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
  return joined.toGraph()
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
