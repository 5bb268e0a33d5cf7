/**
 * The abstract graph of one level -> costs and ways of the next. The cheapest way between two of a region's entries either
 * stays within a child or leaves it by an inner entry. So the costs from each entry to all inner ones come first; each pair is
 * then the least of a few sums. The table stores the entries that a way passes, so a query unpacks a route without a search.
 */
import {
  endSlotOf,
  firstSlotOf,
  type LevelGraph,
  type LevelTopology,
  pairCountOf,
  TableWriter,
} from '../atlas/level-graph.ts'
import type { GrowingShorts } from '../base/growing.ts'
import { NONE } from '../base/none.ts'
import type { Work } from '../base/work.ts'
import { DenseSearch } from './dense.ts'
import { HOME, Inside, NodeNumbers } from './inside.ts'
import { SparseSearch } from './sparse.ts'

/** Scratch memory of a lift, as large as all entries. */
export interface LiftScratch {
  readonly dense: DenseSearch
  readonly nodes: NodeNumbers
}

export const newLiftScratch = (): LiftScratch => ({ dense: new DenseSearch(), nodes: new NodeNumbers() })

export class Lift {
  private readonly upper: LevelTopology
  private readonly writer: TableWriter
  private readonly inside: Inside
  private readonly dense: DenseSearch
  private readonly sparse = new SparseSearch()
  private units = new Float64Array(128)
  /** unitsToDoor[own * doorsMax + i]: cost from an own slot to inner entry i of its child. */
  private unitsToDoor = new Float64Array(1024)
  private doorsMax = 0

  /** `tables` receives the tables of the regions in the order filled. Lifts that take turns may share their scratch. */
  constructor(
    lower: LevelGraph,
    parentOfRegion: Int32Array,
    upper: LevelTopology,
    tables: GrowingShorts,
    { dense, nodes }: LiftScratch = newLiftScratch(),
  ) {
    this.dense = dense
    this.upper = upper
    this.writer = new TableWriter(tables)
    this.inside = new Inside(lower, parentOfRegion, nodes)
  }

  /** Writes the table of `region`, whose children are `children`. */
  *fill(region: number, children: Int32Array): Work<void> {
    const { upper, inside, dense, sparse } = this
    const firstSlot = firstSlotOf(upper, region)
    const endSlot = endSlotOf(upper, region)
    const size = endSlot - firstSlot
    const pairCount = pairCountOf(size)
    if (pairCount === 0) return
    if (pairCount > this.units.length) this.units = new Float64Array(2 * pairCount)

    yield
    this.writer.begin()
    inside.load(region, upper, firstSlot, endSlot, children)
    yield
    this.measureDoors()
    const isDense = dense.suits(inside)
    yield
    if (isDense) yield* dense.load(inside)
    for (let high = 1, pair = 0; high < size; high++) {
      yield
      if (isDense) dense.reach(inside, high)
      else sparse.reach(inside, high)
      for (let low = 0; low < high; low++, pair++) this.fillPair(pair, low, high)
    }
    yield
    this.writer.endTable(this.units, pairCount, Infinity)
  }

  private measureDoors(): void {
    const { inside } = this
    const { firstInnerOfChild, slotAt, childOfOwn, slotOfOwn, ownCount } = inside
    this.doorsMax = 0
    for (let child = 0; child < inside.childCount; child++) {
      this.doorsMax = Math.max(this.doorsMax, firstInnerOfChild[child + 1] - firstInnerOfChild[child])
    }
    const length = ownCount * this.doorsMax
    if (length > this.unitsToDoor.length) this.unitsToDoor = new Float64Array(2 * length)
    for (let own = 0; own < ownCount; own++) {
      const child = childOfOwn[own]
      let to = own * this.doorsMax
      for (let at = firstInnerOfChild[child]; at < firstInnerOfChild[child + 1]; at++, to++) {
        this.unitsToDoor[to] = inside.unitsWithin(child, slotOfOwn[own], slotAt[at])
      }
    }
  }

  /** Computes cost and way from `low` to `high`; `inside` holds the costs from `high` to all inner entries. */
  private fillPair(pair: number, low: number, high: number): void {
    const { inside, unitsToDoor } = this
    const { childOfOwn, slotOfOwn, firstInnerOfChild, innerAt, unitsOfInner } = inside
    const child = childOfOwn[low]
    let units = child === childOfOwn[high] ? inside.unitsWithin(child, slotOfOwn[low], slotOfOwn[high]) : Infinity
    let door = NONE
    const end = firstInnerOfChild[child + 1]
    for (let at = firstInnerOfChild[child], to = low * this.doorsMax; at < end; at++, to++) {
      const through = unitsToDoor[to] + unitsOfInner[innerAt[at]]
      if (through < units) {
        units = through
        door = at
      }
    }
    this.units[pair] = units
    if (door !== NONE) this.writeWay(door, child, childOfOwn[high])
    this.writer.endWay(pair)
  }

  /**
   * Writes the slots of the entries passed, each in the child that leads to it. With rounded costs a way may touch an entry
   * and stay in the same child at no extra cost. The walk at query time crosses at each entry, so such touches are left out.
   */
  private writeWay(door: number, child: number, homeChild: number): void {
    const { inside, writer } = this
    const { nextOfInner, childToNext } = inside
    let through = child
    let slot = inside.slotAt[door]
    let inner = inside.innerAt[door]
    while (nextOfInner[inner] !== HOME) {
      if (childToNext[inner] !== through) {
        writer.slot(slot)
        through = childToNext[inner]
      }
      inner = nextOfInner[inner]
      const side = inside.childrenOfInner[2 * inner] === through ? 2 * inner : 2 * inner + 1
      slot = inside.slotsOfInner[side]
    }
    if (through !== homeChild) writer.slot(slot)
  }
}
