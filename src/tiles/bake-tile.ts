/**
 * Bakes one tile. Its window of the source becomes a plain atlas, which any reader of atlases opens. Three files go with it: the
 * seam for the crown, the reach for queries with an end here, digests of the atlas's pages. Files are named by their content. The
 * record that names them is written last. So a bake that was cut off leaves none, and a finished tile is not baked again.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { openColumns } from '../atlas/open-columns.ts'
import { IsthmusError } from '../base/errors.ts'
import { optionsOf, refuse, refuseMap } from '../base/given.ts'
import { WATCH } from '../base/kinds.ts'
import type { BakeProgress } from '../base/pace.ts'
import type { CostColumn, Grid } from '../map/grid.ts'
import type { Directions } from '../map/movement.ts'
import { FAR, REACH, reachLevelOf, SeamCosts } from './seam-costs.ts'
import { bucketsOf, seamEntries, stripDigests } from './seam-facts.ts'
import { SEAM } from './seams.ts'
import { digestOf, digestOfAtlas, writeSections } from './sections.ts'
import { writePages } from './tile-parts.ts'
import { checkIndex, type Plan, type TileWindow, windowOf } from './tile-plan.ts'
import { doneNames, FILES, knownName, readRecord, type TileFiles, type TileRecord, writeRecord } from './tile-record.ts'
import type { TileSource } from './tile-source.ts'
import type { TileStore } from './tile-store.ts'

export interface BakeTileOptions {
  readonly onProgress?: (progress: BakeProgress) => void
  readonly signal?: AbortSignal
}

/** The result for one tile: plain data. */
export interface TileDone {
  readonly index: number
  /** False if an earlier bake of the tile serves. */
  readonly isNew: boolean
  /** The name of its atlas. */
  readonly name: string
  /** The size of all its files. */
  readonly bytes: number
  readonly freeCells: number
  readonly islands: number
  readonly entries: number
}

type BakeGrid = (
  grid: Grid,
  options: BakeTileOptions & { readonly directions: Directions },
) => Promise<Uint8Array<ArrayBuffer>>

export async function bakeTileWith(
  bake: BakeGrid,
  plan: Plan,
  index: number,
  source: TileSource,
  store: TileStore,
  given?: BakeTileOptions | null,
): Promise<TileDone> {
  const options: BakeTileOptions = optionsOf(given, WATCH)
  checkIndex(plan, index)
  checkSource(plan, source)
  const done = doneNames(plan)(index)
  const before = await soundRecord(store, done, index)
  if (before !== null) return toldOf(before, false)
  const window = windowOf(plan, index)
  const cost = await source.window(window.x, window.y, window.width, window.height)
  checkWindow(cost, window)
  const cells = new Uint8Array(cost.buffer, cost.byteOffset, cost.byteLength)
  const known = knownName(plan, index, cells)
  const alike = await soundRecord(store, known, index)
  if (alike !== null) return toldOf(await writeRecord(store, done, alike), false)
  const grid = { width: window.width, height: window.height, cost }
  const bytes = await bake(grid, { ...options, directions: plan.directions })
  const columns = openColumns(bytes)
  const { seam, reach, freeCells, entries } = seamOf(plan, index, columns, cost)
  const contents = { atlas: bytes, seam, reach, pages: writePages(bytes) }
  const files: Record<string, TileFiles['atlas']> = {}
  for (const kind of FILES) {
    files[kind] = { name: nameOfFile(index, kind, contents[kind]), bytes: contents[kind].length }
    await store.write(files[kind].name, contents[kind])
  }
  const facts = { index, files: files as TileFiles, freeCells, islands: columns.islandCount, entries }
  await writeRecord(store, known, facts)
  return toldOf(await writeRecord(store, done, facts), true)
}

function nameOfFile(index: number, kind: (typeof FILES)[number], bytes: Uint8Array): string {
  return `tiles/${index}-${kind === 'atlas' ? digestOfAtlas(bytes) : digestOf(bytes)}.${kind}`
}

