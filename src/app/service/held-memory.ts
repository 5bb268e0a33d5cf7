/**
 * The memory that the service holds for its callers: request bodies, and answers not yet sent. Beyond a limit, new
 * questions are refused before memory grows. An answer that nobody takes is dropped after a while.
 */
import type { ServerResponse } from 'node:http'

/** Smaller ones are not counted: the limit of connections bounds them. */
const COUNTED_BYTES_MIN = 1 << 14
/** The time for a caller to send a question and take the answer. */
const TAKE_MS = 60_000

export class HeldMemory {
  bytes = 0
  /** NaN once the answer is gone. */
  private readonly bytesOf = new WeakMap<ServerResponse, number>()

  /** Counts bytes until the answer is gone. */
  hold(response: ServerResponse, bytes: number): void {
    if (!(bytes >= COUNTED_BYTES_MIN)) return
    const before = this.bytesOf.get(response)
    // The caller has left, so nothing will be sent.
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
    // Either event may be missing: `finish` if the answer was cut off, `close` if the question never ended.
    response.once('finish', release).once('close', release)
  }
}
