/**
 * The pace of long work: every few milliseconds it lets the event loop run, so that a page draws every frame, a game keeps
 * its ticks and an abort is heard; and some twenty times a second it reports how far the work is.
 */
import type { Work } from './work.ts'

export type BakeStage = 'label' | 'border' | 'cost' | 'lift' | 'landmarks' | 'hubs'

/** The last of them only where the bake is asked for it. */
const STAGES: readonly BakeStage[] = ['label', 'border', 'cost', 'lift', 'landmarks', 'hubs']
/** Half of a frame at 60 Hz is 8 ms, which a piece of work that began in time must not reach. */
const BREATH_MS = 3
const REPORT_MS = 50

export interface BakeProgress {
  readonly stage: BakeStage
  readonly stageIndex: number
  readonly stageCount: number
  /** Of this stage: blocks, rows of blocks, regions of all levels, landmarks chosen and measured, or hubs. */
  readonly done: number
  readonly total: number
  /** Of a bake for several travellers, each of whom has all stages; 0 of 1 unless it is one. */
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

  /** Whether it is time to call `step`: to pause, or to report where pauses in between left nothing to wait for. */
  get isDue(): boolean {
    const nowMs = performance.now()
    return nowMs - this.lastMs > this.breathMs || nowMs - this.reportedMs > REPORT_MS
  }

  async step(stage: BakeStage, done: number, total: number): Promise<void> {
    this.report(stage, done, total)
    await this.breathe()
  }

  /** Tells how far the work is, unless it did so just now. */
  report(stage: BakeStage, done: number, total: number): void {
    const nowMs = performance.now()
    if (nowMs - this.reportedMs <= REPORT_MS) return
    this.signal?.throwIfAborted()
    this.reportedMs = nowMs
    const stageOf = { stage, stageIndex: STAGES.indexOf(stage), stageCount: this.stageCount }
    this.onProgress?.({ ...stageOf, done, total, travellerIndex: 0, travellerCount: 1 })
  }

  /** What `work` gives; it pauses wherever it may and it is time to, and for as long as it is held up. */
  async finish<T>(work: Work<T>, isHeld: () => boolean = () => false): Promise<T> {
    for (;;) {
      while (isHeld()) await this.breathe()
      const { done, value } = work.next()
      if (done === true) return value
      if (performance.now() - this.lastMs > this.breathMs) await this.breathe()
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

  /** What `work` gives, or the signal's reason once it is aborted: for work elsewhere, which reports nothing. */
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

/** A timer of no time takes a millisecond, and four in pages after a few calls: a quarter of all time, as often as it is needed here. */
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
