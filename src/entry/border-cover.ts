/**
 * Chooses the entries of a border on weighted ground. Each pair of regions that touch there gets a cover (cover.ts) of the ways
 * from the probes of one block to those of the other. The choice depends only on the cells of the two blocks.
 */
import { type Crossing, landingOf, reversed, stepOverUnits, xOf, yOf } from '../atlas/crossing.ts'
import { finish, type Work } from '../base/work.ts'
import { PROBES } from '../kernel/cover-layout.ts'
import { BLOCK_MASK, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { type Candidates, EAST } from './candidates.ts'
import { cornerStepUnits } from './corner-steps.ts'
import { Cover, leastOf } from './cover.ts'
import { Prober, type ProbeUnits, SIDE_CELLS, sideOfProbe } from './probe.ts'
import { RimCover } from './rim-cover.ts'

const THROUGH_MAX = 0x7fffffff

export class BorderCover {
  private readonly terrain: Terrain
  /** Made for the first border on weighted ground: each loads a kernel. */
  private knownProber: Prober | null = null
  private knownCover: Cover | null = null
  /** Probes of the current rows of blocks, kept because each block has four borders. */
  private readonly probesOfBlock = new Map<number, ProbeUnits>()
  private readonly spare: ProbeUnits[] = []
  private readonly rim: RimCover
  private readonly group = new Int32Array(BLOCK_SIDE_CELLS)
  /** Place along the border where a path stands on the near side and on the far side, by crossing of the group. */
  private readonly landings = [new Int32Array(BLOCK_SIDE_CELLS), new Int32Array(BLOCK_SIDE_CELLS)] as const

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.rim = new RimCover(terrain)
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
    this.rim.forget()
    this.knownProber?.forget()
  }

  /** Forgets the blocks above this row, which no further border touches. */
  forgetAbove(blockY: number): void {
    for (const [block, units] of this.probesOfBlock) {
      if (block >= blockY * this.terrain.blocksWide) continue
      this.probesOfBlock.delete(block)
      this.spare.push(units)
    }
  }

  /** Probes the two blocks of a border for `mark`; yields between, as a block has many probes. */
  *probing(blockX: number, blockY: number, direction: number): Work<void> {
    if (this.knownCover === null) {
      this.knownCover = new Cover()
      yield
      this.knownProber ??= new Prober(this.terrain)
      yield
    }
    yield* this.probingOf(blockX, blockY)
    if (direction === EAST) yield* this.probingOf(blockX + 1, blockY)
    else yield* this.probingOf(blockX, blockY + 1)
  }

  /** Marks the candidates to keep. They must be all crossings of their border. Probes the two blocks if `probing` has not. */
  mark(candidates: Candidates): void {
    const { group } = this
    const { blockX, blockY, direction } = candidates
    const near = this.probesOf(blockX, blockY)
    const far = direction === EAST ? this.probesOf(blockX + 1, blockY) : this.probesOf(blockX, blockY + 1)
    for (let first = 0; first < candidates.count; first++) {
      if (candidates.throughOf[first] > 0) continue
      let count = 0
      for (let i = first; i < candidates.count; i++) if (candidates.isAlike(first, i)) group[count++] = i
      this.findLandings(candidates, count)
      const probesTo = this.takeUnits(near, direction, this.landings[0], count, this.cover.unitsTo)
      const probesFrom = this.takeUnits(far, direction + 2, this.landings[1], count, this.cover.unitsFrom)
      this.addSteps(candidates, count, probesTo)
      const kept = this.cover.choose(probesTo, probesFrom, count)
      for (let i = 0; i < count; i++) {
        candidates.throughOf[group[i]] = Math.max(1, Math.min(this.cover.throughOf[i], THROUGH_MAX))
      }
      for (let i = 0; i < kept; i++) candidates.isKept[group[this.cover.chosen[i]]] = 1
      this.markCorners(candidates, count, probesTo, probesFrom)
      this.rim.mark(candidates, group, count)
    }
  }

  /** Keeps the crossings of steps over the corners. A way by such a step is taken to cost twice its half on the cheaper side. */
  private markCorners(
    { crossingOf, isKept, throughOf }: Candidates,
    count: number,
    probesTo: number,
    probesFrom: number,
  ): void {
    const { cover, group, terrain } = this
    for (let i = 0; i < count; i++) {
      const crossing = crossingOf[group[i]] as Crossing
      const units = cornerStepUnits(terrain, crossing, throughOf[group[i]])
      if (units === 0) continue
      isKept[group[i]] = 1
      const first = i * PROBES
      const half = isCheaper(terrain, crossing)
        ? leastOf(cover.unitsTo, first, first + probesTo) - stepOverUnits(terrain, crossing)
        : leastOf(cover.unitsFrom, first, first + probesFrom)
      throughOf[group[i]] = Math.min(throughOf[group[i]], 2 * half + units)
    }
  }

  private probesOf(blockX: number, blockY: number): ProbeUnits {
    return finish(this.probingOf(blockX, blockY))
  }

  private *probingOf(blockX: number, blockY: number): Work<ProbeUnits> {
    const block = blockY * this.terrain.blocksWide + blockX
    let known = this.probesOfBlock.get(block)
    if (known === undefined) {
      known = yield* this.prober.probe(blockX, blockY, this.spare.pop())
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

  private findLandings({ crossingOf, direction }: Candidates, count: number): void {
    const placeOf = direction === EAST ? yOf : xOf
    const [near, far] = this.landings
    for (let i = 0; i < count; i++) {
      const crossing = crossingOf[this.group[i]] as Crossing
      near[i] = placeOf(landingOf(this.terrain, crossing)) & BLOCK_MASK
      far[i] = placeOf(landingOf(this.terrain, reversed(crossing))) & BLOCK_MASK
    }
  }

  private addSteps({ crossingOf }: Candidates, count: number, probesTo: number): void {
    const { unitsTo } = this.cover
    for (let i = 0; i < count; i++) {
      const step = stepOverUnits(this.terrain, crossingOf[this.group[i]])
      for (let at = i * PROBES; at < i * PROBES + probesTo; at++) unitsTo[at] += step
    }
  }
}

/** Whether the cell on the near side of a crossing costs less than that on the far side. */
function isCheaper(terrain: Terrain, crossing: Crossing): boolean {
  const beyond = reversed(crossing)
  return terrain.costAt(xOf(crossing), yOf(crossing)) < terrain.costAt(xOf(beyond), yOf(beyond))
}
