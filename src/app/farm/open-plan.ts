/**
 * The plan of a place, opened: by commands, by threads and by workers of a queue alike.
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
  /** Names this very plan: another one at the same place has another key. */
  readonly key: string
  /** Opened when a tile is to be baked. */
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
