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

/** The largest map that tables are made for: they take 134 MB there. */
const TABLE_CELLS_MAX = 1 << 24
/** Searches near a path do not wait for them on maps that are larger than this. */
const NEAR_CELLS_MAX = 1 << 22
/** Making them takes as long as one expansion for so many cells. */
const CELLS_PER_EXPANSION = 16
/** Any search near a path does about as much besides as so many expansions. */
const EXPANSIONS_PER_NEAR_SEARCH = 4

/** Rays that look up in the tables of a map. */
export type RaysOf = (entryCountMax: number, slackUnits: number) => TableRays

export class TablesDue {
  /** Searches near a path leave a map alone where making them takes longer than any query should. */
  readonly isForNear: boolean
  private readonly terrain: Terrain
  private readonly isEver: boolean
  private readonly enough: number
  private spentCount = 0
  private rays: RaysOf | null = null

  constructor(terrain: Terrain) {
    const { width, height, directions } = terrain
    const cells = width * height
    this.terrain = terrain
    this.isForNear = directions === 8 && cells <= NEAR_CELLS_MAX
    this.isEver = directions === 8 && cells <= TABLE_CELLS_MAX
    this.enough = cells / CELLS_PER_EXPANSION
  }

  /** What looks up in the tables, where these expansions, spent without, are the last that it takes; null before. */
  after(expansions: number): RaysOf | null {
    const { terrain, rays } = this
    if (rays !== null || !this.isEver) return rays
    this.spentCount += expansions
    if (this.spentCount < this.enough) return null
    const tables = new JumpTables(terrain)
    this.rays = (entryCountMax, slackUnits) => new TableRays(tables, entryCountMax, slackUnits)
    return this.rays
  }
}

/** Has searches near a path jump by tables once they are there. */
export function quickeningBy(due: TablesDue): Quickening | null {
  if (!due.isForNear) return null
  return expansions => {
    const rays = due.after(expansions + EXPANSIONS_PER_NEAR_SEARCH)
    return rays && new JumpSearch(rays(NEAR_ENTRIES_MAX, NEAR_SLACK_UNITS))
  }
}
