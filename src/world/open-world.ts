/**
 * An opened world: its maps, its portals in their present state, and the finders of trips.
 */
import type { Point } from '../base/answer.ts'
import { nameOf, optionsOf, quotedOf, refuse } from '../base/given.ts'
import { whole } from '../base/kinds.ts'
import { Atlas } from '../find/atlas.ts'
import type { WorldPlace } from '../format/world/description.ts'
import { graphologySearch } from './graphology.ts'
import { type LivingMap, WorldNet } from './net.ts'
import { cellOf, placeOf, type TripEnd } from './plan.ts'
import type { Portal } from './portal.ts'
import type { OpenedWorld } from './world-file.ts'
import { canReach, KEYS, type TripOptions, WorldFinder } from './world-finder.ts'

export interface WorldFinderOptions {
  /** Searches the net: `fast` (the default), or `graphology` with its own Dijkstra, as a reference. */
  readonly engine?: 'fast' | 'graphology'
}

export interface OpenWorldOptions {
  /** The most maps whose search scratch is kept; those used last stay. Default 128. */
  readonly findersMax?: number
}

const FINDERS_MAX = 128

export class World {
  readonly #net: WorldNet
  readonly #portalOfId: ReadonlyMap<string, Portal>

  readonly #files: readonly Uint8Array[]

  /** @internal */
  constructor({ plan, parts, files }: OpenedWorld, options?: OpenWorldOptions | null) {
    const { findersMax = FINDERS_MAX }: OpenWorldOptions = optionsOf(options, { findersMax: whole(1) })
    this.#net = new WorldNet(plan, parts, findersMax)
    this.#files = files
    this.#portalOfId = new Map(this.#net.portals.map(portal => [portal.id, portal]))
  }

  /** The names of the maps. */
  get maps(): readonly string[] {
    return this.#net.plan.maps
  }

  get portals(): readonly Portal[] {
    return this.#net.portals
  }

  /** Named cells, as they were given to the bake. */
  get places(): readonly WorldPlace[] {
    return this.#net.plan.places
  }

  /** A place by its name, such as `inn`, or `village:inn` if several maps have an inn. */
  place(name: string): WorldPlace {
    return placeOf(this.places, name)
  }

  /** Where the first cell of a map lies relative to the others, in cells; null if the bake had no origin for it. */
  originOf(name: string): Point | null {
    this.#numberOf(name)
    return this.#net.plan.originOfMap.get(name) ?? null
  }

  /** A map by its name, in its present state. */
  map(name: string): Atlas {
    this.#net.catchUp()
    return this.#net.parts[this.#numberOf(name)].atlas
  }

  /** A portal by its id: it can be opened, closed and changed. */
  portal(id: string): Portal {
    const portal = this.#portalOfId.get(id)
    if (portal === undefined) refuse(`There is no portal ${quotedOf(id)}.`)
    return portal
  }

  /** Whether a way leads from one cell to another with these keys, at some time. */
  isReachable(from: TripEnd, to: TripEnd, options?: Pick<TripOptions, 'has'>): boolean {
    this.#net.catchUp()
    const { has = [] } = optionsOf(options, { has: KEYS })
    return canReach(this.#net, cellOf(this.places, from), cellOf(this.places, to), has)
  }

  /** A new finder. It answers queries and owns its scratch. */
  finder(options?: WorldFinderOptions | null): WorldFinder {
    const { engine = 'fast' } = optionsOf(options, { engine: true })
    if (engine === 'fast') return new WorldFinder(this.#net)
    if (engine === 'graphology') return new WorldFinder(this.#net, graphologySearch(this.#net))
    refuse(`There is no engine ${quotedOf(engine)}: it must be fast or graphology.`)
  }

  /** Replaces a map by another atlas. Costs between its portals are measured anew on the islands that have changed. */
  replace(name: string, atlas: Atlas): void {
    if (!(atlas instanceof Atlas)) refuse('A map is replaced by an atlas, as openAtlas gives.')
    this.#net.replace(this.#numberOf(name), atlas)
  }

  /**
   * Makes a map of the world follow a live map, such as `openLive(world.fileOf(name))`. After each commit the world
   * answers for the new version.
   */
  follow(name: string, live: LivingMap): void {
    if (typeof live?.snapshot !== 'function' || typeof live.listen !== 'function')
      refuse(`The map to follow is ${nameOf(live)}: a living map was expected, as openLive gives.`)
    this.#net.follow(this.#numberOf(name), live)
  }

  /** The bytes of a map's atlas in the world's file. */
  fileOf(name: string): Uint8Array {
    return this.#files[this.#numberOf(name)]
  }

  #numberOf(name: string): number {
    const number = this.#net.numberOfMap.get(name)
    if (number === undefined) refuse(`There is no map ${quotedOf(name)}.`)
    return number
  }
}
