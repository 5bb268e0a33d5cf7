/**
 * The pace of long work. Every few milliseconds it lets the event loop run. So a page draws every frame, a game keeps its ticks,
 * and an abort takes effect. Some twenty times a second it reports progress.
 */
import type { Work } from './work.ts'

export type BakeStage = 'label' | 'border' | 'cost' | 'lift' | 'landmarks' | 'hubs'

/** The last stage runs only with the option `hubs`. */
const STAGES: readonly BakeStage[] = ['label', 'border', 'cost', 'lift', 'landmarks', 'hubs']
/** A piece of work that begins before this pause must end within 8 ms, half a frame at 60 Hz. */
const BREATH_MS = 3
const REPORT_MS = 50

export interface BakeProgress {
  readonly stage: BakeStage
  readonly stageIndex: number
  readonly stageCount: number
  /** Counts what the stage works on: blocks, rows of blocks, regions of all levels, landmarks, or hubs. */
  readonly done: number
  readonly total: number
  /** In a bake for several travellers, each traveller passes all stages; other bakes report 0 of 1. */
  readonly travellerIndex: number
  readonly travellerCount: number
}

export class Pace {
  private readonly onProgress: ((progress: BakeProgress) => void) | undefined
  private readonly signal: AbortSignal | undefined
  private readonly stageCount: number
  private lastMs = performance.now()
  private reportedMs = this.lastMs
  private readonly breathMs: number

  constructor(
    options: { onProgress?: (progress: BakeProgress) => void; signal?: AbortSignal; hubs?: boolean },
    breathMs: number = BREATH_MS,
  ) {
    this.breathMs = breathMs
    this.stageCount = options.hubs === true ? STAGES.length : STAGES.length - 1
    this.onProgress = options.onProgress
    this.signal = options.signal
    this.signal?.throwIfAborted()
  }

  /** Whether it is time to call `step`, for a pause or for a report. */
  get isDue(): boolean {
    const nowMs = performance.now()
    return nowMs - this.lastMs > this.breathMs || nowMs - this.reportedMs > REPORT_MS
  }

  async step(stage: BakeStage, done: number, total: number): Promise<void> {
    this.report(stage, done, total)
    await this.breathe()
  }

  /** Reports progress, unless the last report was just now. */
  report(stage: BakeStage, done: number, total: number): void {
    const nowMs = performance.now()
    if (nowMs - this.reportedMs <= REPORT_MS) return
    this.signal?.throwIfAborted()
    this.reportedMs = nowMs
    const stageOf = { stage, stageIndex: STAGES.indexOf(stage), stageCount: this.stageCount }
    this.onProgress?.({ ...stageOf, done, total, travellerIndex: 0, travellerCount: 1 })
  }

  /** Runs `work` to its result. Pauses at its yields when it is time, and as long as `isHeld`. */
  async finish<T>(work: Work<T>, isHeld: () => boolean = () => false): Promise<T> {
    try {
      for (;;) {
        while (isHeld()) await this.breathe()
        const { done, value } = work.next()
        if (done === true) return value
        if (performance.now() - this.lastMs > this.breathMs) await this.breathe()
      }
    } finally {
      // Work that was given up tidies up.
      work.return(undefined as never)
    }
  }

  /** Lets the event loop run where it is time to. */
  async rest(): Promise<void> {
    if (performance.now() - this.lastMs > this.breathMs) await this.breathe()
  }

  /** Lets the event loop run once. */
  private async breathe(): Promise<void> {
    this.signal?.throwIfAborted()
    await macrotask()
    this.signal?.throwIfAborted()
    this.lastMs = performance.now()
  }

  /** The result of `work`; rejects with the signal's reason once aborted. For work on other threads, which reports nothing. */
  async orAborted<T>(work: Promise<T>): Promise<T> {
    const { signal } = this
    if (!signal) return work
    signal.throwIfAborted()
    let stop = () => {}
    const aborted = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason)
      signal.addEventListener('abort', stop)
    })
    return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', stop))
  }
}

/** Not setTimeout(0): that waits a millisecond, or four in pages after a few calls, which would be a quarter of all time here. */
function macrotask(): Promise<void> {
  return new Promise(resolve => {
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else {
      const { port1, port2 } = new MessageChannel()
      const arrive = () => {
        port1.close()
        resolve()
      }
      port1.addEventListener('message', arrive, { once: true })
      port1.start()
      port2.postMessage(null)
    }
  })
}
