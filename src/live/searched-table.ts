/**
 * The table of a region in torn ground after an edit, where ways are left to be searched and costs are all that is wanted. A
 * cost is the same both ways, so a few floods from the slots that most of the unknown pairs share find all of them, where a
 * bake floods from every slot. What it needs first is a proof that a bake would not keep the ways: so many bytes that they
 * take more than it allows, counted low.
 */

import { xOf, yOf } from '../atlas/crossing.ts'
import { cornerUnits } from '../atlas/landing.ts'
import { pairCountOf, pairOf } from '../atlas/level-graph.ts'
import { TableWriter } from '../atlas/ways.ts'
import type { GrowingShorts } from '../base/growing.ts'
import type { Block, Region } from '../base/ids.ts'
import { BlockFlood } from '../cells/block-flood.ts'
import { freeLine, NO_LINE } from '../cells/line.ts'
import { DIAGONAL_UNITS, freeUnits, STRAIGHT_UNITS } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { FEW_PAIRS, WAY_BYTES_MAX } from '../metric/cost.ts'
import type { KnownPairs } from './known-pairs.ts'
import type { Store } from './store.ts'

/** So many slots are flooded from in search of a proof. */
const PROOF_FLOODS_MAX = 6

export class SearchedTable {
  private readonly store: Store
  private readonly known: KnownPairs
  private readonly writer: TableWriter
  private readonly flood: BlockFlood
  private readonly runs = new Int32Array(4 * BLOCK_SIDE_CELLS ** 2)
  private block = 0
  private firstSlot = 0
  private size = 0
  private units = new Float64Array(128)
  /** Of each pair how many bytes its way surely takes; and whether what it costs is not known yet. */
  private bytes = new Uint8Array(128)
  private isUnknown = new Uint8Array(128)
  private unknownOfSlot = new Int32Array(64)
  /** Of each slot whether the ways from it to lower ones are counted, as far as that was needed; and what all take. */
  private isCounted = new Uint8Array(64)
  private bytesOfAll = 0

  constructor(store: Store, known: KnownPairs, tables: GrowingShorts) {
    this.store = store
    this.known = known
    this.writer = new TableWriter(tables)
    this.flood = new BlockFlood(store.terrain)
  }

  /** Blocks may have changed since. */
  forget(): void {
    this.flood.forget()
  }

  /** Writes the table of the region that `known` looks at; nothing where ways may have to be kept, and returns false. */
  fill(block: Block, region: Region): boolean {
    const { rowOfRegion } = this.store.levels[0]
    this.block = block
    this.firstSlot = rowOfRegion[2 * region]
    this.size = rowOfRegion[2 * region + 1]
    const pairCount = pairCountOf(this.size)
    if (pairCount <= FEW_PAIRS) return false
    this.reserve(pairCount)
    this.bytesOfAll = this.look()
    this.findUnknown()
    const last = Math.max(0, this.size - 1 - PROOF_FLOODS_MAX)
    for (let high = this.size - 1; !this.isProven && high > last; high--) this.floodFrom(high)
    if (!this.isProven) return false
    this.writer.writeSearched(this.units, pairCount)
    return true
  }

  /** Whether ways take more bytes than a bake would keep. */
  private get isProven(): boolean {
    return this.bytesOfAll > WAY_BYTES_MAX
  }

  /** What is known without a flood; returns how many bytes the ways surely take. */
  private look(): number {
    const { known, units, bytes, isUnknown, size } = this
    const { terrain } = this.store
    const cost = terrain.costOfBlock[this.block]
    this.unknownOfSlot.fill(0, 0, size)
    this.isCounted.fill(0, 0, size)
    let sum = 0
    for (let high = 1, pair = 0; high < size; high++) {
      const from = this.crossingOf(high)
      for (let low = 0; low < high; low++, pair++) {
        const to = this.crossingOf(low)
        const [dx, dy] = [xOf(to) - xOf(from), yOf(to) - yOf(from)]
        const half = known.halfOf(low) + known.halfOf(high)
        const free = freeUnits(dx, dy, cost, terrain.directions) + half
        const isKnown = known.hasCost(low, high)
        isUnknown[pair] = 0
        bytes[pair] = 0
        // What costs more than a line is none.
        const mayBeLine = !isKnown || known.units === free
        if (mayBeLine && freeLine(terrain, xOf(to), yOf(to), xOf(from), yOf(from)) !== NO_LINE) {
          units[pair] = Math.min(free, cornerUnits(terrain, to, from))
          continue
        }
        if (isKnown) units[pair] = known.units
        else this.setUnknown(pair, low, high, 1)
        bytes[pair] = isKnown && !mayBendOnce(dx, dy, (known.units - half) / (2 * cost)) ? 3 : 2
        sum += bytes[pair]
      }
    }
    return sum
  }

