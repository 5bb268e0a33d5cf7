/**
 * Chooses the entries of a border on weighted ground. Each pair of regions that touch there gets a cover (cover.ts) of the ways
 * between the probes of both blocks. The choice depends only on the cells of the two blocks.
 */
import {
  type AnyCrossing,
  directionOfCrossing,
  landingOf,
  outOfCorner,
  packCrossing,
  pastCorner,
  reversed,
  stepOverUnits,
  xOf,
  yOf,
} from '../atlas/crossing.ts'
import { NONE } from '../base/none.ts'
import { finish, type Work } from '../base/work.ts'
import { BlockFloods, FLOODS_AT_ONCE } from '../cells/block-floods.ts'
import { PROBES } from '../kernel/cover-layout.ts'
import { DIAGONAL_UNITS, DX, DY, OPPOSITE, STRAIGHT_UNITS } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { type Candidates, EAST } from './candidates.ts'
import { Cover } from './cover.ts'
import { Prober, type ProbeUnits, SIDE_CELLS, sideOfProbe } from './probe.ts'
import type { InnerWays, StretchChoice } from './stretch-choice.ts'

export class BorderCover {
  private readonly terrain: Terrain
  /** Made for the first border on weighted ground: each loads a kernel. */
  private knownProber: Prober | null = null
  private knownCover: Cover | null = null
  /** Probes of the current rows of blocks, kept because each block has four borders. */
  private readonly probesOfBlock = new Map<number, ProbeUnits>()
  private readonly choice: StretchChoice
  private readonly ways: BorderWays
  private readonly group = new Int32Array(BLOCK_SIDE_CELLS)

  constructor(terrain: Terrain, choice: StretchChoice) {
    this.terrain = terrain
    this.choice = choice
    this.ways = new BorderWays(terrain)
  }

  private get prober(): Prober {
    this.knownProber ??= new Prober(this.terrain)
    return this.knownProber
  }

  private get cover(): Cover {
    this.knownCover ??= new Cover()
    return this.knownCover
  }

  /** Drops all probes: blocks may have changed. */
  forget(): void {
    this.probesOfBlock.clear()
    this.ways.forget()
    this.knownProber?.forget()
  }

  /** Forgets the blocks above this row, which no further border touches. */
  forgetAbove(blockY: number): void {
    const end = blockY * this.terrain.blocksWide
    for (const block of this.probesOfBlock.keys()) if (block < end) this.probesOfBlock.delete(block)
  }

  /** Probes the two blocks of a border for `mark`; yields between, as a block has many probes. */
  *probing(blockX: number, blockY: number, direction: number): Work<void> {
    void this.cover
    yield
    void this.prober
    yield
    yield* this.probingOf(blockX, blockY)
    yield* direction === EAST ? this.probingOf(blockX + 1, blockY) : this.probingOf(blockX, blockY + 1)
  }

  /** Marks the candidates to keep. They must be all crossings of their border. Probes the two blocks if `probing` has not. */
  mark(candidates: Candidates): void {
    const { group, ways } = this
    const { blockX, blockY, direction } = candidates
    const near = finish(this.probingOf(blockX, blockY))
    const far = finish(direction === EAST ? this.probingOf(blockX + 1, blockY) : this.probingOf(blockX, blockY + 1))
    for (let first = 0; first < candidates.count; first++) {
      const count = candidates.alike(first, group)
      if (count === 0) continue
      ways.start(candidates, group, count)
      const probesTo = this.takeUnits(near, direction, ways.placeOfSide[0], count, this.cover.unitsTo)
      const probesFrom = this.takeUnits(far, direction + 2, ways.placeOfSide[1], count, this.cover.unitsFrom)
      this.addSteps(candidates, count, probesTo)
      const chosen = this.cover.choose(probesTo, probesFrom, count)
      for (let i = 0; i < count; i++) {
        const crossing = candidates.crossingOf[group[i]]
        if (outOfCorner(crossing) === NONE || chosen.includes(i)) continue
        const through = this.cover.through(i, probesTo, probesFrom)
        if (isPastCorner(this.terrain, crossing, through)) chosen.push(i)
      }
      const stretch = group.subarray(0, count)
      const kept = this.choice.complete(stretch, chosen, ways)
      for (const i of kept) candidates.isKept[group[i]] = 1
    }
  }

