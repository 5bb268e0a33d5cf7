/**
 * Decides when the exact search makes jump tables for a map (jump-tables.ts): once searches without them have taken as long as
 * making them. A few queries never wait for tables; many queries lose little by the delay. All searches on one map share the
 * count of expansions and the tables.
 */
import type { Terrain } from '../map/terrain.ts'
import { JumpTables } from './jump-tables.ts'
import { TableRays } from './table-rays.ts'

/** The largest map that tables are made for: they take 134 MB there. */
const TABLE_CELLS_MAX = 1 << 24
/** Making tables for this many cells takes as long as one expansion. */
const CELLS_PER_EXPANSION = 16

/** Makes rays that use the tables of a map. */
export type RaysOf = (entryCountMax: number, slackUnits: number) => TableRays

export class TablesDue {
  private readonly terrain: Terrain
  private readonly isEver: boolean
  private readonly enough: number
  private spentCount = 0
  private rays: RaysOf | null = null

  constructor(terrain: Terrain) {
    const { width, height, directions } = terrain
    const cells = width * height
    this.terrain = terrain
    this.isEver = directions === 8 && cells <= TABLE_CELLS_MAX
    this.enough = cells / CELLS_PER_EXPANSION
  }

  /** Adds expansions of a search without tables. Returns the rays by tables once the count suffices; null before. */
  after(expansions: number): RaysOf | null {
    const { terrain, rays } = this
    if (rays !== null || !this.isEver) return rays
    this.spentCount += expansions
    if (this.spentCount < this.enough) return null
    const tables = new JumpTables(terrain)
    this.rays = (entryCountMax, slackUnits) => new TableRays(terrain, tables, entryCountMax, slackUnits)
    return this.rays
  }
}
