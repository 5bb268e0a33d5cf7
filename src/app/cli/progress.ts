/**
 * One line on standard error that shows the progress of long work and the time left. It appears after the first second,
 * only on a terminal, at most ten times a second, and is erased at the end.
 */
import type { BakeProgress, BakeStage } from '../../index.ts'
import type { Io } from './io.ts'
import { durationText } from './words.ts'

const SHOW_AFTER_MS = 1000
const REDRAW_MS = 100
const BAR_CELLS_MAX = 30
const ERASE_LINE = '\r\x1b[K'

export class Progress {
  private readonly io: Io
  private readonly startMs: number
  private drawnMs = Number.NEGATIVE_INFINITY
  private isShown = false

  constructor(io: Io) {
    this.io = io
    this.startMs = io.nowMs()
  }

  /** `fraction` is the finished share, 0..1; `stage` names the current work. */
  update(stage: string, fraction: number): void {
    if (!this.io.isErrTerminal) return
    const nowMs = this.io.nowMs()
    const elapsedMs = nowMs - this.startMs
    if (elapsedMs < SHOW_AFTER_MS || nowMs - this.drawnMs < REDRAW_MS) return
    this.drawnMs = nowMs
    this.isShown = true
    this.io.err(ERASE_LINE + progressLine(stage, fraction, elapsedMs, this.io.errColumns))
  }

  /** Prints what goes on at once, for long work without known progress. */
  announce(text: string): void {
    if (!this.io.isErrTerminal) return
    this.isShown = true
    this.io.err(`${ERASE_LINE}${text} ...`)
  }

  /** Erases the line. Call this before anything else is printed, however the work ended. */
  end(): void {
    if (this.isShown) this.io.err(ERASE_LINE)
    this.isShown = false
  }
}

/** Runs `work` with a progress line that is gone when it ends, in success or failure. */
export async function withProgress<T>(io: Io, work: (progress: Progress) => T | Promise<T>): Promise<T> {
  const progress = new Progress(io)
  try {
    return await work(progress)
  } finally {
    progress.end()
  }
}

export function progressLine(stage: string, fraction: number, elapsedMs: number, columns: number): string {
  const share = Math.min(1, Math.max(0, fraction))
  // An estimate from the first hundredth of the work would vary too much.
  const left = share < 0.01 ? '' : `  ${remainingText((elapsedMs * (1 - share)) / share)} left`
  const tail = `${String(Math.floor(share * 100)).padStart(4)} %${left}`
  const barCells = Math.min(BAR_CELLS_MAX, columns - stage.length - tail.length - 5)
  if (barCells < 5) return `${stage}${tail}`.slice(0, Math.max(0, columns - 1))
  const filled = Math.round(share * barCells)
  return `${stage} [${'#'.repeat(filled)}${'.'.repeat(barCells - filled)}]${tail}`
}

/** Whole seconds: the estimate is no better than that. */
function remainingText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds < 100 ? `${seconds} s` : durationText(seconds * 1000)
}

/**
 * The words and the share of time of each stage on one thread. Measured on terrain of 4096 and 10,000 cells a side:
 * 0.06, 0.03 to 0.05, 0.25 to 0.28, 0.2, 0.39 to 0.46. Smaller bakes hardly show a bar. With many walls costs take up
 * to 0.48; on weighted ground entries take 0.4 and landmarks 0.15.
 */
const STAGES: Record<BakeStage, { readonly words: string; readonly share: number }> = {
  label: { words: 'finding regions', share: 0.05 },
  border: { words: 'finding entries', share: 0.1 },
  cost: { words: 'measuring costs', share: 0.28 },
  lift: { words: 'building levels', share: 0.19 },
  landmarks: { words: 'measuring landmarks', share: 0.38 },
  hubs: { words: 'measuring hubs', share: 1 },
}

export function bakeProgress(progress: Progress): (now: BakeProgress) => void {
  return now => progress.update(STAGES[now.stage].words, bakeFraction(now))
}

/** The finished share of a bake, 0..1. Each traveller counts as taking equal time. */
export function bakeFraction(now: BakeProgress): number {
  const { stage, stageIndex, stageCount, done, total, travellerIndex, travellerCount } = now
  const shareOf = (count: number) =>
    Object.values(STAGES)
      .slice(0, count)
      .reduce((sum, { share }) => sum + share, 0)
  const own = total === 0 ? 0 : (STAGES[stage].share * done) / total
  return (travellerIndex + (shareOf(stageIndex) + own) / shareOf(stageCount)) / travellerCount
}
