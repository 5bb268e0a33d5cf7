/**
 * Turns objects that refer to each other into portals. Most references in a drawing are not ways: an enemy names the
 * chest that it drops, a button the lamp that it lights. A reference is a portal if
 *
 * - the object's class is `portal` or `door`,
 * - or the other object refers back: one portal, for both ways,
 * - or it leads to another map, and the object's class or name says door, exit, portal, stairs or teleport.
 *
 * A note names every other reference, and every portal that only the class `door` made.
 */
import type { Point } from '../../base/answer.ts'
import { shortened } from '../../base/errors.ts'
import { textOf as shown } from '../../base/given.ts'
import type { Grid } from '../../map/grid.ts'
import type { MapCell, PortalHours, WorldDescription, WorldPlace, WorldPortal } from './description.ts'
import { type Fields, failMap } from './fields.ts'

const PORTAL_CLASS = /^(portal|door)$/i
const DOOR_WORDS = /door|exit|portal|stair|teleport/i

/** One object names another in a property or field: by its key, or as map#name if no other spot has that name. */
export interface Reference {
  readonly by: string
  readonly to: string
}

/** The content of one map. */
export interface ReadMap {
  readonly grid: Grid
  readonly spots: readonly Spot[]
  readonly notes: readonly string[]
}

/** An object in a map editor, in cells of its map. */
export interface Spot {
  /** Unique among all spots of a world. */
  readonly key: string
  readonly name: string
  readonly kind: string
  readonly cell: MapCell
  readonly references: readonly Reference[]
  readonly properties: Fields
  /** For messages. */
  readonly where: string
}

/**
 * The world of maps that were read, each with the place of its first cell in the world. `notes` are about the whole file
 * and come first.
 */
export function worldOf(read: ReadonlyMap<string, ReadMap & Point>, notes: readonly string[] = []): WorldDescription {
  const maps: Record<string, Grid> = Object.create(null)
  const origins: Record<string, Point> = Object.create(null)
  for (const [name, { grid, x, y }] of read) {
    maps[name] = grid
    origins[name] = { x, y }
  }
  const all = [...read.values()]
  const isInside = ({ cell: { map, x, y } }: Spot) => {
    const { width, height } = maps[map]
    return x >= 0 && y >= 0 && x < width && y < height
  }
  const spots = all.flatMap(map => map.spots.filter(isInside))
  const ofMaps = all.flatMap(map => {
    const outside = map.spots.filter(spot => !isInside(spot))
    return [...map.notes, ...outside.map(({ where }) => `${where}: it lies outside the map and was passed over.`)]
  })
  return { maps, origins, places: placesOf(spots), ...portalsOf(spots, [...notes, ...ofMaps]) }
}

/** Makes the portals of the spots, and adds notes about the other references. */
function portalsOf(
  spots: readonly Spot[],
  notes: readonly string[],
): { portals: WorldPortal[]; notes: readonly string[] } {
  const remarks: Remarks = { idle: new Map(), doors: [] }
  const linksOf = links(spots, remarks)
  const portals: WorldPortal[] = []
  const taken = new Set<Spot>()
  for (const [spot, others] of linksOf) {
    for (const [other, by] of others) {
      const isPair = linksOf.get(other)?.has(spot) === true
      // The first of a pair stands for both.
      if (isPair && taken.has(other)) continue
      if (isPair || isPortal(spot, other)) portals.push(portal(spot, other, !isPair))
      else addIdle(remarks, spot, by)
      if (!isPair && /^door$/i.test(spot.kind)) remarks.doors.push(spot)
    }
    taken.add(spot)
  }
  const silent =
    portals.length > 0 ? [] : spots.filter(({ kind, name }) => DOOR_WORDS.test(kind) || DOOR_WORDS.test(name))
  return { portals: withOwnIds(portals), notes: [...notes, ...notesOf(remarks, silent)].map(shortened) }
}

function isPortal(spot: Spot, other: Spot): boolean {
  if (PORTAL_CLASS.test(spot.kind)) return true
  return spot.cell.map !== other.cell.map && (DOOR_WORDS.test(spot.kind) || DOOR_WORDS.test(spot.name))
}

