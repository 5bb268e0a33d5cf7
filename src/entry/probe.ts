/**
 * Samples the ground of a block: the costs inside the block from some probes to all cells of its four sides. Each third of a
 * side has a probe on its cheapest cell, so roads that enter the block are seen. Each quarter of the block has one near its
 * middle. The cover (cover.ts) chooses entries by these costs before any table exists.
 */
import type { Work } from '../base/work.ts'
import { BlockFloods, FLOODS_AT_ONCE } from '../cells/block-floods.ts'
import { PROBES } from '../kernel/cover-layout.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'

/** The sides of a block in the order of directions: east, south, west, north. */
const SIDES = 4
/** Ends of the thirds of a side (exclusive), and the cells nearest to their middles. */
const THIRD_ENDS = [11, 22, 32] as const
const THIRD_MIDDLES = [5, 16, 26] as const
const PROBES_A_SIDE = THIRD_MIDDLES.length
/** Probes on sides come first. */
const SIDE_PROBES = SIDES * PROBES_A_SIDE
/** Maximal distance of a quarter's probe from the middle, along each axis. */
const QUARTER_REACH = 4
export const SIDE_CELLS = SIDES * BLOCK_SIDE_CELLS

/** unitsOfProbe[probe * 128 + side * 32 + place along it]; Infinity to a wall or another region. */
export type ProbeUnits = Float64Array

export class Prober {
  private readonly terrain: Terrain
  private readonly floods: BlockFloods
  private readonly probes = new Int32Array(FLOODS_AT_ONCE)
  private readonly places = new Int32Array(FLOODS_AT_ONCE)

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.floods = new BlockFloods(terrain)
  }

  /** Unloads the block: blocks may have changed. */
  forget(): void {
    this.floods.forget()
  }

  /** Probes a block. A probe without a free cell costs Infinity. Finish one block before probing another. */
  *probe(blockX: number, blockY: number): Work<ProbeUnits> {
    const units = new Float64Array(PROBES * SIDE_CELLS).fill(Infinity)
    const left = blockX << BLOCK_SHIFT
    const top = blockY << BLOCK_SHIFT
    const block = blockY * this.terrain.blocksWide + blockX
    let count = 0
    for (let probe = 0; probe < PROBES; probe++) {
      const inside = probe - SIDE_PROBES
      const place = inside < 0 ? this.sideProbe(left, top, probe) : this.middleOf(left, top, inside)
      if (place >= 0) {
        this.probes[count] = probe
        this.places[count++] = place
      }
      if (count < FLOODS_AT_ONCE && probe < PROBES - 1) continue
      yield
      yield* this.measure(block, count, units)
      count = 0
    }
    return units
  }

  /** Floods from `count` probes and writes their costs to `units`; Infinity where a probe does not reach. */
  private *measure(block: number, count: number, units: ProbeUnits): Work<void> {
    const { floods, probes, places } = this
    yield* floods.flood(block, places, count)
    for (let lane = 0; lane < count; lane++) {
      floods.choose(lane)
      for (let side = 0; side < SIDES; side++) {
        floods.unitsToSide(side, units, probes[lane] * SIDE_CELLS + side * BLOCK_SIDE_CELLS)
      }
    }
  }

  /** The cheapest cell of a third of a side, nearest to its middle among equals; -1 where none is free. */
  private sideProbe(left: number, top: number, probe: number): number {
    const side = sideOfProbe(probe)
    const third = probe % PROBES_A_SIDE
    let best = -1
    let least = Infinity
    for (let i = third === 0 ? 0 : THIRD_ENDS[third - 1]; i < THIRD_ENDS[third]; i++) {
      const place = placeOnSide(side, i)
      const cost = this.terrain.costAt(left + (place & 31), top + (place >> 5))
      const rank = BLOCK_SIDE_CELLS * cost + Math.abs(i - THIRD_MIDDLES[third])
      if (cost === 0 || rank >= least) continue
      least = rank
      best = place
    }
    return best
  }

  /** The free cell nearest to the middle of a quarter of the block; -1 where none is near. */
  private middleOf(left: number, top: number, quarter: number): number {
    const middleX = 8 + 16 * (quarter & 1)
    const middleY = 8 + 16 * (quarter >> 1)
    let best = -1
    let least = Infinity
    for (let y = middleY - QUARTER_REACH; y <= middleY + QUARTER_REACH; y++) {
      for (let x = middleX - QUARTER_REACH; x <= middleX + QUARTER_REACH; x++) {
        const rank = (x - middleX) ** 2 + (y - middleY) ** 2
        if (rank >= least || !this.terrain.isFree(left + x, top + y)) continue
        least = rank
        best = (y << BLOCK_SHIFT) | x
      }
    }
    return best
  }
}

/** The side on which a probe stands; 4 or more for probes inside the block. */
export function sideOfProbe(probe: number): number {
  return Math.floor(probe / PROBES_A_SIDE)
}

/** Cell number i along a side of a block, as y * 32 + x inside it. */
function placeOnSide(side: number, i: number): number {
  if (side === 0) return (i << BLOCK_SHIFT) | 31
  if (side === 1) return (31 << BLOCK_SHIFT) | i
  return side === 2 ? i << BLOCK_SHIFT : i
}
