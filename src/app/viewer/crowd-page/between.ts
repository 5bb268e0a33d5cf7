/**
 * Where units are between two ticks: on the line from the last place to the newest, as far along as time has gone since.
 */
import type { CrowdFrame } from '../crowd-protocol.ts'

/** Who moves further in a tick was put there. */
const CELLS_MAX = 4

export class Between {
  newest: CrowdFrame | null = null
  private last: CrowdFrame | null = null
  private newestMs = 0
  private lastsMs = 1
  private share = 1

  receive(frame: CrowdFrame, nowMs: number): void {
    this.last = this.newest?.x.length === frame.x.length ? this.newest : null
    // Ticks that come late last as long as they take.
    this.lastsMs = Math.max(frame.budgetMs, Math.min(1000, frame.tickMs))
    this.newest = frame
    this.newestMs = nowMs
  }

  /** Returns whether anything still moves. */
  at(nowMs: number): boolean {
    this.share = Math.min(1, (nowMs - this.newestMs) / this.lastsMs)
    return this.share < 1
  }

  xOf(unit: number): number {
    return this.mix(this.last?.x, this.newest!.x, unit)
  }

  yOf(unit: number): number {
    return this.mix(this.last?.y, this.newest!.y, unit)
  }

  private mix(from: Float32Array | undefined, to: Float32Array, unit: number): number {
    if (from === undefined) return to[unit]
    const way = to[unit] - from[unit]
    return Math.abs(way) > CELLS_MAX ? to[unit] : from[unit] + way * this.share
  }
}
