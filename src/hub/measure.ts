/**
 * Measures the hubs of a level: first the order in which entries become hubs, then which entry knows which hub. Then writes what
 * entries know, row by row, as a file stores it.
 */
import { hasManyHubs, pushGap } from '../atlas/hub-gaps.ts'
import { AT_HUB, HUB_LEVEL_MAX, HUBS_OF_ENTRY_MAX, type HubSteps } from '../atlas/hubs.ts'
import { type LevelGraph, slotCountOf } from '../atlas/level-graph.ts'
import { IsthmusError } from '../base/errors.ts'
import { type GrowingBytes, growingBytes } from '../base/growing.ts'
import type { Level } from '../base/ids.ts'
import type { Pace } from '../base/pace.ts'
import type { Work } from '../base/work.ts'
import { EntrySteps } from './entry-steps.ts'
import { orderByWays } from './order.ts'
import { type HubFloods, PlainFloods } from './plain-floods.ts'
import { SwiftFloods } from './swift-floods.ts'

/** The most hubs that all entries know together, for each cell of the map: each takes about two bytes of the file. */
const KNOWN_A_CELL = 4
const KNOWN_MAX_LEAST = 1 << 22
/** Maps of a million cells have fewer entries on level 0. All of these know hubs then, and rows are short. */
export const FINE_ENTRIES_MAX = 1 << 15
/** Entries settled, in half a millisecond. */
const TURNS_A_PIECE = 1 << 10
/** Rows written between two pauses. */
const ENTRIES_A_PIECE = 1 << 6

/** The most hubs that all entries of a map may know together, by its cells. */
export function knownMaxOf(cellCount: number): number {
  return Math.max(KNOWN_MAX_LEAST, KNOWN_A_CELL * cellCount)
}

/**
 * The level whose entries know hubs. It is 0 on maps with few entries: then routes are the cheapest over level 0. On other maps
 * it is level 1, if a byte can hold each step there. A third of the entries remain, which makes the file and the bake a third
 * too. Routes lead by fewer entries and cost .01 % more on game maps, .2 % in rooms.
 */
export function hubLevelOf(levels: readonly LevelGraph[]): Level {
  const level = Math.min(HUB_LEVEL_MAX, levels.length - 1)
  if (levels[0].entryCount <= FINE_ENTRIES_MAX) return 0
  const { entryCount, regionOfSide } = levels[level]
  const stepsOf = (side: number) => slotCountOf(levels[level], regionOfSide[side])
  for (let side = 0; side < 2 * entryCount; side += 2) if (stepsOf(side) + stepsOf(side + 1) > AT_HUB) return 0
  return entryCount > 0 ? level : 0
}

/**
 * Returns undefined where there is no entry. If other threads do the rest of the bake, hubs are measured at the same time, and their
 * progress is reported after it; else they are measured after it.
 */
export async function measureHubs(
  levels: readonly LevelGraph[],
  level: Level,
  knownMax: number,
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
  const { entryCount } = levels[level]
  if (entryCount === 0) return undefined
  const note = (hubCount: number) => {
    if (failure) throw failure.reason
    if (isAlone) pace.report('hubs', hubCount, entryCount)
  }
  return pace.finish(measuringHubs(levels, level, knownMax, note))
}

/** The hubs of a level that has entries. `note` hears how many there are so far. */
export function* measuringHubs(
  levels: readonly LevelGraph[],
  level: Level,
  knownMax: number,
  note: (hubCount: number) => void,
): Work<HubSteps> {
  const steps = yield* EntrySteps.of(levels[level])
  const measured = function* (floods: HubFloods): Work<HubFloods> {
    yield* makingHubs(floods, yield* orderByWays(floods), TURNS_A_PIECE, hubCount => {
      if (floods.knownCount > knownMax) throw tooManyHubs(knownMax, 'its entries together know')
      note(hubCount)
    })
    return floods
  }
  let floods = yield* measured((yield* SwiftFloods.of(steps)) ?? new PlainFloods(steps))
  if (floods.isFar) floods = yield* measured(new PlainFloods(steps))
  return { level, ...(yield* toldOf(floods)) }
}

/** Makes entries hubs, one after the other in this order. Settles `turns` entries in a piece, then calls `note`. */
export function* makingHubs(
  floods: HubFloods,
  order: Int32Array,
  turns: number,
  note: (hubCount: number) => void,
): Work<void> {
  let hubCount = 0
  const isAnyLeft = () => !floods.isFar && (floods.isWaiting || hubCount < order.length)
  while (isAnyLeft()) {
    for (let left = turns; left > 0 && isAnyLeft(); ) {
      if (!floods.isWaiting) floods.plant(order[hubCount++])
      left = floods.prune(left, hubCount - 1)
    }
    note(hubCount)
    yield
  }
}

function tooManyHubs(most: number, whoKnows: string): IsthmusError {
  return new IsthmusError(
    'TOO_LARGE',
    `This map is too fragmented for hubs: ${whoKnows} more than ${most}. Bake it without hubs.`,
  )
}

/** What all entries know, as a file stores it. */
export function* toldOf(floods: HubFloods): Work<Omit<HubSteps, 'level'>> {
  const { entryCount } = floods
  const hubCountOfEntry = new Uint16Array(entryCount)
  const gaps = growingBytes()
  const steps = growingBytes()
  for (let entry = 0; entry < entryCount; entry += ENTRIES_A_PIECE) {
    yield
    tell(floods, entry, hubCountOfEntry.subarray(entry, entry + ENTRIES_A_PIECE), gaps, steps, hasManyHubs(entryCount))
  }
  return { hubCountOfEntry, hubGaps: gaps.toArray(), hubSteps: steps.toArray() }
}

/** Writes the rows of the entries from `first` on. */
function tell(
  floods: HubFloods,
  first: number,
  hubCountOfEntry: Uint16Array,
  gaps: GrowingBytes,
  steps: GrowingBytes,
  isMany: boolean,
): void {
  for (let i = 0; i < hubCountOfEntry.length; i++) {
    const row = floods.rowOf(first + i)
    const { hubs } = row
    if (hubs.length > HUBS_OF_ENTRY_MAX) throw tooManyHubs(HUBS_OF_ENTRY_MAX, 'one of its entries knows')
    hubCountOfEntry[i] = hubs.length
    for (let at = 0, next = 0; at < hubs.length; next = hubs[at++] + 1) pushGap(gaps, hubs[at] - next, isMany)
    steps.append(row.steps)
  }
}
