/**
 * Finds trips through a world. It computes the costs from the start to the stops of its island, and from the stops of
 * the goal's island to the goal. Those in between are known.
 */
import type { Point } from '../base/answer.ts'
import { type AllOf, checkWhole, optionsOf, quotedOf } from '../base/given.ts'
import { listOf, number, TEXT } from '../base/kinds.ts'
import type { Finder, FindOptions } from '../find/finder.ts'
import { blameOfBoth, type Route } from '../find/route.ts'
import type { MapCell } from '../format/world/description.ts'
import type { WorldNet } from './net.ts'
import { NetSearch } from './net-search.ts'
import type { NetEnd, StopIsland } from './part.ts'
import { cellOf, type TripEnd } from './plan.ts'
import type { Keys } from './portal.ts'
import { type AskedTrip, type PlannedLeg, Trip, TripLeg, type TripStatus } from './trip.ts'

export interface TripOptions extends Pick<FindOptions, 'quality'> {
  /** The keys that the traveller has. */
  readonly has?: readonly string[]
  /** When the trip sets out, for portals with hours. Default 0. */
  readonly at?: number
}

export const KEYS = listOf(TEXT, 'keys')
const TRIP_OPTIONS = { quality: true, has: KEYS, at: number() } as const satisfies AllOf<TripOptions>

/** Finds the links of a trip, like `NetSearch`. */
export interface LinkSearch {
  find(start: NetEnd, goal: NetEnd, keys: Keys, at: number, limit: number): { links: number[]; time: number } | null
}

export class WorldFinder {
  private readonly net: WorldNet
  private readonly search: LinkSearch

  /** @internal */
  constructor(net: WorldNet, search: LinkSearch = new NetSearch(net)) {
    this.net = net
    this.search = search
  }

  /** The trip from one cell or place to another. If there is none, the trip's status says why. */
  find(from: TripEnd, to: TripEnd, given?: TripOptions | null): Trip {
    const { has = [], at = 0, quality }: TripOptions = optionsOf(given, TRIP_OPTIONS)
    this.net.catchUp()
    const { places } = this.net.plan
    const start = checkedCell(cellOf(places, from), 'The start')
    const goal = checkedCell(cellOf(places, to), 'The goal')
    const asked = { start, goal, has: [...has], at }
    const blame = blameOfBoth(this.blame(asked.start, 'start'), this.blame(asked.goal, 'goal'))
    if (blame !== null) return new Trip(this.net, asked, blame.status, blame.message, Infinity, [])
    if (!canReach(this.net, asked.start, asked.goal, has)) {
      const message = 'No portals that can be passed lead from the start to the goal: explain() tells which would.'
      return new Trip(this.net, asked, 'unreachable', message, Infinity, [])
    }
    return this.connect(asked, quality)
  }

  private connect(asked: AskedTrip, quality: FindOptions['quality']): Trip {
    const { start, goal, has, at } = asked
    const startIsland = this.part(start).islandAt(start.x, start.y)
    const goalIsland = this.part(goal).islandAt(goal.x, goal.y)
    const walk = this.costOnFoot(start, goal)
    const startCosts = this.costsFrom(start, startIsland)
    const goalCosts = this.costsFrom(goal, goalIsland)
    const found = this.search.find(
      { island: startIsland, costs: startCosts },
      { island: goalIsland, costs: goalCosts },
      new Set(has),
      at,
      at + walk,
    )
    const estimate = found === null ? walk : found.time - at
    const options = quality === undefined ? {} : { quality }
    const legs = this.legs(start, goal, found?.links ?? []).map(
      leg => new TripLeg(leg, () => this.routeOf(leg, options)),
    )
    return new Trip(this.net, asked, 'found', '', estimate, legs)
  }

  private routeOf({ map, from, to }: PlannedLeg, options: FindOptions): Route {
    return this.finderAt({ map }).find(from, to, options)
  }

  private costsFrom(cell: MapCell, island: StopIsland | null): Float64Array {
    if (island === null) return new Float64Array(0)
    return island.costsFrom(this.net.ends.of(this.part(cell)), cell, this.net.plan.stops)
  }

  /** The cost without a portal; Infinity if the maps differ or there is no way. */
  private costOnFoot(start: MapCell, goal: MapCell): number {
    return start.map === goal.map ? this.finderAt(start).find(start, goal).estimate : Infinity
  }

  private legs(start: MapCell, goal: MapCell, links: readonly number[]): PlannedLeg[] {
    const { net } = this
    let from = start
    const legs = links.map((link): PlannedLeg => {
      const portal = net.portals[link >> 1]
      const [entry, exit] = (link & 1) === 0 ? [portal.from, portal.to] : [portal.to, portal.from]
      const leg = { map: from.map, from: pointOf(from), to: pointOf(entry), portal, portalCost: portal.cost }
      from = exit
      return leg
    })
    return [...legs, { map: goal.map, from: pointOf(from), to: pointOf(goal), portal: null, portalCost: 0 }]
  }

  /** What is wrong with an end; null if it is a free cell. */
  private blame({ map, x, y }: MapCell, end: string): { status: TripStatus; message: string } | null {
    const number = this.net.numberOfMap.get(map)
    if (number === undefined) {
      return { status: 'noSuchMap', message: `The ${end} is on a map ${quotedOf(map)}, which there is not.` }
    }
    const { terrain } = this.net.parts[number].atlas
    const at = `The ${end} ${x},${y} of ${map}`
    if (!terrain.isInside(x, y)) {
      return { status: 'outside', message: `${at} is outside its ${terrain.width} x ${terrain.height} cells.` }
    }
    return terrain.isFree(x, y) ? null : { status: 'blocked', message: `${at} is a wall.` }
  }

  private finderAt(cell: Pick<MapCell, 'map'>): Finder {
    return this.net.finders.of(this.part(cell))
  }

  private part({ map }: Pick<MapCell, 'map'>) {
    return this.net.parts[this.net.numberOfMap.get(map)!]
  }
}

/** Whether a way leads from one cell to another with these keys, at some time; false for walls and unknown maps. */
export function canReach(net: WorldNet, from: MapCell, to: MapCell, has: readonly string[]): boolean {
  const [a, b] = [net.numberOfMap.get(from.map), net.numberOfMap.get(to.map)]
  if (a === undefined || b === undefined) return false
  if (a === b && net.parts[a].atlas.isReachable(from.x, from.y, to.x, to.y)) return true
  const start = net.parts[a].islandAt(from.x, from.y)
  if (start === null) return false
  const goal = net.parts[b].islandAt(to.x, to.y)
  return goal !== null && net.reachWith(has)(start.number, goal.number)
}

function checkedCell(cell: MapCell, what: string): MapCell {
  const { map, x, y } = cell ?? {}
  checkWhole(x, y, what)
  return { map, x, y }
}

function pointOf({ x, y }: Point): Point {
  return { x, y }
}
