/**
 * Routes through torn ground. High levels keep few entries, and of many ways that are about as good hardly one goes by them as
 * it would: what a way costs is told some percent too dear, and the cheapest may look dearer than others. So a search there may
 * as well be greedy. When cells are asked for, which takes longer than any search, it is made again with more of the entries.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point, Quality } from '../base/answer.ts'

/** Ground is torn where level 0 keeps more entries a block than this. */
const TORN_ENTRIES_A_BLOCK = 7
/**
 * Where there are so many, as in a maze, a search over all of them finds nothing better. Where there are a few less it does, but
 * takes longer than the cells.
 */
export const DENSE_ENTRIES_A_BLOCK = 14
/** Ends so far apart have routes on levels that are searched again. */
export const FINER_CELLS = 2048
/** And half as far apart on some that keep too few entries for a narrow look at what lies beside them. */
export const FAR_CELLS = 1024
/** So many levels below the highest of the route. */
const FINER_LEVELS = 2
/** And one more where there are so many entries as between rooms: there the few that a level keeps say least of what a way costs. */
const ROOMS_ENTRIES_A_BLOCK = 9
/** Where there are more entries than that, as among scattered walls, ways lead everywhere: the second search is thorough. */
export const OPEN_ENTRIES_A_BLOCK = 11
export const OPEN_GREED = 1.001
/** By about as much the estimates of high levels are off. */
const TORN_GREED = 1.02
/** Of a route that is searched again everywhere no more is asked than that it bounds that search. */
const BOUND_GREED = 1.04
/** The second search is thorough there, and takes the longer the worse its bound is. */
const OPEN_BOUND_GREED = 1.03

/** A route whose cells are asked for. */
export interface RouteToTrace {
  readonly start: Point
  readonly goal: Point
  readonly quality: Quality
  /** In cell lengths: its path never costs more. */
  readonly estimate: number
}

/** Whether ends are so many cells apart. */
export function areFar(start: Point, goal: Point, cells: number): boolean {
  return Math.max(Math.abs(start.x - goal.x), Math.abs(start.y - goal.y)) >= cells
}

/** How greedy the search is that comes first, where level 0 has so many entries a block. */
export function firstGreed(entries: number, quality: Quality): number {
  if (quality === 'fast' || entries > DENSE_ENTRIES_A_BLOCK) return TORN_GREED
  return entries > OPEN_ENTRIES_A_BLOCK ? OPEN_BOUND_GREED : BOUND_GREED
}

/** How many levels lower a route is searched again, where level 0 has so many entries a block. */
export function finerLevels(entries: number): number {
  return entries > ROOMS_ENTRIES_A_BLOCK && entries <= OPEN_ENTRIES_A_BLOCK ? FINER_LEVELS + 1 : FINER_LEVELS
}

/** How many entries level 0 has a block; 0 where ground is not torn. */
export function tornEntries({ levels, terrain }: AtlasColumns): number {
  const entriesABlock = levels[0].entryCount / terrain.costOfBlock.length
  return terrain.isUniform && entriesABlock > TORN_ENTRIES_A_BLOCK ? entriesABlock : 0
}
