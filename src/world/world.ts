/**
 * An opened world: what can be reached, its portals as they are now, and the finders of trips.
 */
import type { Point } from '../base/answer.ts'
import { IsthmusError } from '../base/errors.ts'
import { nameOf, optionsOf, refuse } from '../base/given.ts'
import { Atlas } from '../find/atlas.ts'
import type { MapCell, WorldPlace } from '../format/world/description.ts'
import { canReach, checkHas, type TripOptions, WorldFinder } from './finder.ts'
import { GraphologySearch } from './graphology.ts'
import { WorldNet } from './net.ts'
import { WorldPart } from './part.ts'
import type { Portal } from './portal.ts'
import type { OpenedWorld } from './read.ts'

export interface WorldFinderOptions {
  /** What searches the net: `fast` (the default), or `graphology` with its own Dijkstra, as a reference. */
  readonly engine?: 'fast' | 'graphology'
}

export interface OpenWorldOptions {
  /** Of so many maps at most the scratch of searches is kept, of those asked for last; 128 unless given. */
  readonly findersMax?: number
}

const FINDERS_MAX = 128

export class World {
  readonly #net: WorldNet
  readonly #portalOfId: ReadonlyMap<string, Portal>

  constructor({ plan, parts }: OpenedWorld, options?: OpenWorldOptions | null) {
    const { findersMax = FINDERS_MAX }: OpenWorldOptions = optionsOf(options)
    if (!Number.isInteger(findersMax) || findersMax < 1)
      refuse(`findersMax is ${nameOf(findersMax)}: a whole number from 1 on was expected.`)
    this.#net = new WorldNet(plan, parts, findersMax)
    this.#portalOfId = new Map(this.#net.portals.map(portal => [portal.id, portal]))
  }

  /** The names of the maps. */
  get maps(): readonly string[] {
    return this.#net.plan.maps
  }

  get portals(): readonly Portal[] {
    return this.#net.portals
  }

  /** Cells with names, as they were given to the bake. */
  get places(): readonly WorldPlace[] {
    return this.#net.plan.places
  }

  /** Where the first cell of a map lies among the others, in cells; null where the bake was not told. */
  originOf(name: string): Point | null {
    this.#numberOf(name)
    return this.#net.plan.originOfMap.get(name) ?? null
  }

  /** The map of a name, as it is now. */
  map(name: string): Atlas {
    return this.#net.parts[this.#numberOf(name)].atlas
  }

  /** The portal of an id, to be opened, closed and changed. */
  portal(id: string): Portal {
    const portal = this.#portalOfId.get(id)
    if (portal === undefined) throw new IsthmusError('BAD_ARGUMENT', `There is no portal ${JSON.stringify(id)}.`)
    return portal
  }

  /** Whether a way leads from one cell to the other with the keys one has, at some time. */
  isReachable(from: MapCell, to: MapCell, options?: Pick<TripOptions, 'has'>): boolean {
    const has = options?.has
    if (has === undefined) return canReach(this.#net, from, to, NO_KEYS)
    checkHas(has)
    return canReach(this.#net, from, to, has)
  }

  /** A finder answers queries; it owns its scratch. */
  finder(options?: WorldFinderOptions | null): WorldFinder {
    const { engine = 'fast' } = optionsOf(options)
    if (engine === 'fast') return new WorldFinder(this.#net)
    if (engine === 'graphology') return new WorldFinder(this.#net, new GraphologySearch(this.#net))
    refuse(`There is no engine ${JSON.stringify(engine)}: it must be fast or graphology.`)
  }

  /** Puts another atlas in the place of a map; what it costs between its portals is measured anew. */
  replace(name: string, atlas: Atlas): void {
    const number = this.#numberOf(name)
    if (!(atlas instanceof Atlas)) refuse('A map is replaced by an atlas, as openAtlas gives.')
    const { plan, parts } = this.#net
    const part = new WorldPart(name, atlas, plan.stops, plan.stopsOfMap[number])
    const finder = part.atlas.finder()
    for (const island of part.islands) island.measure(finder, plan.stops)
    this.#net.forget(parts[number])
    parts[number] = part
    this.#net.numberIslands()
  }

  #numberOf(name: string): number {
    const number = this.#net.numberOfMap.get(name)
    if (number === undefined) throw new IsthmusError('BAD_ARGUMENT', `There is no map ${JSON.stringify(name)}.`)
    return number
  }
}

const NO_KEYS: readonly string[] = []
