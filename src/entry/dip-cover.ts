/**
 * What a border needs beside its cover by cost (border-cover.ts) where paths dip over it: a road along the border goes around a
 * dear patch through the other block, and comes back. No way from the one block to the other asks for either of the two
 * crossings, as both ends of a dip are on the same side; and the one is of no use without the other.
 *
 * So for each two probes of a block the cheapest way by a dip, which goes on along the border beyond it, is compared with the
 * cheapest one inside the block and with those by dips over what is kept; where it costs far less, its crossings are kept too.
 */

import type { Crossing } from '../atlas/crossing.ts'
import { stepOverUnits } from '../atlas/landing.ts'
import { NONE } from '../base/none.ts'
import { STRAIGHT_UNITS } from '../map/movement.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { type Candidates, EAST } from './candidates.ts'
import { leastOf } from './cover.ts'
import { PROBES, type ProbeUnits, SIDE_CELLS, SIDE_PROBES, sideOfProbe } from './probe.ts'

/** What ways between two probes may cost more without a dip: more than ways over the border may, as fewer paths dip. */
const SHARE = 0.03
/** So many dips from either side are kept of a border at most, those first without which a way costs most. */
const DIPS_MAX = 2

/** One side of a border. */
interface Side {
  /** As directions have it. */
  readonly number: number
  readonly units: ProbeUnits
  /** Where along the border paths stand, of each crossing of the group. */
  readonly landings: Int32Array
  /** What a step along the border costs from each cell to the next one; Infinity beside walls. */
  readonly line: Float64Array
}

export class DipCover {
  private readonly terrain: Terrain
  private readonly lines = [new Float64Array(BLOCK_SIDE_CELLS), new Float64Array(BLOCK_SIDE_CELLS)] as const
  /** Of the crossings of the group: what the step over costs, and whether they are kept. */
  private readonly stepOf = new Float64Array(BLOCK_SIDE_CELLS)
  private readonly isKept = new Uint8Array(BLOCK_SIDE_CELLS)
  private count = 0
  /** What the cells along the border beyond it cost from a probe, and by which crossing. */
  private readonly unitsBeyond = new Float64Array(BLOCK_SIDE_CELLS)
  private readonly crossingTo = new Int32Array(BLOCK_SIDE_CELLS)
  /** The dips from a probe: where they go over, where they are back, and what that costs by then. */
  private dips = 0
  private readonly overOfDip = new Int32Array(BLOCK_SIDE_CELLS)
  private readonly backOfDip = new Int32Array(BLOCK_SIDE_CELLS)
  private readonly unitsOfDip = new Float64Array(BLOCK_SIDE_CELLS)
  /** The same of what is kept: what it costs to be back by each crossing. */
  private readonly unitsBack = new Float64Array(BLOCK_SIDE_CELLS)
  /** The dip without which a way between probes costs most, so many times as much. */
  private most = 0
  private over = NONE
  private back = NONE

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  /** Keeps what is needed of the crossings of a group, of which some are kept by now. */
  mark(
    candidates: Candidates,
    group: ArrayLike<number>,
    count: number,
    landings: readonly [Int32Array, Int32Array],
    units: readonly [near: ProbeUnits, far: ProbeUnits],
  ): void {
    const { terrain, lines, stepOf, isKept } = this
    const { crossingOf, direction } = candidates
    this.count = count
    this.findLines(candidates)
    for (let i = 0; i < count; i++) {
      stepOf[i] = stepOverUnits(terrain, crossingOf[group[i]] as Crossing)
      isKept[i] = candidates.isKept[group[i]]
    }
    const sideOf = (side: number): Side => ({
      number: direction + 2 * side,
      units: units[side],
      landings: landings[side],
      line: lines[side],
    })
    const [near, far] = [sideOf(0), sideOf(1)]
    for (let dips = 0; dips < DIPS_MAX && this.keepMost(near, far); dips++);
    for (let dips = 0; dips < DIPS_MAX && this.keepMost(far, near); dips++);
    for (let i = 0; i < count; i++) candidates.isKept[group[i]] = isKept[i]
  }

  /** Keeps the dip from a side without which a way costs most, if that is far more. */
  private keepMost(here: Side, beyond: Side): boolean {
    const gain = gainOf(here.line, beyond.line)
    if (gain === 0) return false
    this.most = 1 + SHARE
    this.over = NONE
    for (let probe = 0; probe < SIDE_PROBES; probe++) {
      if (sideOfProbe(probe) === here.number) continue
      const first = probe * SIDE_CELLS + here.number * BLOCK_SIDE_CELLS
      if (here.units[first + here.landings[0]] === Infinity) continue
      if (gain > SHARE * leastOf(here.units, first, first + BLOCK_SIDE_CELLS)) this.compareFrom(probe, here, beyond)
    }
    if (this.over === NONE) return false
    this.isKept[this.over] = this.isKept[this.back] = 1
    return true
  }

