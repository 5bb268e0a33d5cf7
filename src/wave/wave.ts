/**
 * A wave: the exact cost of every cell from the nearest source, in units of the movement rule. It spreads as far as
 * callers need, and holds memory only for the part of the map that it has reached.
 */
import { UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { BlockWave } from './block-wave.ts'
import type { IsOfUse } from './news-of-use.ts'
import { PlainWave } from './plain-wave.ts'
import { WaveGround } from './wave-ground.ts'

export { STAYS, UNKNOWN } from '../kernel/wave-layout.ts'

export interface Wave {
  /** Blocks settled since the wave began. Without WebAssembly each settled cell counts as a part of a block. */
  readonly settledCount: number
  /** Cells that cost at most this have their final cost. Infinity once nothing is left to reach. */
  readonly finalUnits: number
  /** Begins again at free cells, x, y pairs. Where `within` is given, the wave stays out of blocks that are 0 in it. */
  begin(sources: ArrayLike<number>, within?: Uint8Array): void
  /**
   * Spreads until cells that cost less than `units` have final costs, or `settledMax` more blocks are settled. It goes on only
   * along ways of use, where the caller tells them apart.
   */
  advance(units?: number, settledMax?: number, isOfUse?: IsOfUse): void
  /** No cell is still to be reached or improved for less, plus what `leftFrom` adds by the cell's block. */
  leastWaiting(leftFrom: (block: number) => number): number
  /** The cost of a free cell by the ways found so far; Infinity without a way. */
  unitsAt(x: number, y: number): number
  /**
   * Writes where the cells of a block lead, by row and column, into 1024 bytes: a direction, STAYS, or UNKNOWN where
   * the cost is not final. False where the directions are not known at once.
   */
  arrowsOf(block: number, out: Uint8Array): boolean
  /**
   * Marks the cells that cost at most `units`, block by block, as 32 words of bits: bit x & 31 of word y & 31. Blocks
   * come in any order. A block may come several times, each time with some of its cells, or not at all. The words belong to
   * the wave.
   */
  showWithin(units: number, show: (block: number, rows: Int32Array) => void): void
  /**
   * After the map has changed, updates costs as far as they were final before. The sources stay the same. Returns the
   * blocks where a cell may lead elsewhere now; null where the wave must begin again.
   */
  repair(): ReadonlySet<number> | null
  /** Gives back the memory; the wave may begin again. */
  release(): void
}

/** Makes waves over one map, which share the memory of its ground. */
export class Waves {
  private readonly terrain: Terrain
  private readonly ground: WaveGround | null

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.ground = WaveGround.over(terrain)
  }

  /**
   * Takes the next version of the map. Where this returns true, waves must be repaired before further use. Where it
   * returns false, they stay as they are, and new ones must begin.
   */
  update(terrain: Terrain): boolean {
    return this.ground?.update(terrain) ?? false
  }

  /** Makes memory at once that a wave would take as it spreads. */
  reserve(): void {
    this.ground?.reserveAll()
  }

  make(): Wave {
    return this.ground === null ? new PlainWave(this.terrain) : new BlockWave(this.ground)
  }
}

/** The final cost of a free cell: the wave spreads until it is known. */
export function finalUnitsAt(wave: Wave, x: number, y: number, costMin: number): number {
  for (;;) {
    const units = wave.unitsAt(x, y)
    const final = wave.finalUnits
    if (units <= final) return units
    wave.advance(units < Infinity ? units : final + BLOCK_SIDE_CELLS * UNITS_PER_CELL * costMin)
  }
}