  /** Floods from slots until all pairs are known, those first that have most of the unknown ones. */
  private findUnknown(): void {
    const { unknownOfSlot, size } = this
    for (;;) {
      let from = size - 1
      for (let slot = from - 1; slot >= 0; slot--) if (unknownOfSlot[slot] > unknownOfSlot[from]) from = slot
      if (unknownOfSlot[from] === 0) return
      this.floodFrom(from)
    }
  }

  /**
   * Floods from a slot to those that it costs nobody knows what to, and for a proof to all lower ones that no line leads to,
   * since a bake takes their ways from there.
   */
  private floodFrom(from: number): void {
    const { flood, bytes, isUnknown, isCounted, size } = this
    const counts = !this.isProven && isCounted[from] === 0
    const isAim = (to: number) => {
      const pair = pairOf(from, to)
      return isUnknown[pair] === 1 || (counts && to < from && bytes[pair] > 0)
    }
    const aims: number[] = []
    for (let to = 0; to < size; to++) {
      if (to === from || !isAim(to)) continue
      const crossing = this.crossingOf(to)
      flood.addTarget(xOf(crossing), yOf(crossing))
      aims.push(to)
    }
    if (aims.length === 0) return
    isCounted[from] = 1
    const crossing = this.crossingOf(from)
    flood.load(this.block)
    flood.flood(xOf(crossing), yOf(crossing))
    for (const to of aims) {
      this.take(pairOf(from, to), to, from)
      if (counts && to < from) this.count(to, from)
    }
  }

  /** Counts the bytes of a way of which only the least was known. */
  private count(low: number, high: number): void {
    const { bytes, runs } = this
    const pair = pairOf(low, high)
    if (bytes[pair] === 0) return
    const to = this.crossingOf(low)
    this.bytesOfAll += this.flood.runsBackFrom(xOf(to), yOf(to), runs) / 2 - bytes[pair]
  }

  /** Takes what a slot costs from the one that was flooded from. */
  private take(pair: number, slot: number, from: number): void {
    const crossing = this.crossingOf(slot)
    const inside = this.flood.unitsTo(xOf(crossing), yOf(crossing))
    this.units[pair] = inside + this.known.halfOf(slot) + this.known.halfOf(from)
    if (this.isUnknown[pair] === 1) this.setUnknown(pair, slot, from, 0)
  }

  private setUnknown(pair: number, a: number, b: number, isUnknown: 0 | 1): void {
    this.isUnknown[pair] = isUnknown
    const more = isUnknown === 1 ? 1 : -1
    this.unknownOfSlot[a] += more
    this.unknownOfSlot[b] += more
  }

  private crossingOf(slot: number): number {
    return this.store.levels[0].slots[2 * (this.firstSlot + slot) + 1]
  }

  private reserve(pairCount: number): void {
    if (this.size > this.unknownOfSlot.length) {
      this.unknownOfSlot = new Int32Array(2 * this.size)
      this.isCounted = new Uint8Array(2 * this.size)
    }
    if (pairCount <= this.units.length) return
    this.units = new Float64Array(2 * pairCount)
    this.bytes = new Uint8Array(2 * pairCount)
    this.isUnknown = new Uint8Array(2 * pairCount)
  }
}

/** Whether some way of two runs that is not one of the two plain lines may have this length: straight or askew, or a hairpin. */
function mayBendOnce(dx: number, dy: number, length: number): boolean {
  const [ax, ay] = [Math.abs(dx), Math.abs(dy)]
  const [long, short] = ax < ay ? [ay, ax] : [ax, ay]
  const [straight, diagonal] = [STRAIGHT_UNITS, DIAGONAL_UNITS]
  return (
    length === straight * (long + short) ||
    length === diagonal * long ||
    length === diagonal * long + straight * (long - short) ||
    length === diagonal * long + straight * (long + short) ||
    length === diagonal * short + straight * (long + short)
  )
}
