/**
 * What would follow if some cells of a map were walls. It edits a copy of the columns, as on a live map, and compares its answers
 * with the map's.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import { checkWhole, nameOf, optionsOf, refuse } from '../base/given.ts'
import { finish } from '../base/work.ts'
import { passesTo } from '../find/passes.ts'
import { DX, DY } from '../map/movement.ts'
import type { Place } from '../map/place.ts'
import type { Terrain } from '../map/terrain.ts'
import type { Turn } from '../map/traveller.ts'
import { cellsOfIsland } from '../proof/closest.ts'
import { forEachCell } from './area.ts'
import { finderOf } from './live-finder.ts'
import { LiveVersion, plainSurroundings, type Surroundings } from './live-version.ts'
import { storeOf } from './store.ts'

/** What is closed: places of cells, or entries by number, whose two cells are closed. */
export type Closed = Place | readonly Place[] | { readonly entries: readonly number[] }

export interface WhatIfOptions {
  /** Ends of routes whose detours are to be told. */
  readonly pairs?: readonly { readonly start: Point; readonly goal: Point }[]
}

export interface Parting {
  /** The number that the island has in the atlas. */
  readonly island: number
  /** How many cells each part of it would have, the largest first: two or more. */
  readonly parts: readonly number[]
}

export interface Detour {
  readonly start: Point
  readonly goal: Point
  /** What the route costs now, and what it would cost: Infinity where there is none. */
  readonly before: number
  readonly after: number
}

export interface WhatIf {
  /** How many free cells are closed. */
  readonly cells: number
  readonly parted: readonly Parting[]
  /** In the order of the pairs. */
  readonly detours: readonly Detour[]
}

/** The parts of an atlas that closing some of its cells needs. */
export interface Closable {
  readonly terrain: Terrain
  /** @internal */
  readonly columns: AtlasColumns
  readonly width: number
  readonly height: number
  readonly traveller: { readonly turn: Turn | null } | null
  entryCells(entry: number): readonly number[]
  finder(): { find(start: Point, goal: Point): { readonly cost: number } }
}

/** What follows if cells become walls: which islands part, and how much longer the routes of some pairs get. */
export function whatIf(
  atlas: Closable,
  closed: Closed,
  options: WhatIfOptions | null | undefined,
  turner: Surroundings['turner'],
): WhatIf {
  const { pairs = [] } = optionsOf(options, { pairs: true })
  if (!Array.isArray(pairs)) refuse(`The pairs are ${nameOf(pairs)}: a list of { start, goal } was expected.`)
  const cells = closedCells(atlas, closed)
  const live = new LiveVersion(finish(storeOf(atlas.columns)), { ...plainSurroundings({ passesTo }), turner })
  finish(live.repairing({ valueOfCell: new Map(Array.from(cells, cell => [cell, 0])), grounds: new Map() }))
  const [now, then] = [atlas.finder(), finderOf(live)]
  const detours = pairs.map(({ start, goal }) => {
    checkWhole(start?.x, start?.y, 'The start')
    checkWhole(goal?.x, goal?.y, 'The goal')
    return { start, goal, before: now.find(start, goal).cost, after: then.find(start, goal).cost }
  })
  return { cells: cells.size, parted: partingsOf(atlas, live, cells), detours }
}

/** The free cells among those that are closed; for a traveller of several cells, those where it can stand. */
function closedCells(atlas: Closable, closed: Closed): Set<number> {
  const { width, height } = atlas
  const cells = new Set<number>()
  const close = (cell: number) => {
    const x = cell % width
    if (atlas.terrain.isFree(x, (cell - x) / width)) cells.add(cell)
  }
  for (const place of placesOf(atlas, closed)) forEachCell(place, width, height, close)
  if (cells.size === 0) refuse('Nothing is closed: no cell of what was given is free.')
  return cells
}

function placesOf(atlas: Closable, closed: Closed): readonly Place[] {
  const { entries } = (closed ?? {}) as { entries?: readonly number[] }
  if (Array.isArray(entries)) return entries.map(entry => atlas.entryCells(entry))
  if (Array.isArray(closed) && typeof closed[0] === 'object') return closed as readonly Place[]
  return [closed as Place]
}

/** The islands that the closed cells part, each with the sizes of its parts. */
function partingsOf(atlas: Closable, live: LiveVersion, cells: ReadonlySet<number>): Parting[] {
  const partsOfIsland = new Map<number, Set<number>>()
  for (const cell of cells) {
    const x = cell % atlas.width
    const y = (cell - x) / atlas.width
    const island = islandOfCell(atlas.columns, x, y)
    const parts = partsOfIsland.get(island) ?? new Set()
    partsOfIsland.set(island, parts)
    for (let direction = 0; direction < 4; direction++) {
      const part = live.islandOf(x + DX[direction], y + DY[direction])
      if (part >= 0) parts.add(part)
    }
  }
  return [...partsOfIsland]
    .filter(([, parts]) => parts.size > 1)
    .map(([island, parts]) => {
      const sizes = Array.from(parts, part => cellsOfIsland(live.columns, part))
      return { island, parts: sizes.sort((a, b) => b - a) }
    })
    .sort((a, b) => b.parts[1] - a.parts[1] || a.island - b.island)
}
