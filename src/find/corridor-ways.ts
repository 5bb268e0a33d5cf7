/**
 * The cheapest ways from one start over the entries of one level, for many goals. Around each end the ways follow level 0. Between
 * two entries they are known down to level 0 as well: the atlas has them.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import {
  type AnyCrossing,
  type Crossing,
  directionOfCrossing,
  outOfCorner,
  reversed,
  sideOf,
  xOf,
  yOf,
} from '../atlas/crossing.ts'
import { regionOfCell } from '../atlas/islands.ts'
import {
  crossingAt,
  entryAt,
  firstPairOf,
  firstSlotOf,
  pairOf,
  pairUnits,
  slotCountOf,
  slotOfCrossing,
  slotOfEntry,
  unitsOfStep,
} from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { Level, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { DX, DY } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { Unpacker } from '../path/unpack.ts'
import type { QueryEnd } from '../route/end.ts'
import { EntryWave } from '../route/entry-wave.ts'
import { LOCAL_WORDS, LocalTree, type LocalWay } from '../route/local-tree.ts'
import { type Step, stepsOf } from '../route/steps.ts'

/** The most ways between entries that are kept. */
const PIECES_MAX = 2 ** 16
/** The most units, at the lowest cost of a cell, of which the pairs of a region cost whole multiples on a narrow way. */
const ROUNDING_UNITS_MAX = 2

/** Of slots, by `narrowOfSlot`. */
const UNKNOWN = 0
const NARROW = 1
const WIDE = 2

/** A part of a way: the crossings of level 0 that it passes, its cost over level 0, and whether all are narrow. */
export interface Piece {
  readonly crossings: readonly AnyCrossing[]
  readonly units: number
  readonly isNarrow: boolean
}

/** The ways from an end to the entries of its regions on the level, and the slots of these. */
export interface EndWays {
  readonly at: Point
  readonly regions: readonly Region[]
  readonly slots: readonly number[]
  readonly units: readonly number[]
  readonly ways: readonly LocalWay[]
  /** Made when they are first needed. */
  readonly pieces: Piece[]
}

export class CorridorWays {
  private readonly columns: AtlasColumns
  private readonly level: Level
  private readonly levelZero: AtlasLevel
  private readonly graph: AtlasLevel
  private readonly wave: EntryWave
  private readonly tree: LocalTree
  private readonly unpacker: Unpacker
  private readonly pieceOfPair = new Map<number, Piece>()
  private readonly narrowOfSlot: Uint8Array
  private start!: EndWays
  /** By the lower slot of an entry: the last pass that came by, and the cost over level 0; Infinity where a crossing is wide. */
  private readonly passOfSlot: Int32Array
  private readonly narrowUnits: Float64Array
  private pass = 0

  /** Ends must be farther apart than the sides of this level's blocks. */
  constructor(columns: AtlasColumns, level: Level) {
    this.columns = columns
    this.level = level
    this.levelZero = columns.levels[0]
    this.graph = columns.levels[level]
    this.wave = new EntryWave(this.graph, columns.terrain.costMin)
    this.tree = new LocalTree(columns, level)
    this.unpacker = new Unpacker(columns)
    this.narrowOfSlot = new Uint8Array(this.levelZero.slots.length >> 1)
    this.passOfSlot = new Int32Array(this.graph.slots.length >> 1)
    this.narrowUnits = new Float64Array(this.graph.slots.length >> 1)
  }

  waysOf(end: QueryEnd): EndWays {
    const { tree } = this
    tree.grow(end, end.regions)
    const slots: number[] = []
    const units: number[] = []
    const ways: LocalWay[] = []
    for (let i = 0; i < tree.slotCount; i++) {
      if (tree.unitsOfSlot[i] === Infinity) continue
      slots.push(tree.placeOfSlot[i])
      units.push(tree.unitsOfSlot[i])
      ways.push(tree.wayToSlot(i))
    }
    return { at: { x: end.x, y: end.y }, regions: end.regions, slots, units, ways, pieces: [] }
  }

