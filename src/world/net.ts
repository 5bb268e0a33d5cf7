/**
 * The net of a world as searches read it: stops, the islands that they lie on, and the portals between them. Maps may be
 * replaced, or follow live maps (`openLive` of isthmus): the net catches up at the next query. Many commits before that cost
 * no more than their sum.
 */
import type { Atlas } from '../find/atlas.ts'
import type { Finder } from '../find/finder.ts'
import { ApproachCosts } from './approach.ts'
import { changedCells, inheritCosts } from './inherit.ts'
import { type Reach, reachOf } from './net-reach.ts'
import { EXTRAS, type StopIsland, WorldPart } from './part.ts'
import type { WorldPlan } from './plan.ts'
import { type Keys, Portal } from './portal.ts'

/** What a world needs of a live map. */
export interface LivingMap {
  snapshot(): Atlas
  /** Calls back with the cells of each commit, as y * width + x. The caller keeps the listener alive. @internal */
  listen(listener: (edits: ReadonlyMap<number, number>) => void): void
}

/** Collects the cells that commits change on a live map. */
class Follower {
  readonly live: LivingMap
  private cells = new Set<number>()
  private readonly listener = (edits: ReadonlyMap<number, number>) => {
    for (const cell of edits.keys()) this.cells.add(cell)
  }

  constructor(live: LivingMap) {
    this.live = live
    live.listen(this.listener)
  }

  get isBehind(): boolean {
    return this.cells.size > 0
  }

  /** The cells edited since the last call. */
  take(): Set<number> {
    const { cells } = this
    this.cells = new Set()
    return cells
  }
}

/** Keeps map-sized scratch for the maps used last. That of other maps is dropped, and made again when they are used. */
interface Awake<T> {
  of(part: WorldPart): T
  forget(part: WorldPart): void
}

function keptAwake<T>(countMax: number, make: (part: WorldPart) => T): Awake<T> {
  // In order of use: the last one used comes last.
  const ofPart = new Map<WorldPart, T>()
  const forget = (part: WorldPart) => {
    ofPart.delete(part)
  }
  const of = (part: WorldPart) => {
    const known = ofPart.get(part) ?? make(part)
    ofPart.delete(part)
    ofPart.set(part, known)
    if (ofPart.size > countMax) forget(ofPart.keys().next().value!)
    return known
  }
  return { of, forget }
}

/** How many sets of keys have their reach kept; the oldest is dropped. */
const SETS_KEPT = 64
/** `ApproachCosts` are kept for more maps than finders, since each owns much less. */
const ENDS_A_FINDER = 8

export class WorldNet {
  readonly plan: WorldPlan
  readonly parts: WorldPart[]
  readonly portals: readonly Portal[]
  readonly numberOfMap: ReadonlyMap<string, number>
  /** The portals that leave each stop, as 2 * portal + direction; direction 1 is the way back. */
  readonly linksOfStop: readonly (readonly number[])[]
  /**
   * The island of each stop, null if the stop is now in a wall; `placeOfStop` has its place among that island's stops.
   */
  islandOfStop: (StopIsland | null)[] = []
  readonly placeOfStop: Int32Array
  /** Changes when anything may have become cheaper. Hours, keys and closing do not count. */
  costVersion = 0
  /** Changes with every change of the net. */
  version = 0
  /** Find the routes of trips' legs. */
  readonly finders: Awake<Finder>
  /** Find the costs at the ends of trips. */
  readonly ends: Awake<ApproachCosts>
  /** How many islands of replaced maps were measured rather than copied. */
  islandsMeasured = 0
  private readonly followers = new Map<number, Follower>()
  private islandCount = 0
  private readonly reachOfKeys = new Map<string, Reach>()
  private keysAsked: readonly string[] = []
  private reachAsked: Reach | null = null

