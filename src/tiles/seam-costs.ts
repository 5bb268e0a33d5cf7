/**
 * What a cell of a tile costs to the entries on the tile's borders. A search climbs from the cell to the entries of a high
 * level around it; from those the tile's reach tells the rest. Entries of the same region of that level are searched for.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfCell, NO_PARENT, regionOfCell } from '../atlas/islands.ts'
import { endSlotOf, entryAt, firstSlotOf } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { Entry, Region } from '../base/ids.ts'
import { STRAIGHT_UNITS } from '../map/movement.ts'
import { Connector } from '../path/connect.ts'
import type { QueryEnd } from '../route/end.ts'
import { EntrySearch } from '../route/entry-search.ts'
import { Goals } from '../route/spread.ts'
import { ClimbGuide, type ClimbTarget } from './climb-guide.ts'
import { FAR, type ReachFile, reachLevelOf } from './reach-file.ts'

/** The entries on the borders that lie in one region of the high level, or on one island closed off below it. */
interface Room {
  /** That region; NO_PARENT where the island is closed off below. */
  readonly root: Region
  readonly numbers: readonly number[]
  readonly goals: Goals
}

/** Ends no way. */
const NOWHERE: ClimbTarget = { regions: [], through: () => Infinity }

export class SeamCosts {
  private readonly columns: AtlasColumns
  private readonly points: readonly Point[]
  private readonly level: number
  private readonly connector: Connector
  private readonly guide: ClimbGuide
  private readonly search: EntrySearch<ClimbTarget>
  /** By the number of a region, and of its level. */
  private readonly rooms = new Map<string, Room>()
  private readonly unitsOfEntry = new Map<Entry, number>()

  /** `points` are the cells on the near side of the entries. */
  constructor(columns: AtlasColumns, points: readonly Point[]) {
    this.columns = columns
    this.points = points
    this.level = reachLevelOf(columns)
    this.connector = new Connector(columns, null)
    this.guide = new ClimbGuide(columns, this.level)
    this.search = new EntrySearch(columns, this.guide)
  }

  /** What a cell costs to the entries of the high level that it reaches, in units; Infinity for the others. */
  toLevel(start: Point): Float64Array {
    const { guide, search, columns } = this
    const { entryCount } = columns.levels[this.level]
    const end = this.endAt(start)
    const units = new Float64Array(entryCount).fill(Infinity)
    if (end.slotCount === 0) return units
    guide.isKept = false
    const island = columns.islandOfRegion[end.region]
    for (const isThorough of [false, true]) {
      guide.isThorough = isThorough
      search.find(end, NOWHERE, Infinity)
      search.forEachSettled((entry, cost) => {
        if (entry < entryCount) units[entry] = cost
      })
      if (this.isKnown(units, island)) break
    }
    return units
  }

  /** Whether all entries of the high level are that an island has. */
  private isKnown(unitsOfEntry: Float64Array, island: number): boolean {
    const { islandOfRegion, levels } = this.columns
    const { regionOfSide } = levels[0]
    return unitsOfEntry.every((units, entry) => units < Infinity || islandOfRegion[regionOfSide[2 * entry]] !== island)
  }

  /**
   * In units to the middle of each entry's crossing; Infinity where no path leads inside the window. Where `isNear`, those
   * that are near or in plain sight are found on the cells.
   */
  from(start: Point, { facts, costOf }: ReachFile, isNear: boolean): Float64Array<ArrayBuffer> {
    const { columns, points } = this
    const units = new Float64Array(points.length).fill(Infinity)
    const end = this.endAt(start)
    const rooms = [...new Set([end.region, ...end.regions].map(region => this.roomOf(region)))]
    this.climb(end, rooms)
    for (const { numbers, goals } of rooms) {
      numbers.forEach((number, i) => {
        units[number] = goals.unitsOfGoal[i]
      })
    }
    const scale = 2 ** facts[1]
    for (const [entry, toEntry] of this.unitsOfEntry) {
      for (let number = 0, at = entry * points.length; number < points.length; number++, at++) {
        if (costOf[at] !== FAR) units[number] = Math.min(units[number], toEntry + costOf[at] * scale)
      }
    }
    if (isNear) this.lookAround(start, units)
    for (let number = 0; number < points.length; number++) {
      units[number] += STRAIGHT_UNITS * columns.terrain.costOfFree(points[number].x, points[number].y)
    }
    return units
  }

