/**
 * Costs between starts and goals that lie far apart. Ways over entries lead to all of them (corridor-ways.ts). Those from many starts
 * are cut into pieces where they pass the borders of large blocks. A wave over the cells of the blocks along it searches each piece
 * once, for all ways that it is part of. A cost is the least sum of pieces that join its two ends, whoever's ways these belong to. If
 * each crossing of a way is the only step between two regions, the cost over entries is already that of the cells, as long as tables
 * hardly round it.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type AnyCrossing, cellOf, reversed, xOf, yOf } from '../atlas/crossing.ts'
import { crossingAt, firstSlotOf, slotCountOf } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { Block, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS, forEachBlockIn, type Terrain } from '../map/terrain.ts'
import { QueryEnd } from '../route/end.ts'
import { finalUnitsAt, type Wave } from '../wave/wave.ts'
import type { CorridorWays, EndWays } from './corridor-ways.ts'

/**
 * Ways are cut at the borders of blocks with this side. Ends nearer than half of it get a route: few share their ways. Even
 * ground has many ways of nearly the same cost around each piece, and its cells take little time. So pieces are longer there, and
 * wider.
 */
const CUT_SHIFT = { even: 10, mixed: 8 }
const BESIDE_CELLS = { even: 24, mixed: 4 }
/** The number of starts that spread over pieces together. */
const LANES = 64

/** All blocks within this distance of an end belong to it. */
const AROUND_CELLS = BLOCK_SIDE_CELLS / 2

/** A piece of ways: the crossings of level 0 that it passes, and its cost once it is searched. */
interface Piece {
  readonly crossings: readonly AnyCrossing[]
  units: number
}

/** Where pieces meet: an end, or a cell beside a cut. */
interface Joint {
  readonly number: number
  readonly at: Point
  /** Null for a cut. */
  readonly ways: EndWays | null
  /** By the joints at their other ends. */
  readonly pieces: Map<Joint, Piece>
}

type End = Joint & { readonly ways: EndWays }

/** A start, and the goals that wait for costs from it. */
interface Spread {
  readonly start: End
  readonly goals: readonly number[]
  readonly found: (goal: number, cost: number) => void
}

export class SharedCosts {
  private readonly terrain: Terrain
  private readonly ways: CorridorWays
  private readonly end: QueryEnd
  private readonly wave: Wave
  private readonly corridor: BlockCorridor
  private readonly goals: readonly Point[]
  /** Whether starts share pieces. A few starts leave their ways whole: one wave each searches all of them. */
  private readonly isCut: boolean
  private readonly cutShift: number
  private readonly besideCells: number
  private readonly joints: Joint[] = []
  private readonly endOfCell = new Map<number, End>()
  /** By the slots of entries at cuts. */
  private readonly cutOfSlot = new Map<number, Joint>()
  private readonly spreads: Spread[] = []

  /** All starts and goals are free cells. */
  constructor(columns: AtlasColumns, ways: CorridorWays, wave: Wave, goals: readonly Point[], isCut: boolean) {
    this.terrain = columns.terrain
    this.ways = ways
    this.end = new QueryEnd(columns)
    this.wave = wave
    this.corridor = new BlockCorridor(columns)
    this.goals = goals
    this.isCut = isCut
    this.cutShift = columns.terrain.ground.of(CUT_SHIFT)
    this.besideCells = columns.terrain.ground.of(BESIDE_CELLS)
  }

