/**
 * Opens a forgery and asks it everything that a reader can be asked, as a program would that trusts its files. What may
 * come of that: the file is refused as damaged, when it is opened or when it is asked; or it answers.
 */

import { openAtlas } from '../../src/graph.ts'
import { type Atlas, checkPath, IsthmusError, type LiveMap, openLive } from '../../src/index.ts'
import { openWorld } from '../../src/world.ts'
import type { Forgery } from './forger.ts'
import type { Original } from './originals.ts'

/** `refused` when opened, `damaged` when asked; `walls`: a path through walls of its own map; else a fault by its message. */
export type Verdict = 'refused' | 'damaged' | 'answered' | 'walls' | `fault: ${string}`

/** Searched for as they are, on single levels too, and with graphology. */
const LEVELS = [0, 1, 2]
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
  if (kind === 'world') return tryWorld(bytes, queries, opened)
  if (kind === 'journal') return tryLive(openLive(base!, bytes), queries, opened)
  if (kind === 'atlas' && number % 5 === 4) return tryLive(openLive(bytes), queries, opened)
  const atlas = openAtlas(bytes)
  opened()
  const names = atlas.travellers.map(({ name }) => name)
  return names.length === 0
    ? tryAtlas(atlas, number, queries)
    : tryAtlas(atlas.as(names[number % names.length]), number, queries)
}

function tryAtlas(atlas: Atlas, number: number, queries: Original['queries']): boolean {
  let areLegal = true
  const finders = [atlas.finder()]
  const level = LEVELS[number % LEVELS.length]
  if (number % 2 === 0 && level < atlas.levelCount) finders.push(atlas.finder({ level }))
  if (number % 8 === 0) finders.push(atlas.finder({ engine: 'graphology' }))
  queries.forEach((query, i) => {
    const quality = i === 0 ? 'exact' : i === 1 ? 'best' : 'default'
    for (const finder of finders) {
      const route = finder.find(...query, { quality, nearest: i % 2 === 0 })
      route.head(4)
      const { start, goal } = route
      const { terrain, directions } = atlas
      areLegal &&= !route.isFound || checkPath(terrain, route.cells(), start.x, start.y, goal.x, goal.y, directions).ok
      if (i === 2 && areLegal) route.explain()
      if (i === 3 && route.isFound && areLegal) finder.find(...query, { previous: route })
    }
    atlas.isReachable(...query)
    atlas.nearest(query[0] - 40, query[1])
  })
  const [[x0, y0, x1, y1]] = queries
  finders[0].costsTo({ x: x0, y: y0 }, [{ x: x1, y: y1 }])
  finders[0].fieldTo({ x: x1, y: y1 })
  atlas.stats()
  if (atlas.entryCount(0) > 0) atlas.entryCells(number % atlas.entryCount(0))
  return areLegal
}

/** Edits that reach over borders, asked before and after, and saved. */
function tryLive(live: LiveMap, queries: Original['queries'], opened: () => void): boolean {
  opened()
  let areLegal = true
  queries.slice(0, 4).forEach(([x0, y0, x1, y1], i) => {
    const route = live.finder().find(x0, y0, x1, y1, { nearest: true })
    const [{ start, goal }, cells] = [route, route.cells()]
    areLegal &&= !route.isFound || checkPath(live.snapshot(), cells, start.x, start.y, goal.x, goal.y, 8).ok
    live.fill({ x: Math.min(x0, 50), y: Math.min(y0, 50), width: 9, height: 7 }, i % 2)
    live.commit()
    live.isReachable(x0, y0, x1, y1)
  })
  live.save()
  live.journal()
  return areLegal
}

function tryWorld(bytes: Uint8Array, queries: Original['queries'], opened: () => void): boolean {
  const world = openWorld(bytes)
  opened()
  let areLegal = true
  const finder = world.finder()
  queries.forEach(([x0, y0, x1, y1], i) => {
    const start = { map: world.maps[0], x: x0, y: y0 }
    const goal = { map: world.maps[i % 2], x: x1, y: y1 }
    const trip = finder.find(start, goal, { has: i % 3 === 0 ? ['key'] : [], at: 10 * i })
    for (const { map, route } of trip.legs) {
      const [from, to] = [route.start, route.goal]
      areLegal &&= checkPath(world.map(map), route.cells(), from.x, from.y, to.x, to.y, 8).ok
    }
    if (i === 1) trip.explain()
    world.isReachable(start, goal)
  })
  return areLegal
}
