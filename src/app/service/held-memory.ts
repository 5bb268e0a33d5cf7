/**
 * The memory that the service holds for its callers: request bodies, and answers not yet sent. Beyond a limit, new
 * questions are refused before memory grows. An answer that nobody takes is dropped after a while.
 */
import type { ServerResponse } from 'node:http'

/** About the memory of a question that waits for its answer. */
export const QUESTION_BYTES = 1 << 14
/** The time for a caller to send a question and take the answer, besides that to make it. */
const TAKE_MS = 60_000

export class HeldMemory {
  bytes = 0
  private readonly heldMsMax: number
  /** NaN once the answer is gone. */
  private readonly bytesOf = new WeakMap<ServerResponse, number>()

  /** `answerMsMax` is the limit of the time to make an answer. */
  constructor(answerMsMax: number) {
    this.heldMsMax = answerMsMax + TAKE_MS
  }

  /** Counts bytes until the answer is gone. Few are not counted: the limit of connections bounds them. */
  hold(response: ServerResponse, bytes: number): void {
    if (!(bytes >= QUESTION_BYTES)) return
    const { socket } = response.req
    const before = this.bytesOf.get(response)
    // If the caller has left, nothing will be sent.
    if (Number.isNaN(before) || response.destroyed || socket.destroyed) return
    this.bytes += bytes
    this.bytesOf.set(response, (before ?? 0) + bytes)
    if (before !== undefined) return
    const timer = setTimeout(() => socket.destroy(), this.heldMsMax).unref()
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
