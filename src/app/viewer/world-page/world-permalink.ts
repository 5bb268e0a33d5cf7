/**
 * The address of a world's page holds the ends of the trip with their maps, the keys at hand, whether islands are coloured,
 * and the place of the view. So a link shows others the same trip.
 */
import type { MapCell } from '../../../format/world/description.ts'
import type { World } from '../../../world/open-world.ts'
import { addressOf, type Look, lookText, readAddress, readLook } from '../page/hash.ts'

export interface WorldLink {
  readonly start: MapCell | null
  readonly goal: MapCell | null
  readonly keys: readonly string[]
  readonly showsIslands: boolean
  /** In cells of the plan. */
  readonly look: Look | null
}

/** Numbers come first in a cell: the name of a map may hold anything. */
export function worldLinkText({ start, goal, keys, showsIslands, look }: WorldLink): string {
  const cellText = ({ map, x, y }: MapCell) => `${x},${y},${map}`
  return addressOf({
    from: start && cellText(start),
    to: goal && cellText(goal),
    has: keys,
    islands: showsIslands ? '1' : null,
    at: look && lookText(look),
  })
}

/** Reads any text; `strange` are the parts that mean nothing in this world. */
export function readWorldLink(text: string, world: World): WorldLink & { readonly strange: readonly string[] } {
  const readCell = (value: string) => {
    const match = /^(\d{1,5}),(\d{1,5}),(.*)$/s.exec(value)
    return (match && cellOn(world, match[3], Number(match[1]), Number(match[2]))) ?? undefined
  }
  const keys: string[] = []
  const { values, strange } = readAddress(text, {
    from: readCell,
    to: readCell,
    has: key => (keysOf(world).includes(key) ? keys.push(key) : undefined),
    islands: value => value === '1' || undefined,
    at: readLook,
  })
  const { from = null, to = null, islands = false, at = null } = values
  return { start: from, goal: to, keys, showsIslands: islands, look: at, strange }
}

/** The keys that any portal needs. */
export function keysOf({ portals }: World): string[] {
  return [...new Set(portals.flatMap(({ needs }) => needs))].sort()
}

/** A cell of a map by name; null where there is none. */
export function cellOn(world: World, map: string, x: number, y: number): MapCell | null {
  if (!world.maps.includes(map)) return null
  const { width, height } = world.map(map)
  return x < width && y < height ? { map, x, y } : null
}
