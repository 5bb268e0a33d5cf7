/**
 * The columns of a map that is open everywhere, made lean: views of what nobody has seen yet begin as such a map, and share it.
 * Equal tables lie there once. What is left in a straight line says as much as landmarks do, so there are none. Entries of high borders have the lowest numbers, so that columns of high levels are short.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { LANDMARKS_MAX } from '../atlas/landmark-costs.ts'
import { entryIn, entryWord, forEachEntry, rankIn } from '../atlas/level-graph.ts'
import { borderLevelOf } from '../entry/tree.ts'
import { EntryNumbers } from './entry-numbers.ts'

export interface OpenGround {
  readonly columns: AtlasColumns
  readonly numbers: EntryNumbers
}

/** Entries that may come to the borders of a level before their numbers run out. */
const roomFor = (count: number) => (Math.ceil(count * 1.125) + 64) & -32

export function leanColumns(columns: AtlasColumns): OpenGround {
  const { levels, landmarks } = columns
  const countOfLevel = levels.map(() => 0)
  const borderOf = (crossing: number) => Math.min(levels.length - 1, borderLevelOf(crossing))
  forEachEntry(levels[0], (_, crossing) => countOfLevel[borderOf(crossing)]++)
  const rooms = countOfLevel.map(roomFor)
  const entryRoomOfLevel = rooms.map((_, level) => rooms.slice(level).reduce((sum, room) => sum + room))
  const numbers = EntryNumbers.ofLevels(rooms)
  const numberOf = new Int32Array(levels[0].entryCount)
  forEachEntry(levels[0], (word, crossing) => {
    numberOf[entryIn(word)] = numbers.take(borderOf(crossing))
  })
  const lean = levels.map((level, l) => renumbered(level, numberOf, entryRoomOfLevel[l]))
  // All entries have the same.
  const costToLandmark = new Uint16Array(LANDMARKS_MAX)
  return {
    columns: { ...columns, levels: lean, landmarks: { ...landmarks, count: 0, shift: 0, costToLandmark } },
    numbers,
  }
}

function renumbered(level: AtlasLevel, numberOf: Int32Array, entryCount: number): AtlasLevel {
  const slots = level.slots.slice()
  const regionOfSide = new Int32Array(2 * entryCount)
  for (let at = 0; at < slots.length; at += 2) {
    const entry = entryIn(slots[at])
    slots[at] = entryWord(numberOf[entry], rankIn(slots[at]))
    regionOfSide[2 * numberOf[entry]] = level.regionOfSide[2 * entry]
    regionOfSide[2 * numberOf[entry] + 1] = level.regionOfSide[2 * entry + 1]
  }
  return { ...level, entryCount, slots, regionOfSide }
}