  /** Finds the ways from a start; `found` gets their costs later. */
  spread(at: Point, goals: readonly number[], found: (goal: number, cost: number) => void): void {
    const { ways } = this
    const start = this.endAt(at)
    const passed = new Set<number>()
    ways.spread(start.ways)
    const cut = goals.filter(goal => {
      const end = this.endAt(this.goals[goal])
      const last = ways.lastTo(end.ways)
      const units = last === NONE ? Infinity : ways.unitsIfNarrow(end.ways, last)
      const isNear = Math.max(Math.abs(at.x - end.at.x), Math.abs(at.y - end.at.y)) < 2 ** (this.cutShift - 1)
      if (last === NONE || units < Infinity || (isNear && this.isCut)) {
        found(goal, units / UNITS_PER_CELL)
        return false
      }
      this.cutWay(start, end, last, passed)
      return true
    })
    this.spreads.push({ start, goals: cut, found })
    if (!this.isCut) this.measureFrom(start)
  }

  /** Passes on all costs. */
  finish(): void {
    const isEnd = (joint: Joint) => (joint.ways === null ? 0 : 1)
    const order = [...this.joints].sort((a, b) => isEnd(b) - isEnd(a) || b.pieces.size - a.pieces.size)
    for (const joint of order) this.measureFrom(joint)
    for (let first = 0; first < this.spreads.length; first += LANES)
      this.passOn(this.spreads.slice(first, first + LANES))
  }

  private endAt({ x, y }: Point): End {
    const cell = y * this.terrain.width + x
    const known = this.endOfCell.get(cell)
    if (known !== undefined) return known
    const end = this.addJoint({ x, y }, this.ways.waysOf(this.end.take({ x, y }, null))) as End
    this.endOfCell.set(cell, end)
    return end
  }

  private cutAt(slot: number): Joint {
    const known = this.cutOfSlot.get(slot)
    if (known !== undefined) return known
    const cut = this.addJoint(this.cellOf(slot), null)
    this.cutOfSlot.set(slot, cut)
    return cut
  }

  private addJoint(at: Point, ways: EndWays | null): Joint {
    const joint = { number: this.joints.length, at, ways, pieces: new Map() }
    this.joints.push(joint)
    return joint
  }

  /** Cuts the way to a goal, up to where another way from this start passed before: only the rest adds blocks to search. */
  private cutWay(start: End, goal: End, last: number, passed: Set<number>): void {
    const { ways } = this
    let joint: Joint = goal
    let slots = [last]
    for (let isOver = false; !isOver; ) {
      const before = ways.before(slots[slots.length - 1])
      const isPassed = passed.has(before)
      slots.push(before)
      passed.add(before)
      if (before !== NONE && !(this.isCut ? this.isBorder(before) : isPassed)) continue
      const next = before === NONE || !this.isCut ? start : this.cutAt(before)
      if (joint !== next && !joint.pieces.has(next)) this.join(joint, next, slots)
      isOver = before === NONE || isPassed
      joint = next
      slots = [before]
    }
  }

  /** Adds the piece along these slots, which lead from one joint to another. */
  private join(a: Joint, b: Joint, slots: readonly number[]): void {
    const { ways } = this
    const crossings = a.ways === null ? [] : [...ways.pieceOf(a.ways, slots[0]).crossings]
    for (let i = 1; i < slots.length; i++)
      for (const crossing of ways.pieceBetween(slots[i], slots[i - 1]).crossings) crossings.push(crossing)
    const piece: Piece = { crossings, units: NaN }
    a.pieces.set(b, piece)
    b.pieces.set(a, piece)
  }

  /** Searches all pieces at a joint that nobody has searched. */
  private measureFrom(joint: Joint): void {
    const { corridor, wave } = this
    const pieces = [...joint.pieces].filter(([, { units }]) => Number.isNaN(units))
    if (pieces.length === 0) return
    corridor.clear()
    for (const [next, { crossings }] of pieces) {
      for (const { ways } of [joint, next]) if (ways !== null) corridor.addAround(ways.at, ways.regions)
      for (const crossing of crossings) corridor.addBeside(crossing, this.besideCells)
    }
    wave.begin([joint.at.x, joint.at.y], corridor.isInside)
    for (const [{ at }, piece] of pieces) piece.units = finalUnitsAt(wave, at.x, at.y, this.terrain.costMin)
    wave.release()
  }

