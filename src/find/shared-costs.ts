/**
 * Costs between many starts and many goals on mixed ground. Far ways pass entries of a high level: these are few, so ways share the
 * pieces between them. Each piece is searched once on its cells, and once for each end its ways to the entries around it. The
 * cost of a way is the sum over its pieces: no wave over cells spreads from a start to all goals.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { reversed, xOf, yOf } from '../atlas/crossing.ts'
import type { Point } from '../base/answer.ts'
import { NONE } from '../base/none.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { QueryEnd } from '../route/end.ts'
import type { Wave } from '../wave/wave.ts'
import { BlockCorridor } from './block-corridor.ts'
import type { CorridorWays, EndWays, Piece } from './corridor-ways.ts'

/** A piece that leads to a slot. */
interface Led {
  readonly piece: Piece
  readonly slot: number
}

/** The cost on cells from the entry where a way leaves the start's surroundings, and that entry. */
interface Inner {
  readonly first: number
  readonly units: number
}

/** A way between a start and a goal: the slots where it leaves the one and comes to the other. */
interface Joined {
  readonly start: EndWays
  readonly goal: number
  readonly inner: Inner
  readonly last: number
  readonly found: (goal: number, cost: number) => void
}

export class SharedCosts {
  private readonly terrain: Terrain
  private readonly ways: CorridorWays
  private readonly end: QueryEnd
  private readonly wave: Wave
  private readonly corridor: BlockCorridor
  private readonly goals: readonly Point[]
  private readonly ends: EndWays[] = []
  private readonly joined: Joined[] = []
  /** The costs of pieces on cells. They depend on the pieces that were searched together, so no other table has them. */
  private readonly unitsOfPiece = new Map<Piece, number>()
  /** The slots by which ways leave an end, and the cost on cells to each. */
  private readonly unitsOfEnd = new Map<EndWays, Map<number, number>>()

  constructor(columns: AtlasColumns, ways: CorridorWays, wave: Wave, goals: readonly Point[]) {
    this.terrain = columns.terrain
    this.ways = ways
    this.end = new QueryEnd(columns)
    this.wave = wave
    this.corridor = new BlockCorridor(columns)
    this.goals = goals
  }

  /** Finds the ways from a start; `found` gets their costs later. */
  spread(start: Point, goals: readonly number[], found: (goal: number, cost: number) => void): void {
    const { ways, ends, joined } = this
    const own = ways.waysOf(this.end.take(start, null))
    for (const goal of goals) ends[goal] ??= ways.waysOf(this.end.take(this.goals[goal], null))
    ways.spread(own)
    const reached = goals.filter(goal => ways.lastTo(ends[goal]) !== NONE)
    this.measureNew(reached.map(goal => ends[goal]))
    const innerOfSlot = new Map<number, Inner>()
    for (const goal of goals) {
      const end = ends[goal]
      const last = ways.lastTo(end)
      if (last === NONE) found(goal, Infinity)
      else {
        const inner = this.innerTo(ways.slotOf(end, last), innerOfSlot)
        this.noteEnd(own, inner.first)
        this.noteEnd(end, ways.slotOf(end, last))
        joined.push({ start: own, goal, inner, last: ways.slotOf(end, last), found })
      }
    }
  }

  /** Passes on all costs. */
  finish(): void {
    for (const [end, unitsOfSlot] of this.unitsOfEnd) this.measureEnd(end, unitsOfSlot)
    for (const { start, goal, inner, last, found } of this.joined) {
      const units =
        this.unitsOfEnd.get(start)!.get(inner.first)! + inner.units + this.unitsOfEnd.get(this.ends[goal])!.get(last)!
      found(goal, units / UNITS_PER_CELL)
    }
  }

  private noteEnd(end: EndWays, slot: number): void {
    const known = this.unitsOfEnd.get(end)
    if (known === undefined) this.unitsOfEnd.set(end, new Map([[slot, Infinity]]))
    else known.set(slot, Infinity)
  }

  /** Searches the pieces of ways to these goals that nobody has searched, those that begin at one entry together. */
  private measureNew(goals: readonly EndWays[]): void {
    const { ways, corridor } = this
    const ledFrom = new Map<number, Led[]>()
    const passed = new Set<number>()
    for (const goal of goals) {
      let slot = ways.slotOf(goal, ways.lastTo(goal))
      for (let before = ways.before(slot); before !== NONE && !passed.has(slot); before = ways.before(slot)) {
        passed.add(slot)
        const piece = ways.pieceBetween(before, slot)
        if (!this.unitsOfPiece.has(piece)) {
          const led = ledFrom.get(before)
          if (led === undefined) ledFrom.set(before, [{ piece, slot }])
          else led.push({ piece, slot })
        }
        slot = before
      }
    }
    for (const [from, led] of ledFrom) {
      corridor.clear()
      for (const { piece } of led) this.addPiece(piece)
      this.spreadFrom(this.cellOf(from))
      for (const { piece, slot } of led) this.unitsOfPiece.set(piece, this.unitsTo(slot))
      this.wave.release()
    }
  }

  private measureEnd(end: EndWays, unitsOfSlot: Map<number, number>): void {
    const { ways, corridor } = this
    corridor.clear()
    corridor.addAround(end.at, end.regions)
    for (const slot of unitsOfSlot.keys()) this.addPiece(ways.pieceOf(end, slot))
    this.spreadFrom([end.at.x, end.at.y])
    for (const slot of unitsOfSlot.keys()) unitsOfSlot.set(slot, this.unitsTo(slot))
    this.wave.release()
  }

  private innerTo(slot: number, innerOfSlot: Map<number, Inner>): Inner {
    const { ways } = this
    const way: number[] = []
    let at = slot
    for (let before = ways.before(at); before !== NONE && !innerOfSlot.has(at); before = ways.before(at)) {
      way.push(at)
      at = before
    }
    let inner = innerOfSlot.get(at) ?? { first: at, units: 0 }
    innerOfSlot.set(at, inner)
    for (let next = way.pop(); next !== undefined; next = way.pop()) {
      inner = { first: inner.first, units: inner.units + this.unitsOfPiece.get(ways.pieceBetween(at, next))! }
      innerOfSlot.set(next, inner)
      at = next
    }
    return inner
  }

  private addPiece({ crossings }: Piece): void {
    for (const crossing of crossings) this.corridor.addBeside(crossing)
  }

  private spreadFrom(cell: readonly number[]): void {
    this.wave.begin(cell, this.corridor.isInside)
    this.wave.advance()
  }

  private unitsTo(slot: number): number {
    const [x, y] = this.cellOf(slot)
    return this.wave.unitsAt(x, y)
  }

  /** All pieces that begin or end at an entry do so on the cheaper of its two cells. */
  private cellOf(slot: number): [number, number] {
    const crossing = this.ways.crossingOf(slot)
    const beyond = reversed(crossing)
    const here = this.terrain.costAt(xOf(crossing), yOf(crossing))
    return here <= this.terrain.costAt(xOf(beyond), yOf(beyond))
      ? [xOf(crossing), yOf(crossing)]
      : [xOf(beyond), yOf(beyond)]
  }
}
