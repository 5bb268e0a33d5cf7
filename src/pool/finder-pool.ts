/**
 * Finders on all cores. Every thread opens the same file, in shared memory where the platform has it. Questions and
 * answers are flat arrays that move instead of being copied. A live map has one more thread, which writes. It makes
 * each commit first; then every reader gets the edits and applies them at once between two questions.
 */
import type { Point } from '../base/answer.ts'
import { IsthmusError } from '../base/errors.ts'
import { type AllOf, checkValue, checkWhole, nameOf, optionsOf, refuse } from '../base/given.ts'
import { gone } from '../base/gone.ts'
import { number, whole } from '../base/kinds.ts'
import type { Change } from '../live/area.ts'
import { Dispatcher } from './dispatcher.ts'
import { findWork } from './find-job.ts'
import type { Opening, PoolAnswers, PoolFindOptions, PoolInfo, Work } from './messages.ts'
import type { FieldJob, FieldPart, PoolTrip, ReachJob, TripAsked, TripOptions, TripsJob, Window } from './other-jobs.ts'
import { tableWork } from './other-jobs.ts'
import { type Keep, makeWriter, type Writer } from './writer.ts'

export interface PoolOptions {
  /**
   * The number of readers; one for each core of the machine unless given. A live map has one more thread, which writes.
   */
  readonly threads?: number | undefined
  /** Whether the map may change: then `commit` works. */
  readonly live?: boolean | undefined
  /** For a live map: earlier commits, as returned by `LiveMap.journal`. */
  readonly journal?: Uint8Array | undefined
  /** While more questions than this wait, new ones fail with the code POOL_FULL. */
  readonly waitingMax?: number | undefined
}

export interface AskOptions {
  readonly traveller?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface ReachOptions extends AskOptions {
  /** The most cells that the answer may have. */
  readonly cellsMax?: number | undefined
}

const THREADS_MAX = 256
const WAITING_MAX = 8_000_000
const POOL_OPTIONS = {
  threads: whole(1, THREADS_MAX),
  live: true,
  journal: true,
  waitingMax: number(1, Infinity),
} as const satisfies AllOf<PoolOptions>
const ASK_OPTIONS = { traveller: true, signal: true } as const satisfies AllOf<AskOptions>
const TRIP_OPTIONS = { ...ASK_OPTIONS, quality: true, has: true, at: true, cells: true } as const satisfies AllOf<
  TripOptions & AskOptions
>
const FIND_OPTIONS = {
  ...ASK_OPTIONS,
  quality: true,
  nearest: true,
  cells: true,
  waypoints: true,
  lowerBound: true,
  cellsMax: true,
} as const satisfies AllOf<PoolFindOptions>

interface Crews {
  readonly readers: Dispatcher
  readonly writer: Writer | null
}

/** The largest multiple of four that a 32-bit number holds. */
const ENDS_MAX = 2 ** 31 - 4
/** The answer holds the whole window: this is 16 MB of costs. */
const WINDOW_CELLS_MAX = 1 << 21

export class FinderPool {
  /** Facts about the file, once it is open; rejects if it cannot be opened. */
  readonly ready: Promise<PoolInfo>
  private readonly isLive: boolean
  private readonly waitingMax: number
  private readonly crews: Promise<Crews>
  private known: Crews | null = null
  private hasOpened = false
  /** On a live map: the newest version that readers have. */
  private version = 0

  /** The threads run `program`; other modules pass their own, which does more. */
  constructor(file: Uint8Array, options?: PoolOptions | null, program?: URL) {
    const given: PoolOptions = optionsOf(options, POOL_OPTIONS)
    const { live = false, waitingMax = WAITING_MAX } = given
    if (!(file instanceof Uint8Array))
      refuse(`The file is ${nameOf(file)}: the bytes of an atlas or a world were expected.`)
    this.isLive = live
    this.waitingMax = waitingMax
    this.crews = this.open(file, given, program)
    this.ready = this.crews.then(({ readers }) => readers.ready)
    this.ready.catch(() => {})
  }

