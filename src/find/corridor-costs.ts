/**
 * Costs from one start to many goals, along the corridors of their routes. One search over entries finds the cheapest ways to all
 * goals. A wave then spreads over the blocks on these ways alone: it visits a part of the map, and no path is traced.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type Crossing, xOf, yOf } from '../atlas/crossing.ts'
import { crossingAt, endSlotOf, entryIn, firstSlotOf, slotCountOf, wordAt } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { Block, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { Unpacker } from '../path/unpack.ts'
import { QueryEnd } from '../route/end.ts'
import { ANYWHERE, EndsGuide } from '../route/ends-guide.ts'
import { EntrySearch, type Target } from '../route/entry-search.ts'
import type { Wave } from '../wave/wave.ts'

/** The wave spreads over all blocks within this distance of an end. */
const AROUND_CELLS = BLOCK_SIDE_CELLS / 2

/** Higher levels keep few entries: ways along them leave the best corridor, most of all where cheap and expensive blocks mix. */
const LEVEL_MAX = 1

/** What an end knows: the costs to the entries of its regions. */
interface KnownEnd {
  readonly regions: readonly Region[]
  readonly unitsOfSlot: Float64Array
}

export class CorridorCosts {
  private readonly columns: AtlasColumns
  private readonly search: EntrySearch<Target>
  private readonly unpacker: Unpacker
  private readonly start: QueryEnd
  private readonly goals: readonly Point[]
  /** By the number of the goal. */
  private readonly ends: KnownEnd[] = []
  private readonly wave: Wave
  /** 1 for blocks of the corridor, and these blocks. */
  private readonly isInCorridor: Uint8Array
  private readonly corridor: Block[] = []
  private readonly seen = new Set<number>()

  /** `reached` are the numbers of the goals whose costs are wanted, all of them free cells. */
  constructor(columns: AtlasColumns, wave: Wave, goals: readonly Point[], reached: Iterable<number>) {
    this.columns = columns
    const guide = new EndsGuide(columns, LEVEL_MAX)
    this.search = new EntrySearch(columns, guide)
    this.unpacker = new Unpacker(columns)
    this.start = new QueryEnd(columns)
    this.goals = goals
    this.wave = wave
    this.isInCorridor = new Uint8Array(columns.terrain.costOfBlock.length)
    for (const goal of reached) {
      const { regions, unitsOfSlot, knownCount } = this.start.take(goals[goal], null)
      guide.hold(this.start)
      this.ends[goal] = { regions, unitsOfSlot: unitsOfSlot.slice(0, knownCount) }
    }
  }

  /** Passes on the cost of each of these goals, in cell lengths; Infinity where the search found no way to a goal. */
  spread(start: Point, goals: readonly number[], found: (goal: number, cost: number) => void): void {
    const { wave } = this
    this.findCorridor(start, goals)
    wave.begin([start.x, start.y], this.isInCorridor)
    wave.advance()
    for (const goal of goals) found(goal, wave.unitsAt(this.goals[goal].x, this.goals[goal].y) / UNITS_PER_CELL)
    wave.release()
  }

  private findCorridor(start: Point, goals: readonly number[]): void {
    const { search, isInCorridor, corridor } = this
    for (const block of corridor) isInCorridor[block] = 0
    corridor.length = 0
    this.seen.clear()
    search.find(this.start.take(start, null), ANYWHERE, Infinity)
    this.addAround(start, this.start.regions)
    for (const goal of goals) {
      this.addAround(this.goals[goal], this.ends[goal].regions)
      this.addWay(this.lastNodeTo(goal))
    }
  }

  /** Adds the blocks near an end and those of the regions that it knows: a way may lead from there straight to an entry beyond. */
  private addAround({ x, y }: Point, regions: readonly Region[]): void {
    const { width, height, blocksWide } = this.columns.terrain
    const right = Math.min(width - 1, x + AROUND_CELLS) >> BLOCK_SHIFT
    const bottom = Math.min(height - 1, y + AROUND_CELLS) >> BLOCK_SHIFT
    for (let blockY = Math.max(0, y - AROUND_CELLS) >> BLOCK_SHIFT; blockY <= bottom; blockY++)
      for (let blockX = Math.max(0, x - AROUND_CELLS) >> BLOCK_SHIFT; blockX <= right; blockX++)
        this.add(blockY * blocksWide + blockX)
    const [levelZero] = this.columns.levels
    for (const region of regions)
      if (slotCountOf(levelZero, region) > 0)
        this.addBlockOf(crossingAt(levelZero, firstSlotOf(levelZero, region)) as Crossing)
  }

  private add(block: Block): void {
    if (this.isInCorridor[block] === 1) return
    this.isInCorridor[block] = 1
    this.corridor.push(block)
  }

  /** The last entry of the cheapest way to a goal; NONE without one. */
  private lastNodeTo(goal: number): number {
    const [levelZero] = this.columns.levels
    const { nodes } = this.search
    const { regions, unitsOfSlot } = this.ends[goal]
    let least = Infinity
    let last = NONE
    let next = 0
    for (const region of regions) {
      const end = endSlotOf(levelZero, region)
      for (let slot = firstSlotOf(levelZero, region); slot < end; slot++) {
        const met = nodes.count
        const node = nodes.find(wordAt(levelZero, slot))
        const units = unitsOfSlot[next++] + (node < met ? nodes.unitsOf[node] : Infinity)
        if (node === met) nodes.unitsOf[node] = Infinity
        if (units >= least) continue
        least = units
        last = node
      }
    }
    return last
  }

  /** Adds the blocks of the way to a node, from where it leaves the ways added before. */
  private addWay(last: number): void {
    const { seen } = this
    const { nodes } = this.search
    const way: number[] = []
    let node = last
    for (; node !== NONE && !seen.has(node); node = nodes.previousOf[node]) {
      seen.add(node)
      way.push(node)
    }
    const before = node
    if (before !== NONE) way.push(before)
    way.reverse()
    const steps = {
      crossingOfStep: Int32Array.from(way, step => nodes.crossingOf[step]),
      entryOfStep: Int32Array.from(way, step => entryIn(nodes.wordOf[step])),
      regionOfStep: Int32Array.from(way, step => nodes.regionOf[step]),
      levelOfStep: Uint8Array.from(way, step => nodes.levelOf[step]),
    }
    const regions: Region[] = []
    const crossings: Crossing[] = []
    for (let step = before === NONE ? 0 : 1; step < way.length; step++)
      this.unpacker.unpackStep(steps, step, regions, crossings)
    for (const crossing of crossings) this.addBlockOf(crossing)
  }

  private addBlockOf(crossing: Crossing): void {
    this.add(this.columns.terrain.blockOf(xOf(crossing), yOf(crossing)))
  }
}
