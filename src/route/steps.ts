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

export type Step = readonly [level: Level, region: Region, entry: Entry, crossing: AnyCrossing]

export function stepsOf(list: readonly Step[]): RouteSteps {
  return {
    crossingOfStep: Int32Array.from(list, ([, , , crossing]) => crossing),
    entryOfStep: Int32Array.from(list, ([, , entry]) => entry),
    regionOfStep: Int32Array.from(list, ([, region]) => region),
    levelOfStep: Uint8Array.from(list, ([level]) => level),
  }
}
