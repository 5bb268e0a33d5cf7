/**
 * Objects that refer to each other -> portals. One that refers to another which does not refer back is a way in one
 * direction; a pair that does is one portal for both.
 */
import type { MapCell, WorldPlace, WorldPortal } from './description.ts'
import { type Fields, failMap } from './fields.ts'

/** An object of an editor's, in cells of its map. */
export interface Spot {
  /** Unique among all spots of a world. */
  readonly key: string
  /** What people may call it by, where no other spot has the same; empty where it has no name. */
  readonly alias: string
  readonly name: string
  readonly kind: string
  readonly cell: MapCell
  /** The key or alias of the spot it leads to; empty where it leads nowhere. */
  readonly target: string
  readonly properties: Fields
  /** For messages. */
  readonly where: string
}

export function portalsOf(spots: readonly Spot[]): WorldPortal[] {
  const targetOf = targets(spots)
  const portals: WorldPortal[] = []
  const taken = new Set<Spot>()
  for (const [spot, other] of targetOf) {
    const isPair = other !== spot && targetOf.get(other) === spot
    // The first of a pair stands for both.
    if (isPair && taken.has(other)) continue
    taken.add(spot)
    portals.push(portal(spot, other, !isPair))
  }
  return withOwnIds(portals)
}

/** The spot that each one leads to, of those that lead anywhere. */
function targets(spots: readonly Spot[]): Map<Spot, Spot> {
  const byName = new Map<string, Spot>()
  const isTwice = new Set<string>()
  for (const spot of spots) {
    if (byName.has(spot.alias)) isTwice.add(spot.alias)
    byName.set(spot.alias, spot)
  }
  for (const spot of spots) byName.set(spot.key, spot)
  const targetOf = new Map<Spot, Spot>()
  for (const spot of spots) {
    const { target, where } = spot
    if (target === '') continue
    const other = byName.get(target)
    if (other === undefined) failMap(where, `it leads to "${target}", which no map has.`)
    if (other.key !== target && isTwice.has(target))
      failMap(where, `it leads to "${target}", of which there are several.`)
    targetOf.set(spot, other)
  }
  return targetOf
}

export function placesOf(spots: readonly Spot[]): WorldPlace[] {
  return spots.filter(({ name }) => name !== '').map(({ name, kind, cell }) => ({ name, kind, ...cell }))
}

function portal(from: Spot, to: Spot, isOneWay: boolean): WorldPortal {
  const { cost, needs, oneWay } = from.properties
  if (cost !== undefined && !(typeof cost === 'number' && cost >= 0 && Number.isFinite(cost))) {
    failMap(from.where, `its property cost is ${String(cost)}: a portal costs 0 or more cell lengths.`)
  }
  const keys = typeof needs === 'string' ? needs.split(',').map(key => key.trim()) : []
  return {
    id: from.name || from.key,
    from: from.cell,
    to: to.cell,
    ...(cost === undefined ? {} : { cost: cost as number }),
    ...(isOneWay || oneWay === true ? { oneWay: true } : {}),
    ...(keys.some(Boolean) ? { needs: keys.filter(Boolean) } : {}),
  }
}

/** Names may recur in drawings; ids may not. */
function withOwnIds(portals: readonly WorldPortal[]): WorldPortal[] {
  const seen = new Map<string, number>()
  return portals.map(one => {
    const count = (seen.get(one.id) ?? 0) + 1
    seen.set(one.id, count)
    return count === 1 ? one : { ...one, id: `${one.id} ${count}` }
  })
}
