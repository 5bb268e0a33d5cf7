/**
 * Where columns live. Memory that threads share is never copied between them; where nothing is shared plain memory will
 * do, and it is all that some pages have.
 */
export type Allocate = (sizeBytes: number) => ArrayBuffer | SharedArrayBuffer

export const allocatePrivate: Allocate = sizeBytes => new ArrayBuffer(sizeBytes)
export const allocateShared: Allocate = sizeBytes => new SharedArrayBuffer(sizeBytes)
