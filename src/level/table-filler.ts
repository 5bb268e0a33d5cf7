/**
 * The tables of one level, filled in stretches: blocks at level 0, regions above. A stretch depends on nothing but its
 * job, so threads fill several at once and the tables are put together in order: the bytes are the same whoever fills.
 *
 * A job is plain columns, which pass between threads as they are. Each stretch writes where its tables begin, counted
 * from the stretch's own start, into the job's column; what the stretches before it take is added afterwards.
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

/** Who does the work of a bake: this thread or others. */
export interface TableWorkers extends BorderWorkers {
  /** The job of all calls of `fill` from now on. */
  begin(job: TableJob): void
  /** The tables of the blocks or regions from..to - 1. */
  fill(from: number, to: number): Promise<Uint16Array>
  /** How many landmarks it pays to ask for at once; with 1, nothing else goes on meanwhile. */
  readonly landmarksAtOnce: number
  /** `note` hears how many are chosen where nothing else goes on meanwhile. */
  choose(task: ChoiceTask, note: (chosen: number) => void): Promise<Int32Array>
  /** The job of all calls of `measure` from now on, beside that of `fill`. */
  beginLandmarks(job: LandmarkJob): void
  /** Fills the column of a landmark and gives its shift. */
  measure(landmark: number): Promise<number>
  /** Lets go of all jobs and their memory; others may follow. */
  release(): void
  end(): Promise<void>
}

/** A stretch takes some milliseconds: short enough to stop quickly, long enough that handing it over costs nothing. */
const BLOCKS_A_STRETCH = 128
/** Regions of few pairs, as mazes have by the hundred thousand, go many to a stretch. */
const PAIRS_A_STRETCH = 8192
const REGIONS_A_STRETCH_MAX = 2048
/** So that no thread is left waiting for the last one. */
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

/** A job that came from another thread, where objects arrive without their class. */
export function revived<T extends TableJob | BorderJob>(job: T): T {
  if (!('terrain' in job)) return job
  const { width, height, directions, costMin, rowBits, costOfBlock, costOfCell } = job.terrain
  return { ...job, terrain: new Terrain(width, height, directions, costMin, rowBits, costOfBlock, costOfCell) }
}

/** The workers that are no other threads. */
export class OwnThread implements TableWorkers {
  readonly stretchesAtOnce = 1
  readonly landmarksAtOnce = 1
  private readonly run: <T>(work: Work<T>) => Promise<T>
  private crossings: CrossingFiller | undefined
  private filler: TableFiller | undefined
  private landmarks: LandmarkFiller | undefined

  /** `run` does work in pieces, and lets others run in between. */
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

/** How far a stage is that takes one job or several: blocks or regions. */
export interface Tally {
  done: number
  readonly total: number
}

/** What all stages of a bake work with. */
export interface Site {
  readonly workers: TableWorkers
  readonly allocate: Allocate
  readonly pace: Pace
}

/** Has all stretches of a job filled and puts their tables together. */
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

  /** Room that is never written takes no memory, so a generous guess spares copies at no cost. */
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
