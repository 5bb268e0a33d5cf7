/**
 * A wave: what every cell costs from the nearest of some cells, exactly, in units of the movement rule. It spreads as far as it is asked to,
 * and holds memory only for the part of the map that it has reached.
 */
import { UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { BlockWave } from './block-wave.ts'
import { PlainWave } from './plain-wave.ts'
import { WaveGround } from './wave-ground.ts'

export { STAYS, UNKNOWN } from '../kernel/wave-layout.ts'

export interface Wave {
  /** Blocks settled since it began. Without WebAssembly cells are settled one by one, and count as parts of a block. */
  readonly settledCount: number
  /** Cells that were reached for no more than this have their final cost. Infinity once nothing is left to reach. */
  readonly finalUnits: number
  /** Begins anew at free cells, x, y pairs. */
  begin(sources: ArrayLike<number>): void
  /** Spreads until all cells that cost less than this have their final cost, all cells unless given; or until it has settled as many. */
  advance(units?: number, settledMax?: number): void
  /** What a free cell costs by the ways found so far; Infinity where none was. */
  unitsAt(x: number, y: number): number
  /**
   * Where the cells of a block lead, by row and column, into 1024 bytes: a direction, STAYS, or UNKNOWN for a cell whose cost is not final.
   * False where that is not to be had at once.
   */
  arrowsOf(block: number, out: Uint8Array): boolean
  /**
   * Marks the cells that were reached for no more than this, block by block, as 32 words of bits: bit x & 31 of word y & 31. A block may
   * be shown several times, with other cells each time, in any order, or not at all; the words are the wave's own.
   */
  showWithin(units: number, show: (block: number, rows: Int32Array) => void): void
  /**
   * After the map has changed, makes again what that changes, as far as costs were final before. Returns the blocks of which a cell may
   * lead elsewhere by now; null where the wave must begin anew. Ways still begin at the same cells.
   */
  repair(): ReadonlySet<number> | null
  /** Gives its memory back; it may begin anew. */
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
   * Takes the next version of a map that changes. Its waves are to be repaired before they are asked again; where this returns false they
   * stay as they are, and others begin anew.
   */
  update(terrain: Terrain): boolean {
    return this.ground?.update(terrain) ?? false
  }

  make(): Wave {
    return this.ground === null ? new PlainWave(this.terrain) : new BlockWave(this.ground)
  }
}

/** What a free cell costs in the end: the wave spreads until that is known. */
export function finalUnitsAt(wave: Wave, x: number, y: number, costMin: number): number {
  for (;;) {
    const units = wave.unitsAt(x, y)
    const final = wave.finalUnits
    if (units <= final) return units
    wave.advance(units < Infinity ? units : final + BLOCK_SIDE_CELLS * UNITS_PER_CELL * costMin)
  }
}
