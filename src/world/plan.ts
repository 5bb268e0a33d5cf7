/**
 * The plan of a world: its maps by number, its portals, and their end cells, each listed once. It follows from the
 * description alone, which the file stores as text, so bake and open make the same plan. Descriptions that make no
 * sense are refused here by name.
 */
import type { Point } from '../base/answer.ts'
import { type Kind, nameOf, quotedOf, refuse, textOf } from '../base/given.ts'
import { checkFields, type Fail, FLAG, LIST, listOf, maybe, number, TABLE, TEXT, whole } from '../base/kinds.ts'
import type { MapCell, PortalHours, WorldPlace, WorldPortal } from '../format/world/description.ts'

/** What a world file has besides its maps' atlases. */
export interface WorldText {
  readonly maps: readonly string[]
  readonly portals: readonly WorldPortal[]
  /** Named cells: a designer's turning points and landmarks. */
  readonly places: readonly WorldPlace[]
  /** Where the first cell of each map lies relative to the others, in cells. For pictures only. */
  readonly origins?: Origins | undefined
}

export type Origins = Readonly<Record<string, Point>>

/** A cell where portals end. */
export interface Stop {
  readonly map: number
  readonly x: number
  readonly y: number
}

export interface PlannedPortal {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly cost: number
  readonly oneWay: boolean
  readonly needs: readonly string[]
  readonly hours: PortalHours | null
}

export interface WorldPlan {
  readonly maps: readonly string[]
  readonly stops: readonly Stop[]
  /** The stops of each map. */
  readonly stopsOfMap: readonly (readonly number[])[]
  readonly portals: readonly PlannedPortal[]
  readonly places: readonly WorldPlace[]
  readonly originOfMap: ReadonlyMap<string, Point>
}

const MAPS_MAX = 1 << 16
const PORTALS_MAX = 1 << 17
const COST_MAX = 1e12
const ORIGIN_MAX = 1e9
const PLACE: Kind = { ...whole(-ORIGIN_MAX, ORIGIN_MAX), wanted: 'a whole number of cells' }
export const COST: Kind = { ...number(0, COST_MAX), wanted: 'a number from 0 on' }
export const NEEDS = listOf(TEXT, 'texts')
const WORLD = { maps: LIST, portals: LIST, places: LIST, origins: maybe(TABLE) }
export const PORTAL = {
  id: { wanted: 'a text that is not empty', is: (value: unknown) => TEXT.is(value) && value !== '' },
  ...{ from: TABLE, to: TABLE, cost: maybe(COST), oneWay: maybe(FLAG) },
  ...{ needs: maybe(NEEDS), open: maybe(TABLE) },
}

export function planWorld(text: WorldText, fail: Fail): WorldPlan {
  checkFields(text, WORLD, 'the world', fail)
  const { maps, portals, places, origins } = text
  if (maps.length === 0) throw fail('it has no maps.')
  if (maps.length > MAPS_MAX || portals.length > PORTALS_MAX || places.length > PORTALS_MAX) {
    throw fail(`it has ${maps.length} maps, ${portals.length} portals and ${places.length} places: that is too many.`)
  }
  const numberOfMap = new Map<string, number>()
  for (const name of maps) {
    if (typeof name !== 'string' || numberOfMap.has(name)) throw fail(`it has two maps named ${JSON.stringify(name)}.`)
    numberOfMap.set(name, numberOfMap.size)
  }
  const stops: Stop[] = []
  const stopOfCell = new Map<string, number>()
  const stopOf = (cell: MapCell, what: string): number => {
    const map = mapOf(cell, what, numberOfMap, fail)
    const key = `${map},${cell.x},${cell.y}`
    const stop = stopOfCell.get(key) ?? stops.push({ map, x: cell.x, y: cell.y }) - 1
    stopOfCell.set(key, stop)
    return stop
  }
  const ids = new Set<string>()
  const planned = portals.map(portal => {
    const known = planPortal(portal, stopOf, fail)
    if (ids.has(known.id)) throw fail(`it has two portals ${JSON.stringify(known.id)}: give each an id of its own.`)
    ids.add(known.id)
    return known
  })
  for (const place of places) {
    checkFields(place, { name: TEXT }, 'a place', fail)
    mapOf(place, `Its place ${JSON.stringify(place.name)}`, numberOfMap, fail)
  }
  const stopsOfMap = maps.map((): number[] => [])
  stops.forEach(({ map }, stop) => {
    stopsOfMap[map].push(stop)
  })
  return {
    maps,
    stops,
    stopsOfMap,
    portals: planned,
    places,
    originOfMap: originsOf(origins ?? {}, numberOfMap, fail),
  }
}

function planPortal(portal: WorldPortal, stopOf: (cell: MapCell, what: string) => number, fail: Fail): PlannedPortal {
  const name = typeof portal?.id === 'string' ? `portal ${JSON.stringify(portal.id)}` : 'a portal'
  checkFields(portal, PORTAL, name, fail)
  const { id, from, to, cost, oneWay, needs, open } = portal
  return {
    id,
    from: stopOf(from, `The start of ${name}`),
    to: stopOf(to, `The end of ${name}`),
    cost: cost ?? 0,
    oneWay: oneWay ?? false,
    needs: [...new Set(needs)],
    hours: open === undefined || open === null ? null : hoursOf(open, name, fail),
  }
}

function originsOf(origins: Origins, numberOfMap: ReadonlyMap<string, number>, fail: Fail): Map<string, Point> {
  const originOfMap = new Map<string, Point>()
  for (const [map, origin] of Object.entries(origins)) {
    if (!numberOfMap.has(map)) throw fail(`an origin is of a map ${JSON.stringify(map)}, which there is not.`)
    checkFields(origin, { x: PLACE, y: PLACE }, `the origin of map ${JSON.stringify(map)}`, fail)
    originOfMap.set(map, { x: origin.x, y: origin.y })
  }
  return originOfMap
}

function hoursOf({ every, from, until }: PortalHours, name: string, fail: Fail): PortalHours {
  checkFields({ every, from, until }, { every: COST, from: COST, until: COST }, `the hours of ${name}`, fail)
  if (from < every && until <= every && from !== until) return { every, from, until }
  throw fail(`the hours of ${name} are every ${every} from ${from} until ${until}: both must lie within the period.`)
}

/** The number of a cell's map. */
function mapOf(cell: MapCell, what: string, numberOfMap: ReadonlyMap<string, number>, fail: Fail): number {
  const { map, x, y } = cell ?? {}
  const number = numberOfMap.get(map)
  if (number === undefined) throw fail(`${what} is on a map ${quotedOf(map)}, which there is not.`)
  if (!Number.isInteger(x) || !Number.isInteger(y))
    throw fail(`${what} is at ${textOf(x)},${textOf(y)}: whole cells were expected.`)
  return number
}

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
