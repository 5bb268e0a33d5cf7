/**
 * One line on standard error that tells how far a long piece of work is and how long it will still take. It appears
 * after the first second, only where a person watches, at most ten times a second, and leaves nothing behind.
 */
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

  /** `fraction` of the whole work, 0..1, is done; `stage` is what goes on now. */
  update(stage: string, fraction: number): void {
    if (!this.io.isErrTerminal) return
    const nowMs = this.io.nowMs()
    const elapsedMs = nowMs - this.startMs
    if (elapsedMs < SHOW_AFTER_MS || nowMs - this.drawnMs < REDRAW_MS) return
    this.drawnMs = nowMs
    this.isShown = true
    this.io.err(ERASE_LINE + progressLine(stage, fraction, elapsedMs, this.io.errColumns))
  }

  /** For long work that cannot tell how far it is: says at once what goes on. */
  announce(text: string): void {
    if (!this.io.isErrTerminal) return
    this.isShown = true
    this.io.err(`${ERASE_LINE}${text} ...`)
  }

  /** Erases the line. Whatever ends the work, call this before anything else is printed. */
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
  // A guess from the first hundredth of the work would jump about.
  const left = share < 0.01 ? '' : `  ${remainingText((elapsedMs * (1 - share)) / share)} left`
  const tail = `${String(Math.floor(share * 100)).padStart(4)} %${left}`
  const barCells = Math.min(BAR_CELLS_MAX, columns - stage.length - tail.length - 5)
  if (barCells < 5) return `${stage}${tail}`.slice(0, Math.max(0, columns - 1))
  const filled = Math.round(share * barCells)
  return `${stage} [${'#'.repeat(filled)}${'.'.repeat(barCells - filled)}]${tail}`
}

/** Whole seconds: no guess is better than that. */
function remainingText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds < 100 ? `${seconds} s` : durationText(seconds * 1000)
}
