/**
 * Slots of level 0 -> costs and ways. Between two entries of a region one of the two plain lines is often free, and then
 * it is a shortest path and no search is needed; else one flood inside the block, from the entry with the lower slot,
 * serves all of its pairs. On weighted terrain a line proves nothing, so every entry floods.
 */
import type { GrowingBytes } from '../base/growing.ts'
import { halfStepUnits, xOf, yOf } from '../entry/crossing.ts'
import { BlockFlood } from '../map/block-flood.ts'
import { isLineFree, LINE_EARLY, LINE_LATE, lineUnits } from '../map/line.ts'
import { freeUnits } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { pairOf, ROW_FIRST_BYTE, ROW_FIRST_PAIR, ROW_FIRST_SLOT, ROW_LENGTH, ROW_SHIFT } from './level-graph.ts'
import { shiftFor } from './shift.ts'
import { WAY_LINE_EARLY, WAY_LINE_LATE, WAY_SEARCHED, WayWriter } from './ways.ts'

/** A region whose ways take more leaves them to be searched again. */
const WAY_BYTES_MAX = 192

export interface CostTables {
  readonly rowOfRegion: Int32Array
  readonly slots: Int32Array
  readonly costOfPair: Uint16Array
  readonly lengthOfPair: Uint8Array
}

export class RegionCosts {
  private readonly terrain: Terrain
  private readonly tables: CostTables
  private readonly bytes: GrowingBytes
  private readonly ways: WayWriter
  private readonly flood: BlockFlood
  private readonly runs = new Int32Array(4 * BLOCK_SIDE_CELLS ** 2)
  private units = new Float64Array(128)
  private isFlooded = new Uint8Array(128)

  /** `bytes` receives the ways of the regions that are done, in their order. */
  constructor(terrain: Terrain, tables: CostTables, bytes: GrowingBytes) {
    this.terrain = terrain
    this.tables = tables
    this.bytes = bytes
    this.ways = new WayWriter(tables.lengthOfPair, bytes)
    this.flood = new BlockFlood(terrain)
  }

  /** Fills in costs and ways of a region of `block`. */
  fill(block: number, region: number): void {
    const { rowOfRegion, costOfPair } = this.tables
    const row = region * ROW_LENGTH
    const firstSlot = rowOfRegion[row + ROW_FIRST_SLOT]
    const firstPair = rowOfRegion[row + ROW_FIRST_PAIR]
    const size = rowOfRegion[row + ROW_LENGTH + ROW_FIRST_SLOT] - firstSlot
    const pairCount = (size * (size - 1)) >> 1
    rowOfRegion[row + ROW_FIRST_BYTE] = this.bytes.length
    if (pairCount > this.units.length) {
      this.units = new Float64Array(2 * pairCount)
      this.isFlooded = new Uint8Array(2 * pairCount)
    }
    // Ways are written in the order of pairs, (0, 1) (0, 2) (1, 2) (0, 3) ..: by the higher slot, so each flood starts
    // at the higher slot and its paths are read backwards, from the lower slot on.
    for (let high = 1; high < size; high++) this.fillFrom(block, firstSlot, firstPair, high)
    if (this.bytes.length - rowOfRegion[row + ROW_FIRST_BYTE] > WAY_BYTES_MAX) this.dropWays(row, pairCount)
    let unitsMax = 0
    for (let pair = 0; pair < pairCount; pair++) unitsMax = Math.max(unitsMax, this.units[pair])
    const shift = shiftFor(unitsMax)
    rowOfRegion[row + ROW_SHIFT] = shift
    for (let pair = 0; pair < pairCount; pair++) costOfPair[firstPair + pair] = Math.ceil(this.units[pair] / 2 ** shift)
  }

  private dropWays(row: number, pairCount: number): void {
    const { rowOfRegion, lengthOfPair } = this.tables
    const firstPair = rowOfRegion[row + ROW_FIRST_PAIR]
    this.bytes.length = rowOfRegion[row + ROW_FIRST_BYTE]
    for (let pair = firstPair; pair < firstPair + pairCount; pair++) {
      const length = lengthOfPair[pair]
      if (length !== WAY_LINE_EARLY && length !== WAY_LINE_LATE) lengthOfPair[pair] = WAY_SEARCHED
    }
  }

  private fillFrom(block: number, firstSlot: number, firstPair: number, high: number): void {
    const { terrain, flood, ways, units, isFlooded } = this
    const { slots } = this.tables
    const from = slots[2 * (firstSlot + high) + 1]
    let floodNeeded = false
    for (let low = 0; low < high; low++) {
      const line = terrain.isUniform ? freeLine(terrain, slots[2 * (firstSlot + low) + 1], from) : -1
      isFlooded[low] = line < 0 ? 1 : 0
      if (line >= 0) ways.writeLine(firstPair + pairOf(low, high), line)
      else {
        floodNeeded = true
        flood.addTarget(xOf(slots[2 * (firstSlot + low) + 1]), yOf(slots[2 * (firstSlot + low) + 1]))
      }
    }
    if (floodNeeded) {
      flood.load(block)
      flood.flood(xOf(from), yOf(from))
    }
    const halfStep = halfStepUnits(terrain, from)
    for (let low = 0; low < high; low++) {
      const to = slots[2 * (firstSlot + low) + 1]
      const pair = pairOf(low, high)
      const inside =
        isFlooded[low] === 1
          ? flood.unitsTo(xOf(to), yOf(to))
          : freeUnits(xOf(to) - xOf(from), yOf(to) - yOf(from), terrain.costMin, terrain.directions)
      units[pair] = inside + halfStep + halfStepUnits(terrain, to)
      if (isFlooded[low] === 1) this.writeWay(firstPair + pair, to, from, inside)
    }
  }

  /** Writes the flooded way from `to`, the lower slot, back to the flood's source `from`. */
  private writeWay(pair: number, to: number, from: number, inside: number): void {
    const { terrain, ways, runs } = this
    if (!terrain.isUniform) {
      for (let line = LINE_EARLY; line <= LINE_LATE; line++) {
        if (lineUnits(terrain, xOf(to), yOf(to), xOf(from), yOf(from), line) !== inside) continue
        ways.writeLine(pair, line)
        return
      }
    }
    const length = this.flood.runsBackFrom(xOf(to), yOf(to), runs)
    for (let i = 0; i < length; i += 2) ways.run(opposite(runs[i]), runs[i + 1])
    ways.end(pair)
  }
}

function opposite(direction: number): number {
  return direction ^ 2
}

/** The plain line between two crossings' cells that is free, or -1. */
function freeLine(terrain: Terrain, a: number, b: number): number {
  if (isLineFree(terrain, xOf(a), yOf(a), xOf(b), yOf(b), LINE_EARLY)) return LINE_EARLY
  return isLineFree(terrain, xOf(a), yOf(a), xOf(b), yOf(b), LINE_LATE) ? LINE_LATE : -1
}