  /** Compares the ways from a probe to those after it. */
  private compareFrom(probe: number, here: Side, beyond: Side): void {
    const { units, number } = here
    this.goOver(probe, here, beyond, false)
    this.findDips(probe, here, beyond)
    if (this.dips === 0) return
    this.goOver(probe, here, beyond, true)
    for (let i = 0; i < this.count; i++) {
      this.unitsBack[i] = this.isKept[i] === 1 ? this.unitsBeyond[beyond.landings[i]] + this.stepOf[i] : Infinity
    }
    const place = placeOf(probe, units)
    for (let to = probe + 1; to < PROBES; to++) {
      if (sideOfProbe(to) !== number) this.compare(units[to * SIDE_CELLS + place], to, here)
    }
  }

  /** Compares the ways to a probe, which costs so much without a dip. */
  private compare(unitsWithout: number, to: number, { units, landings, number }: Side): void {
    const { dips, backOfDip, unitsOfDip, unitsBack } = this
    const first = to * SIDE_CELLS + number * BLOCK_SIDE_CELLS
    let least = unitsWithout / this.most
    let best = NONE
    for (let dip = 0; dip < dips; dip++) {
      const through = unitsOfDip[dip] + units[first + landings[backOfDip[dip]]]
      if (through >= least) continue
      least = through
      best = dip
    }
    if (best === NONE || unitsWithout === Infinity) return
    let kept = unitsWithout
    for (let i = 0; i < this.count; i++) kept = Math.min(kept, unitsBack[i] + units[first + landings[i]])
    if (kept <= this.most * least) return
    this.most = kept / least
    this.over = this.overOfDip[best]
    this.back = backOfDip[best]
  }

  /** Finds what the cells beyond the border cost from a probe, by any crossing or by one of those kept. */
  private goOver(probe: number, { units, landings, number }: Side, beyond: Side, isByKept: boolean): void {
    const { unitsBeyond, crossingTo, stepOf, isKept } = this
    const first = probe * SIDE_CELLS + number * BLOCK_SIDE_CELLS
    unitsBeyond.fill(Infinity)
    for (let i = 0; i < this.count; i++) {
      const through = units[first + landings[i]] + stepOf[i]
      const at = beyond.landings[i]
      if ((isByKept && isKept[i] === 0) || through >= unitsBeyond[at]) continue
      unitsBeyond[at] = through
      crossingTo[at] = i
    }
    for (let at = 1; at < BLOCK_SIDE_CELLS; at++) this.goAlong(at - 1, at, beyond.line[at - 1])
    for (let at = BLOCK_SIDE_CELLS - 1; at > 0; at--) this.goAlong(at, at - 1, beyond.line[at - 1])
  }

  private goAlong(from: number, to: number, step: number): void {
    const { unitsBeyond, crossingTo } = this
    if (unitsBeyond[from] + step >= unitsBeyond[to]) return
    unitsBeyond[to] = unitsBeyond[from] + step
    crossingTo[to] = crossingTo[from]
  }

  /** Those that bring a cell along the border far nearer: no way gains a greater share than where it is back. */
  private findDips(probe: number, { units, landings, number }: Side, beyond: Side): void {
    const { unitsBeyond, crossingTo, stepOf, overOfDip, backOfDip, unitsOfDip } = this
    const first = probe * SIDE_CELLS + number * BLOCK_SIDE_CELLS
    this.dips = 0
    for (let i = 0; i < this.count; i++) {
      const at = beyond.landings[i]
      const back = unitsBeyond[at] + stepOf[i]
      if (units[first + landings[i]] <= (1 + SHARE) * back) continue
      overOfDip[this.dips] = crossingTo[at]
      backOfDip[this.dips] = i
      unitsOfDip[this.dips++] = back
    }
  }

  private findLines({ blockX, blockY, direction }: Candidates): void {
    const { terrain, lines } = this
    const isEast = direction === EAST
    for (const side of [0, 1]) {
      const x = (blockX << BLOCK_SHIFT) + (isEast ? BLOCK_SIDE_CELLS - 1 + side : 0)
      const y = (blockY << BLOCK_SHIFT) + (isEast ? 0 : BLOCK_SIDE_CELLS - 1 + side)
      let before = 0
      for (let at = 0; at < BLOCK_SIDE_CELLS; at++) {
        const cost = isEast ? terrain.costAt(x, y + at) : terrain.costAt(x + at, y)
        if (at > 0) lines[side][at - 1] = cost > 0 && before > 0 ? STRAIGHT_UNITS * (before + cost) : Infinity
        before = cost
      }
    }
  }
}

/** What going along the one line instead of the other may gain at most. */
function gainOf(here: Float64Array, beyond: Float64Array): number {
  let gain = 0
  for (let at = 0; at < BLOCK_SIDE_CELLS - 1; at++) if (beyond[at] < here[at]) gain += here[at] - beyond[at]
  return gain
}

/** Where on the sides a probe stands: where it costs nothing. */
function placeOf(probe: number, units: ProbeUnits): number {
  const side = sideOfProbe(probe) * BLOCK_SIDE_CELLS
  return units.indexOf(0, probe * SIDE_CELLS + side) - probe * SIDE_CELLS
}