  spread(start: EndWays): void {
    this.start = start
    this.wave.spread(new Map(start.slots.map((slot, i) => [slot, start.units[i]])))
    this.pass++
  }

  /** The lower slot of the entry that the cheapest way to an end passes last; NONE without a way. */
  lastTo({ slots, units: unitsOfWay }: EndWays): number {
    let least = Infinity
    let last: number = NONE
    for (let i = 0; i < slots.length; i++) {
      const units = unitsOfWay[i] + this.wave.unitsAt(slots[i])
      if (units >= least) continue
      least = units
      last = this.lower(slots[i])
    }
    return last
  }

  /** The cost of the way by this last slot over level 0 if each crossing on it is narrow; else Infinity. */
  unitsIfNarrow(end: EndWays, last: number): number {
    const { passOfSlot, pass, narrowUnits } = this
    const way: number[] = []
    const pieces = [this.pieceOf(end, last)]
    let slot = last
    while (pieces[way.length].isNarrow && slot !== NONE && passOfSlot[slot] !== pass) {
      const before = this.before(slot)
      way.push(slot)
      pieces.push(this.pieceBetween(before, slot))
      slot = before
    }
    let units = slot === NONE ? 0 : narrowUnits[slot]
    if (!pieces[way.length].isNarrow) units = Infinity
    for (let i = way.length - 1; i >= 0; i--) {
      units += pieces[i + 1].units
      narrowUnits[way[i]] = units
      passOfSlot[way[i]] = pass
    }
    return units + pieces[0].units
  }

  /** The cheapest way from an end to an entry, by its lower slot. */
  pieceOf(end: EndWays, slot: number): Piece {
    const [way, other] = [slot, this.wave.pairs.beyondOfSlot[slot]].map(own => end.slots.indexOf(own))
    const isFirst = other < 0 || (way >= 0 && end.units[way] <= end.units[other])
    return this.pieceOfWay(end, isFirst ? way : other)
  }

  private pieceOfWay({ units, ways, pieces }: EndWays, way: number): Piece {
    if (pieces[way] !== undefined) return pieces[way]
    const crossings: AnyCrossing[] = []
    let isNarrow = true
    for (let at = 0; at < ways[way].length; at += LOCAL_WORDS) {
      const region = ways[way][at + 1]
      const slot = firstSlotOf(this.levelZero, region) + slotOfEntry(this.levelZero, region, ways[way][at])
      crossings.push(crossingAt(this.levelZero, slot))
      isNarrow &&= this.isNarrow(region, slot)
    }
    pieces[way] = { crossings, units: units[way], isNarrow }
    return pieces[way]
  }

  crossingOf(slot: number): AnyCrossing {
    return crossingAt(this.graph, slot)
  }

  /** The lower slot of the entry before, on the cheapest way; NONE where the start leads there. */
  before(slot: number): number {
    const before = this.wave.before(slot)
    return before === NONE ? NONE : this.lower(before)
  }

  /** The lower slot of its entry. */
  private lower(slot: number): number {
    return Math.min(slot, this.wave.pairs.beyondOfSlot[slot])
  }

  /** The way to a slot from the one before it, NONE at the start. */
  pieceBetween(before: number, slot: number): Piece {
    const { graph, start } = this
    const { beyondOfSlot, regionOfSlot } = this.wave.pairs
    if (before === NONE) return this.pieceOf(start, slot)
    // Two entries may join the same two regions.
    let least = Infinity
    let [region, from, to] = [0, before, slot]
    for (const one of [before, beyondOfSlot[before]]) {
      for (const other of [slot, beyondOfSlot[slot]]) {
        if (regionOfSlot[one] !== regionOfSlot[other]) continue
        const first = firstSlotOf(graph, regionOfSlot[one])
        const units = pairUnits(graph, regionOfSlot[one], one - first, other - first)
        if (units >= least) continue
        least = units
        region = regionOfSlot[one]
        from = one
        to = other
      }
    }
    const first = firstSlotOf(graph, region)
    const pair = firstPairOf(graph, region) + pairOf(from - first, to - first)
    // Always from the lower slot, so that the piece does not depend on who asked first.
    const known = this.pieceOfPair.get(pair)
    if (known !== undefined) return known
    if (this.pieceOfPair.size === PIECES_MAX) this.pieceOfPair.clear()
    const piece = this.unpack(region, Math.min(from, to), Math.max(from, to))
    this.pieceOfPair.set(pair, piece)
    return piece
  }

