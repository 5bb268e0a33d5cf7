/**
 * The hubs of a level: first in which order entries become hubs, then who knows which.
 */
import { HUB_ENTRIES_MAX, type HubSteps } from '../atlas/hubs.ts'
import type { LevelGraph } from '../atlas/level-graph.ts'
import { IsthmusError } from '../base/errors.ts'
import type { Pace } from '../base/pace.ts'
import type { Work } from '../base/work.ts'
import { EntrySteps } from './entry-steps.ts'
import { HubLists } from './hub-lists.ts'
import { orderByWays } from './order.ts'

/** Entries settled, in half a millisecond. */
const TURNS_A_PIECE = 1 << 10

/**
 * Undefined where there is no entry. Where other threads do the rest of the bake, hubs are measured beside it, and how far
 * they are is reported after it; else they are measured after it.
 */
export async function measureHubs(
  levelZero: LevelGraph,
  pace: Pace,
  rest: Promise<unknown>,
  isBeside: boolean,
): Promise<HubSteps | undefined> {
  let isAlone = false
  let failure: { readonly reason: unknown } | undefined
  const noteAlone = () => {
    isAlone = true
  }
  rest.then(noteAlone, (reason: unknown) => {
    failure = { reason }
  })
  if (!isBeside) await rest
  const { entryCount } = levelZero
  if (entryCount === 0) return undefined
  if (entryCount > HUB_ENTRIES_MAX) {
    const found = `This map has ${entryCount} border entry points, and hubs are for up to ${HUB_ENTRIES_MAX}`
    throw new IsthmusError('BAD_ARGUMENT', `${found}: bake it without hubs.`)
  }
  const steps = await pace.finish(EntrySteps.of(levelZero))
  const order = await pace.finish(orderByWays(steps))
  const lists = new HubLists(steps, order)
  const note = () => {
    if (failure) throw failure.reason
    if (isAlone) pace.report('hubs', lists.hubCount, entryCount)
  }
  await pace.finish(filling(lists, note))
  return pace.finish(lists.told())
}

function* filling(lists: HubLists, note: () => void): Work<void> {
  while (lists.takeTurns(TURNS_A_PIECE)) {
    note()
    yield
  }
}

export function checkHubs(hubs: unknown): void {
  if (typeof hubs === 'boolean') return
  throw new IsthmusError('BAD_ARGUMENT', `hubs is ${String(hubs)}: true notes them, false does not.`)
}
