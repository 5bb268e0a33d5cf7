/**
 * A safety net under the cover by cost (border-cover.ts), which samples the ground from a few probes only. A path at a dropped
 * crossing can go to a kept crossing inside one block, step over, and come back inside the other. The extra cost is the
 * crossing's detour, by true costs inside both blocks. While some detour is too large a share of a way through its crossing,
 * the crossing with the largest share is kept too.
 *
 * The steps along the border usually prove that all detours are small; then nothing is flooded.
 */
import { landingOf, reversed, stepOverUnits, xOf, yOf } from '../atlas/crossing.ts'
import { NONE } from '../base/none.ts'
import { finish } from '../base/work.ts'
import { BlockFloods, FLOODS_AT_ONCE } from '../cells/block-floods.ts'
import { STRAIGHT_UNITS } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { type Candidates, EAST } from './candidates.ts'
import { THROUGH_CELLS } from './stretch-cover.ts'

/** The largest detour, as a share of a way through both blocks whose steps all cost as much as the step over the border. */
const SHARE = 0.4
/** The most crossings that one group keeps, including those of the cover and of corners. */
const ENTRIES_MAX = 20

export class RimCover {
  private readonly terrain: Terrain
  private known: BlockFloods | null = null
  private readonly stepOf = new Float64Array(BLOCK_SIDE_CELLS)
  private readonly wayOf = new Float64Array(BLOCK_SIDE_CELLS)
  private readonly detourOf = new Float64Array(BLOCK_SIDE_CELLS)
  private readonly places = new Int32Array(FLOODS_AT_ONCE)
  private readonly unitsOfSide = [
    new Float64Array(FLOODS_AT_ONCE * BLOCK_SIDE_CELLS),
    new Float64Array(FLOODS_AT_ONCE * BLOCK_SIDE_CELLS),
  ] as const

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  /** Unloads the block: blocks may have changed. */
  forget(): void {
    this.known?.forget()
  }

  /** Keeps more crossings of a group, besides those marked already, until all detours are small. */
  mark(candidates: Candidates, group: ArrayLike<number>, count: number): void {
    const { terrain, stepOf, wayOf, detourOf } = this
    const { crossingOf, isKept } = candidates
    let kept: number[] = []
    for (let i = 0; i < count; i++) {
      stepOf[i] = stepOverUnits(terrain, crossingOf[group[i]])
      wayOf[i] = THROUGH_CELLS * stepOf[i]
      if (isKept[group[i]] === 1) kept.push(i)
    }
    this.walkAlong(candidates, group, count)
    if (this.worst(count) === NONE) return
    detourOf.fill(Infinity, 0, count)
    for (let total = kept.length; kept.length > 0 && total < ENTRIES_MAX; total++) {
      this.letStandIn(candidates, group, count, kept)
      const next = this.worst(count)
      if (next === NONE) return
      isKept[group[next]] = 1
      kept = [next]
    }
  }

  /** The crossing with the largest detour by share; NONE where all are small enough. */
  private worst(count: number): number {
    const { detourOf, wayOf } = this
    let worst: number = NONE
    let most = SHARE
    for (let i = 0; i < count; i++) {
      if (detourOf[i] <= most * wayOf[i]) continue
      most = detourOf[i] / wayOf[i]
      worst = i
    }
    return worst
  }

  /** Upper bounds of all detours: along the cells of the border. */
  private walkAlong({ crossingOf, isKept }: Candidates, group: ArrayLike<number>, count: number): void {
    const { detourOf, stepOf } = this
    const between = (a: number, b: number) => this.lineUnits(crossingOf[group[a]], crossingOf[group[b]])
    for (let i = 0, units = Infinity; i < count; i++) {
      if (isKept[group[i]] === 1) units = stepOf[i]
      else if (i > 0) units += between(i - 1, i)
      detourOf[i] = Math.max(0, units - stepOf[i])
    }
    for (let i = count - 1, units = Infinity; i >= 0; i--) {
      if (isKept[group[i]] === 1) units = stepOf[i]
      else if (i + 1 < count) units += between(i, i + 1)
      detourOf[i] = isKept[group[i]] === 1 ? 0 : Math.min(detourOf[i], Math.max(0, units - stepOf[i]))
    }
  }

  /** Cost of the steps along both sides between two adjacent crossings; Infinity if they are not adjacent. */
  private lineUnits(a: number, b: number): number {
    const { terrain } = this
    if (Math.abs(xOf(a) - xOf(b)) + Math.abs(yOf(a) - yOf(b)) > 1) return Infinity
    let costs = 0
    for (const crossing of [a, b, reversed(a), reversed(b)]) costs += terrain.costOfFree(xOf(crossing), yOf(crossing))
    return STRAIGHT_UNITS * costs
  }

  /** Lowers all detours by newly kept crossings. */
  private letStandIn(candidates: Candidates, group: ArrayLike<number>, count: number, kept: readonly number[]): void {
    const { detourOf, stepOf, unitsOfSide, terrain } = this
    const { crossingOf, direction } = candidates
    for (let first = 0; first < kept.length; first += FLOODS_AT_ONCE) {
      const some = kept.slice(first, first + FLOODS_AT_ONCE)
      this.flood(candidates, group, some, 0)
      this.flood(candidates, group, some, 1)
      for (let i = 0; i < count; i++) {
        const crossing = crossingOf[group[i]]
        const near = placeAlong(landingOf(terrain, crossing), direction)
        const far = placeAlong(landingOf(terrain, reversed(crossing)), direction)
        for (let lane = 0; lane < some.length; lane++) {
          const at = lane * BLOCK_SIDE_CELLS
          const there = unitsOfSide[0][at + near] + stepOf[some[lane]] + unitsOfSide[1][at + far]
          detourOf[i] = Math.min(detourOf[i], Math.max(0, there - stepOf[i]))
        }
      }
    }
    for (const i of kept) detourOf[i] = 0
  }

  private flood(
    { blockX, blockY, direction, crossingOf }: Candidates,
    group: ArrayLike<number>,
    kept: readonly number[],
    side: 0 | 1,
  ): void {
    const { terrain, places, unitsOfSide } = this
    this.known ??= new BlockFloods(terrain)
    const block = blockY * terrain.blocksWide + blockX + (side === 0 ? 0 : direction === EAST ? 1 : terrain.blocksWide)
    kept.forEach((i, lane) => {
      const crossing = crossingOf[group[i]]
      const landing = landingOf(terrain, side === 0 ? crossing : reversed(crossing))
      places[lane] = ((yOf(landing) & BLOCK_MASK) << BLOCK_SHIFT) | (xOf(landing) & BLOCK_MASK)
    })
    finish(this.known.flood(block, places, kept.length))
    for (let lane = 0; lane < kept.length; lane++) {
      this.known.choose(lane)
      unitsOfSide[side].fill(Infinity, lane * BLOCK_SIDE_CELLS, (lane + 1) * BLOCK_SIDE_CELLS)
      this.known.unitsToSide(direction + 2 * side, unitsOfSide[side], lane * BLOCK_SIDE_CELLS)
    }
  }
}

function placeAlong(crossing: number, direction: number): number {
  return (direction === EAST ? yOf(crossing) : xOf(crossing)) & BLOCK_MASK
}
