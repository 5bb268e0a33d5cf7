/**
 * The address of a world's page tells what it shows: the ends of the trip with their maps, the keys at hand, whether
 * islands are coloured, and where it looks from. So a link brings others to the very same trip.
 */
import type { MapCell } from '../../../format/world/description.ts'
import type { World } from '../../../world/open-world.ts'
import { addressOf, type Look, readLook, strangeParts } from '../page/hash.ts'

export interface WorldLink {
  readonly start: MapCell | null
  readonly goal: MapCell | null
  readonly keys: readonly string[]
  readonly showsIslands: boolean
  /** Its place is one of the plan. */
  readonly look: Look | null
}

export function worldLinkText({ start, goal, keys, showsIslands, look }: WorldLink): string {
  const said: [string, string][] = []
  if (start !== null) said.push(['from', cellText(start)])
  if (goal !== null) said.push(['to', cellText(goal)])
  for (const key of keys) said.push(['has', key])
  if (showsIslands) said.push(['islands', '1'])
  return addressOf(said, look)
}

/** Reads any text; what makes no sense counts as not said. */
export function readWorldLink(text: string, world: World): WorldLink {
  const said = new URLSearchParams(text.replace(/^#/, ''))
  return {
    start: readCell(said.get('from'), world),
    goal: readCell(said.get('to'), world),
    keys: said.getAll('has').filter(key => keysOf(world).includes(key)),
    showsIslands: said.get('islands') === '1',
    look: readLook(said.get('at') ?? ''),
  }
}

/** What an address says that means nothing in this world, as it says it. */
export function strangeInWorld(text: string, world: World): string[] {
  const { start, goal, keys, showsIslands, look } = readWorldLink(text, world)
  return strangeParts(text, {
    from: () => start !== null,
    to: () => goal !== null,
    has: key => keys.includes(key),
    islands: () => showsIslands,
    at: () => look !== null,
  })
}

/** The keys that any portal needs. */
export function keysOf({ portals }: World): string[] {
  return [...new Set(portals.flatMap(({ needs }) => needs))].sort()
}

/** Numbers first: the name of a map may hold anything. */
function cellText({ map, x, y }: MapCell): string {
  return `${x},${y},${map}`
}

function readCell(text: string | null, world: World): MapCell | null {
  const match = /^(\d{1,5}),(\d{1,5}),(.*)$/s.exec(text ?? '')
  return match === null ? null : cellOn(world, match[3], Number(match[1]), Number(match[2]))
}

/** A cell of a map by name; null where there is none. */
export function cellOn(world: World, map: string, x: number, y: number): MapCell | null {
  if (!world.maps.includes(map)) return null
  const { width, height } = world.map(map)
  return x < width && y < height ? { map, x, y } : null
}
