/**
 * Ways between two ends over the graph of one level. An outside engine finds the middle: from an entry of the start's
 * region to one of the goal's. The stretches inside these two regions are steps of level 0. If one region holds both
 * ends, the way inside it competes.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { crossingAt, entryAt, firstSlotOf, type LevelGraph, slotOfEntry } from '../atlas/level-graph.ts'
import type { Entry, Level } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { WaysOfLevel } from '../path/connect.ts'
import { LOCAL_WORDS, LocalTree, type LocalWay } from '../route/local-tree.ts'
import { type Step, stepsOf } from '../route/steps.ts'
import type { GraphEnd } from './abstract-graph.ts'

/** An end in the graph of a level: its region, and the cost from it to that region's entries, slot by slot. */
export type LevelEnd = Pick<LocalTree, 'home' | 'slotCount' | 'unitsOfSlot'>

/** The same for graphology. */
export function graphEndOf(graph: LevelGraph, { home, slotCount, unitsOfSlot }: LevelEnd): GraphEnd {
  const first = slotCount === 0 ? 0 : firstSlotOf(graph, home)
  const entries = Array.from({ length: slotCount }, (_, slot) => entryAt(graph, first + slot))
  return { entries, costs: entries.map((_, slot) => unitsOfSlot[slot] / UNITS_PER_CELL) }
}

/** A route from entry to entry. regions[i] leads to entries[i]; the first holds the start. */
export interface EntryRoute {
  readonly units: number
  readonly entries: readonly number[]
  readonly regions: readonly number[]
}

/** Finds or knows the middle of a way; null if none costs less than `limitUnits`. */
export interface LevelEngine {
  readonly level: Level
  find(start: LevelEnd, goal: LevelEnd, limitUnits: number): EntryRoute | null
}

/** Finds the cheapest way between two ends that know their true costs; null if none costs less than the limit. */
export function levelWays(columns: AtlasColumns, engine: LevelEngine): WaysOfLevel {
  const [startTree, goalTree] = [new LocalTree(columns, engine.level), new LocalTree(columns, engine.level)]
  return (start, goal, limitUnits) => {
    startTree.grow(start)
    goalTree.grow(goal)
    const list: Step[] = []
    const isOneHome = startTree.home === goalTree.home
    const inside = isOneHome ? startTree.wayInside(goal) : { units: Infinity, entry: NONE }
    const leastUnits = Math.min(limitUnits, inside.units)
    const route = engine.find(startTree, goalTree, leastUnits)
    if (route !== null) addRoute(columns, engine.level, route, startTree, goalTree, list)
    else if (inside.units < limitUnits) addFromStart(columns, startTree.wayTo(inside.entry), list)
    else return null
    return { units: route?.units ?? leastUnits, steps: stepsOf(list) }
  }
}

function addRoute(
  columns: AtlasColumns,
  level: Level,
  { entries, regions }: EntryRoute,
  startTree: LocalTree,
  goalTree: LocalTree,
  list: Step[],
): void {
  const graph = columns.levels[level]
  addFromStart(columns, startTree.wayToSlot(slotOfEntry(graph, startTree.home, entries[0])), list)
  for (let i = 1; i < entries.length; i++) {
    const slot = firstSlotOf(graph, regions[i]) + slotOfEntry(graph, regions[i], entries[i])
    list.push([level, regions[i], entries[i], crossingAt(graph, slot)])
  }
  const last = slotOfEntry(graph, goalTree.home, entries[entries.length - 1])
  const way = goalTree.wayToSlot(last)
  for (let at = 0; at + LOCAL_WORDS < way.length; at += LOCAL_WORDS)
    push(columns, way[at + 1], way[at + LOCAL_WORDS], list)
}

function addFromStart(columns: AtlasColumns, way: LocalWay, list: Step[]): void {
  for (let at = way.length - LOCAL_WORDS; at >= 0; at -= LOCAL_WORDS) push(columns, way[at + 1], way[at], list)
}

function push({ levels: [levelZero] }: AtlasColumns, region: number, entry: Entry, list: Step[]): void {
  const slot = slotOfEntry(levelZero, region, entry)
  list.push([0, region, entry, crossingAt(levelZero, firstSlotOf(levelZero, region) + slot)])
}
