/**
 * The differences of two versions of one column: small pages of numbers that only the version not in memory has. A hash
 * table finds a page; a list keeps pages in order of arrival, so swapping all is fast. A page groups numbers that
 * change together, since finding a page costs more than storing it.
 */
export type Numbers = Int32Array | Uint16Array | Uint8Array

const EMPTY = new Int32Array(0)
/** Shared, since most columns of most versions do not differ. */
const EMPTY_KINDS: readonly Numbers[] = [EMPTY, new Uint16Array(0), new Uint8Array(0)]

export class Undo {
  /** How many pages are kept. */
  private count = 0
  private readonly pageShift: number
  private pages = EMPTY
  /** The numbers of each page. */
  private values: Numbers
  /** A hash table, with a power of two as its size: a page's place in the lists, plus one; 0 if free. */
  private numberAt = EMPTY
  /** For a column of this kind, in pages of 2 ** pageShift numbers. */
  constructor(kind: Numbers, pageShift: number) {
    this.pageShift = pageShift
    this.values = sameKind(kind, 0)
  }

  get isEmpty(): boolean {
    return this.count === 0
  }

  /** Keeps the page of a place as it is in `data`, unless it is kept already. */
  note(data: Numbers, place: number): void {
    const page = place >> this.pageShift
    const number = this.add(page)
    if (number >= 0) this.keep(number, data, page)
  }

  /** Adds what only `other` has. */
  over(other: Undo): Undo {
    for (let from = 0; from < other.count; from++) {
      const number = this.add(other.pages[from])
      if (number >= 0) this.keep(number, other.values, from)
    }
    return this
  }

  /** Swaps what is kept with what is in memory. */
  swap(data: Numbers): void {
    const { pages, values, count, pageShift } = this
    const size = 1 << pageShift
    for (let i = 0, at = 0; i < count; i++) {
      const first = pages[i] << pageShift
      for (let place = first; place < first + size; place++, at++) {
        const value = data[place]
        data[place] = values[at]
        values[at] = value
      }
    }
  }

  /** Makes room for a page and returns its number; -1 if it is kept already. */
  private add(page: number): number {
    if (this.count === this.pages.length) this.grow()
    const { numberAt, pages } = this
    let at = slotOf(page, numberAt.length)
    for (; numberAt[at] !== 0; at = (at + 1) & (numberAt.length - 1)) if (pages[numberAt[at] - 1] === page) return -1
    pages[this.count] = page
    numberAt[at] = ++this.count
    return this.count - 1
  }

  private keep(number: number, from: Numbers, page: number): void {
    const { values, pageShift } = this
    const first = page << pageShift
    for (let i = 0, at = number << pageShift; i < 1 << pageShift; i++, at++) values[at] = from[first + i]
  }

  private grow(): void {
    const room = Math.max(8, Math.ceil(1.125 * this.count))
    const [pages, values] = [new Int32Array(room), sameKind(this.values, room << this.pageShift)]
    pages.set(this.pages)
    values.set(this.values)
    this.pages = pages
    this.values = values
    if (4 * room <= 3 * this.numberAt.length) return
    this.numberAt = new Int32Array(2 ** Math.ceil(Math.log2((4 * room) / 3)))
    for (let i = 0; i < this.count; i++) {
      let at = slotOf(pages[i], this.numberAt.length)
      while (this.numberAt[at] !== 0) at = (at + 1) & (this.numberAt.length - 1)
      this.numberAt[at] = i + 1
    }
  }
}

function slotOf(page: number, length: number): number {
  return (Math.imul(page, 0x9e3779b1) >>> 8) & (length - 1)
}

function sameKind(kind: Numbers, length: number): Numbers {
  if (length === 0) return EMPTY_KINDS.find(one => one.constructor === kind.constructor)!
  return new (kind.constructor as new (length: number) => Numbers)(length)
}