/** The record of an earlier bake. If it or one of its files is missing or damaged, null: the tile is baked again. */
async function soundRecord(store: TileStore, name: string, index: number): Promise<TileRecord | null> {
  const record = await readRecord(store, name, index).catch(error => {
    if (error.code === 'TILE_DAMAGED') return null
    throw error
  })
  let pages = ''
  for (const kind of record === null ? [] : FILES) {
    const { name, bytes } = record!.files[kind]
    const read = await store.read(name)
    if (read?.length !== bytes || nameOfFile(index, kind, read) !== name) return null
    // The name of an atlas follows from its header; its pages have digests of all its bytes.
    if (kind === 'atlas') pages = nameOfFile(index, 'pages', writePages(read))
    if (kind === 'pages' && name !== pages) return null
  }
  return record
}

function toldOf({ index, files, freeCells, islands, entries }: TileRecord, isNew: boolean): TileDone {
  const bytes = FILES.reduce((sum, kind) => sum + files[kind].bytes, 0)
  return { index, isNew, name: files.atlas.name, bytes, freeCells, islands, entries }
}

function checkSource(plan: Plan, source: TileSource): void {
  if (typeof source?.window !== 'function') refuse('The source has no method window(x, y, width, height).')
  if (source.width !== plan.width || source.height !== plan.height || source.id !== plan.sourceId) {
    throw new IsthmusError(
      'BAD_PLAN',
      `The source has ${source.width} x ${source.height} cells and id '${source.id}', the plan ${plan.width} x ${plan.height} and '${plan.sourceId}': make the plan again.`,
    )
  }
}

function checkWindow(cost: CostColumn, { x, y, width, height }: TileWindow): void {
  const isCosts = cost instanceof Uint8Array || cost instanceof Uint16Array
  if (isCosts && cost.length === width * height) return
  refuseMap(`The source gave ${isCosts ? cost.length : 'no'} costs for the ${width} x ${height} cells at ${x},${y}.`)
}

/** Makes the seam, which the crown reads, and the reach, which queries that end in the tile read. */
function seamOf(plan: Plan, index: number, columns: AtlasColumns, cost: CostColumn) {
  const { terrain } = columns
  const { sideOf, placeOf, islandOf, entryOf } = seamEntries(plan, index, columns)
  const costs = new SeamCosts(columns, { entryOf, sideOf })
  const reach = { ...reachOf(columns, costs, entryOf.length), sideOf, placeOf, entryOf }
  const unitsOf = new Float64Array((entryOf.length * (entryOf.length - 1)) / 2)
  for (let to = 1, pair = 0; to < entryOf.length; to++) {
    const units = costs.from(costs.endOn(to), reach)
    for (let from = 0; from < to; from++, pair++) unitsOf[pair] = units[from]
  }
  const { costOfBucket, freeCells } = bucketsOf(plan, index, cost)
  const { costMin, isUniform } = terrain
  const facts = { tile: index, costMin, isUniform: Number(isUniform), freeCells, islands: columns.islandCount }
  const strips = stripDigests(plan, index, cost)
  const seam = writeSections(SEAM, { facts, sideOf, placeOf, islandOf, unitsOf, costOfBucket, ...strips })
  return { seam, reach: writeSections(REACH, reach), freeCells, entries: entryOf.length }
}

function reachOf(columns: AtlasColumns, costs: SeamCosts, count: number) {
  const level = reachLevelOf(columns)
  const unitsOfNumber = Array.from({ length: count }, (_, number) => costs.toLevel(costs.endOn(number)))
  let most = 0
  for (const units of unitsOfNumber) for (const one of units) if (one < Infinity && one > most) most = one
  let shift = 0
  while (Math.ceil(most / 2 ** shift) >= FAR) shift++
  const costOf = new Uint16Array(columns.levels[level].entryCount * count)
  unitsOfNumber.forEach((unitsOfEntry, number) => {
    unitsOfEntry.forEach((units, entry) => {
      costOf[entry * count + number] = units === Infinity ? FAR : Math.ceil(units / 2 ** shift)
    })
  })
  return { facts: { level, shift }, costOf }
}
