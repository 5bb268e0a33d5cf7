/**
 * The costs from an end in a tile to the entries on the tile's borders. A search climbs from the end to the entries of
 * a high level around it. It uses level 0 near its start and its targets, and coarser levels farther off. The tile's
 * reach gives the costs from there. The search goes directly to border entries in the same regions of that level.
 */

import type { AtlasColumns } from '../atlas/columns.ts'
import type { AnyCrossing } from '../atlas/crossing.ts'
import { NO_PARENT, regionAbove } from '../atlas/islands.ts'
import { endSlotOf, entryAt, entryIn, firstSlotOf, pairUnits, slotCountOf, slotOfEntry } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { Entry, Level, Ranked, Region } from '../base/ids.ts'
import { addTo } from '../base/lists.ts'
import { magicOf } from '../base/section-file.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { QueryEnd } from '../route/end.ts'
import { EntrySearch, type Guide, type RouteEnd } from '../route/entry-search.ts'
import { forEachSettled } from '../route/nodes.ts'
import { RouteGuide } from '../route/route-guide.ts'
import { damaged, readSections, type SectionsOf } from './sections.ts'

/** No way ends there: a search settles all that its guide allows. */
export const NO_GOAL: RouteEnd = { x: -1, y: -1, regions: [], unitsOfSlot: new Float64Array(0) }

export class SeamCosts {
  private readonly columns: AtlasColumns
  /** The entries on the borders, and the region of each on the tile's own side. */
  private readonly entryOf: ArrayLike<Entry>
  private readonly regionOf: readonly Region[]
  private readonly level: number
  private readonly guide: ClimbGuide
  private readonly search: EntrySearch
  private end: QueryEnd | null = null
  /** The entries on the borders in each region. The key is the region's number and its level. */
  private readonly numbersOfRoot = new Map<string, number[]>()

  constructor(columns: AtlasColumns, { entryOf, sideOf }: Pick<ReachFile, 'entryOf' | 'sideOf'>) {
    const { regionOfSide } = columns.levels[0]
    this.columns = columns
    this.level = reachLevelOf(columns)
    this.guide = new ClimbGuide(columns, this.level)
    this.search = new EntrySearch(columns, this.guide)
    this.entryOf = entryOf
    // The tile's own side is the western or northern one of entries on its eastern and southern borders.
    this.regionOf = Array.from(sideOf, (side, number) => regionOfSide[2 * entryOf[number] + (side < 2 ? 0 : 1)])
    this.regionOf.forEach((region, number) => {
      addTo(this.numbersOfRoot, this.rootOf(region).join(), number)
    })
  }

  /** A cell of the window as an end. The next call reuses the object. */
  endAt(point: Point): RouteEnd {
    this.end ??= new QueryEnd(this.columns)
    this.end.take(point, null)
    return this.end
  }

  /** The middle of an entry on the borders as an end. */
  endOn(number: number): RouteEnd {
    const [level] = this.columns.levels
    const entry = this.entryOf[number]
    const region = this.regionOf[number]
    const regions = [...new Set([region, level.regionOfSide[2 * entry], level.regionOfSide[2 * entry + 1]])]
    const units = regions.flatMap(one => {
      const own = slotOfEntry(level, one, entry)
      const slots = Array.from({ length: slotCountOf(level, one) }, (_, slot) => slot)
      return slots.map(slot => (slot === own ? 0 : pairUnits(level, one, own, slot)))
    })
    return { x: -1, y: -1, regions, unitsOfSlot: Float64Array.from(units) }
  }

  /** The costs from an end to the entries of the high level that it reaches, in units; Infinity for the others. */
  toLevel(end: RouteEnd): Float64Array {
    const { islandOfRegion, levels } = this.columns
    const { regionOfSide } = levels[0]
    const island = islandOfRegion[end.regions[0]]
    const units = new Float64Array(levels[this.level].entryCount).fill(Infinity)
    const isReached = (entry: Entry) => islandOfRegion[regionOfSide[2 * entry]] === island
    const unitsOfEntry = this.climb(end, [], false, [...units.keys()].filter(isReached))
    for (const [entry, cost] of unitsOfEntry) units[entry] = cost
    return units
  }

  /** The costs to the middle of each entry on the borders, in units; Infinity where no path leads inside the window. */
  from(end: RouteEnd, { facts, costOf }: ReachFile): Float64Array<ArrayBuffer> {
    const { levels } = this.columns
    const count = this.entryOf.length
    const units = new Float64Array(count).fill(Infinity)
    const roots = new Map(end.regions.map(region => [this.rootOf(region).join(), this.rootOf(region)]))
    const numbers = [...roots.keys()].flatMap(key => this.numbersOfRoot.get(key) ?? [])
    const high: Entry[] = []
    for (const [level, root] of roots.values()) {
      if (level < this.level) continue
      const graph = levels[level]
      for (let slot = firstSlotOf(graph, root); slot < endSlotOf(graph, root); slot++) high.push(entryAt(graph, slot))
    }
    const regions = numbers.map(number => this.regionOf[number])
    const near = numbers.map(number => this.entryOf[number])
    const unitsOfEntry = this.climb(end, regions, true, [...high, ...near])
    for (const number of numbers) units[number] = unitsOfEntry.get(this.entryOf[number])!
    const scale = 2 ** facts.shift
    for (const entry of high) {
      const toEntry = unitsOfEntry.get(entry)!
      for (let number = 0, at = entry * count; number < count; number++, at++) {
        if (costOf[at] !== FAR) units[number] = Math.min(units[number], toEntry + costOf[at] * scale)
      }
    }
    return units
  }

