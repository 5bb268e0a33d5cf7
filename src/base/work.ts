/**
 * Long work in pieces: a generator that yields wherever it may pause, some thousand small steps apart. A caller that must
 * let others run pauses there when it is time to (pace.ts). A thread with nothing else to do goes on at once. The result is
 * the same.
 */
export type Work<T> = Generator<undefined, T, undefined>

/** Work in turns: each is given the steps that it may take, and yields those that it took. */
export type WorkInSteps<T> = Generator<number, T, number>

/**
 * How many plain steps through columns make a piece: a power of two. They take a millisecond or less even before anything is
 * compiled, in cold memory. A look at the clock between pieces takes a hundredth of that.
 */
export const STEPS_A_PIECE = 1 << 10

/** Copied at once: a third of a millisecond, or a few where the memory is new. */
const BYTES_A_PIECE = 1 << 20

/** Writes all words of `from` into `to`, from `at` on. */
export function* copying<T extends Int32Array | Uint16Array | Uint8Array>(from: T, to: T, at: number): Work<void> {
  const piece = BYTES_A_PIECE / from.BYTES_PER_ELEMENT
  for (let done = 0; done < from.length; done += piece) {
    yield
    to.set(from.subarray(done, done + piece), at + done)
  }
}

/** Writes the same number everywhere; returns `to`. */
export function* filling<T extends Float64Array | Int32Array>(to: T, value: number): Work<T> {
  const piece = BYTES_A_PIECE / to.BYTES_PER_ELEMENT
  for (let done = 0; done < to.length; done += piece) {
    yield
    to.fill(value, done, done + piece)
  }
  return to
}

/** Does it without a pause. */
export function finish<T>(work: Generator<unknown, T, never>): T {
  for (;;) {
    const { done, value } = work.next(Infinity as never)
    if (done === true) return value
  }
}
