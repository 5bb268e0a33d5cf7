/**
 * How long the page works on a frame, of the last few hundred.
 */
const FRAMES_KEPT = 240

export class FrameMeter {
  private readonly msOfFrame: number[] = []
  private next = 0

  add(elapsedMs: number): void {
    this.msOfFrame[this.next] = elapsedMs
    this.next = (this.next + 1) % FRAMES_KEPT
  }

  /** The median and the worst but five of a hundred; null before the first frame. */
  read(): { p50Ms: number; p95Ms: number } | null {
    const sorted = this.msOfFrame.toSorted((a, b) => a - b)
    if (sorted.length === 0) return null
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
    return { p50Ms: at(0.5), p95Ms: at(0.95) }
  }
}
