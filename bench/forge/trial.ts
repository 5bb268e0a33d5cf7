/**
 * Opens a forgery and asks it what a reader can be asked, as a program would that trusts its files: of all questions some,
 * which change with the forgery's number, since most forgeries are one of many that are alike. What may come of that: the
 * file is refused as damaged, when it is opened or when it is asked; or it answers.
 */

import { openAtlas } from '../../src/graph.ts'
import { type Atlas, checkPath, type Finder, IsthmusError, type LiveMap, openLive } from '../../src/index.ts'
import { openWorld } from '../../src/world.ts'
import type { Forgery } from './forger.ts'
import type { Original } from './originals.ts'

/** `refused` when opened, `damaged` when asked; `walls`: a path through walls of its own map; else a fault by its message. */
export type Verdict = 'refused' | 'damaged' | 'answered' | 'walls' | `fault: ${string}`

const LEVELS = [0, 1, 2]
/** An explanation measures the whole map, which takes longer than all other questions. */
const EXPLAINED_EVERY = 8
const DAMAGED = ['ATLAS_DAMAGED', 'WORLD_DAMAGED', 'JOURNAL_DAMAGED']

export function tryOut({ original, bytes }: Forgery, number: number): Verdict {
  let isOpen = false
  const opened = () => {
    isOpen = true
  }
  try {
    return tryKind(original, bytes, number, opened) ? 'answered' : 'walls'
  } catch (error) {
    if (error instanceof IsthmusError && DAMAGED.includes(error.code)) return isOpen ? 'damaged' : 'refused'
    if (error instanceof IsthmusError && error.code === 'ATLAS_VERSION' && !isOpen) return 'refused'
    const { name, message, stack } = error as Error
    const where = /\(?([^/\s]+:\d+):\d+\)?$/m.exec(stack ?? '')?.[1]
    return `fault: ${name}: ${message.slice(0, 120)} at ${where}`
  }
}

/** Whether all paths that it answers with are legal; `opened` is called when the file was not refused. */
function tryKind(original: Original, bytes: Uint8Array, number: number, opened: () => void): boolean {
  const { kind, base, queries } = original
  if (kind === 'world') return tryWorld(bytes, number, queries, opened)
  if (kind === 'journal') return tryLive(openLive(base!, bytes), number, queries, opened)
  if (kind === 'atlas' && number % 5 === 4) return tryLive(openLive(bytes), number, queries, opened)
  const atlas = openAtlas(bytes)
  opened()
  const names = atlas.travellers.map(({ name }) => name)
  return names.length === 0
    ? tryAtlas(atlas, number, queries)
    : tryAtlas(atlas.as(names[number % names.length]), number, queries)
}

function tryAtlas(atlas: Atlas, number: number, queries: Original['queries']): boolean {
  let areLegal = true
  const finder = finderFor(atlas, number)
  queries.forEach((query, i) => {
    if ((number + i) % 2 === 0) return
    const quality = i === 0 ? 'exact' : i === 1 ? 'fast' : 'default'
    const route = finder.find(...query, { quality, nearest: number % 4 < 2 })
    route.head(4)
    const { start, goal } = route
    const { terrain, directions } = atlas
    areLegal &&=
      route.status !== 'found' ||
      checkPath(terrain, route.cells(), start.x, start.y, goal.x, goal.y, directions).status === 'legal'
    if (i === 2 && areLegal && number % EXPLAINED_EVERY === 1) route.explain()
    if (i === 3 && route.status === 'found' && areLegal) finder.find(...query, { previous: route })
    atlas.isReachable(...query)
    atlas.nearest(query[0] - 40, query[1])
  })
  const [[x0, y0, x1, y1]] = queries
  if (number % 4 === 0) finder.costsTo({ x: x0, y: y0 }, [{ x: x1, y: y1 }])
  if (number % 4 === 2) finder.fieldTo({ x: x1, y: y1 })
  atlas.stats()
  if (atlas.entryCount(0) > 0) atlas.entryCells(number % atlas.entryCount(0))
  return areLegal
}

/** Of single levels too, and of graphology. */
function finderFor(atlas: Atlas, number: number): Finder {
  const level = LEVELS[number % LEVELS.length]
  if (number % 16 === 7) return atlas.finder({ engine: 'graphology' })
  return number % 4 === 1 && level < atlas.levelCount ? atlas.finder({ level }) : atlas.finder()
}

/** Edits that reach over borders, asked before and after, and saved. */
function tryLive(live: LiveMap, number: number, queries: Original['queries'], opened: () => void): boolean {
  opened()
  let areLegal = true
  queries.forEach(([x0, y0, x1, y1], i) => {
    if ((number + i) % 2 === 0) return
    const route = live.finder().find(x0, y0, x1, y1, { nearest: true })
    const [{ start, goal }, cells] = [route, route.cells()]
    areLegal &&=
      route.status !== 'found' ||
      checkPath(live.snapshot(), cells, start.x, start.y, goal.x, goal.y, 8).status === 'legal'
    live.fill({ x: Math.min(x0, 30), y: Math.min(y0, 30), width: 9, height: 7 }, number % 3)
    live.commit()
    live.isReachable(x0, y0, x1, y1)
  })
  if (number % 4 === 0) live.save()
  live.journal()
  return areLegal
}

function tryWorld(bytes: Uint8Array, number: number, queries: Original['queries'], opened: () => void): boolean {
  const world = openWorld(bytes)
  opened()
  let areLegal = true
  const finder = world.finder()
  queries.forEach(([x0, y0, x1, y1], i) => {
    if ((number + i) % 2 === 0) return
    const start = { map: world.maps[0], x: x0, y: y0 }
    const goal = { map: world.maps[i % 2], x: x1, y: y1 }
    const trip = finder.find(start, goal, { has: i % 3 === 0 ? ['key'] : [], at: 10 * i })
    for (const { map, route } of trip.legs) {
      const [from, to] = [route.start, route.goal]
      areLegal &&= checkPath(world.map(map), route.cells(), from.x, from.y, to.x, to.y, 8).status === 'legal'
    }
    if (i === 1) trip.explain()
    world.isReachable(start, goal)
  })
  return areLegal
}
