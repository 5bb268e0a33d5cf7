/**
 * Opens a forgery and asks it everything that a reader can be asked, as a program would that trusts its files. What may
 * come of that: the atlas is refused as damaged, when it is opened or when it is asked; or it answers.
 */
import { openAtlas } from '../../src/graph.ts'
import { checkPath, IsthmusError } from '../../src/index.ts'
import type { Forgery } from './forger.ts'

/** `refused` when opened, `damaged` when asked; `walls`: a path through walls of its own map; else a fault by its message. */
export type Verdict = 'refused' | 'damaged' | 'answered' | 'walls' | `fault: ${string}`

/** Searched for as they are, on single levels too, and with graphology. */
const LEVELS = [0, 1, 2]

export function tryOut({ original, bytes }: Forgery, number: number): Verdict {
  let isOpen = false
  try {
    const atlas = openAtlas(bytes)
    isOpen = true
    let areLegal = true
    const finders = [atlas.finder()]
    const level = LEVELS[number % LEVELS.length]
    if (level < atlas.levelCount) finders.push(atlas.finder({ level }))
    if (number % 8 === 0) finders.push(atlas.finder({ engine: 'graphology' }))
    original.queries.forEach((query, i) => {
      const quality = i === 0 ? 'exact' : i === 1 ? 'best' : 'default'
      for (const finder of finders) {
        const route = finder.find(...query, { quality, nearest: i % 2 === 0 })
        route.head(4)
        const { start, goal } = route
        const { terrain, directions } = atlas
        areLegal &&=
          !route.isFound || checkPath(terrain, route.cells(), start.x, start.y, goal.x, goal.y, directions).ok
        if (i === 2 && areLegal) route.explain()
        if (i === 3 && route.isFound && areLegal) finder.find(...query, { previous: route })
      }
      atlas.isReachable(...query)
      atlas.nearest(query[0] - 40, query[1])
    })
    atlas.stats()
    if (atlas.entryCount(0) > 0) atlas.entryCells(number % atlas.entryCount(0))
    return areLegal ? 'answered' : 'walls'
  } catch (error) {
    if (error instanceof IsthmusError && error.code === 'ATLAS_DAMAGED') return isOpen ? 'damaged' : 'refused'
    if (error instanceof IsthmusError && error.code === 'ATLAS_VERSION' && !isOpen) return 'refused'
    const { name, message, stack } = error as Error
    const where = /\(?([^/\s]+:\d+):\d+\)?$/m.exec(stack ?? '')?.[1]
    return `fault: ${name}: ${message.slice(0, 120)} at ${where}`
  }
}
