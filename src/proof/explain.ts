/**
 * Explains an answer as plain data for JSON, and in words for a person. For a route it gives regions, entries, the cost of each
 * segment, the effort of the search, the time of each phase. For a refusal it gives the islands and the gap between them.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { cellOf, landingOf, reversed, sideOf } from '../atlas/crossing.ts'
import { islandOfCell } from '../atlas/islands.ts'
import { firstSlotOf, pairUnits, placeOfSlots, rankIn, slotOfEntry, wordAt } from '../atlas/level-graph.ts'
import type { Point, Quality, RouteStatus } from '../base/answer.ts'
import { refuse } from '../base/given.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SHIFT } from '../map/terrain.ts'
import { QueryEnd } from '../route/end.ts'
import type { RouteSteps } from '../route/steps.ts'
import { cellsOfIsland, closestCells, type Gap } from './closest.ts'

/** A bound that leaves more than this to gain says nothing about a path. */
const LITTLE_SHARE = 0.3

/** One step of the route: from cell to cell through one region of one level. */
export interface Segment {
  readonly level: number
  readonly region: number
  readonly blockSideCells: number
  /** The start, or the cell behind the entry by which the region is entered. */
  readonly from: Point
  /** The goal, or the cell before the entry by which the region is left. */
  readonly to: Point
  /** The entry at `to` and the highest level that has it; null in the goal's region. */
  readonly entry: number | null
  readonly rank: number | null
  /** In cell lengths, half of the steps over the entries included. */
  readonly cost: number
}

export interface IslandOfEnd {
  readonly island: number
  readonly cells: number
}

export interface Refusal {
  readonly start: IslandOfEnd
  readonly goal: IslandOfEnd
  readonly gap: Gap
}

export interface Explanation {
  readonly status: RouteStatus
  readonly message: string
  readonly start: Point
  readonly goal: Point
  readonly isReplaced: boolean
  /** In cell lengths; null without a path. */
  readonly cost: number | null
  readonly estimate: number | null
  /** No path costs less. */
  readonly lowerBound: number | null
  /** Empty where the path was found on the cells alone. */
  readonly segments: readonly Segment[]
  /** Entries of the abstract graph that the search settled, and edges it looked at. */
  readonly settledCount: number
  readonly relaxedCount: number
  /** Known only if a clock was given. */
  readonly timeUs: { readonly route: number; readonly cells: number } | null
  /** Known only if start and goal lie on two islands. */
  readonly refusal: Refusal | null
}

/** The parts of an answer that an explanation needs. */
export interface Explained extends Pick<Explanation, 'status' | 'message' | 'start' | 'goal' | 'isReplaced'> {
  readonly cost: number
  readonly estimate: number
  readonly lowerBound: number
  readonly steps: RouteSteps | null
  readonly quality: Quality
}

/** The effort to find the answer. */
export type Effort = Pick<Explanation, 'settledCount' | 'relaxedCount' | 'timeUs'>

export function explain(columns: AtlasColumns, answer: Explained, effort: Effort): Explanation {
  const { status, message, start, goal, isReplaced, steps } = answer
  const isFound = status === 'found'
  return {
    ...{ status, message, start, goal, isReplaced },
    cost: isFound ? answer.cost : null,
    estimate: isFound ? answer.estimate : null,
    lowerBound: isFound ? answer.lowerBound : null,
    segments: steps === null ? [] : segmentsOf(columns, steps, start, goal),
    ...effort,
    refusal: status === 'unreachable' ? refusalOf(columns, start, goal) : null,
  }
}

