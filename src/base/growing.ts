/**
 * Typed arrays that grow by half when they are full, for columns whose length is known only at their end.
 */
type Column = Int32Array | Int16Array | Uint16Array | Uint8Array | Float32Array | Float64Array

/** The same values in twice the room. */
export function doubled<T extends Column>(values: T): T {
  return grownTo(values, 2 * values.length)
}

/** The same values, with room for `length`. */
export function grownTo<T extends Column>(values: T, length: number): T {
  const Longer = values.constructor as new (length: number) => T
  const grown = new Longer(length)
  grown.set(values)
  return grown
}

/** All bytes of the parts in one array. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** A column that grows as values are pushed. */
export class Growing<T extends Int32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>> {
  length = 0
  private data: T

  /** `room` is the memory to begin with. */
  constructor(room: T) {
    this.data = room
  }

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(1)
    this.data[this.length++] = value
  }

  at(index: number): number {
    return this.data[index]
  }

  append(values: ArrayLike<number>): void {
    this.reserve(values.length).set(values, this.length)
    this.length += values.length
  }

  /** Inserts values before the one at `at`. */
  insert(at: number, values: ArrayLike<number>): void {
    this.reserve(values.length).copyWithin(at + values.length, at, this.length)
    this.data.set(values, at)
    this.length += values.length
  }

  /** A copy of the values from index `from` on. */
  toArray(from = 0): T {
    return this.data.slice(from, this.length) as T
  }

  /** Makes room for `extra` more values. Returns the memory, whose values end at `length`. */
  reserve(extra: number): T {
    const needed = this.length + extra
    if (needed > this.data.length) this.data = grownTo(this.data, Math.max(needed, Math.ceil(this.data.length * 1.5)))
    return this.data
  }
}

export type GrowingInts = Growing<Int32Array<ArrayBuffer>>
export type GrowingShorts = Growing<Uint16Array<ArrayBuffer>>
export type GrowingBytes = Growing<Uint8Array<ArrayBuffer>>

export const growingInts = (): GrowingInts => new Growing(new Int32Array(1024))
export const growingShorts = (capacity = 1024): GrowingShorts => new Growing(new Uint16Array(capacity))
export const growingBytes = (): GrowingBytes => new Growing(new Uint8Array(1024))
