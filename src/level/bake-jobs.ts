/**
 * The work of a bake that threads can share. A job is plain columns, which pass between threads as they are. Its parts are asked
 * for by number and depend on the job alone. So the bytes do not depend on the threads.
 */
import type { Labels } from '../atlas/islands.ts'
import { finish, type Work } from '../base/work.ts'
import { CrossingSelection, type Crossings } from '../entry/select.ts'
import { Terrain } from '../map/terrain.ts'
import { type LandmarkTask, type Measured, measuringLandmarks } from '../metric/landmarks.ts'
import { TableFiller, type TableJob } from './table-filler.ts'

/** Chooses crossings. */
export interface BorderJob {
  readonly stage: 'border'
  readonly terrain: Terrain
  readonly labels: Labels
}

export type Job = BorderJob | TableJob

/** By part: what it needs. */
export interface Asked {
  /** The crossings on the eastern and southern borders of the rows of blocks from..to - 1. */
  cross: readonly [from: number, to: number]
  /** The tables of the blocks or regions from..to - 1. */
  fill: readonly [from: number, to: number]
  /** `note` receives the number of landmarks measured so far, but only on the calling thread. */
  measure: readonly [task: LandmarkTask, note?: (measuredCount: number) => void]
}

export interface Answered {
  cross: Crossings
  fill: Uint16Array
  measure: Measured
}

export type Part = keyof Asked

/** Does the work of a bake, on this thread or on others. */
export interface BakeWorkers {
  /** Number of stretches that can run at once. */
  readonly stretchesAtOnce: number
  /** Whether parts run beside the calling thread. */
  readonly isBeside: boolean
  /** Sets the job of all later parts of its stage. */
  begin(job: Job): void
  do<Name extends Part>(part: Name, ...asked: Asked[Name]): Promise<Answered[Name]>
  /** Frees all jobs and their memory; new jobs may follow. */
  release(): void
  end(): Promise<void>
}

/** The jobs of one thread. */
export class Jobs {
  private crossings: CrossingSelection | undefined
  private filler: TableFiller | undefined
  private readonly parts: { readonly [Name in Part]: (...asked: Asked[Name]) => Work<Answered[Name]> } = {
    cross: (from, to) => this.crossings!.ofRows(from, to),
    fill: (from, to) => this.filler!.fill(from, to),
    measure: measuringLandmarks,
  }

  begin(job: Job): void {
    if (job.stage === 'border') {
      const { terrain, labels } = revived(job)
      this.crossings = new CrossingSelection(terrain, labels)
    } else {
      this.crossings = undefined
      this.filler = new TableFiller(revived(job))
    }
  }

  do<Name extends Part>(part: Name, asked: Asked[Name]): Work<Answered[Name]> {
    return this.parts[part](...asked)
  }

  release(): void {
    this.crossings = undefined
    this.filler = undefined
  }
}

/** Restores the terrain of a job from another thread: objects lose their class on the way. */
function revived<T extends TableJob | BorderJob>(job: T): T {
  if (!('terrain' in job) || job.terrain instanceof Terrain) return job
  const { width, height, directions, costMin, rowBits, costOfBlock, costOfCell } = job.terrain as Terrain
  return { ...job, terrain: new Terrain(width, height, directions, costMin, rowBits, costOfBlock, costOfCell) }
}

/** Does all the work on the calling thread. */
export class OwnThread implements BakeWorkers {
  readonly stretchesAtOnce = 1
  readonly isBeside = false
  private readonly jobs = new Jobs()
  private readonly run: <T>(work: Work<T>) => Promise<T>

  /** `run` does work in pieces and may let other tasks run between them. */
  constructor(run: <T>(work: Work<T>) => Promise<T> = async work => finish(work)) {
    this.run = run
  }

  begin(job: Job): void {
    this.jobs.begin(job)
  }

  async do<Name extends Part>(part: Name, ...asked: Asked[Name]): Promise<Answered[Name]> {
    return this.run(this.jobs.do(part, asked))
  }

  release(): void {
    this.jobs.release()
  }

  async end(): Promise<void> {
    this.release()
  }
}
