/**
 * Routes by an engine that searches one level. Both ends are lifted to the level, the engine finds the way between them,
 * and the stretches inside the ends' regions are added as steps of level 0. Where one region holds both ends, the way
 * inside it competes with the one outside.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { hold } from '../atlas/hold.ts'
import { crossingAt, firstSlotOf, slotCountOf, slotOfEntry, wordAt } from '../atlas/level-graph.ts'
import type { Entry, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import type { QueryEnd } from './end.ts'
import type { EntryRoute, LevelEngine } from './engine.ts'
import { LevelEnd } from './level-end.ts'
import { type RouteSteps, StepList } from './steps.ts'

export class LevelRoutes {
  /** The route found last; null where it stays in the one region of level 0 that holds both ends. */
  steps: RouteSteps | null = null
  private readonly engine: LevelEngine
  private readonly graph: AtlasLevel
  private readonly start: LevelEnd
  private readonly goal: LevelEnd

  constructor(columns: AtlasColumns, engine: LevelEngine, start: QueryEnd, goal: QueryEnd) {
    this.engine = engine
    this.graph = columns.levels[engine.level]
    this.start = new LevelEnd(columns, start, engine.level)
    this.goal = new LevelEnd(columns, goal, engine.level)
  }

  /** The cost in units of the cheapest route between two free cells of one island. */
  find(x0: number, y0: number, x1: number, y1: number): number {
    const { start, goal } = this
    start.set(x0, y0)
    goal.set(x1, y1)
    const insideUnits = start.region === goal.region ? start.unitsTo(goal) : Infinity
    const route = this.engine.find(start, goal, insideUnits)
    const list = new StepList()
    if (route !== null) this.addSteps(route, list)
    else if (start.lastWord !== NONE) start.stepsTo(start.lastWord, list)
    this.steps = list.stepCount === 0 ? null : list.steps()
    return route === null ? insideUnits : route.units
  }

  private addSteps({ entries, regions }: EntryRoute, list: StepList): void {
    const { level } = this.engine
    this.start.stepsTo(wordAt(this.graph, this.slotOf(regions[0], entries[0])), list)
    for (let i = 1; i < entries.length; i++) {
      list.push(level, regions[i], entries[i], crossingAt(this.graph, this.slotOf(regions[i], entries[i])))
    }
    const last = entries.length - 1
    this.goal.stepsFrom(wordAt(this.graph, this.slotOf(regions[last], entries[last])), list)
  }

  private slotOf(region: Region, entry: Entry): number {
    const slot = slotOfEntry(this.graph, region, entry)
    hold(slot < slotCountOf(this.graph, region), 'slots')
    return firstSlotOf(this.graph, region) + slot
  }
}
