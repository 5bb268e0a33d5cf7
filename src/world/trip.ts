/**
 * A route through a world: legs on one map each, with a portal at the end of each leg except the last. The estimate is there at
 * once; the route of a leg is searched at its first use. A trip explains itself: where it waits and which keys its portals need.
 * Without a way, it tells which portals would open one with the fewest changes.
 */
import type { Point } from '../base/answer.ts'
import { gone } from '../base/gone.ts'
import type { Route } from '../find/route.ts'
import type { MapCell } from '../format/world/description.ts'
import type { WorldNet } from './net.ts'
import type { Portal } from './portal.ts'

/** As for a route; 'noSuchMap': an end is on a map that the world does not have. */
export type TripStatus = 'found' | 'unreachable' | 'blocked' | 'outside' | 'noSuchMap'

export interface AskedTrip {
  readonly start: MapCell
  readonly goal: MapCell
  readonly has: readonly string[]
  readonly at: number
}

/** A leg by the net at the time of the search: a portal's cost may change later. */
export interface PlannedLeg {
  readonly map: string
  readonly from: Point
  readonly to: Point
  readonly portal: Portal | null
  readonly portalCost: number
}

export interface LegJson {
  readonly map: string
  readonly from: Point
  readonly to: Point
  readonly cost: number
  readonly portal: string | null
  readonly wait: number
}

export class TripLeg {
  readonly map: string
  readonly from: Point
  readonly to: Point
  /** The portal taken at the end of this leg; null for the last leg. */
  readonly portal: Portal | null
  readonly portalCost: number
  readonly #find: () => Route
  #route: Route | null = null

  /** @internal */
  constructor(leg: PlannedLeg, find: () => Route) {
    this.map = leg.map
    this.from = leg.from
    this.to = leg.to
    this.portal = leg.portal
    this.portalCost = leg.portalCost
    this.#find = find
  }

  /** The route on the leg's map, as a finder returns it. */
  get route(): Route {
    this.#route ??= this.#find()
    return this.#route
  }
}

export class Trip {
  readonly status: TripStatus
  /** One sentence on why there is no way; empty if there is one. */
  readonly message: string
  readonly start: MapCell
  readonly goal: MapCell
  /** When the trip sets out. */
  readonly at: number
  /** The cost by the world's own figures, waiting included: needs no search. Infinity without a way. */
  readonly estimate: number
  readonly legs: readonly TripLeg[]
  readonly #net: WorldNet
  readonly #asked: AskedTrip
  #cost = -1

  /** @internal */
  constructor(net: WorldNet, asked: AskedTrip, status: TripStatus, message: string, estimate: number, legs: TripLeg[]) {
    this.#net = net
    this.#asked = asked
    this.status = status
    this.message = message
    this.start = asked.start
    this.goal = asked.goal
    this.at = asked.at
    this.estimate = estimate
    this.legs = legs
  }

