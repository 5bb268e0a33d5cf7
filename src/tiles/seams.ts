/**
 * Reads the seams of all tiles and compares them: both sides of a border must name the same cells and the same entries.
 * The join keeps only the lists of entries. It reads the cost tables again when it needs them, so its memory does not
 * grow with them.
 */
import { IsthmusError } from '../base/errors.ts'
import type { TileStore } from './object-store.ts'
import { FACT_TILE, readSeam, type SeamFile } from './seam-file.ts'
import { damaged, missing } from './sections.ts'
import { type Plan, tileCountOf } from './tile-plan.ts'
import { doneNames, readRecord, type TileRecord } from './tile-record.ts'
import { BUCKETS, neighbourOf } from './window-facts.ts'

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

/** The seams of all tiles, in their order. */
export function seamsOf(records: readonly TileRecord[], store: TileStore): AsyncGenerator<SeamFile> {
  return readAhead(records, record => readOne(record, store))
}

async function readOne({ files, index }: TileRecord, store: TileStore): Promise<SeamFile> {
  const seam = files.seam.name
  const bytes = await store.read(seam)
  if (bytes === null) throw missing(seam)
  const read = readSeam(seam, bytes)
  const count = read.sideOf.length
  const isWhole = read.placeOf.length === count && read.islandOf.length === count && read.facts[FACT_TILE] === index
  const isInOrder = read.sideOf.every((side, i) => side < 4 && (i === 0 || side >= read.sideOf[i - 1]))
  const hasStrips = read.ownStrips.length === 16 && read.strangeStrips.length === 16
  const hasTable = read.unitsOf.length === (count * (count - 1)) / 2
  if (!isWhole || !isInOrder || !hasStrips || !hasTable || read.costOfBucket.length !== BUCKETS)
    throw damaged(seam, 'its columns do not fit')
  return read
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
      const back = direction < 4 ? direction ^ 2 : direction === 4 ? 6 : direction === 5 ? 7 : direction - 2
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
