/**
 * A route over the abstract graph, as steps: each goes through one region, on any level, to an entry of it. The first
 * step is inside the start's region of level 0, and the last entry leads into the goal's.
 */
import type { AnyCrossing } from '../atlas/crossing.ts'
import type { Entry, IdColumn, Level, Region } from '../base/ids.ts'

export interface RouteSteps {
  /** The crossing of the step's entry, as seen from the region that the step goes through. */
  readonly crossingOfStep: Int32Array
  readonly entryOfStep: IdColumn<Entry>
  readonly regionOfStep: IdColumn<Region>
  readonly levelOfStep: Uint8Array
  /** There where all steps are of level 0, and no other entries make the route cheaper. */
  readonly best?: BestSteps | undefined
  /** Whether ends knew all entries of their own regions. Else far ends may leave out entries between regions that they know. */
  readonly isOfOneLevel?: boolean
}

/** What is known of the steps of the cheapest route over level 0. */
export interface BestSteps {
  /** The slot of the step's entry within its region. */
  readonly slotOfStep: Int32Array
  /** What the route costs up to the middle of that entry. */
  readonly unitsOfStep: Float64Array
  readonly units: number
  /** The most regions on the steps that keep no ways (isSearched). */
  readonly searchedMax: number
}

/** Steps, and what the way along them costs at most. */
export interface EntryWay {
  readonly units: number
  readonly steps: RouteSteps
}

/** Puts steps together one by one. */
export class StepList {
  private readonly crossings: number[] = []
  private readonly entries: number[] = []
  private readonly regions: number[] = []
  private readonly levels: number[] = []

  push(level: Level, region: Region, entry: Entry, crossing: AnyCrossing): void {
    this.crossings.push(crossing)
    this.entries.push(entry)
    this.regions.push(region)
    this.levels.push(level)
  }

  steps(): RouteSteps {
    return {
      crossingOfStep: Int32Array.from(this.crossings),
      entryOfStep: Int32Array.from(this.entries),
      regionOfStep: Int32Array.from(this.regions),
      levelOfStep: Uint8Array.from(this.levels),
    }
  }
}
