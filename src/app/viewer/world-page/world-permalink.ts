/**
 * The address of a world's page tells what it shows: the ends of the trip with their maps, the keys at hand, whether
 * islands are coloured, and where it looks from. So a link brings others to the very same trip.
 */
import type { MapCell } from '../../../format/world/description.ts'
import type { World } from '../../../world/open-world.ts'
import { type Look, readLook } from '../page/permalink.ts'

export interface WorldLink {
  readonly start: MapCell | null
  readonly goal: MapCell | null
  readonly keys: readonly string[]
  readonly showsIslands: boolean
  /** Its place is one of the plan. */
  readonly look: Look | null
}

export function worldLinkText({ start, goal, keys, showsIslands, look }: WorldLink): string {
  const said = new URLSearchParams()
  if (start !== null) said.append('from', cellText(start))
  if (goal !== null) said.append('to', cellText(goal))
  for (const key of keys) said.append('has', key)
  if (showsIslands) said.append('islands', '1')
  if (look !== null) said.append('at', [look.x, look.y, look.cellPixels].map(short).join(','))
  // Commas may stand in a hash as they are, and are read there more easily.
  return `#${said.toString().replaceAll('%2C', ',')}`
}

/** Reads any text; what makes no sense counts as not said. */
export function readWorldLink(text: string, world: World): WorldLink {
  const said = new URLSearchParams(text.replace(/^#/, ''))
  return {
    start: readCell(said.get('from'), world),
    goal: readCell(said.get('to'), world),
    keys: said.getAll('has'),
    showsIslands: said.get('islands') === '1',
    look: readLook(said.get('at')),
  }
}

/** Numbers first: the name of a map may hold anything. */
function cellText({ map, x, y }: MapCell): string {
  return `${x},${y},${map}`
}

function readCell(text: string | null, world: World): MapCell | null {
  const match = /^(\d{1,5}),(\d{1,5}),(.*)$/s.exec(text ?? '')
  if (match === null || !world.maps.includes(match[3])) return null
  const [x, y, map] = [Number(match[1]), Number(match[2]), match[3]]
  const { width, height } = world.map(map)
  return x < width && y < height ? { map, x, y } : null
}

function short(value: number): number {
  return Number(value.toPrecision(5))
}