function segmentsOf(columns: AtlasColumns, steps: RouteSteps, start: Point, goal: Point): Segment[] {
  const { crossingOfStep, entryOfStep, regionOfStep, levelOfStep, isOfOneLevel } = steps
  const end = new QueryEnd(columns)
  const stand = (here: Point, there: Point) => {
    if (!isOfOneLevel) end.take(here, there)
    else {
      end.set(here.x, here.y)
      end.floodToEntries()
    }
  }
  stand(start, goal)
  const segments: Segment[] = []
  let from = start
  crossingOfStep.forEach((crossing, i) => {
    const level = levelOfStep[i]
    const region = regionOfStep[i]
    const entry = entryOfStep[i]
    const slot = slotOfEntry(columns.levels[level], region, entry)
    const before = i > 0 ? slotOfEntry(columns.levels[level], region, entryOfStep[i - 1]) : 0
    const units = i > 0 ? pairUnits(columns.levels[level], region, before, slot) : unitsFrom(end, columns, region, slot)
    const to = cellOf(landingOf(columns.terrain, crossing))
    segments.push(segment(level, region, from, to, entry, rankOf(columns, level, region, slot), units))
    from = cellOf(landingOf(columns.terrain, reversed(crossing)))
  })
  stand(goal, start)
  const last = entryOfStep.length - 1
  const lastRegion = columns.levels[0].regionOfSide[2 * entryOfStep[last] + 1 - sideOf(crossingOfStep[last])]
  const lastSlot = slotOfEntry(columns.levels[0], lastRegion, entryOfStep[last])
  segments.push(segment(0, lastRegion, from, goal, null, null, unitsFrom(end, columns, lastRegion, lastSlot)))
  return segments
}

function unitsFrom(end: QueryEnd, { levels }: AtlasColumns, region: number, slot: number): number {
  return end.unitsOfSlot[placeOfSlots(levels[0], end.regions, region) + slot]
}

function segment(
  level: number,
  region: number,
  from: Point,
  to: Point,
  entry: number | null,
  rank: number | null,
  units: number,
): Segment {
  const blockSideCells = 1 << (BLOCK_SHIFT + level)
  return { level, region, blockSideCells, from, to, entry, rank, cost: units / UNITS_PER_CELL }
}

function rankOf({ levels }: AtlasColumns, level: number, region: number, slot: number): number {
  return rankIn(wordAt(levels[level], firstSlotOf(levels[level], region) + slot))
}

function refusalOf(columns: AtlasColumns, start: Point, goal: Point): Refusal {
  const islandAt = ({ x, y }: Point): IslandOfEnd => {
    const island = islandOfCell(columns, x, y)
    return { island, cells: cellsOfIsland(columns, island) }
  }
  const from = islandAt(start)
  const to = islandAt(goal)
  return { start: from, goal: to, gap: closestCells(columns, from.island, to.island) }
}

/** An explanation in words: a few lines, and one for each segment. */
export function explanationText(explanation: Explanation): string {
  if (!Array.isArray(explanation?.segments)) refuse('An explanation was expected, as route.explain() gives.')
  const { segments, refusal, timeUs, settledCount, relaxedCount, cost, lowerBound } = explanation
  const lines: string[] = []
  if (refusal !== null) lines.push(...refusalLines(refusal))
  if (cost !== null && lowerBound !== null) {
    lines.push(
      `bound     no path costs less than ${lowerBound.toFixed(2)}${gainText(cost, lowerBound)}`,
      segments.length > 0
        ? `search    ${settledCount} entries settled, ${relaxedCount} edges looked at`
        : 'search    on the cells alone',
    )
  }
  if (timeUs !== null)
    lines.push(`time      ${timeUs.route.toFixed(0)} us route, ${timeUs.cells.toFixed(0)} us its cells`)
  if (segments.length > 0) lines.push('segments  level, region, from, to, cost', ...segments.map(segmentLine))
  return lines.map(line => `${line}\n`).join('')
}

function segmentLine({ level, region, from, to, entry, rank, cost }: Segment): string {
  const by = entry === null ? 'the goal' : `entry ${entry} of rank ${rank}`
  const where = `${pointText(from)} -> ${pointText(to)}`
  return `  ${level}  ${String(region).padEnd(8)}${where.padEnd(26)}${cost.toFixed(2).padStart(10)}  ${by}`
}

function refusalLines({ start, goal, gap }: Refusal): string[] {
  const how = gap.isExact ? 'closest' : 'closest of those looked at'
  return [
    `start     on island ${start.island}, ${start.cells} cells`,
    `goal      on island ${goal.island}, ${goal.cells} cells`,
    `gap       ${gap.cells.toFixed(2)} cells from ${pointText(gap.from)} to ${pointText(gap.to)}, ${how}`,
  ]
}

/** With enough digits to tell the share from 0. */
function gainText(cost: number, lowerBound: number): string {
  if (cost <= lowerBound) return ''
  const share = 1 - lowerBound / cost
  const advice = share > LITTLE_SHARE ? ", which proves little: ask for the quality 'exact'" : ''
  return `: at most ${(100 * share).toPrecision(2)} % to gain${advice}`
}

function pointText({ x, y }: Point): string {
  return `${x},${y}`
}
