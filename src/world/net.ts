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

/** A live map that a map of the world follows. */
interface Followed {
  readonly live: LivingMap
  /** The cells that commits have changed since the world caught up. */
  cells: Set<number>
  readonly listener: Parameters<LivingMap['listen']>[0]
}

/** Keeps values for the keys used last. Those of other keys are dropped, and made again when they are used. */
class Kept<Key, Value> {
  /** In order of use: the last one used comes last. */
  private readonly values = new Map<Key, Value>()
  private readonly countMax: number
  private readonly make: (key: Key) => Value

  constructor(countMax: number, make: (key: Key) => Value) {
    this.countMax = countMax
    this.make = make
  }

  of(key: Key): Value {
    const known = this.values.get(key) ?? this.make(key)
    this.values.delete(key)
    this.values.set(key, known)
    if (this.values.size > this.countMax) this.forget(this.values.keys().next().value!)
    return known
  }

  forget(key: Key): void {
    this.values.delete(key)
  }

  forgetAll(): void {
    this.values.clear()
  }
}

/** How many sets of keys have their reach kept. */
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
  readonly finders: Kept<WorldPart, Finder>
  /** Find the costs at the ends of trips. */
  readonly ends: Kept<WorldPart, ApproachCosts>
  /** How many islands of replaced maps were measured rather than copied. */
  islandsMeasured = 0
  private readonly followed = new Map<number, Followed>()
  private islandCount = 0
  /** By the keys, as JSON. */
  private readonly reachOfKeys = new Kept(SETS_KEPT, (keys: string) =>
    reachOf(this.islandsBeyond(new Set(JSON.parse(keys)))),
  )
  private keysAsked: readonly string[] = []
  private reachAsked: Reach | null = null

  constructor(plan: WorldPlan, parts: readonly WorldPart[], findersMax: number) {
    this.finders = new Kept(findersMax, part => part.atlas.finder())
    this.ends = new Kept(ENDS_A_FINDER * findersMax, part => new ApproachCosts(part.atlas.columns))
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
    const followed: Followed = {
      live,
      cells: new Set(),
      listener: edits => {
        for (const cell of edits.keys()) followed.cells.add(cell)
      },
    }
    live.listen(followed.listener)
    this.replace(map, live.snapshot().with(EXTRAS))
    this.followed.set(map, followed)
  }

  /** Replaces a map by another atlas. `cells` are those that have changed, if the caller knows. */
  replace(map: number, atlas: Atlas, cells?: Iterable<number>): void {
    const { plan, parts } = this
    const before = parts[map]
    const part = new WorldPart(before.name, atlas, plan.stops, plan.stopsOfMap[map])
    this.islandsMeasured += inheritCosts(before, part, cells ?? changedCells(before.atlas, atlas), plan.stops)
    this.finders.forget(before)
    this.ends.forget(before)
    this.followed.delete(map)
    parts[map] = part
    this.numberIslands()
  }

  /** Takes over changes of live maps. Call before each query. */
  catchUp(): void {
    for (const [map, followed] of this.followed) {
      const { live, cells } = followed
      if (cells.size === 0) continue
      const atlas = live.snapshot().with(EXTRAS)
      // A map that cannot be had now is asked for again by the next query.
      followed.cells = new Set()
      this.replace(map, atlas, cells)
      this.followed.set(map, followed)
    }
  }

  /** The stop that a link leads to. */
  endOf(link: number): number {
    const { from, to } = this.plan.portals[link >> 1]
    return (link & 1) === 0 ? to : from
  }

  reachChanged(): void {
    this.version++
    this.reachOfKeys.forgetAll()
    this.reachAsked = null
  }

  costChanged(isCheaper: boolean): void {
    this.version++
    if (isCheaper) this.costVersion++
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
    this.costChanged(true)
  }

  reachWith(keys: readonly string[]): Reach {
    if (this.reachAsked !== null && isSame(keys, this.keysAsked)) return this.reachAsked
    const held = new Set(keys)
    const name = JSON.stringify([...this.keysThatMatter()].filter(key => held.has(key)))
    const reach = this.reachOfKeys.of(name)
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
