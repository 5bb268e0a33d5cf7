/**
 * Allocates columns. Threads pass shared memory on without a copy. A single thread uses plain memory, the only kind that some
 * pages have.
 */
import { refuseSize } from './given.ts'

export type Allocate = (sizeBytes: number) => ArrayBuffer | SharedArrayBuffer

export const allocatePrivate: Allocate = sizeBytes => orTooLarge(sizeBytes, () => new ArrayBuffer(sizeBytes))
export const allocateShared: Allocate = sizeBytes => orTooLarge(sizeBytes, () => new SharedArrayBuffer(sizeBytes))

/** The largest typed array of today's engines; atlas files also address columns with 32 bits. */
const ARRAY_BYTES_MAX = 2 ** 32 - 1

/** Refuses work that needs a larger array than engines support. */
export function checkArraySize(sizeBytes: number, what: string): void {
  if (sizeBytes <= ARRAY_BYTES_MAX) return
  const gibibytes = (sizeBytes / 2 ** 30).toFixed(1)
  refuseSize(`${what} takes ${gibibytes} GiB or more; 4 GiB is the end. Cut the map into several.`)
}

function orTooLarge<T>(sizeBytes: number, allocate: () => T): T {
  checkArraySize(sizeBytes, 'One column of the atlas')
  try {
    return allocate()
  } catch {
    const mebibytes = Math.ceil(sizeBytes / 2 ** 20)
    refuseSize(
      `The bake needs ${mebibytes} MiB more than this machine gives. Close other programs, or cut the map into several.`,
    )
  }
}
