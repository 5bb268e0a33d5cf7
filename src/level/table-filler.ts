/**
 * Fills tables of one level: of blocks at level 0, of regions above. A stretch writes the starts of its tables, relative to its
 * own start, into the job's column.
 */
import { regionsIn } from '../atlas/islands.ts'
import type { LevelGraph, LevelTopology } from '../atlas/level-graph.ts'
import { growingShorts } from '../base/growing.ts'
import type { Work } from '../base/work.ts'
import type { RegionLists } from '../entry/slots.ts'
import type { Terrain } from '../map/terrain.ts'
import { RegionCosts } from '../metric/cost.ts'
import { Lift } from './lift.ts'

export interface CostJob {
  readonly stage: 'cost'
  readonly terrain: Terrain
  readonly regionsOfBlock: Int32Array
  readonly slots: LevelTopology
  readonly tableOfRegion: Int32Array
}

export interface LiftJob {
  readonly stage: 'lift'
  readonly lower: LevelGraph
  readonly children: RegionLists
  readonly slots: LevelTopology
  readonly tableOfRegion: Int32Array
}

export type TableJob = CostJob | LiftJob

/** Fills stretches of a job on the thread that calls it. */
export class TableFiller {
  private readonly tables = growingShorts()
  private readonly fillOne: (blockOrRegion: number) => Work<void>

  constructor(job: TableJob) {
    this.fillOne = job.stage === 'cost' ? this.costsOf(job) : this.liftsOf(job)
  }

  *fill(from: number, to: number): Work<Uint16Array<ArrayBuffer>> {
    this.tables.length = 0
    for (let i = from; i < to; i++) yield* this.fillOne(i)
    return this.tables.toArray()
  }

  private costsOf({ terrain, slots, regionsOfBlock, tableOfRegion }: CostJob): (block: number) => Work<void> {
    const { tables } = this
    const costs = new RegionCosts(terrain, slots, tables)
    return block =>
      costs.fill(block, regionsIn(regionsOfBlock, block), (region, place) => {
        tableOfRegion[region] = place
      })
  }

  private liftsOf({ lower, children, slots, tableOfRegion }: LiftJob): (region: number) => Work<void> {
    const lift = new Lift(lower, slots, this.tables)
    const { first, list } = children
    return region => {
      tableOfRegion[region] = this.tables.length
      return lift.fill(region, list.subarray(first[region], first[region + 1]))
    }
  }
}