/** The spots that each spot refers to, with the field that refers. */
function links(spots: readonly Spot[], remarks: Remarks): Map<Spot, Map<Spot, string>> {
  const byName = new Map<string, Spot>()
  const isTwice = new Set<string>()
  for (const spot of spots.filter(({ name }) => name !== '')) {
    const name = `${spot.cell.map}#${spot.name}`
    if (byName.has(name)) isTwice.add(name)
    byName.set(name, spot)
  }
  for (const spot of spots) byName.set(spot.key, spot)
  const linksOf = new Map<Spot, Map<Spot, string>>()
  for (const spot of spots) {
    const others = new Map<Spot, string>()
    for (const { by, to } of spot.references) {
      const other = byName.get(to)
      const isVague = other !== undefined && other.key !== to && isTwice.has(to)
      if (other !== undefined && other !== spot && !isVague) others.set(other, by)
      else if (other !== spot && PORTAL_CLASS.test(spot.kind)) {
        failMap(spot.where, `it leads to "${to}", ${isVague ? 'of which there are several' : 'which no map has'}.`)
      } else addIdle(remarks, spot, by)
    }
    if (others.size > 0) linksOf.set(spot, others)
  }
  return linksOf
}

/** References that are no portals or name nothing, by class and field, and portals that only the class `door` made. */
interface Remarks {
  readonly idle: Map<string, { count: number; readonly first: Spot; readonly by: string }>
  readonly doors: Spot[]
}

function addIdle({ idle }: Remarks, spot: Spot, by: string): void {
  const key = JSON.stringify([spot.kind, by])
  const known = idle.get(key)
  if (known === undefined) idle.set(key, { count: 1, first: spot, by })
  else known.count++
}

/**
 * Notes about references, one sentence for all objects of a class and field. `silent` are objects that look like doors
 * in a file without portals.
 */
function notesOf({ idle, doors }: Remarks, silent: readonly Spot[]): string[] {
  const notes = Array.from(idle.values(), ({ count, first, by }) => {
    const what = first.kind === '' ? 'objects without a class' : `objects of class "${first.kind}"`
    const more = count === 1 ? '' : `, nor are ${count - 1} more of ${what}`
    const advice = 'For a portal set the class to portal, or let both ends refer to each other.'
    return `${first.where}: its reference "${by}" is no portal${more}. ${advice}`
  })
  const [door] = doors
  if (door !== undefined) {
    const more = doors.length === 1 ? '' : `, as are ${doors.length - 1} more`
    notes.push(`${door.where}: by its class, door, its reference is a portal in one direction${more}.`)
  }
  return silent.length > 0 ? [...notes, silentNote(silent)] : notes
}

function silentNote(silent: readonly Spot[]): string {
  const [first] = silent
  const count = silent.length === 1 ? 'an object looks' : `${silent.length} objects look`
  const isMute = silent.every(({ references }) => references.length === 0)
  const why = isMute ? 'none of them refers to another object' : 'their references are no portals'
  return (
    `There are no portals, though ${count} like doors (the first: ${first.where}): ${why}. ` +
    'Give each a property of type object, or a field EntityRef, that names its other end.'
  )
}

function placesOf(spots: readonly Spot[]): WorldPlace[] {
  return spots.filter(({ name }) => name !== '').map(({ name, kind, cell }) => ({ name, kind, ...cell }))
}

/** Property names match in any case, because LDtk capitalises them. */
function portal(from: Spot, to: Spot, isOneWay: boolean): WorldPortal {
  const properties = Object.fromEntries(
    Object.entries(from.properties).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const { cost, needs, oneway } = properties
  if (cost !== undefined && !(typeof cost === 'number' && cost >= 0 && Number.isFinite(cost))) {
    failMap(from.where, `its property cost is ${shown(cost)}: a portal costs 0 or more cell lengths.`)
  }
  const keys = typeof needs === 'string' ? needs.split(',').map(key => key.trim()) : []
  const open = hoursOf(properties, from.where)
  return {
    id: from.name || from.key,
    from: from.cell,
    to: to.cell,
    ...(cost === undefined ? {} : { cost: cost as number }),
    ...(isOneWay || oneway === true ? { oneWay: true } : {}),
    ...(keys.some(Boolean) ? { needs: keys.filter(Boolean) } : {}),
    ...(open === null ? {} : { open }),
  }
}

/** Reads the properties openEvery, openFrom and openUntil; all three must be present, or none. */
function hoursOf({ openevery, openfrom, openuntil }: Fields, where: string): PortalHours | null {
  const given = [openevery, openfrom, openuntil]
  if (given.every(value => value === undefined)) return null
  const [every, from, until] = given
  if (!given.every(value => typeof value === 'number')) {
    failMap(where, 'its hours are the numbers openEvery, openFrom and openUntil, in cell lengths: give all three.')
  }
  return { every: every as number, from: from as number, until: until as number }
}

/** Numbers repeated names, because ids must be unique. */
function withOwnIds(portals: readonly WorldPortal[]): WorldPortal[] {
  const seen = new Map<string, number>()
  return portals.map(one => {
    const count = (seen.get(one.id) ?? 0) + 1
    seen.set(one.id, count)
    return count === 1 ? one : { ...one, id: `${one.id} ${count}` }
  })
}
