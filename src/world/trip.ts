/**
 * A route through a world: legs on one map each, with a portal at the end of each leg except the last. The estimate is
 * there at once; the route of a leg is searched at its first use.
 */
import type { Point } from '../base/answer.ts'
import { gone } from '../base/gone.ts'
import type { Route } from '../find/route.ts'
import type { MapCell } from '../format/world/description.ts'
import { explainTrip, type TripExplanation } from './explain-trip.ts'
import type { WorldNet } from './net.ts'
import type { Portal } from './portal.ts'
import type { AskedTrip, PlannedLeg, TripStatus } from './trip-answer.ts'

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
    return explainTrip(this.#net, this.#asked, this.status, this.message, this.legs, this.timeline().waits)
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