  private endAt(start: Point): QueryEnd {
    const { maker } = this.connector
    return maker.endAt(maker.start, start, null)
  }

  /** Finds what the entries of the end's rooms cost, and those of the high level around them. */
  private climb(end: QueryEnd, rooms: readonly Room[]): void {
    const { guide, search, unitsOfEntry, columns } = this
    const goalsOfRooms = rooms.map(({ goals }) => goals)
    for (const { points, regionOfGoal, unitsOfGoal } of goalsOfRooms) {
      for (const [i, point] of points.entries())
        unitsOfGoal[i] = end.knows(regionOfGoal[i], point) ? end.floodTo(point.x, point.y) : Infinity
    }
    const target: ClimbTarget = {
      regions: goalsOfRooms.flatMap(({ regionOfGoal }) => [...regionOfGoal]),
      through(region, slot, units) {
        for (const goals of goalsOfRooms) goals.through(region, slot, units)
        return Infinity
      },
    }
    unitsOfEntry.clear()
    if (end.slotCount === 0) return
    const level = columns.levels[this.level]
    for (const { root } of rooms) {
      if (root === NO_PARENT) continue
      for (let slot = firstSlotOf(level, root); slot < endSlotOf(level, root); slot++)
        unitsOfEntry.set(entryAt(level, slot), Infinity)
    }
    guide.isKept = true
    for (const isThorough of [false, true]) {
      guide.isThorough = isThorough
      search.find(end, target, Infinity)
      search.forEachSettled((entry, units) => {
        if (unitsOfEntry.has(entry)) unitsOfEntry.set(entry, units)
      })
      const isGoalLeft = goalsOfRooms.some(({ unitsOfGoal }) => unitsOfGoal.includes(Infinity))
      if (!isGoalLeft && ![...unitsOfEntry.values()].includes(Infinity)) break
    }
  }

  private lookAround(start: Point, units: Float64Array): void {
    const { columns, points, connector } = this
    const island = islandOfCell(columns, start.x, start.y)
    points.forEach((point, number) => {
      if (islandOfCell(columns, point.x, point.y) !== island) return
      const inSight = connector.nearby.alongLine(start, point)
      units[number] = inSight >= 0 ? inSight : connector.nearby.better(start, point, units[number])
    })
  }

  private roomOf(region: Region): Room {
    const [level, root] = this.rootOf(region)
    const key = `${level},${root}`
    const known = this.rooms.get(key)
    if (known !== undefined) return known
    const { columns, points, connector } = this
    const { labels, terrain } = columns
    const { maker } = connector
    const rootAt = ({ x, y }: Point) => this.rootOf(regionOfCell(labels, terrain.blockOf(x, y), x, y)).join()
    const numbers = points.map((_, i) => i).filter(i => rootAt(points[i]) === key)
    const goals = new Goals(
      numbers.map(number => points[number]),
      point => maker.endAt(maker.goal, point, null),
    )
    const room = { root: level === this.level ? root : NO_PARENT, numbers, goals }
    this.rooms.set(key, room)
    return room
  }

  /** The region of the high level that holds a region of level 0, or the highest that there is. */
  private rootOf(region: Region): [number, Region] {
    const { levels } = this.columns
    let level = 0
    while (level < this.level && levels[level].parentOfRegion[region] !== NO_PARENT)
      region = levels[level++].parentOfRegion[region]
    return [level, region]
  }
}