  constructor(plan: WorldPlan, parts: readonly WorldPart[], findersMax: number) {
    this.finders = keptAwake(findersMax, part => part.atlas.finder())
    this.ends = keptAwake(ENDS_A_FINDER * findersMax, part => new ApproachCosts(part.atlas.columns))
    this.plan = plan
    this.parts = [...parts]
    this.numberOfMap = new Map(plan.maps.map((name, map) => [name, map]))
    const cellOf = (stop: number) => {
      const { map, x, y } = plan.stops[stop]
      return { map: plan.maps[map], x, y }
    }
    this.portals = plan.portals.map(portal => new Portal(portal, cellOf(portal.from), cellOf(portal.to), this))
    this.placeOfStop = new Int32Array(plan.stops.length)
    const linksOfStop = plan.stops.map((): number[] => [])
    plan.portals.forEach(({ from, to, oneWay }, portal) => {
      linksOfStop[from].push(2 * portal)
      if (!oneWay) linksOfStop[to].push(2 * portal + 1)
    })
    this.linksOfStop = linksOfStop
    this.numberIslands()
  }

  /** Makes a map of the world follow a live one. */
  follow(map: number, live: LivingMap): void {
    const follower = new Follower(live)
    this.replace(map, live.snapshot().with(EXTRAS))
    this.followers.set(map, follower)
  }

  /** Replaces a map by another atlas. `cells` are those that have changed, if the caller knows. */
  replace(map: number, atlas: Atlas, cells?: Iterable<number>): void {
    const { plan, parts } = this
    const before = parts[map]
    const part = new WorldPart(before.name, atlas, plan.stops, plan.stopsOfMap[map])
    this.islandsMeasured += inheritCosts(before, part, cells ?? changedCells(before.atlas, atlas), plan.stops)
    this.finders.forget(before)
    this.ends.forget(before)
    this.followers.delete(map)
    parts[map] = part
    this.numberIslands()
  }

  /** Takes over changes of live maps. Call before each query. */
  catchUp(): void {
    for (const [map, follower] of this.followers) {
      if (!follower.isBehind) continue
      this.replace(map, follower.live.snapshot().with(EXTRAS), follower.take())
      this.followers.set(map, follower)
    }
  }

  /** The stop that a link leads to. */
  endOf(link: number): number {
    const { from, to } = this.plan.portals[link >> 1]
    return (link & 1) === 0 ? to : from
  }

  reachChanged(): void {
    this.version++
    this.reachOfKeys.clear()
    this.reachAsked = null
  }

  costFell(): void {
    this.version++
    this.costVersion++
  }

  costRose(): void {
    this.version++
  }

  private numberIslands(): void {
    this.islandOfStop = this.plan.stops.map(() => null)
    this.islandCount = 0
    for (const { islands } of this.parts) {
      for (const island of islands) {
        island.number = this.islandCount++
        island.stops.forEach((stop, place) => {
          this.islandOfStop[stop] = island
          this.placeOfStop[stop] = place
        })
      }
    }
    this.reachChanged()
    this.costFell()
  }

  reachWith(keys: readonly string[]): Reach {
    if (this.reachAsked !== null && isSame(keys, this.keysAsked)) return this.reachAsked
    const held = new Set(keys)
    const name = JSON.stringify([...this.keysThatMatter()].filter(key => held.has(key)))
    let reach = this.reachOfKeys.get(name)
    if (reach === undefined) {
      if (this.reachOfKeys.size === SETS_KEPT) this.reachOfKeys.delete(this.reachOfKeys.keys().next().value!)
      reach = reachOf(this.islandsBeyond(held))
      this.reachOfKeys.set(name, reach)
    }
    this.keysAsked = [...keys]
    this.reachAsked = reach
    return reach
  }

  private keysThatMatter(): Set<string> {
    return new Set(this.portals.flatMap(({ needs }) => needs).sort())
  }

  /** For each island, those that passable portals lead to. */
  private islandsBeyond(keys: Keys): number[][] {
    const beyond = Array.from({ length: this.islandCount }, (): number[] => [])
    this.plan.portals.forEach(({ from, to, oneWay }, portal) => {
      const [a, b] = [this.islandOfStop[from], this.islandOfStop[to]]
      if (a === null || b === null || !this.portals[portal].isPassableWith(keys)) return
      beyond[a.number].push(b.number)
      if (!oneWay) beyond[b.number].push(a.number)
    })
    return beyond
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
