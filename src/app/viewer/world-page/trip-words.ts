/**
 * The text of a trip's ends: MAP:X,Y, MAP:PLACE or the name of a place.
 */
import type { MapCell } from '../../../format/world/description.ts'
import type { World } from '../../../world/open-world.ts'
import { division, field, make } from '../page/elements.ts'
import type { CellWords } from '../page/end-fields.ts'
import { cellOn } from './world-permalink.ts'

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
