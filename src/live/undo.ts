/**
 * Where two versions of a column differ, and what the one has there that is not in memory: a hash table of places that are
 * listed in the order in which they came, so that all of them are soon swapped. Where a column was made anew as a whole the one
 * version has an array of its own.
 */
export type Numbers = Int32Array | Uint16Array | Uint8Array

const EMPTY = new Int32Array(0)

export class Undo {
  count = 0
  private places = EMPTY
  private values = EMPTY
  /** The number of a place in the lists, plus one, where its hash leads; a power of two of them. */
  private numberAt = EMPTY
  /** All that the one version has, where that is kept. */
  private all: Numbers | null = null

  get isEmpty(): boolean {
    return this.count === 0 && this.all === null
  }

  get sizeBytes(): number {
    return 4 * (this.places.length + this.values.length + this.numberAt.length) + (this.all?.byteLength ?? 0)
  }

  /** The array of before is the one version's own from now on, with what was noted. */
  keepAll(data: Numbers): void {
    if (this.all !== null) return
    for (let i = 0; i < this.count; i++) data[this.places[i]] = this.values[i]
    this.all = data
    this.count = 0
    this.places = this.values = this.numberAt = EMPTY
  }

  /** Keeps a place's value, unless one is kept. */
  note(place: number, value: number): void {
    if (this.all !== null) return
    if (2 * this.count >= this.numberAt.length) this.grow()
    const { numberAt } = this
    const mask = numberAt.length - 1
    let at = Math.imul(place, 0x9e3779b1) >>> 8
    for (;;) {
      at &= mask
      const number = numberAt[at]
      if (number === 0) break
      if (this.places[number - 1] === place) return
      at++
    }
    this.places[this.count] = place
    this.values[this.count] = value
    numberAt[at] = ++this.count
  }

  /** What was in memory is kept, and what was kept is in memory; or it is returned, where that is all. */
  swap(data: Numbers): Numbers | null {
    const { places, values, count, all } = this
    if (all !== null) {
      this.all = data
      return all
    }
    for (let i = 0; i < count; i++) {
      const value = data[places[i]]
      data[places[i]] = values[i]
      values[i] = value
    }
    return null
  }

  /** All of this, and of the other what is not in this. */
  over(other: Undo): Undo {
    if (other.all !== null) this.keepAll(other.all)
    for (let i = 0; i < other.count; i++) this.note(other.places[i], other.values[i])
    return this
  }

  private grow(): void {
    const size = Math.max(16, 2 * this.numberAt.length)
    const [places, values] = [new Int32Array(size >> 1), new Int32Array(size >> 1)]
    places.set(this.places)
    values.set(this.values)
    this.places = places
    this.values = values
    this.numberAt = new Int32Array(size)
    for (let i = 0; i < this.count; i++) {
      let at = (Math.imul(places[i], 0x9e3779b1) >>> 8) & (size - 1)
      while (this.numberAt[at] !== 0) at = (at + 1) & (size - 1)
      this.numberAt[at] = i + 1
    }
  }
}
