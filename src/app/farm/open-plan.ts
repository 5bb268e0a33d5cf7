/**
 * Opens the plan at a place, for commands, threads and workers of a queue.
 */
import { createHash } from 'node:crypto'
import { IsthmusError, type Plan, readPlan, type TileSource, type TileStore } from '../../tiled.ts'
import { inFile } from '../cli/problem.ts'
import { openPlace, PLAN_NAME } from './plan-place.ts'
import { openSource } from './sources/recipe.ts'

export interface OpenedPlan {
  readonly place: string
  readonly store: TileStore
  readonly plan: Plan
  /** Identifies this plan: another plan at the same place has another key. */
  readonly key: string
  /** Opens the source; only bakes need it. */
  source(): Promise<TileSource>
}

export async function openPlan(place: string): Promise<OpenedPlan> {
  const store = await openPlace(place)
  const bytes = await store.read(PLAN_NAME)
  if (bytes === null) {
    throw new IsthmusError('BAD_PLAN', `There is no plan at ${place}. Make one: isthmus plan SOURCE -o ${place}`)
  }
  const plan = inFile(place, () => readPlan(bytes))
  const key = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return { place, store, plan, key, source: () => openSource(place, store, plan.source, plan.sourceId) }
}
