/**
 * A search that pauses. The answer and the count of steps are the same for any cut into turns.
 */
import type { Point } from '../base/answer.ts'
import { optionsOf } from '../base/given.ts'
import type { WorkInSteps } from '../base/work.ts'
import type { Finder } from './finder.ts'
import { type Passing, passesTo } from './passes.ts'
import { type AskedRoute, type FindOptions, Route, type RouteSource } from './route.ts'

/** Steps of some .5 us that are charged for each question, and for the cells nearest to ends that are not free. */
const STEPS_OF_QUESTION = 6
export const STEPS_OF_FIND = 128

export class FindInSteps {
  /** The answer, once it is there. */
  route: Route | null = null
  /** Steps that were taken and are not paid yet, in turns that may be small. A search goes on once all are paid. */
  due: number
  /** Whether the path is drawn as well. A caller may set it while the search goes on. */
  isDrawn = false
  /** Whether the map is still the one that it searches; else it begins again. */
  isCurrent: () => boolean = () => true
  private readonly begin: (search: FindInSteps) => WorkInSteps<Route>
  private work: WorkInSteps<Route>

  constructor(begin: (search: FindInSteps) => WorkInSteps<Route>, due = STEPS_OF_QUESTION) {
    this.begin = begin
    this.due = due
    this.work = begin(this)
  }

  /** Goes on for about `stepsMax` steps, or until the answer is there. Returns the steps it took. */
  advance(stepsMax: number): number {
    let left = stepsMax
    while (left > 0 && this.route === null) {
      const paid = Math.min(this.due, left)
      this.due -= paid
      left -= paid
      if (left === 0) break
      if (!this.isCurrent()) this.work = this.begin(this)
      const { done, value } = this.work.next(left)
      if (done) this.route = value
      else this.due += value
    }
    return stepsMax - left
  }
}

/** Answers as `find` does. On a map that changes, a commit begins the search again. */
export function findInSteps(finder: Finder, start: Point, goal: Point, options?: FindOptions): FindInSteps {
  return new FindInSteps(search => {
    const { engine, manner } = finder
    search.isCurrent = currencyOf(finder)
    // After the next commit a path cannot be drawn.
    if (manner.isChanging) search.isDrawn = true
    const given: FindOptions = optionsOf(options)
    return answering(engine, search, engine.asked(start, goal, given), given)
  })
}

/** Whether the map of a finder is still the present one. Searches ask before each turn: it makes the arrays hold that map. */
export function currencyOf({ engine, map }: Finder): () => boolean {
  const { columns } = engine
  return () => map.columns === columns && columns.terrain !== undefined
}

function* answering(
  engine: Passing & { readonly laterSource: RouteSource },
  search: FindInSteps,
  asked: AskedRoute | Route,
  { nearest }: FindOptions,
): WorkInSteps<Route> {
  const isRefused = asked instanceof Route
  if (nearest && (isRefused || asked.isReplaced)) yield STEPS_OF_FIND
  const route = isRefused ? asked : yield* passesTo(engine, asked, search)
  return route.servedBy(engine.laterSource)
}
