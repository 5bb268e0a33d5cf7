/**
 * How much the service holds for its callers: bodies that it reads and answers that are not taken yet. When that is too much,
 * new questions are turned away before memory grows; an answer that nobody takes is dropped after a while.
 */
import type { ServerResponse } from 'node:http'

/** What is smaller is not counted: the limit of connections bounds it. */
const COUNTED_BYTES_MIN = 1 << 14
/** For a caller to send a question and take the answer. */
const TAKE_MS = 60_000

export class HeldMemory {
  bytes = 0
  /** NaN once the answer is gone. */
  private readonly bytesOf = new WeakMap<ServerResponse, number>()

  /** Counts bytes until the answer is gone. */
  hold(response: ServerResponse, bytes: number): void {
    if (!(bytes >= COUNTED_BYTES_MIN)) return
    const before = this.bytesOf.get(response)
    // What is still made for a caller that has left goes nowhere.
    if (Number.isNaN(before) || response.destroyed) return
    this.bytes += bytes
    this.bytesOf.set(response, (before ?? 0) + bytes)
    if (before !== undefined) return
    const timer = setTimeout(() => response.destroy(), TAKE_MS).unref()
    const release = () => {
      clearTimeout(timer)
      const heldBytes = this.bytesOf.get(response)!
      if (Number.isNaN(heldBytes)) return
      this.bytes -= heldBytes
      this.bytesOf.set(response, Number.NaN)
    }
    // Either may stay out: the one of an answer that was cut off, the other of one to a question that never ended.
    response.once('finish', release).once('close', release)
  }
}