  private *probingOf(blockX: number, blockY: number): Work<ProbeUnits> {
    const block = blockY * this.terrain.blocksWide + blockX
    let known = this.probesOfBlock.get(block)
    if (known === undefined) {
      known = yield* this.prober.probe(blockX, blockY)
      this.probesOfBlock.set(block, known)
    }
    return known
  }

  /**
   * Stores the costs from each probe to the crossings of the group; returns the number of probes used. Skips probes on this
   * border and in other regions. A region without probes gets one with cost 0.
   */
  private takeUnits(
    units: ProbeUnits,
    side: number,
    landings: Int32Array,
    count: number,
    unitsOfCrossing: Float64Array,
  ): number {
    let taken = 0
    for (let probe = 0; probe < PROBES; probe++) {
      const from = probe * SIDE_CELLS + side * BLOCK_SIDE_CELLS
      if (sideOfProbe(probe) === side || units[from + landings[0]] === Infinity) continue
      for (let i = 0; i < count; i++) unitsOfCrossing[i * PROBES + taken] = units[from + landings[i]]
      taken++
    }
    if (taken === 0) for (let i = 0; i < count; i++) unitsOfCrossing[i * PROBES] = 0
    return Math.max(1, taken)
  }

  private addSteps({ crossingOf }: Candidates, count: number, probesTo: number): void {
    const { unitsTo } = this.cover
    for (let i = 0; i < count; i++) {
      const step = stepOverUnits(this.terrain, crossingOf[this.group[i]])
      for (let at = i * PROBES; at < i * PROBES + probesTo; at++) unitsTo[at] += step
    }
  }
}

/** Ways inside the two blocks of a border, between crossings of one stretch, by floods of both blocks. */
class BorderWays implements InnerWays {
  private readonly terrain: Terrain
  private floods: BlockFloods | null = null
  private blocks = [0, 0]
  private direction = EAST
  /** By side and crossing: where a path stands, as a place in the block and along the border. */
  private readonly cellOfSide = [new Int32Array(BLOCK_SIDE_CELLS), new Int32Array(BLOCK_SIDE_CELLS)] as const
  readonly placeOfSide = [new Int32Array(BLOCK_SIDE_CELLS), new Int32Array(BLOCK_SIDE_CELLS)] as const
  /** unitsOfSide[side][crossing * 32 + place]: cost from a measured crossing to each cell of the border. */
  private readonly unitsOfSide = [
    new Float64Array(BLOCK_SIDE_CELLS ** 2),
    new Float64Array(BLOCK_SIDE_CELLS ** 2),
  ] as const
  private readonly cells = new Int32Array(FLOODS_AT_ONCE)

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  /** Unloads the block: blocks may have changed. */
  forget(): void {
    this.floods?.forget()
  }

  /** Begins a stretch: the first `count` candidates of `group`. */
  start({ blockX, blockY, direction, crossingOf }: Candidates, group: ArrayLike<number>, count: number): void {
    const block = blockY * this.terrain.blocksWide + blockX
    this.blocks = [block, block + (direction === EAST ? 1 : this.terrain.blocksWide)]
    this.direction = direction
    for (let i = 0; i < count; i++) {
      for (const side of [0, 1]) {
        const crossing = crossingOf[group[i]]
        const landing = landingOf(this.terrain, side === 0 ? crossing : reversed(crossing))
        const [x, y] = [xOf(landing) & BLOCK_MASK, yOf(landing) & BLOCK_MASK]
        this.cellOfSide[side][i] = (y << BLOCK_SHIFT) | x
        this.placeOfSide[side][i] = direction === EAST ? y : x
      }
    }
  }

  measure(from: readonly number[]): void {
    for (let first = 0; first < from.length; first += FLOODS_AT_ONCE) {
      for (const side of [0, 1]) this.flood(from.slice(first, first + FLOODS_AT_ONCE), side)
    }
  }

