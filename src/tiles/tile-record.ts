/**
 * The records of finished tiles. A record under `done/`, named by plan and tile, lists the files of a baked tile. A
 * record under `known/` is named by tile and by a digest of all that the bake depends on. So a new plan of a map that
 * has changed in places reuses the tiles whose cells are the same.
 */
import { FORMAT_VERSION } from '../atlas/layout.ts'
import { IsthmusError } from '../base/errors.ts'
import { parseJson } from '../base/kinds.ts'
import { damaged, digestOf, missing } from './sections.ts'
import { type Plan, tileCountOf, windowOf, writePlan } from './tile-plan.ts'
import type { TileStore } from './tile-store.ts'

const RECORD_FORMAT = 'isthmus-tile'
/** The version of a tile's files, beside that of the atlas. */
const BAKE_VERSION = 10

export interface TileRecord {
  readonly format: typeof RECORD_FORMAT
  readonly index: number
  readonly files: TileFiles
  readonly freeCells: number
  readonly islands: number
  readonly entries: number
}

/** In the order of writing. */
export const FILES = ['atlas', 'seam', 'reach', 'pages'] as const
export type TileFiles = Readonly<Record<(typeof FILES)[number], { readonly name: string; readonly bytes: number }>>
const NAMES = Object.fromEntries(
  FILES.map(kind => [kind, new RegExp(`^tiles/(\\d+)-[0-9a-f]{16}\\.${kind}$`)]),
) as Record<keyof TileFiles, RegExp>
const COUNTS = ['index', 'freeCells', 'islands', 'entries'] as const

function planKeyOf(plan: Plan, version = BAKE_VERSION): string {
  return digestOf(new TextEncoder().encode(`${version} ${FORMAT_VERSION} ${writePlan(plan)}`))
}

/** The names of the records of a plan's tiles, by index. */
export function doneNames(plan: Plan): (index: number) => string {
  const key = planKeyOf(plan)
  return index => `done/${key}/${index}.json`
}

export function crownRecordName(plan: Plan, version?: number): string {
  return `crown/${planKeyOf(plan, version)}.json`
}

/** The name of the crown of a joined plan. */
export async function readCrownName(plan: Plan, store: TileStore): Promise<string> {
  const recordName = crownRecordName(plan)
  const record = await store.read(recordName)
  if (record === null) {
    const remedy = 'Bake all tiles of the plan and join them.'
    for (let older = BAKE_VERSION - 1; older > 0; older--) {
      if ((await store.read(crownRecordName(plan, older))) === null) continue
      const message = `The tiles of this plan have format ${older}; this reader knows ${BAKE_VERSION}. ${remedy}`
      throw new IsthmusError('TILE_MISSING', message)
    }
    throw missing(recordName, remedy)
  }
  const fail = () => damaged(recordName, 'it names no crown')
  const { name } = (parseJson(record, fail) ?? {}) as { name?: string }
  if (!/^crown\/[0-9a-f]{16}\.crown$/.test(String(name))) throw fail()
  return name!
}

/** Named by the cells of the window, and by the parts of the plan that the bake depends on. */
export function knownName(plan: Plan, index: number, cells: Uint8Array): string {
  const { x, y, width, height } = windowOf(plan, index)
  const { tileSide, directions } = plan
  const facts = [BAKE_VERSION, FORMAT_VERSION, plan.width, plan.height, tileSide, directions, x, y, width, height]
  const how = digestOf(new TextEncoder().encode(facts.join(' ')))
  return `known/${index}-${digestOf(new TextEncoder().encode(`${how} ${digestOf(cells)}`))}.json`
}

export async function readRecord(store: TileStore, name: string, index: number): Promise<TileRecord | null> {
  const bytes = await store.read(name)
  if (bytes === null) return null
  const record = parseJson(bytes, () => damaged(name, 'it is no JSON')) as TileRecord
  const isRecord =
    record?.format === RECORD_FORMAT &&
    record.index === index &&
    COUNTS.every(field => Number.isSafeInteger(record[field])) &&
    FILES.every(kind => {
      const { name, bytes } = record.files?.[kind] ?? {}
      return NAMES[kind].exec(String(name))?.[1] === String(index) && Number.isSafeInteger(bytes)
    })
  if (!isRecord) throw damaged(name, `it is no record of tile ${index}`)
  return record
}

export async function writeRecord(
  store: TileStore,
  name: string,
  facts: Omit<TileRecord, 'format'>,
): Promise<TileRecord> {
  const record: TileRecord = { format: RECORD_FORMAT, ...facts }
  await store.write(name, new TextEncoder().encode(`${JSON.stringify(record, null, 2)}\n`))
  return record
}

/** By tile: 1 if it is baked, else 0. */
export async function bakedTiles(plan: Plan, store: TileStore): Promise<Uint8Array> {
  const isBaked = new Uint8Array(tileCountOf(plan))
  const prefix = `done/${planKeyOf(plan)}/`
  for (const name of await store.list(prefix)) {
    const index = /^(\d+)\.json$/.exec(name.slice(prefix.length))?.[1]
    if (index !== undefined && Number(index) < isBaked.length) isBaked[Number(index)] = 1
  }
  return isBaked
}
