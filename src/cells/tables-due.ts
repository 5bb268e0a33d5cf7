/**
 * When tables of jumps are made for a map (jump-tables.ts): once searches without them have taken as long as making them
 * does. So whoever asks little never waits for them, and whoever asks much has lost little by not having them from the start.
 * All searches on one map that stays as it is share what they spent, and the tables.
 */
import type { Terrain } from '../map/terrain.ts'
import { JumpSearch } from './jump.ts'
import { JumpTables } from './jump-tables.ts'
import { NEAR_ENTRIES_MAX, NEAR_SLACK_UNITS, type Quickening } from './near-search.ts'
import { TableRays } from './table-rays.ts'

/** The largest map that tables are made for: they take 32 MB there. */
const TABLE_CELLS_MAX = 1 << 22
/** Making them takes as long as one expansion for so many cells. */
const CELLS_PER_EXPANSION = 16
/** Any search near a path does about as much besides as so many expansions. */
const EXPANSIONS_PER_NEAR_SEARCH = 4

export class TablesDue {
  private readonly terrain: Terrain
  private readonly isEver: boolean
  private spentCount = 0
  private tables: JumpTables | null = null

  constructor(terrain: Terrain) {
    const { width, height, directions } = terrain
    this.terrain = terrain
    this.isEver = directions === 8 && width * height <= TABLE_CELLS_MAX
  }

  /** The tables, where these expansions, spent without, are the last that it takes; null before. */
  after(expansions: number): JumpTables | null {
    const { terrain, tables } = this
    if (tables !== null || !this.isEver) return tables
    this.spentCount += expansions
    if (this.spentCount * CELLS_PER_EXPANSION < terrain.width * terrain.height) return null
    this.tables = new JumpTables(terrain)
    return this.tables
  }
}

/** Has searches near a path jump by tables once they are there. */
export function quickeningBy(due: TablesDue): Quickening {
  return expansions => {
    const tables = due.after(expansions + EXPANSIONS_PER_NEAR_SEARCH)
    return tables && new JumpSearch(new TableRays(tables, NEAR_ENTRIES_MAX, NEAR_SLACK_UNITS))
  }
}
