/**
 * Trips on a command line: parsing their ends and options, and printing the results.
 */
import type { MapCell, Trip, TripExplanation, TripOptions, World } from '../../world.ts'
import type { Arguments } from './arguments.ts'
import { optionWords, usageProblem } from './problem.ts'
import { coordinates } from './values.ts'
import { counted, table } from './words.ts'

const TIME_MAX = 1e12

/**
 * Parses an end: `MAP:X,Y`, or `MAP:PLACE` for a named cell, or the name alone if only one map has it. Names of maps
 * and places may contain colons.
 */
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

export function tripOptions(args: Arguments): TripOptions {
  const keys = args.text('has')?.split(',') ?? []
  return { has: keys.map(key => key.trim()), at: args.plain('at', 0, TIME_MAX, 0) }
}

export function tripText(trip: Trip, explanation?: TripExplanation): string {
  const { status, message, start, goal, legs } = trip
  const where = `${start.map}:${start.x},${start.y} to ${goal.map}:${goal.x},${goal.y}`
  const { keys = [], waits = [] } = explanation ?? {}
  if (status !== 'found') {
    return `${status}: ${where}. ${optionWords(message)}\n${explanation === undefined ? '' : `  ${explanation.message}\n`}`
  }
  const rows = legs.map(({ map, from, to, route, portal }) => [
    map,
    `${from.x},${from.y}`,
    `${to.x},${to.y}`,
    route.cost.toFixed(2),
    portal === null ? '' : `${portal.id}${portal.cost === 0 ? '' : ` (${portal.cost})`}`,
  ])
  const head = `found: ${where}\n  cost      ${trip.cost.toFixed(2)} cell lengths, ${counted(legs.length, 'leg')}\n`
  const waiting = waits.map(({ portal, cells }) => `  waits ${cells.toFixed(2)} for ${portal}\n`)
  const needing = keys.length === 0 ? '' : `  needs ${keys.join(', ')}\n`
  return [head, table([['map', 'from', 'to', 'cost', 'portal'], ...rows]), ...waiting, needing].join('')
}
