/**
 * Chooses the entries of a border on weighted ground. Each pair of regions that touch there gets a cover (cover.ts) of the ways
 * from the probes of one block to those of the other. The choice depends only on the cells of the two blocks.
 */
import { outOfCorner, stepOverUnits } from '../atlas/crossing.ts'
import { NONE } from '../base/none.ts'
import { finish, type Work } from '../base/work.ts'
import { PROBES } from '../kernel/cover-layout.ts'
import { BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { BorderWays } from './border-ways.ts'
import { type Candidates, EAST } from './candidates.ts'
import { isPastCorner } from './corner-steps.ts'
import { Cover } from './cover.ts'
import { Prober, type ProbeUnits, SIDE_CELLS, sideOfProbe } from './probe.ts'
import type { StretchChoice } from './stretch-choice.ts'

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
