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

/** The new room of a full column that needs at least `needed`. */
function nextRoom(room: number, needed: number): number {
  return Math.max(needed, Math.ceil(room * 1.5))
}

export class GrowingInts {
  length = 0
  private data: Int32Array<ArrayBuffer>

  constructor(capacity = 1024) {
    this.data = new Int32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(1)
    this.data[this.length++] = value
  }

  at(index: number): number {
    return this.data[index]
  }

  set(index: number, value: number): void {
    this.data[index] = value
  }

  append(values: Int32Array): void {
    if (this.length + values.length > this.data.length) this.reserve(values.length)
    this.data.set(values, this.length)
    this.length += values.length
  }

  /** A copy of the values from index `from` on. */
  toArray(from = 0): Int32Array<ArrayBuffer> {
    return this.data.slice(from, this.length)
  }

  private reserve(extra: number): void {
    this.data = grownTo(this.data, nextRoom(this.data.length, this.length + extra))
  }
}

export class GrowingBytes {
  length = 0
  private data: Uint8Array<ArrayBuffer>

  constructor(capacity = 1024) {
    this.data = new Uint8Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(1)
    this.data[this.length++] = value
  }

  append(values: Uint8Array): void {
    if (this.length + values.length > this.data.length) this.reserve(values.length)
    this.data.set(values, this.length)
    this.length += values.length
  }

  /** Makes room before the byte at `at` for two more, the low one first. */
  insertShort(at: number, value: number): void {
    if (this.length + 2 > this.data.length) this.reserve(2)
    this.data.copyWithin(at + 2, at, this.length)
    this.data[at] = value & 255
    this.data[at + 1] = value >> 8
    this.length += 2
  }

  /** A copy of what is there. */
  toArray(): Uint8Array<ArrayBuffer> {
    return this.data.slice(0, this.length)
  }

  copyTo(target: Uint8Array, at: number): void {
    target.set(this.data.subarray(0, this.length), at)
  }

  private reserve(extra: number): void {
    this.data = grownTo(this.data, nextRoom(this.data.length, this.length + extra))
  }
}

export class GrowingShorts {
  length = 0
  private data: Uint16Array<ArrayBuffer>

  constructor(capacity = 1024) {
    this.data = new Uint16Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(1)
    this.data[this.length++] = value
  }

  /** Appends head[0 .. headLength - 1] and all of `tail`, and a zero byte where they end in the middle of a short. */
  appendBytes(head: Uint8Array, headLength: number, tail: GrowingBytes): void {
    const shorts = (headLength + tail.length + 1) >> 1
    if (this.length + shorts > this.data.length) this.reserve(shorts)
    const bytes = new Uint8Array(this.data.buffer, 2 * this.length, 2 * shorts)
    bytes[2 * shorts - 1] = 0
    bytes.set(head.subarray(0, headLength))
    tail.copyTo(bytes, headLength)
    this.length += shorts
  }

  /** A copy of what is there. */
  toArray(): Uint16Array<ArrayBuffer> {
    return this.data.slice(0, this.length)
  }

  private reserve(extra: number): void {
    this.data = grownTo(this.data, nextRoom(this.data.length, this.length + extra))
  }
}
