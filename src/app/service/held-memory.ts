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
    const { socket } = response.req
    const before = this.bytesOf.get(response)
    // If the caller has left, nothing will be sent.
    if (Number.isNaN(before) || response.destroyed || socket.destroyed) return
    this.bytes += bytes
    this.bytesOf.set(response, (before ?? 0) + bytes)
    if (before !== undefined) return
    const timer = setTimeout(() => socket.destroy(), TAKE_MS).unref()
    const release = () => {
      clearTimeout(timer)
      socket.off('close', release)
      const heldBytes = this.bytesOf.get(response)!
      if (Number.isNaN(heldBytes)) return
      this.bytes -= heldBytes
      this.bytesOf.set(response, Number.NaN)
    }
    // An answer that waits behind another one of its connection has no event when that closes.
    response.once('finish', release)
    socket.once('close', release)
  }
}
