/**
 * The ends of a trip as they are written on a command line: `MAP:X,Y`, or `MAP:PLACE` for a cell that has a name, or that
 * name alone where only one map has it.
 */
import type { MapCell, World } from '../../world.ts'
import { usageProblem } from './problem.ts'
import { coordinates } from './values.ts'

/** The names of maps and of places may hold colons themselves. */
export function endOf(what: string, text: string, world: World): MapCell {
  if (world.places.some(({ map, name }) => name === text || `${map}:${name}` === text)) {
    const { map, x, y } = world.place(text)
    return { map, x, y }
  }
  const colon = text.lastIndexOf(':')
  const cell = text.slice(colon + 1)
  if (colon > 0 && /^[-+\d.]+,[-+\d.]+$/.test(cell)) return { map: text.slice(0, colon), ...coordinates(what, cell) }
  const map = world.maps.find(name => text.startsWith(`${name}:`))
  if (map !== undefined) {
    const names = world.places.filter(place => place.map === map).map(({ name }) => name)
    const known = names.length === 0 ? 'it has none with a name' : `its places are ${names.slice(0, 8).join(', ')}`
    throw usageProblem(`${what} is "${text}", and ${map} has no such place: ${known}. A cell is written as MAP:X,Y.`)
  }
  throw usageProblem(
    `${what} is "${text}": write it as MAP:X,Y, such as village:12,34, or as MAP:PLACE, such as village:inn.`,
  )
}