  /** The costs from an end to these entries. If it misses one of them, it searches a second time with `isThorough`. */
  private climb(
    end: RouteEnd,
    regions: readonly Region[],
    isKept: boolean,
    entries: readonly Entry[],
  ): ReadonlyMap<Entry, number> {
    const { guide, search } = this
    const unitsOfEntry = new Map(entries.map(entry => [entry, Infinity]))
    guide.targets = regions
    guide.isKept = isKept
    for (const isThorough of slotCountOf(this.columns.levels[0], end.regions[0]) === 0 ? [] : [false, true]) {
      guide.isThorough = isThorough
      search.find(end, NO_GOAL, Infinity)
      forEachSettled(search.nodes, (entry, units) => {
        if (unitsOfEntry.has(entry)) unitsOfEntry.set(entry, units)
      })
      if (![...unitsOfEntry.values()].includes(Infinity)) break
    }
    return unitsOfEntry
  }

  /** The region of the high level that holds a region of level 0, or its highest ancestor if none does. */
  private rootOf(region: Region): [number, Region] {
    const { levels } = this.columns
    let level = 0
    while (level < this.level && levels[level].parentOfRegion[region] !== NO_PARENT)
      region = levels[level++].parentOfRegion[region]
    return [level, region]
  }
}

/** The width of a bucket of the queue, in lengths of the cheapest cell. */
const BUCKET_CELLS = 2

/** Climbs and descends as a search for a route does, but without a goal, and so without bounds on the rest. */
class ClimbGuide implements Guide {
  readonly greed = 1
  readonly widthMin: number
  /** The regions of level 0 to which the search descends. */
  targets: readonly Region[] = []
  /** Whether the search stays in the top-level regions that hold its start and the regions of the start. */
  isKept = false
  /** Whether the search may enter a region of a higher level through an entry that only lower levels have. */
  isThorough = false
  private readonly levels: AtlasColumns['levels']
  private readonly topLevel: Level
  private readonly routes: RouteGuide
  private isClosed = false

  constructor(columns: AtlasColumns, topLevel: Level) {
    this.levels = columns.levels
    this.topLevel = topLevel
    this.routes = new RouteGuide(columns)
    this.widthMin = BUCKET_CELLS * UNITS_PER_CELL * columns.terrain.costMin
  }

  aim({ regions }: RouteEnd): void {
    const { routes, levels, topLevel, targets } = this
    this.isClosed = regionAbove(levels, regions[0], topLevel) === NO_PARENT
    routes.begin(topLevel)
    for (const region of regions) routes.hold(region)
    for (const region of targets) routes.hold(region)
  }

  levelFor(word: Ranked, crossing: AnyCrossing): Level {
    return this.routes.levelFor(word, crossing)
  }

  isLeftOut(): boolean {
    return false
  }

  /** Infinity for entries that the search must not reach. */
  restFrom(word: Ranked, crossing: AnyCrossing): number {
    if (this.isKept && !this.isClosed && !this.isHeld(word, 0) && !this.isHeld(word, 1)) return Infinity
    return !this.isThorough && this.routes.isLeftOut(word, crossing) ? Infinity : 0
  }

  /** Whether a side of an entry lies in one of the regions that the search stays in. */
  private isHeld(word: Ranked, side: 0 | 1): boolean {
    const { levels, topLevel } = this
    const region = levels[0].regionOfSide[2 * entryIn(word) + side]
    return this.routes.isHeld(topLevel, regionAbove(levels, region, topLevel))
  }
}

const TYPES = {
  /** The level, and the number of bits by which costs are shifted. */
  facts: ['level', 'shift'],
  /** The entries on the borders, as the seam has them: side and place. */
  sideOf: 'uint8',
  placeOf: 'int32',
  /** Their numbers among the entries of the tile's atlas. */
  entryOf: 'int32',
  /** costOf[entry of the level * count + number], rounded up; FAR where no way leads there. */
  costOf: 'uint16',
} as const

export type ReachFile = SectionsOf<typeof TYPES>
export const REACH = { magic: magicOf('ISTHREAC'), version: 2, types: TYPES } as const

export const FAR = 0xffff
/** Beyond this, the file is no longer small beside the atlas. */
const ENTRIES_MAX = 4096
const SHIFT_MAX = 40

/** The lowest level with few entries. */
export function reachLevelOf({ levels }: AtlasColumns): number {
  let level = 0
  while (level + 1 < levels.length && (level === 0 || levels[level].entryCount > ENTRIES_MAX)) level++
  return level
}

/** Checks a file from any source: all numbers in it are valid for the tile's atlas. */
export function readReach(name: string, bytes: Uint8Array, columns: AtlasColumns): ReachFile {
  const reach = readSections(REACH, name, bytes)
  const { facts, sideOf, placeOf, entryOf, costOf } = reach
  const count = sideOf.length
  const level = reachLevelOf(columns)
  const isWhole = placeOf.length === count && entryOf.length === count
  if (!isWhole || facts.level !== level || facts.shift > SHIFT_MAX) throw damaged(name, 'its counts are off')
  const [{ entryCount }, high] = [columns.levels[0], columns.levels[level]]
  const areEntries = entryOf.every(entry => entry >= 0 && entry < entryCount)
  if (costOf.length !== high.entryCount * count || !areEntries) throw damaged(name, 'it does not fit its atlas')
  return reach
}
