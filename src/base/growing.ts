/**
 * Typed arrays that grow by half when they are full, for columns whose length is known only at their end.
 */
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

  /** A copy of what is there. */
  toArray(): Int32Array<ArrayBuffer> {
    return this.data.slice(0, this.length)
  }

  private reserve(extra: number): void {
    const grown = new Int32Array(Math.max(this.length + extra, Math.ceil(this.data.length * 1.5)))
    grown.set(this.data)
    this.data = grown
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

  appendFrom(other: GrowingBytes): void {
    this.append(other.data.subarray(0, other.length))
  }

  /** A copy of what is there. */
  toArray(): Uint8Array<ArrayBuffer> {
    return this.data.slice(0, this.length)
  }

  private reserve(extra: number): void {
    const grown = new Uint8Array(Math.max(this.length + extra, Math.ceil(this.data.length * 1.5)))
    grown.set(this.data)
    this.data = grown
  }
}
