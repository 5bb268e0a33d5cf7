/**
 * Cells and trips of a world as text. Fields take MAP:X,Y, MAP:PLACE or the name of a place. The page's address holds
 * ends of the trip, keys at hand, colours of islands and the place of the view. So a link shows others the same.
 */
import type { MapCell } from '../../../format/world/description.ts'
import type { World } from '../../../world/open-world.ts'
import { division, field, make } from '../page/elements.ts'
import type { CellWords } from '../page/end-fields.ts'
import { addressOf, type Look, lookText, readAddress, readLook } from '../page/permalink.ts'

interface WorldLink {
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

const PLACES_LISTED_MAX = 2000

/** The fields offer the places by name. */
export function listPlaces({ places }: World): void {
  const options = places.slice(0, PLACES_LISTED_MAX).map(({ map, name }) => make('option', { value: `${map}:${name}` }))
  division('places').replaceChildren(...options)
  for (const end of ['start', 'goal']) {
    field(`${end}-cell`).setAttribute('list', 'places')
    field(`${end}-cell`).placeholder = 'map:x,y or a place'
  }
}

export function tripWords(world: World): CellWords<MapCell> {
  return {
    cellOf: text => cellOfText(world, text.trim()),
    textOf: cell => textOfCell(world, cell),
    wanted: `no cell of a map: type MAP:X,Y such as ${world.maps[0]}:0,0, or a place`,
  }
}

function cellOfText(world: World, text: string): MapCell | null {
  const place = world.places.find(({ map, name }) => name === text || `${map}:${name}` === text)
  if (place !== undefined) return { map: place.map, x: place.x, y: place.y }
  const match = /^(.*):\s*(\d{1,5})\s*[, ]\s*(\d{1,5})$/s.exec(text)
  return match === null ? null : cellOn(world, match[1], Number(match[2]), Number(match[3]))
}

export function textOfCell(world: World, { map, x, y }: MapCell): string {
  const place = world.places.find(one => one.map === map && one.x === x && one.y === y)
  return place === undefined ? `${map}:${x},${y}` : `${map}:${place.name}`
}
