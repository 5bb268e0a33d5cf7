/**
 * Finds and removes files that earlier plans left in a store: tiles, records and crowns that the current plan does not
 * use. They stay until the caller removes them, because later plans may use them again.
 */
import { refuse } from '../base/given.ts'
import type { TileStore } from './object-store.ts'
import { readAhead, readRecords } from './seams.ts'
import type { Plan } from './tile-plan.ts'
import { crownRecordName, doneNames, FILES, readCrownName, readRecord, type TileRecord } from './tile-record.ts'

/** In the order of removal: first the files that name others. */
const PREFIXES = ['crown/', 'done/', 'known/', 'tiles/', 'source-']

/**
 * Removes them and returns their names. The plan must have been joined. Readers with an older crown open must open the
 * map again.
 */
export async function removeLeftovers(plan: Plan, store: TileStore): Promise<string[]> {
  if (store.remove === undefined) refuse('The store has no method remove(name).')
  const crownName = await readCrownName(plan, store)
  const records = await readRecords(plan, store)
  const files = new Set(records.flatMap(namesIn))
  const nameOf = doneNames(plan)
  const done = records.map(({ index }) => nameOf(index))
  const kept = new Set([...files, ...done, plan.source, crownName, crownRecordName(plan)])
  const removed: string[] = []
  for (const prefix of PREFIXES) {
    const names = (await store.list(prefix)).filter(name => !kept.has(name)).sort()
    const areRemoved = readAhead(names, async name => {
      if (prefix === 'known/' && (await isKnown(name, files, store))) return []
      await store.remove!(name)
      return [name]
    })
    for await (const gone of areRemoved) removed.push(...gone)
  }
  return removed
}

/** Whether a record under `known/` names a tile of the plan. */
async function isKnown(name: string, files: ReadonlySet<string>, store: TileStore): Promise<boolean> {
  const index = Number(/^known\/(\d+)-/.exec(name)?.[1])
  const record = await readRecord(store, name, index).catch(() => null)
  return record !== null && namesIn(record).every(file => files.has(file))
}

function namesIn({ files }: TileRecord): string[] {
  return FILES.map(kind => files[kind].name)
}
