/**
 * Routes by an engine that searches one level. Both ends are lifted to the level, the engine finds the way between them,
 * and the stretches inside the ends' regions are added as steps of level 0. Where one region holds both ends, the way
 * inside it competes with the one outside.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { ROW_FIRST_SLOT, ROW_LENGTH } from '../atlas/level-graph.ts'
import type { QueryEnd } from './end.ts'
import type { EntryRoute, LevelEngine } from './engine.ts'
import { LevelEnd } from './level-end.ts'
import { type RouteSteps, StepList } from './steps.ts'

const NONE = -1

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
    else if (start.lastEntry !== NONE) start.stepsTo(start.lastEntry, list)
    this.steps = list.stepCount === 0 ? null : list.steps()
    return route === null ? insideUnits : route.units
  }

  private addSteps({ entries, regions }: EntryRoute, list: StepList): void {
    const { level } = this.engine
    this.start.stepsTo(entries[0], list)
    for (let i = 1; i < entries.length; i++) {
      list.push(level, regions[i], entries[i], this.crossingIn(regions[i], entries[i]))
    }
    this.goal.stepsFrom(entries[entries.length - 1], list)
  }

  /** The crossing of an entry as seen from a region of it. */
  private crossingIn(region: number, entry: number): number {
    const { slots, rowOfRegion } = this.graph
    let slot = rowOfRegion[region * ROW_LENGTH + ROW_FIRST_SLOT]
    while (slots[2 * slot] !== entry) slot++
    return slots[2 * slot + 1]
  }
}
