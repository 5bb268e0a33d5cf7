/**
 * The pace of long work: some twenty times a second it reports how far the work is and lets the event loop run, so that a
 * page stays alive, a bar moves and an abort is heard.
 */
export type BakeStage = 'label' | 'border' | 'cost' | 'lift' | 'landmarks'

const STAGES: readonly BakeStage[] = ['label', 'border', 'cost', 'lift', 'landmarks']
const BREATH_MS = 50

export interface BakeProgress {
  readonly stage: BakeStage
  readonly stageIndex: number
  readonly stageCount: number
  /** Of this stage: blocks, rows of blocks, regions of all levels, or landmarks. */
  readonly done: number
  readonly total: number
}

export class Pace {
  private readonly onProgress: ((progress: BakeProgress) => void) | undefined
  private readonly signal: AbortSignal | undefined
  private lastMs = performance.now()

  constructor(options: { onProgress?: (progress: BakeProgress) => void; signal?: AbortSignal }) {
    this.onProgress = options.onProgress
    this.signal = options.signal
    this.signal?.throwIfAborted()
  }

  /** Whether it is time to call `step`. */
  get isDue(): boolean {
    return performance.now() - this.lastMs > BREATH_MS
  }

  async step(stage: BakeStage, done: number, total: number): Promise<void> {
    this.signal?.throwIfAborted()
    this.lastMs = performance.now()
    this.onProgress?.({ stage, stageIndex: STAGES.indexOf(stage), stageCount: STAGES.length, done, total })
    await new Promise(resolve => setTimeout(resolve, 0))
    this.signal?.throwIfAborted()
    this.lastMs = performance.now()
  }

  /** What `work` gives, or the signal's reason as soon as there is one: for work elsewhere, which reports nothing. */
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
