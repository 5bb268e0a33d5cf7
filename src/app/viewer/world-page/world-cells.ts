/**
 * The cells of a world as text, and what the address of its page holds. Fields take MAP:X,Y, MAP:PLACE or the name of a
 * place.
 */
import type { MapCell } from '../../../format/world/description.ts'
import type { World } from '../../../world/open-world.ts'
import { cellOnPlan, onPlan, type WorldPicturePlan } from '../../draw/world-marks.ts'
import type { AddressFields } from '../page/address.ts'
import { division, field, make } from '../page/elements.ts'
import { type Cells, ENDS } from '../page/ends.ts'
import { LOOK, type Look } from '../page/permalink.ts'

export function cellsOfWorld(world: World, plan: WorldPicturePlan): Cells<MapCell> {
  /** A cell of a map by name; null where there is none. */
  const cellOn = (map: string, x: number, y: number): MapCell | null => {
    if (!world.maps.includes(map)) return null
    const { width, height } = world.map(map)
    return x < width && y < height ? { map, x, y } : null
  }
  return {
    at: ({ x, y }) => cellOnPlan(plan, x, y),
    shown: cell => onPlan(plan, cell),
    textOf({ map, x, y }) {
      const place = world.places.find(one => one.map === map && one.x === x && one.y === y)
      return place === undefined ? `${map}:${x},${y}` : `${map}:${place.name}`
    },
    ofText(given) {
      const text = given.trim()
      const place = world.places.find(({ map, name }) => name === text || `${map}:${name}` === text)
      if (place !== undefined) return { map: place.map, x: place.x, y: place.y }
      const match = /^(.*):\s*(\d{1,5})\s*[, ]\s*(\d{1,5})$/s.exec(text)
      return match && cellOn(match[1], Number(match[2]), Number(match[3]))
    },
    wanted: `no cell of a map: type MAP:X,Y such as ${world.maps[0]}:0,0, or a place`,
    /** Numbers come first: the name of a map may hold anything. */
    address: {
      initial: null,
      read(text) {
        const match = /^(\d{1,5}),(\d{1,5}),(.*)$/s.exec(text)
        return (match && cellOn(match[3], Number(match[1]), Number(match[2]))) ?? undefined
      },
      write: cell => cell && `${cell.x},${cell.y},${cell.map}`,
    },
  }
}

/** What the address of a world's page holds. */
export interface WorldLink {
  readonly from: MapCell | null
  readonly to: MapCell | null
  /** The keys at hand. */
  readonly has: readonly string[]
  /** Whether islands have colours. */
  readonly islands: boolean
  /** In cells of the plan. */
  readonly at: Look | null
}

export function worldFields({ address }: Cells<MapCell>, keys: readonly string[]): AddressFields<WorldLink> {
  return {
    from: address,
    to: address,
    has: {
      initial: [],
      read: (key, before) => (keys.includes(key) ? [...before, key] : undefined),
      write: has => has,
    },
    islands: {
      initial: false,
      read: text => text === '1' || undefined,
      write: islands => (islands ? '1' : null),
    },
    at: LOOK,
  }
}

/** The keys that any portal needs. */
export function keysOf({ portals }: World): string[] {
  return [...new Set(portals.flatMap(({ needs }) => needs))].sort()
}

const PLACES_LISTED_MAX = 2000

/** The fields offer the places by name. */
export function listPlaces({ places }: World): void {
  const options = places.slice(0, PLACES_LISTED_MAX).map(({ map, name }) => make('option', { value: `${map}:${name}` }))
  division('places').replaceChildren(...options)
  for (const end of ENDS) {
    field(`${end}-cell`).setAttribute('list', 'places')
    field(`${end}-cell`).placeholder = 'map:x,y or a place'
  }
}