  /** The number of questions that wait for a thread. */
  get waiting(): number {
    return this.known?.readers.waiting ?? 0
  }

  /** Finds a path for each four numbers x0, y0, x1, y1; answers come in the same order. */
  async find(pairs: ArrayLike<number>, options?: PoolFindOptions | null): Promise<PoolAnswers> {
    const { signal, ...wishes }: PoolFindOptions = optionsOf(options, FIND_OPTIONS)
    if (!(pairs?.length >= 0 && pairs.length <= ENDS_MAX && pairs.length % 4 === 0)) {
      refuse('The pairs are no flat list of x0, y0, x1, y1: four numbers a question were expected.')
    }
    const work = findWork(pairs, wishes, this.isLive)
    await this.do(work, signal)
    return work.answers()
  }

  /** The cost from each start to each goal, in cell lengths: costs[start * goals.length + goal]. */
  async costs(starts: readonly Point[], goals: readonly Point[], options?: AskOptions | null): Promise<Float64Array> {
    const { traveller, signal }: AskOptions = optionsOf(options, ASK_OPTIONS)
    const work = tableWork(pointsOf(starts, 'start'), pointsOf(goals, 'goal'), traveller)
    await this.do(work, signal)
    return work.costs
  }

  /** The direction to the goal from each cell of a window, and the cost. */
  async field(goal: Point, window: Window, options?: AskOptions | null): Promise<FieldPart> {
    const { traveller, signal }: AskOptions = optionsOf(options, ASK_OPTIONS)
    const { x, y, width, height } = window ?? {}
    checkWhole(x, y, 'The window')
    checkWhole(width, height, 'The size of the window')
    if (!(width >= 0 && height >= 0 && width * height <= WINDOW_CELLS_MAX)) {
      refuse(`The window has ${width} x ${height} cells: ${WINDOW_CELLS_MAX} are the most at once.`)
    }
    const [point] = pointsOf([goal], 'goal')
    const asked: FieldJob = { goal: point, window: { x, y, width, height }, traveller }
    return this.run<FieldPart>('field', asked, signal, true)
  }

  /** The cells within reach at this cost or less, as runs row by row: y, the first x and the last x of each. */
  async reach(start: Point, cost: number, options?: ReachOptions | null): Promise<Int32Array> {
    const {
      traveller,
      signal,
      cellsMax = Number.POSITIVE_INFINITY,
    }: ReachOptions = optionsOf(options, { ...ASK_OPTIONS, cellsMax: true })
    checkValue(cost, number(0, Infinity), 'The cost')
    const [point] = pointsOf([start], 'start')
    const asked: ReachJob = { start: point, cost, traveller, cellsMax }
    return this.run<Int32Array>('reach', asked, signal, true)
  }

  /** Finds trips through a world. */
  async trips(trips: readonly TripAsked[], options?: (TripOptions & AskOptions) | null): Promise<PoolTrip[]> {
    if (!Array.isArray(trips)) refuse(`The trips are ${nameOf(trips)}: a list of { from, to } was expected.`)
    const { signal, traveller: _, ...wishes }: TripOptions & AskOptions = optionsOf(options, TRIP_OPTIONS)
    const asked: TripsJob = { trips, options: wishes }
    return this.run<PoolTrip[]>('trips', asked, signal)
  }

  /**
   * Edits cells of a live map, given as x, y and cost of each, as one version. After it resolves, every new question
   * gets an answer of that version or a later one. `keep` receives the commit as a part of the journal. Nobody sees the
   * commit before `keep` has resolved; if `keep` fails, there is no commit.
   */
  async commit(edits: ArrayLike<number>, keep?: Keep): Promise<Change> {
    if (typeof edits?.length !== 'number' || edits.length % 3 !== 0) {
      refuse('The edits are no flat list of x, y, cost: three numbers an edit were expected.')
    }
    const asked = Int32Array.from(edits, value => (typeof value === 'number' ? value : 0))
    // A fraction would be rounded to another cell.
    const odd = asked.findIndex((value, i) => value !== edits[i])
    if (odd >= 0) refuse(`The edits hold ${edits[odd]}: whole numbers x, y, cost were expected.`)
    const { writer } = await this.crews
    if (writer === null) refuse('This pool is of a map that does not change: make it with { live: true }.')
    return writer.commit(asked, keep)
  }

