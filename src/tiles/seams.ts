/**
 * What the crown needs from tiles: their entries on the borders, the costs of these to each other inside the window, and
 * digests. Both sides of a border must name the same cells and the same entries. The join keeps only the lists of
 * entries. It reads the cost tables again when it needs them, so its memory does not grow with them.
 */

import { IsthmusError } from '../base/errors.ts'
import { refuse } from '../base/given.ts'
import { magicOf } from '../base/section-file.ts'
import { OPPOSITE } from '../map/movement.ts'
import { BUCKETS, neighbourOf } from './seam-facts.ts'
import { damaged, missing, readSections, type SectionsOf } from './sections.ts'
import { type Plan, tileCountOf, tileOf } from './tile-plan.ts'
import { crownRecordName, doneNames, FILES, readCrownName, readRecord, type TileRecord } from './tile-record.ts'
import type { TileStore } from './tile-store.ts'

/** Reads under way at once, because a store may be far away. */
const READ_AT_ONCE = 8

export type Seam = Omit<SeamFile, 'unitsOf'>

/** Yields what `read` returns for each item, in order. Reads of the next items are already under way. */
export async function* readAhead<Item, Read>(
  items: readonly Item[],
  read: (item: Item) => Promise<Read>,
): AsyncGenerator<Read> {
  const reading: Promise<Read>[] = []
  for (let next = 0; next < items.length || reading.length > 0; ) {
    for (; reading.length < READ_AT_ONCE && next < items.length; next++) {
      const promise = read(items[next])
      promise.catch(() => {}) // thrown when its turn comes
      reading.push(promise)
    }
    yield await reading.shift()!
  }
}

export function seamsOf(plan: Plan, records: readonly TileRecord[], store: TileStore): AsyncGenerator<SeamFile> {
  return readAhead(records, record => readOne(plan, record, store))
}

async function readOne(plan: Plan, { files, index }: TileRecord, store: TileStore): Promise<SeamFile> {
  const seam = files.seam.name
  const bytes = await store.read(seam)
  if (bytes === null) throw missing(seam)
  const read = readSections(SEAM, seam, bytes)
  if (!isSound(plan, index, read)) throw damaged(seam, 'its columns do not fit')
  return read
}

function isSound(plan: Plan, index: number, seam: SeamFile): boolean {
  const { facts, sideOf, placeOf, islandOf, unitsOf, costOfBucket, ownStrips, strangeStrips } = seam
  const { width, height } = tileOf(plan, index)
  const count = sideOf.length
  const isOnBorder = (side: number, place: number) =>
    side < 4 && neighbourOf(plan, index, side) >= 0 && place >= 0 && place < (side % 2 === 0 ? height : width)
  return (
    facts.tile === index &&
    facts.costMin > 0 &&
    placeOf.length === count &&
    islandOf.length === count &&
    unitsOf.length === (count * (count - 1)) / 2 &&
    costOfBucket.length === BUCKETS &&
    ownStrips.length === 16 &&
    strangeStrips.length === 16 &&
    sideOf.every((side, i) => isOnBorder(side, placeOf[i]) && (i === 0 || side >= sideOf[i - 1])) &&
    islandOf.every(island => island >= 0 && island < facts.islands) &&
    unitsOf.every(units => units >= 0)
  )
}

export async function readRecords(plan: Plan, store: TileStore): Promise<TileRecord[]> {
  const records: TileRecord[] = []
  const lacking: number[] = []
  const nameOf = doneNames(plan)
  const indexes = Array.from({ length: tileCountOf(plan) }, (_, index) => index)
  for await (const record of readAhead(indexes, index => readRecord(store, nameOf(index), index))) {
    if (record === null) lacking.push(records.length + lacking.length)
    else records.push(record)
  }
  if (lacking.length === 0) return records
  const some = lacking.slice(0, 10).join(', ')
  const more = lacking.length > 10 ? ', ..' : ''
  throw new IsthmusError(
    'TILE_MISSING',
    `${lacking.length} of ${tileCountOf(plan)} tiles are not baked: ${some}${more}. Bake them, then join the plan.`,
  )
}

/** Refuses tiles that were baked from different cells. */
export function checkSeams(plan: Plan, seams: readonly Seam[]): void {
  seams.forEach((seam, index) => {
    for (let direction = 0; direction < 8; direction++) {
      const other = neighbourOf(plan, index, direction)
      if (other < index) continue
      const back = direction ^ OPPOSITE
      const isAlike =
        isSame(seam.ownStrips, direction, seams[other].strangeStrips, back) &&
        isSame(seam.strangeStrips, direction, seams[other].ownStrips, back) &&
        (direction > 3 || areSamePlaces(placesOn(seam, direction), placesOn(seams[other], back)))
      if (isAlike) continue
      throw new IsthmusError(
        'TILE_DAMAGED',
        `Tiles ${index} and ${other} were baked from different cells: the source has changed. Make the plan again with a new sourceId, and bake it.`,
      )
    }
  })
}

function isSame(a: Int32Array, i: number, b: Int32Array, j: number): boolean {
  return a[2 * i] === b[2 * j] && a[2 * i + 1] === b[2 * j + 1]
}

/** The entries on one side of a tile: numbers from .. end - 1. */
export function rangeOn({ sideOf }: Seam, side: number): [number, number] {
  const from = sideOf.indexOf(side)
  return from < 0 ? [0, 0] : [from, sideOf.lastIndexOf(side) + 1]
}

function placesOn(seam: Seam, side: number): Int32Array {
  return seam.placeOf.subarray(...rangeOn(seam, side))
}

function areSamePlaces(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((place, i) => place === b[i])
}

const TYPES = {
  /** `isUniform` is 1 if all free cells of the window have the lowest cost. */
  facts: ['tile', 'costMin', 'isUniform', 'freeCells', 'islands'],
  /** By entry, in the order of sides and along each: the direction of the neighbour, 0 .. 3. */
  sideOf: 'uint8',
  /** Where along the border the entry lies, in cells from the tile's northern or western end. */
  placeOf: 'int32',
  /** The entry's island in the tile's atlas. */
  islandOf: 'int32',
  /**
   * unitsOf[pair of slots]: the cost of the cheapest route between the middles of two entries; Infinity between
   * islands.
   */
  unitsOf: 'float64',
  /** The mean cost of the free cells of each of 32 x 32 buckets; 0 where none is free. */
  costOfBucket: 'uint16',
  /** Two words of a digest for each of eight directions: of the tile's own cells that the neighbour there sees. */
  ownStrips: 'int32',
  /** The same, of the neighbour's cells that this tile sees. */
  strangeStrips: 'int32',
} as const

export type SeamFile = SectionsOf<typeof TYPES>
export const SEAM = { magic: magicOf('ISTHSEAM'), version: 1, types: TYPES } as const

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