  private unpack(region: Region, from: number, to: number): Piece {
    const { graph, levelZero } = this
    const regions: Region[] = []
    const crossings: Crossing[] = []
    const [before, step] = [from, to].map((slot): Step => {
      return [this.level, region, entryAt(graph, slot), crossingAt(graph, slot)]
    })
    this.unpacker.unpackStep(stepsOf([before, step]), 1, regions, crossings)
    let units = 0
    let isNarrow = true
    let entry = entryAt(graph, from)
    regions.forEach((crossed, i) => {
      const slot = slotOfCrossing(levelZero, crossed, crossings[i])
      const slotBefore = slotOfEntry(levelZero, crossed, entry)
      units += pairUnits(levelZero, crossed, slotBefore, slot)
      isNarrow &&= this.isNarrow(crossed, firstSlotOf(levelZero, crossed) + slotBefore)
      entry = entryAt(levelZero, firstSlotOf(levelZero, crossed) + slot)
      isNarrow &&= this.isNarrow(crossed, firstSlotOf(levelZero, crossed) + slot)
    })
    return { crossings: [crossingAt(graph, from), ...crossings], units, isNarrow }
  }

  /** Whether the crossing of a slot is the only step between its two regions, and their costs are hardly rounded. */
  private isNarrow(region: Region, slot: number): boolean {
    const { narrowOfSlot, levelZero } = this
    if (narrowOfSlot[slot] === UNKNOWN) {
      const crossing = crossingAt(levelZero, slot)
      const beyond = levelZero.regionOfSide[2 * entryAt(levelZero, slot) + 1 - sideOf(crossing)]
      const isNarrow =
        this.isHardlyRounded(region) && this.isHardlyRounded(beyond) && this.isOnlyStep(region, beyond, crossing)
      narrowOfSlot[slot] = isNarrow ? NARROW : WIDE
    }
    return narrowOfSlot[slot] === NARROW
  }

  private isHardlyRounded(region: Region): boolean {
    const { levelZero, columns } = this
    if (slotCountOf(levelZero, region) === 1) return true
    return unitsOfStep(levelZero, region) <= ROUNDING_UNITS_MAX * columns.terrain.costMin
  }

  /** Whether no other step leads from one region to the other, nor a diagonal one over a corner past either. */
  private isOnlyStep(region: Region, beyond: Region, crossing: AnyCrossing): boolean {
    const { terrain, labels } = this.columns
    const direction = directionOfCrossing(crossing)
    const isAlongX = direction % 2 === 1
    const block = terrain.blockOf(xOf(crossing), yOf(crossing))
    const blockBeyond = block + DX[direction] + DY[direction] * terrain.blocksWide
    let steps = 0
    for (let place = 0; place < BLOCK_SIDE_CELLS; place++) {
      const x = isAlongX ? (xOf(crossing) & ~BLOCK_MASK) + place : xOf(crossing)
      const y = isAlongX ? yOf(crossing) : (yOf(crossing) & ~BLOCK_MASK) + place
      const [toX, toY] = [x + DX[direction], y + DY[direction]]
      if (!terrain.isFree(x, y) || !terrain.isFree(toX, toY)) continue
      if (regionOfCell(labels, block, x, y) !== region) continue
      if (regionOfCell(labels, blockBeyond, toX, toY) === beyond) steps++
    }
    if (steps > 1) return false
    const out = outOfCorner(crossing)
    return out === NONE || !this.isFreeBeside(crossing, out) || !this.isFreeBeside(reversed(crossing), out)
  }

  /** Whether the cell beside that of a crossing is free. */
  private isFreeBeside(crossing: AnyCrossing, direction: number): boolean {
    return this.columns.terrain.isFree(xOf(crossing) + DX[direction], yOf(crossing) + DY[direction])
  }
}
