/**
 * Seeded random numbers that are the same on every machine: integer arithmetic only (sfc32, seeded through splitmix32).
 */
export class Random {
  private a: number
  private b: number
  private c: number
  private counter = 1

  constructor(seed: number) {
    let state = seed | 0
    const next = () => {
      state = (state + 0x9e3779b9) | 0
      let z = state
      z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
      z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
      return z ^ (z >>> 15)
    }
    this.a = next()
    this.b = next()
    this.c = next()
    for (let i = 0; i < 12; i++) this.nextUint32()
  }

  nextUint32(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (this.c << 21) | (this.c >>> 11)
    this.c = (this.c + sum) | 0
    return sum >>> 0
  }

  /** A number in 0..1, 1 excluded. */
  unit(): number {
    return this.nextUint32() / 4294967296
  }

  /** A whole number in 0..count-1. */
  below(count: number): number {
    return Math.floor(this.unit() * count)
  }

  shuffle(numbers: number[] | Int32Array): void {
    for (let i = numbers.length - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const number = numbers[i]
      numbers[i] = numbers[j]
      numbers[j] = number
    }
  }
}
