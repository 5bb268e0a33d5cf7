/**
 * Feeds compressed streams in small pieces. A reader sees their output bit by bit, and can refuse too much before it
 * fills the memory.
 */
import { IsthmusError } from '../base/errors.ts'

/** The output is at most about a thousand times as large. */
const FEED_BYTES = 16_384

export interface Unpacker {
  push(bytes: Uint8Array, isLast: boolean): void
}

/** `fail` refuses bytes that cannot be unpacked; refusals of the reader pass. */
export function feed(stream: Unpacker, packed: readonly Uint8Array[], fail: () => never): void {
  try {
    for (const piece of packed) {
      for (let at = 0; at < piece.length; at += FEED_BYTES) stream.push(piece.subarray(at, at + FEED_BYTES), false)
    }
    stream.push(new Uint8Array(0), true)
  } catch (error) {
    if (error instanceof IsthmusError) throw error
    fail()
  }
}
