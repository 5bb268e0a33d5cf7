/**
 * The hubs of every entry (pruned landmark labelling, Akiba, Iwata and Yoshida 2013). One entry after the other, those that
 * most ways pass first, floods the level and becomes a hub of every entry it reaches; but where hubs before it already tell
 * as low a cost, the flood goes no further. So late hubs reach a few neighbours, and lists stay short.
 */
import { NONE } from '../base/none.ts'
import type { EntrySteps } from './entry-steps.ts'
import { EntryTree } from './entry-tree.ts'
import type { HubMeter, HubRow } from './hub-rows.ts'

/** What a list has room for at first. */
const ROOM = 16
/** What a page has room for: lists grow page by page, and none is copied but one that is full. No list is longer. */
const PAGE_ROOM = 1 << 17

/** A stretch of memory that lists lie in. */
interface Page {
  readonly hubs: Int32Array
  /** What the entry costs to them. */
  readonly units: Float64Array
  /** What leads there. */
  readonly steps: Uint8Array
}

export class HubLists implements HubMeter {
  hubCount = 0
  knownCount = 0
  readonly isFar = false
  private readonly order: Int32Array
  private readonly tree: EntryTree
  private readonly pages: Page[] = []
  /** Entry e knows as many hubs as countOf[e], from firstOf[e] on, and has room for roomOf[e]. */
  private readonly pageOf: Uint16Array
  private readonly firstOf: Int32Array
  private readonly countOf: Int32Array
  private readonly roomOf: Int32Array
  /** Where the last page has room. */
  private pageEnd = PAGE_ROOM
  /** What the hub at hand costs to the hubs that it knows. */
  private readonly unitsToHub: Float64Array

  /** `order` tells which entry is the hub of which number. */
  constructor(entrySteps: EntrySteps, order: Int32Array) {
    const { entryCount } = entrySteps
    this.order = order
    this.tree = new EntryTree(entrySteps)
    this.pageOf = new Uint16Array(entryCount)
    this.firstOf = new Int32Array(entryCount)
    this.countOf = new Int32Array(entryCount)
    this.roomOf = new Int32Array(entryCount)
    this.unitsToHub = new Float64Array(entryCount).fill(Infinity)
  }

  takeTurns(count: number): boolean {
    const { tree } = this
    for (; count > 0; count--) {
      const entry = tree.settle()
      if (entry === NONE) {
        if (this.hubCount === this.order.length) return false
        this.beginHub()
      } else if (!this.isKnown(entry, tree.unitsOf[entry])) {
        this.push(entry)
        tree.leadOn(entry)
      }
    }
    return true
  }

  /** Makes the next entry a hub. */
  private beginHub(): void {
    const { order, unitsToHub } = this
    if (this.hubCount > 0)
      for (const before of this.knownTo(order[this.hubCount - 1]).hubs) unitsToHub[before] = Infinity
    const root = order[this.hubCount++]
    const known = this.knownTo(root)
    for (let i = 0; i < known.hubs.length; i++) unitsToHub[known.hubs[i]] = known.units[i]
    this.tree.plant(root)
  }

  rowOf(entry: number): HubRow {
    return this.knownTo(entry)
  }

  /** The list of an entry, until it grows. */
  private knownTo(entry: number): Page {
    if (this.countOf[entry] === 0)
      return { hubs: new Int32Array(0), units: new Float64Array(0), steps: new Uint8Array(0) }
    const { hubs, units, steps } = this.pages[this.pageOf[entry]]
    const first = this.firstOf[entry]
    const end = first + this.countOf[entry]
    return { hubs: hubs.subarray(first, end), units: units.subarray(first, end), steps: steps.subarray(first, end) }
  }

  /**
   * Whether hubs that the entry knows tell of a way to the root as cheap as that. If any do, it is mostly the late ones,
   * which are near: they are asked first.
   */
  private isKnown(entry: number, units: number): boolean {
    if (this.countOf[entry] === 0) return false
    const { unitsToHub } = this
    const { hubs, units: unitsOf } = this.pages[this.pageOf[entry]]
    const first = this.firstOf[entry]
    const end = first + this.countOf[entry]
    for (let at = end - 1; at >= first; at--) if (unitsOf[at] + unitsToHub[hubs[at]] <= units) return true
    return false
  }

  private push(entry: number): void {
    if (this.countOf[entry] === this.roomOf[entry]) this.move(entry)
    const { hubs, units, steps } = this.pages[this.pageOf[entry]]
    const at = this.firstOf[entry] + this.countOf[entry]++
    this.knownCount++
    hubs[at] = this.hubCount - 1
    units[at] = this.tree.unitsOf[entry]
    steps[at] = this.tree.stepBefore[entry]
  }

  /** To where there is twice the room. */
  private move(entry: number): void {
    const known = this.knownTo(entry)
    const room = Math.min(PAGE_ROOM, Math.max(ROOM, 2 * this.roomOf[entry]))
    if (this.pageEnd + room > PAGE_ROOM) {
      const [hubs, units] = [new Int32Array(PAGE_ROOM), new Float64Array(PAGE_ROOM)]
      this.pages.push({ hubs, units, steps: new Uint8Array(PAGE_ROOM) })
      this.pageEnd = 0
    }
    const page = this.pages[this.pages.length - 1]
    page.hubs.set(known.hubs, this.pageEnd)
    page.units.set(known.units, this.pageEnd)
    page.steps.set(known.steps, this.pageEnd)
    this.pageOf[entry] = this.pages.length - 1
    this.firstOf[entry] = this.pageEnd
    this.roomOf[entry] = room
    this.pageEnd += room
  }
}
