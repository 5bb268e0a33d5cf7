/**
 * Where columns live. Memory that threads share is never copied between them; where nothing is shared plain memory will
 * do, and it is all that some pages have.
 */
import { refuseSize } from './given.ts'

export type Allocate = (sizeBytes: number) => ArrayBuffer | SharedArrayBuffer

export const allocatePrivate: Allocate = sizeBytes => orTooLarge(sizeBytes, () => new ArrayBuffer(sizeBytes))
export const allocateShared: Allocate = sizeBytes => orTooLarge(sizeBytes, () => new SharedArrayBuffer(sizeBytes))

/** A typed array ends here on every engine of today; in atlas files, columns are addressed with 32 bits. */
const ARRAY_BYTES_MAX = 2 ** 32 - 1

/** Refuses a piece of work that would need an array beyond what there can be. */
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
