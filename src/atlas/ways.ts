/**
 * The ways of a region's pairs, at the end of its table. Most ways on open ground are one of the two plain lines
 * (map/line.ts). Where all are lines that take their diagonal early nothing is kept (TABLE_PLAIN). In fragmented ground a way
 * bends at every step and is faster to find again than to store: nothing is kept either (TABLE_SEARCHED). Else (TABLE_KEPT) each
 * pair has a length byte, in the order of pairs, and after these come the bytes of the ways:
 *
 * - at level 0 one byte per run: 3 bits of direction, 5 of steps less one;
 * - above, the entries passed between the pair's two, each as its slot in the region of the level below that the way is
 *   in (7 bits a byte, lowest first, the high bit says that more follows).
 *
 * A way leads from the slot with the lower number to the other.
 */
import { GrowingBytes, type GrowingShorts, grownTo } from '../base/growing.ts'
import type { Region } from '../base/ids.ts'
import { LINE_EARLY } from '../cells/line.ts'
import { firstPairOf, headOf, hold, type LevelGraph, pairCountOf, slotCountOf, wayKindOf } from './level-graph.ts'

const TABLE_PLAIN = 0
export const TABLE_SEARCHED = 1
const TABLE_KEPT = 2

/** Codes among the length bytes. */
const LENGTH_LINE_EARLY = 0
const LENGTH_LINE_LATE = 255
/** The length stands in the way's first two bytes, low byte first, and counts what follows them. */
const LENGTH_LONG = 254
const STEPS_MAX = 32

/** Writes the tables of regions, one after the other. */
export class TableWriter {
  private readonly tables: GrowingShorts
  private lengths = new Uint8Array(128)
  private readonly ways = new GrowingBytes()
  /** Where the way at hand begins. */
  private wayFrom = 0

  constructor(tables: GrowingShorts) {
    this.tables = tables
  }

  /** A table follows; one that was left in the middle is forgotten. */
  begin(): void {
    this.ways.length = 0
    this.wayFrom = 0
  }

  /** What the ways of the table at hand take so far. */
  get wayBytes(): number {
    return this.ways.length
  }

  writeLine(pair: number, kind: number): void {
    this.setLength(pair, kind === LINE_EARLY ? LENGTH_LINE_EARLY : LENGTH_LINE_LATE)
  }

  run(direction: number, steps: number): void {
    for (let left = steps; left > 0; left -= STEPS_MAX) {
      this.ways.push((direction << 5) | (Math.min(left, STEPS_MAX) - 1))
    }
  }

  slot(slot: number): void {
    while (slot > 127) {
      this.ways.push((slot & 127) | 128)
      slot >>>= 7
    }
    this.ways.push(slot)
  }

  /** Ends the way that runs or slots were given of; ways come in the order of pairs. */
  endWay(pair: number): void {
    const { ways, wayFrom } = this
    const length = ways.length - wayFrom
    this.setLength(pair, Math.min(length, LENGTH_LONG))
    if (length >= LENGTH_LONG) ways.insertShort(wayFrom, length)
    this.wayFrom = ways.length
  }

  /**
   * Ends the table of a region whose pairs cost units[0 .. pairCount - 1]. If its ways take more than `wayBytesMax` they
   * are left to be searched again.
   */
  endTable(units: Float64Array, pairCount: number, wayBytesMax: number): void {
    let unitsMax = 0
    let isPlain = this.ways.length === 0
    for (let pair = 0; pair < pairCount; pair++) {
      unitsMax = Math.max(unitsMax, units[pair])
      if (this.lengths[pair] !== LENGTH_LINE_EARLY) isPlain = false
    }
    const shift = shiftFor(unitsMax)
    const kind = isPlain ? TABLE_PLAIN : this.ways.length > wayBytesMax ? TABLE_SEARCHED : TABLE_KEPT
    this.tables.push((kind << 8) | shift)
    for (let pair = 0; pair < pairCount; pair++) this.tables.push(Math.ceil(units[pair] / 2 ** shift))
    if (kind === TABLE_KEPT) {
      this.tables.appendBytes(this.lengths, pairCount, this.ways)
    }
    this.begin()
  }

  private setLength(pair: number, length: number): void {
    if (pair >= this.lengths.length) this.lengths = grownTo(this.lengths, 2 * (pair + 1))
    this.lengths[pair] = length
  }
}

/** The smallest shift with which costs up to `unitsMax` fit into 16 bits. Between entries of one region there is a way. */
function shiftFor(unitsMax: number): number {
  hold(unitsMax < Infinity, 'regions')
  let shift = 0
  while (Math.ceil(unitsMax / 2 ** shift) > 0xffff) shift++
  return shift
}

export const WAY_LINE_EARLY = 0
const WAY_LINE_LATE = 1
export const WAY_SEARCHED = 2
/** The way is in the bytes from..end - 1 of the graph's tables. */
export const WAY_BYTES = 3

/** Whether the ways through a region are not in the tables. */
export function isSearched(graph: LevelGraph, region: Region): boolean {
  return wayKindOf(headOf(graph, region)) === TABLE_SEARCHED
}

/** Finds the way of a pair: `find` says of what kind it is, `from` and `end` where its bytes are. */
export class WayFinder {
  from = 0
  end = 0

  find(graph: LevelGraph, region: Region, pair: number): number {
    const { tableBytes } = graph
    const kind = wayKindOf(headOf(graph, region))
    this.from = 0
    this.end = 0
    if (kind === TABLE_PLAIN) return WAY_LINE_EARLY
    if (kind === TABLE_SEARCHED) return WAY_SEARCHED
    const pairCount = pairCountOf(slotCountOf(graph, region))
    const lengths = 2 * (firstPairOf(graph, region) + pairCount)
    const length = tableBytes[lengths + pair]
    if (length === LENGTH_LINE_EARLY) return WAY_LINE_EARLY
    if (length === LENGTH_LINE_LATE) return WAY_LINE_LATE
    const at = this.placeOf(graph, lengths, lengths + pairCount, pair)
    this.from = length === LENGTH_LONG ? at + 2 : at
    this.end = afterWay(tableBytes, length, at)
    hold(this.end <= tableBytes.length, 'ways')
    return WAY_BYTES
  }

  /** Where the way of a pair is: behind those of all pairs before it. The lengths are summed two at a time. */
  private placeOf({ tables, tableBytes }: LevelGraph, lengths: number, firstWay: number, pair: number): number {
    let at = firstWay
    const lastWhole = (lengths + pair) >> 1
    for (let word = lengths >> 1; word < lastWhole; word++) {
      const two = tables[word]
      const low = two & 255
      const high = two >> 8
      if (low < LENGTH_LONG && high < LENGTH_LONG) at += low + high
      else at = afterWay(tableBytes, high, afterWay(tableBytes, low, at))
    }
    return (pair & 1) === 0 ? at : afterWay(tableBytes, tableBytes[lengths + pair - 1], at)
  }
}

/** Where a way of this length that begins at `at` ends. */
function afterWay(tableBytes: Uint8Array, length: number, at: number): number {
  if (length < LENGTH_LONG) return at + length
  return length === LENGTH_LONG ? at + 2 + (tableBytes[at] | (tableBytes[at + 1] << 8)) : at
}