  /** The exact cost of these paths and portals, waiting included, in cell lengths. The first use finds all paths. */
  get cost(): number {
    if (this.#cost < 0) this.#cost = this.status === 'found' ? this.timeline().end - this.at : Infinity
    return this.#cost
  }

  /** Why there is no way and what would open one; or where the trip waits and which keys it needs. */
  explain(): TripExplanation {
    const { status, legs } = this
    const waitOfLeg = this.timeline().waits
    const obstacles = status === 'unreachable' ? obstaclesBetween(this.#net, this.#asked) : []
    const waits = legs.flatMap(({ map, to, portal }, leg) =>
      portal !== null && waitOfLeg[leg] > 0 ? [{ portal: portal.id, at: { map, ...to }, cells: waitOfLeg[leg] }] : [],
    )
    const keys = [...new Set(legs.flatMap(({ portal }) => portal?.needs ?? []))]
    const message = status === 'unreachable' ? sentenceOf(obstacles) : this.message
    return { status, message, obstacles, waits, keys }
  }

  toJSON(): object {
    const { waits } = this.timeline()
    return {
      status: this.status,
      message: this.message,
      start: this.start,
      goal: this.goal,
      at: this.at,
      cost: this.status === 'found' ? this.cost : null,
      estimate: this.status === 'found' ? this.estimate : null,
      legs: this.legs.map(({ map, from, to, route, portal }, leg): LegJson => {
        return { map, from, to, cost: route.cost, portal: portal?.id ?? null, wait: waits[leg] }
      }),
    }
  }

  /** When the trip arrives, and how long it waits at the end of each leg. */
  private timeline(): { end: number; waits: number[] } {
    let end = this.at
    const waits = this.legs.map(({ route, portal, portalCost }) => {
      end += route.cost
      const wait = portal?.waitAt(end) ?? 0
      end += wait + portalCost
      return wait
    })
    return { end, waits }
  }
}

gone(Trip.prototype, { isFound: "ask whether status is 'found'" })

/** Why a portal is shut: it is closed, or keys are missing. */
export interface Obstacle {
  readonly portal: string
  readonly isClosed: boolean
  readonly missingKeys: readonly string[]
}

export interface TripExplanation {
  readonly status: TripStatus
  /** One sentence. */
  readonly message: string
  /** Without a way: what to open or which keys to get for one; empty if that would not help. */
  readonly obstacles: readonly Obstacle[]
  /** With a way: where it waits, and how long. */
  readonly waits: readonly { readonly portal: string; readonly at: MapCell; readonly cells: number }[]
  /** With a way: the keys that its portals need. */
  readonly keys: readonly string[]
}

function sentenceOf(obstacles: readonly Obstacle[]): string {
  if (obstacles.length === 0) return 'No portals lead there, open or not.'
  const parts = obstacles.map(({ portal, isClosed, missingKeys }) => {
    const wants = [isClosed ? 'to be open' : '', missingKeys.map(key => `the ${key}`).join(' and ')].filter(Boolean)
    return `${portal} wants ${wants.join(' and ')}`
  })
  return `There would be a way, but ${parts.join(', ')}.`
}

/** The shut portals on a way with the fewest of them: a breadth-first search in rings of equal count. */
function obstaclesBetween(net: WorldNet, { start, goal, has }: AskedTrip): Obstacle[] {
  const keys = new Set(has)
  const islandAt = ({ map, x, y }: MapCell) => net.parts[net.numberOfMap.get(map)!].islandAt(x, y)
  const [from, to] = [islandAt(start), islandAt(goal)]
  if (from === null || to === null) return []
  const linkTo = new Map<number, number>()
  const done = new Set<number>()
  const shut = new Map([[from.number, 0]])
  let ring = [from]
  while (ring.length > 0) {
    const next: typeof ring = []
    for (let island = ring.pop(); island !== undefined; island = ring.pop()) {
      if (done.has(island.number)) continue
      done.add(island.number)
      for (const stop of island.stops) {
        for (const link of net.linksOfStop[stop]) {
          const beyond = net.islandOfStop[net.endOf(link)]
          if (beyond === null || done.has(beyond.number)) continue
          const isPassable = net.portals[link >> 1].isPassableWith(keys)
          const count = shut.get(island.number)! + (isPassable ? 0 : 1)
          if (count >= (shut.get(beyond.number) ?? Infinity)) continue
          shut.set(beyond.number, count)
          linkTo.set(beyond.number, link)
          if (isPassable) ring.push(beyond)
          else next.push(beyond)
        }
      }
    }
    ring = next
  }
  return wayBack(net, from.number, to.number, linkTo)
    .filter(portal => !portal.isPassableWith(keys))
    .map(portal => ({
      portal: portal.id,
      isClosed: !portal.isOpen,
      missingKeys: portal.needs.filter(key => !keys.has(key)),
    }))
}

/** The portals on the way found, first to last; empty if there is none. */
function wayBack(net: WorldNet, from: number, to: number, linkTo: ReadonlyMap<number, number>): Portal[] {
  const portals: Portal[] = []
  for (let island = to; island !== from; ) {
    const link = linkTo.get(island)
    if (link === undefined) return []
    portals.push(net.portals[link >> 1])
    island = net.islandOfStop[net.endOf(link ^ 1)]!.number
  }
  return portals.reverse()
}
