/**
 * The inside of a region of the upper level: its children, and the ways through them from one entry to all others. Each slot
 * of a child is a **place**; an entry between two children has a place in both, its twins.
 *
 * Children with news wait for a turn, the one with the cheapest news first: else a region with many children might take turns
 * without end. In a turn each place with news offers ways to the child's other places, and passes on to its twin what it
 * improved. Costs within a child obey the triangle inequality, so news that a turn finds needs no offers in that child.
 */
import { entryAt, firstPairOf, firstSlotOf, type LevelGraph, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import { Heap } from '../base/heap.ts'
import type { Entry } from '../base/ids.ts'
import { NONE } from '../base/none.ts'

export class Inside {
  /** The cost of each place from where the last spread began; Infinity where no way leads. */
  unitsOf = new Float64Array(256)
  /** The place before on the way there: in the same child, or the twin. */
  before = new Int32Array(256)
  twinOf = new Int32Array(256)
  /** The slot of each place in its child. */
  slotOf = new Int32Array(256)
  private childOf = new Int32Array(256)
  private isNews = new Uint8Array(256)
  private firstPlaceOfChild = new Int32Array(64)
  private firstPairOfChild = new Int32Array(64)
  private scaleOfChild = new Float64Array(64)
  /** The cheapest news that waits for the child's turn; Infinity where none does. */
  private leastNews = new Float64Array(64)
  private placeCount = 0
  private readonly turns = new Heap(64)
  /** The places with news of the child that has its turn. An array of numbers would be allocated anew each time. */
  private news = new Int32Array(256)
  private readonly placeOfEntry = new Map<Entry, number>()
  private readonly lower: LevelGraph

  constructor(lower: LevelGraph) {
    this.lower = lower
  }

  /** Loads the children of a region. */
  load(children: Int32Array): void {
    const { lower, placeOfEntry } = this
    let count = 0
    for (const child of children) count += slotCountOf(lower, child)
    this.placeCount = count
    this.reserve(children.length, count)
    this.twinOf.fill(NONE, 0, count)
    placeOfEntry.clear()
    let place = 0
    for (let i = 0; i < children.length; i++) {
      const child = children[i]
      const size = slotCountOf(lower, child)
      this.firstPlaceOfChild[i] = place
      this.firstPairOfChild[i] = firstPairOf(lower, child)
      this.scaleOfChild[i] = size < 2 ? 0 : unitsOfStep(lower, child)
      for (let slot = 0; slot < size; slot++, place++) {
        const entry = entryAt(lower, firstSlotOf(lower, child) + slot)
        const twin = placeOfEntry.get(entry)
        this.slotOf[place] = slot
        this.childOf[place] = i
        placeOfEntry.set(entry, place)
        if (twin === undefined) continue
        this.twinOf[place] = twin
        this.twinOf[twin] = place
      }
    }
    this.firstPlaceOfChild[children.length] = place
  }

  /** A place of an entry. */
  placeAt(entry: Entry): number {
    return this.placeOfEntry.get(entry)!
  }

  /** Finds the cheapest ways from a place to all others. */
  spread(from: number): void {
    const { unitsOf, turns, leastNews } = this
    unitsOf.fill(Infinity, 0, this.placeCount)
    leastNews.fill(Infinity)
    unitsOf[from] = 0
    this.tell(from)
    while (turns.size > 0) {
      const child = turns.pop()
      if (turns.poppedKey !== leastNews[child]) continue
      leastNews[child] = Infinity
      this.settle(child)
    }
  }

  /** Lets the child of a place with news wait for its turn. */
  private tell(place: number): void {
    const { unitsOf, isNews, childOf, turns, leastNews } = this
    const child = childOf[place]
    isNews[place] = 1
    if (unitsOf[place] >= leastNews[child]) return
    leastNews[child] = unitsOf[place]
    turns.push(unitsOf[place], child)
  }

  private settle(child: number): void {
    const { unitsOf, isNews, before, twinOf, news, firstPlaceOfChild } = this
    const first = firstPlaceOfChild[child]
    const end = firstPlaceOfChild[child + 1]
    let count = 0
    for (let place = first; place < end; place++) {
      if (isNews[place] === 0) continue
      isNews[place] = 0
      news[count++] = place
    }
    // A place that has improved meanwhile was offered nothing that others are not.
    for (let i = 0; i < count; i++) if (isNews[news[i]] === 0) this.offer(child, first, end, news[i])
    for (let place = first; place < end; place++) {
      if (isNews[place] === 0) continue
      isNews[place] = 0
      const twin = twinOf[place]
      if (twin === NONE || unitsOf[place] >= unitsOf[twin]) continue
      unitsOf[twin] = unitsOf[place]
      before[twin] = place
      this.tell(twin)
    }
  }

  /** Offers ways from a place of a child to its others. */
  private offer(child: number, first: number, end: number, from: number): void {
    const { unitsOf, isNews, before } = this
    const { tables } = this.lower
    const scale = this.scaleOfChild[child]
    const units = unitsOf[from]
    const own = from - first
    let pair = this.firstPairOfChild[child] + ((own * (own - 1)) >> 1)
    for (let place = first; place < from; place++, pair++) {
      const reached = units + tables[pair] * scale
      if (reached >= unitsOf[place]) continue
      unitsOf[place] = reached
      before[place] = from
      isNews[place] = 1
    }
    pair += own
    for (let place = from + 1; place < end; place++) {
      const reached = units + tables[pair] * scale
      pair += place - first
      if (reached >= unitsOf[place]) continue
      unitsOf[place] = reached
      before[place] = from
      isNews[place] = 1
    }
  }

  private reserve(children: number, places: number): void {
    if (children >= this.firstPlaceOfChild.length) {
      this.firstPlaceOfChild = new Int32Array(2 * children)
      this.firstPairOfChild = new Int32Array(2 * children)
      this.scaleOfChild = new Float64Array(2 * children)
      this.leastNews = new Float64Array(2 * children)
    }
    if (places <= this.unitsOf.length) return
    this.unitsOf = new Float64Array(2 * places)
    this.before = new Int32Array(2 * places)
    this.twinOf = new Int32Array(2 * places)
    this.slotOf = new Int32Array(2 * places)
    this.childOf = new Int32Array(2 * places)
    this.news = new Int32Array(2 * places)
    this.isNews = new Uint8Array(2 * places)
  }
}
