/**
 * An opened world: what can be reached, its portals as they are now, and the finders of trips.
 */
import type { Point } from '../base/answer.ts'
import { nameOf, optionsOf, quotedOf, refuse } from '../base/given.ts'
import { Atlas } from '../find/atlas.ts'
import type { WorldPlace } from '../format/world/description.ts'
import type { LivingMap } from './follower.ts'
import { graphologySearch } from './graphology.ts'
import { WorldNet } from './net.ts'
import { cellOf, placeOf, type TripEnd } from './places.ts'
import type { Portal } from './portal.ts'
import type { OpenedWorld } from './read-world-file.ts'
import { canReach, checkHas, type TripOptions, WorldFinder } from './world-finder.ts'

export interface WorldFinderOptions {
  /** What searches the net: `fast` (the default), or `graphology` with its own Dijkstra, as a reference. */
  readonly engine?: 'fast' | 'graphology'
}

export interface OpenWorldOptions {
  /** The most maps whose scratch for searches is kept, those used last; 128 unless given. */
  readonly findersMax?: number
}

const FINDERS_MAX = 128

export class World {
  readonly #net: WorldNet
  readonly #portalOfId: ReadonlyMap<string, Portal>

  readonly #files: readonly Uint8Array[]

  /** @internal */
  constructor({ plan, parts, files }: OpenedWorld, options?: OpenWorldOptions | null) {
    const { findersMax = FINDERS_MAX }: OpenWorldOptions = optionsOf(options, { findersMax: true })
    if (!Number.isInteger(findersMax) || findersMax < 1)
      refuse(`findersMax is ${nameOf(findersMax)}: a whole number from 1 on was expected.`)
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

  /** Cells with names, as they were given to the bake. */
  get places(): readonly WorldPlace[] {
    return this.#net.plan.places
  }

  /** A place by its name, such as `inn`, or `village:inn` where more than one map has one. */
  place(name: string): WorldPlace {
    return placeOf(this.places, name)
  }

  /** Where the first cell of a map lies among the others, in cells; null where the bake was not told. */
  originOf(name: string): Point | null {
    this.#numberOf(name)
    return this.#net.plan.originOfMap.get(name) ?? null
  }

  /** The map of a name, as it is now. */
  map(name: string): Atlas {
    this.#net.catchUp()
    return this.#net.parts[this.#numberOf(name)].atlas
  }

  /** The portal of an id, to be opened, closed and changed. */
  portal(id: string): Portal {
    const portal = this.#portalOfId.get(id)
    if (portal === undefined) refuse(`There is no portal ${quotedOf(id)}.`)
    return portal
  }

  /** Whether a way leads from one cell to the other with the keys one has, at some time. */
  isReachable(from: TripEnd, to: TripEnd, options?: Pick<TripOptions, 'has'>): boolean {
    this.#net.catchUp()
    const { has = NO_KEYS } = optionsOf(options, { has: true })
    if (has !== NO_KEYS) checkHas(has)
    return canReach(this.#net, cellOf(this.places, from), cellOf(this.places, to), has)
  }

  /** A finder answers queries; it owns its scratch. */
  finder(options?: WorldFinderOptions | null): WorldFinder {
    const { engine = 'fast' } = optionsOf(options, { engine: true })
    if (engine === 'fast') return new WorldFinder(this.#net)
    if (engine === 'graphology') return new WorldFinder(this.#net, graphologySearch(this.#net))
    refuse(`There is no engine ${quotedOf(engine)}: it must be fast or graphology.`)
  }

  /**
   * Puts another atlas in the place of a map. What it costs between its portals is measured anew on the islands that have
   * changed.
   */
  replace(name: string, atlas: Atlas): void {
    if (!(atlas instanceof Atlas)) refuse('A map is replaced by an atlas, as openAtlas gives.')
    this.#net.replace(this.#numberOf(name), atlas)
  }

  /**
   * From now on a map of the world is this living one, as `openLive(world.fileOf(name))` gives: after a commit the world
   * answers for what it says then.
   */
  follow(name: string, live: LivingMap): void {
    if (typeof live?.snapshot !== 'function' || typeof live.listen !== 'function')
      refuse(`The map to follow is ${nameOf(live)}: a living map was expected, as openLive gives.`)
    this.#net.follow(this.#numberOf(name), live)
  }

  /** The bytes of a map's atlas, as they are in the world's file. */
  fileOf(name: string): Uint8Array {
    return this.#files[this.#numberOf(name)]
  }

  #numberOf(name: string): number {
    const number = this.#net.numberOfMap.get(name)
    if (number === undefined) refuse(`There is no map ${quotedOf(name)}.`)
    return number
  }
}

const NO_KEYS: readonly string[] = []
