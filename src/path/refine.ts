/**
 * The steps of a route on its highest level -> steps one level lower, re-optimised: the high level knows few entries, so
 * the route bends towards them. One level down the ways through its regions are known, and over all entries of that level
 * between the same regions the cheapest sequence is found. Levels further down gain nothing more: what is then still
 * too high, the corridor on level 0 takes back.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { crossingAt, entryAt, firstSlotOf, slotOfEntry } from '../atlas/level-graph.ts'
import type { Level } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { type RouteSteps, StepList } from '../route/steps.ts'
import type { Corridor } from './corridor.ts'
import type { Unpacker } from './unpack.ts'

/** What is not above this level is left to the corridor. */
const LEFT_LEVEL = 2

export class Refiner {
  private readonly levels: readonly AtlasLevel[]
  private readonly unpacker: Unpacker
  private readonly corridor: Corridor

  constructor(columns: AtlasColumns, unpacker: Unpacker, corridor: Corridor) {
    this.levels = columns.levels
    this.unpacker = unpacker
    this.corridor = corridor
  }

  /** The level of the steps that are to be refined: the highest of the route; NONE if there is nothing to gain. */
  levelToRefine({ levelOfStep }: RouteSteps): number {
    let highest = NONE
    for (let step = 0; step < levelOfStep.length; step++) highest = Math.max(highest, levelOfStep[step])
    return highest > LEFT_LEVEL ? highest : NONE
  }

  /** The same route with the steps on that level refined. */
  refine(steps: RouteSteps, level: Level): RouteSteps {
    const refined = this.lower(steps, level)
    this.optimise(refined, level - 1)
    return refined
  }

  /** The steps on `level` as steps on the one below it. */
  private lower(steps: RouteSteps, level: Level): RouteSteps {
    const { levelOfStep, regionOfStep, entryOfStep, crossingOfStep } = steps
    const list = new StepList()
    for (let step = 0; step < levelOfStep.length; step++) {
      if (levelOfStep[step] < level) {
        list.push(levelOfStep[step], regionOfStep[step], entryOfStep[step], crossingOfStep[step])
        continue
      }
      const from = entryOfStep[step - 1]
      const to = entryOfStep[step]
      const unpacked = this.unpacker.unpack(level, regionOfStep[step], from, to, level - 1)
      for (let i = 0; i < unpacked.count; i++) {
        list.push(level - 1, unpacked.regionOf[i], unpacked.entryOf[i], unpacked.crossingOf[i])
      }
    }
    return list.steps()
  }

  /** Chooses the entries between the steps of each stretch on `level` again. */
  private optimise(steps: RouteSteps, level: Level): void {
    const { levelOfStep } = steps
    for (let first = 0; first < levelOfStep.length; first++) {
      if (levelOfStep[first] !== level) continue
      let end = first
      while (levelOfStep[end] === level) end++
      if (end - first > 1) this.optimiseStretch(steps, level, first, end)
      first = end
    }
  }

  private optimiseStretch(steps: RouteSteps, level: Level, first: number, end: number): void {
    const { regionOfStep, entryOfStep, crossingOfStep } = steps
    const { corridor } = this
    const graph = this.levels[level]
    const regions = regionOfStep.subarray(first, end)
    const count = end - first
    const from = slotOfEntry(graph, regions[0], entryOfStep[first - 1])
    const to = slotOfEntry(graph, regions[count - 1], entryOfStep[end - 1])
    corridor.solve(level, regions, crossingOfStep.subarray(first, end), count, from, to)
    for (let i = 0; i < count; i++) {
      const slot = firstSlotOf(graph, regions[i]) + corridor.slotOf[i]
      entryOfStep[first + i] = entryAt(graph, slot)
      crossingOfStep[first + i] = crossingAt(graph, slot)
    }
  }
}
