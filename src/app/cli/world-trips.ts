/**
 * Trips on a command line: their options, and what they print.
 */
import type { Trip, TripOptions } from '../../world.ts'
import { type Arguments, textOf } from './arguments.ts'
import { plainNumber } from './values.ts'
import { counted, table } from './words.ts'

const TIME_MAX = 1e12

export function tripOptions(args: Arguments): TripOptions {
  const has = textOf(args, 'has')
  const at = textOf(args, 'at')
  return {
    has: has === undefined ? [] : has.split(',').map(key => key.trim()),
    at: at === undefined ? 0 : plainNumber('--at', at, 0, TIME_MAX),
  }
}

export function tripText(trip: Trip): string {
  const { status, message, start, goal, legs } = trip
  const where = `${start.map}:${start.x},${start.y} to ${goal.map}:${goal.x},${goal.y}`
  if (trip.status !== 'found') return `${status}: ${where}. ${message}\n`
  const rows = legs.map(({ map, from, to, route, portal }) => [
    map,
    `${from.x},${from.y}`,
    `${to.x},${to.y}`,
    route.cost.toFixed(2),
    portal === null ? '' : `${portal.id}${portal.cost === 0 ? '' : ` (${portal.cost})`}`,
  ])
  const head = `found: ${where}\n  cost      ${trip.cost.toFixed(2)} cell lengths, ${counted(legs.length, 'leg')}\n`
  return `${head}${table([['map', 'from', 'to', 'cost', 'portal'], ...rows])}`
}