  unitsBetween(from: number, to: number): number {
    const [near, far] = this.unitsOfSide
    const at = from * BLOCK_SIDE_CELLS
    return near[at + this.placeOfSide[0][to]] + far[at + this.placeOfSide[1][to]]
  }

  private flood(from: readonly number[], side: number): void {
    this.floods ??= new BlockFloods(this.terrain)
    const { floods, cells, cellOfSide, unitsOfSide } = this
    from.forEach((i, lane) => {
      cells[lane] = cellOfSide[side][i]
    })
    finish(floods.flood(this.blocks[side], cells, from.length))
    from.forEach((i, lane) => {
      floods.choose(lane)
      unitsOfSide[side].fill(Infinity, i * BLOCK_SIDE_CELLS, (i + 1) * BLOCK_SIDE_CELLS)
      floods.unitsToSide(this.direction + 2 * side, unitsOfSide[side], i * BLOCK_SIDE_CELLS)
    })
  }
}

/*
 * A diagonal step over the corner where four blocks meet joins two blocks that share no border, so no crossing stands for it.
 * Where the step saves enough against the way through either other cell of the corner, both crossings of one such cell are
 * kept. The table of that cell's region stores the cost of the way past it (atlas/crossing.ts). With 4 directions a path goes
 * through one of the two cells; their crossings are kept where the cells cost at least as much as both ends together.
 */
/** The least share of the cheapest way through the crossing that a step past a cell must save. */
const SAVED_SHARE = 1 / 20

/** Whether a crossing is kept for a step over a corner. `through` is the cost of the cheapest way by it. */
function isPastCorner(terrain: Terrain, crossing: AnyCrossing, through: number): boolean {
  return isExpensivePast(terrain, crossing, through) || isExpensivePast(terrain, reversed(crossing), through)
}

/**
 * Whether a corner cell lies between two cells far cheaper than it that touch it at corners, one in each block beside. A path
 * from one to the other steps into it and out of it diagonally.
 */
function isInDiagonalGap(terrain: Terrain, crossing: AnyCrossing, out: number): boolean {
  const [x, y] = [xOf(crossing), yOf(crossing)]
  const sides = [reversed(crossing), reversed(packCrossing(x, y, out))]
  if (terrain.costAt(xOf(sides[1]), yOf(sides[1])) === 0) return false
  const landings = sides.map(side => landingOf(terrain, side))
  const cost = landings.reduce((sum, landing) => sum + terrain.costAt(xOf(landing), yOf(landing)), 0)
  return landings.every((landing, i) => landing !== sides[i]) && cost <= terrain.costAt(x, y)
}

/** The crossing must be seen from the side of the expensive cell. */
function isExpensivePast(terrain: Terrain, crossing: AnyCrossing, through: number): boolean {
  const [across, out] = [directionOfCrossing(crossing), outOfCorner(crossing)]
  const [x, y] = [xOf(crossing), yOf(crossing)]
  const costAt = (byAcross: number, byOut: number) =>
    terrain.costAt(x + byAcross * DX[across] + byOut * DX[out], y + byAcross * DY[across] + byOut * DY[out])
  const ends = costAt(1, 0) + costAt(0, 1)
  const between = Math.min(costAt(0, 0), costAt(1, 1))
  if (terrain.directions === 4) return costAt(0, 1) > 0 && between >= ends
  if (isInDiagonalGap(terrain, crossing, out)) return STRAIGHT_UNITS * between > SAVED_SHARE * through
  const units = DIAGONAL_UNITS * ends
  const saved = STRAIGHT_UNITS * (ends + 2 * between) - units
  if (saved <= SAVED_SHARE * through || pastCorner(terrain, crossing) === Infinity) return false
  // One of the two cells is enough: the cheaper one, of equal ones the northern, if the step passes it legally.
  const [otherX, otherY] = [x + DX[across] + DX[out], y + DY[across] + DY[out]]
  const more = costAt(1, 1) - costAt(0, 0)
  const isOtherKept = more === 0 ? otherY < y : more < 0
  return !(isOtherKept && pastCorner(terrain, packCrossing(otherX, otherY, across ^ OPPOSITE)) < Infinity)
}