  /** Spreads from some starts over all pieces, until no sum of pieces betters a cost, and passes costs on. */
  private passOn(spreads: readonly Spread[]): void {
    const lanes = spreads.length
    const units = new Float64Array(this.joints.length * lanes).fill(Infinity)
    const waiting = new Set<Joint>()
    spreads.forEach(({ start }, lane) => {
      units[start.number * lanes + lane] = 0
      waiting.add(start)
    })
    for (const joint of waiting) {
      waiting.delete(joint)
      for (const [next, piece] of joint.pieces)
        if (bettered(units, joint.number * lanes, next.number * lanes, lanes, piece.units)) waiting.add(next)
    }
    spreads.forEach(({ goals, found }, lane) => {
      for (const goal of goals) found(goal, units[this.endAt(this.goals[goal]).number * lanes + lane] / UNITS_PER_CELL)
    })
  }

  private isBorder(slot: number): boolean {
    const here = this.ways.crossingOf(slot)
    const beyond = reversed(here)
    return ((xOf(here) ^ xOf(beyond)) | (yOf(here) ^ yOf(beyond))) >> this.cutShift !== 0
  }

  /** All pieces that meet at an entry do so on the cheaper of its two cells. */
  private cellOf(slot: number): Point {
    const here = cellOf(this.ways.crossingOf(slot))
    const beyond = cellOf(reversed(this.ways.crossingOf(slot)))
    return this.terrain.costAt(here.x, here.y) <= this.terrain.costAt(beyond.x, beyond.y) ? here : beyond
  }
}

/** Betters the units of one joint by those of another and a piece. Returns whether any lane gained. */
function bettered(units: Float64Array, from: number, to: number, lanes: number, piece: number): boolean {
  let isBettered = false
  for (let lane = 0; lane < lanes; lane++) {
    const through = units[from + lane] + piece
    if (through >= units[to + lane]) continue
    units[to + lane] = through
    isBettered = true
  }
  return isBettered
}

/** Some blocks of a map, to which waves over cells keep: those along ways over entries, and around their ends. */
class BlockCorridor {
  /** 1 for the blocks of the corridor. */
  readonly isInside: Uint8Array
  private readonly blocks: Block[] = []
  private readonly columns: AtlasColumns

  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.isInside = new Uint8Array(columns.terrain.costOfBlock.length)
  }

  clear(): void {
    for (const block of this.blocks) this.isInside[block] = 0
    this.blocks.length = 0
  }

  /** Adds the blocks within `cells` of a crossing: where walls are scattered, a path may pass the corner beside it. */
  addBeside(crossing: AnyCrossing, cells: number): void {
    const [x, y] = [xOf(crossing), yOf(crossing)]
    forEachBlockIn(this.columns.terrain, x - cells, y - cells, x + cells, y + cells, this.add)
  }

  /** Adds the blocks near an end, and all between the regions that it knows: its ways to their entries lie there. */
  addAround({ x, y }: Point, regions: readonly Region[]): void {
    const { terrain, levels } = this.columns
    const [levelZero] = levels
    let [left, top, right, bottom] = [x - AROUND_CELLS, y - AROUND_CELLS, x + AROUND_CELLS, y + AROUND_CELLS]
    for (const region of regions) {
      if (slotCountOf(levelZero, region) === 0) continue
      const crossing = crossingAt(levelZero, firstSlotOf(levelZero, region))
      left = Math.min(left, xOf(crossing))
      top = Math.min(top, yOf(crossing))
      right = Math.max(right, xOf(crossing))
      bottom = Math.max(bottom, yOf(crossing))
    }
    forEachBlockIn(terrain, left, top, right, bottom, this.add)
  }

  private readonly add = (block: Block): void => {
    if (this.isInside[block] === 1) return
    this.isInside[block] = 1
    this.blocks.push(block)
  }
}