  /** Of a live map: all commits since the file was baked, for `openLive` or another pool. */
  async journal(): Promise<Uint8Array> {
    await this.ready
    return this.run<Uint8Array>('journal', this.version)
  }

  /**
   * Folds the journal of a live map in all threads: of the commits up to a version, each cell's last value stays.
   * Returns that journal.
   */
  async foldJournal(upTo = this.version): Promise<Uint8Array> {
    const { readers, writer } = await this.crews
    if (writer === null) refuse('This pool is of a map that does not change: make it with { live: true }.')
    await writer.fold(upTo)
    readers.tell({ fold: upTo })
    return writer.journal(upTo)
  }

  /** Runs one operation on one thread. @internal */
  async run<T>(op: string, asked: unknown, signal?: AbortSignal, isLong = false): Promise<T> {
    const { readers } = await this.crews
    this.checkRoom(readers, 1)
    return readers.ask<T>(op, asked, signal, isLong)
  }

  /** Finishes all questions, takes no more, and ends the threads. */
  async close(): Promise<void> {
    const { readers, writer } = await this.crews
    await Promise.all([writer?.close(), readers.close()])
  }

  private async do(work: Work, signal: AbortSignal | undefined): Promise<void> {
    const { readers } = await this.crews
    this.checkRoom(readers, work.count)
    await readers.run(work, signal)
  }

  private checkRoom({ waiting }: Dispatcher, count: number): void {
    if (waiting === 0 || waiting + count <= this.waitingMax) return
    const message = `${waiting} questions wait, and waitingMax is ${this.waitingMax}: ask again when some are answered.`
    throw new IsthmusError('POOL_FULL', message)
  }

  private async open(file: Uint8Array, { threads, journal }: PoolOptions, program?: URL): Promise<Crews> {
    const { startThread, coreCount, sharesMemory } = await import('./node-threads.ts')
    const isShared = sharesMemory()
    const { isLive } = this
    const first: Opening = { file: isShared ? shared(file) : file, isLive, journal }
    // A replacement thread begins with the state of the others. Commits that arrive meanwhile are in that state, or follow it.
    // The first commit may come before all readers have opened the file.
    const later = async (others: () => { journal(upTo: number): Promise<Uint8Array> }): Promise<Opening> =>
      isLive && (this.hasOpened || this.version > 0)
        ? { ...first, journal: await others().journal(this.version) }
        : first
    const start: typeof startThread = hearing => startThread(hearing, program)
    const count = threads ?? Math.min(THREADS_MAX, coreCount())
    const readers = new Dispatcher(
      count,
      start,
      () => later(() => this.known!.writer!),
      isShared,
      () => this.version,
    )
    const tell = (part: Uint8Array, version: number) => {
      this.version = version
      readers.tell({ commits: part })
    }
    const writer = isLive ? makeWriter(() => new Dispatcher(1, start, () => later(() => this)), tell) : null
    this.known = { readers, writer }
    void readers.ready.then(
      info => {
        this.hasOpened = true
        this.version = Math.max(this.version, info.version)
      },
      () => {},
    )
    return this.known
  }
}

/** The same bytes in shared memory; copies only bytes that are not shared yet. @internal */
export function shared(file: Uint8Array): Uint8Array {
  if (file.buffer instanceof SharedArrayBuffer) return file
  const bytes = new Uint8Array(new SharedArrayBuffer(file.length))
  bytes.set(file)
  return bytes
}

function pointsOf(points: readonly Point[], what: string): Point[] {
  if (!Array.isArray(points)) refuse(`The ${what}s are ${nameOf(points)}: a list of points was expected.`)
  return points.map(point => {
    const { x, y } = point ?? {}
    checkWhole(x, y, `A ${what}`)
    return { x, y }
  })
}

gone(FinderPool.prototype, { table: 'ask costs(starts, goals)' })
