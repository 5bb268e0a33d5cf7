/**
 * Opens the plan at a place, and does the jobs of a farm: each is a tile, baked in this thread. The same job runs in
 * `isthmus bake-tile`, on threads of `isthmus farm` and in workers of a queue. A plan and its source stay open between
 * jobs.
 */
import {
  bakeTile,
  IsthmusError,
  type Plan,
  readPlan,
  type TileDone,
  type TileSource,
  type TileStore,
} from '../../tiled.ts'
import { inFile } from '../cli/problem.ts'
import { bakeFraction } from '../cli/progress.ts'
import { openPlace, PLAN_NAME, sha256Of } from './plan-place.ts'
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
  const key = sha256Of(bytes).slice(0, 16)
  return { place, store, plan, key, source: () => openSource(place, store, plan.source, plan.sourceId) }
}

export interface TileJob {
  readonly place: string
  /** The key of the plan. */
  readonly key: string
  readonly index: number
}

let opened: { readonly place: string; readonly key: string; readonly plan: ReturnType<typeof openForJobs> } | undefined

async function openForJobs(place: string) {
  const plan = await openPlan(place)
  return { ...plan, source: await plan.source() }
}

/** Forwards progress at most once in `everyMs`. */
export function sparingly(everyMs: number, onPart: (share: number) => void): (share: number) => void {
  let saidMs = 0
  return share => {
    const nowMs = performance.now()
    if (nowMs - saidMs < everyMs) return
    saidMs = nowMs
    onPart(share)
  }
}

/** Bakes the tile. `onPart` gets its finished share now and then, 0..1. */
export async function runTileJob(job: TileJob, onPart: (share: number) => void): Promise<TileDone> {
  if (opened?.place !== job.place || opened.key !== job.key) {
    opened = { place: job.place, key: job.key, plan: openForJobs(job.place) }
  }
  try {
    const { plan, key, source, store } = await opened.plan
    if (key !== job.key) {
      throw new IsthmusError(
        'BAD_PLAN',
        `The plan at ${job.place} was replaced while it was baked. Run isthmus farm again.`,
      )
    }
    return await bakeTile(plan, job.index, source, store, { onProgress: now => onPart(bakeFraction(now)) })
  } catch (error) {
    // The next job may be able to open it.
    opened = undefined
    throw error
  }
}
