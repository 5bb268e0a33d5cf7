/**
 * The places of a world by name: `inn`, or `village:inn` if several maps have an inn.
 */
import { nameOf, refuse } from '../base/given.ts'
import type { MapCell, WorldPlace } from '../format/world/description.ts'

const NAMES_SHOWN = 8

/** The start or goal of a trip: a cell of a map, or the name of a place. */
export type TripEnd = MapCell | string

export function placeOf(places: readonly WorldPlace[], name: string): WorldPlace {
  if (typeof name !== 'string') refuse(`A place is ${nameOf(name)}: its name was expected.`)
  const full = places.find(place => `${place.map}:${place.name}` === name)
  if (full !== undefined) return full
  const found = places.filter(place => place.name === name)
  if (found.length === 1) return found[0]
  const text = JSON.stringify(name)
  if (found.length > 1) {
    const fullNames = found.slice(0, NAMES_SHOWN).map(place => JSON.stringify(`${place.map}:${place.name}`))
    refuse(`There are ${found.length} places ${text}: say which, such as ${[...new Set(fullNames)].join(' or ')}.`)
  }
  const known = places.slice(0, NAMES_SHOWN).map(place => place.name)
  refuse(
    `There is no place ${text}: ${known.length === 0 ? 'the world has none' : `its places are ${known.join(', ')}`}.`,
  )
}

export function cellOf(places: readonly WorldPlace[], end: TripEnd): MapCell {
  return typeof end === 'string' ? placeOf(places, end) : end
}
