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

  /** The median; null before the first frame. */
  medianMs(): number | null {
    return this.msOfFrame.toSorted((a, b) => a - b)[this.msOfFrame.length >> 1] ?? null
  }
}
