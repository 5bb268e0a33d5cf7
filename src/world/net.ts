/**
 * The net of a world: stops, the islands that they lie on, and the portals between them, as searches read it.
 */
import type { Finder } from '../find/finder.ts'
import type { StopIsland } from './island.ts'
import type { WorldPart } from './part.ts'
import type { WorldPlan } from './plan.ts'
import { type Keys, Portal } from './portal.ts'
import { Reach } from './reach.ts'

/** Key sets whose reach is kept, the newest of them. */
const SETS_KEPT = 64

export class WorldNet {
  readonly plan: WorldPlan
  readonly parts: WorldPart[]
  readonly portals: readonly Portal[]
  readonly numberOfMap: ReadonlyMap<string, number>
  /** linksOf[firstLinkOf[stop] ..]: the portals that leave a stop, as 2 * portal + direction, 1 for the way back. */
  readonly firstLinkOf: Int32Array
  readonly linksOf: Int32Array
  /** The island of each stop and its place among that island's stops; null for one that lies in a wall by now. */
  islandOfStop: (StopIsland | null)[] = []
  readonly placeOfStop: Int32Array
  /** Changes when anything does that may change what is reachable. */
  version = 0
  private islandCount = 0
  private readonly reachOfKeys = new Map<string, Reach>()
  /** The maps whose finders are kept, that asked for last at the end. */
  private readonly awake = new Set<WorldPart>()
  private readonly findersMax: number
  private keysAsked: readonly string[] = []
  private reachAsked: Reach | null = null

  constructor(plan: WorldPlan, parts: readonly WorldPart[], findersMax: number) {
    this.findersMax = findersMax
    this.plan = plan
    this.parts = [...parts]
    this.numberOfMap = new Map(plan.maps.map((name, map) => [name, map]))
    const cellOf = (stop: number) => {
      const { map, x, y } = plan.stops[stop]
      return { map: plan.maps[map], x, y }
    }
    this.portals = plan.portals.map(
      portal => new Portal(portal, cellOf(portal.from), cellOf(portal.to), () => this.changed()),
    )
    this.placeOfStop = new Int32Array(plan.stops.length)
    this.firstLinkOf = new Int32Array(plan.stops.length + 1)
    for (const { from, to, oneWay } of plan.portals) {
      this.firstLinkOf[from + 1]++
      if (!oneWay) this.firstLinkOf[to + 1]++
    }
    for (let stop = 0; stop < plan.stops.length; stop++) this.firstLinkOf[stop + 1] += this.firstLinkOf[stop]
    this.linksOf = new Int32Array(this.firstLinkOf[plan.stops.length])
    const fill = this.firstLinkOf.slice()
    plan.portals.forEach(({ from, to, oneWay }, portal) => {
      this.linksOf[fill[from]++] = 2 * portal
      if (!oneWay) this.linksOf[fill[to]++] = 2 * portal + 1
    })
    this.numberIslands()
  }

  /** A map that another takes the place of. */
  forget(part: WorldPart): void {
    this.awake.delete(part)
  }

  /** A finder owns scratch of the size of its map: those of maps that were not asked for long are let go. */
  finderOf(part: WorldPart): Finder {
    this.awake.delete(part)
    this.awake.add(part)
    if (this.awake.size > this.findersMax) {
      const [oldest] = this.awake
      oldest.letGo()
      this.awake.delete(oldest)
    }
    return part.finder
  }

  /** Where a link leads. */
  endOf(link: number): number {
    const { from, to } = this.plan.portals[link >> 1]
    return (link & 1) === 0 ? to : from
  }

  /** To be called when a part was replaced. */
  numberIslands(): void {
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
    this.changed()
  }

  /** What can be reached with these keys. */
  reachWith(keys: readonly string[]): Reach {
    if (this.reachAsked !== null && isSame(keys, this.keysAsked)) return this.reachAsked
    const held = new Set(keys)
    const name = JSON.stringify([...this.keysThatMatter()].filter(key => held.has(key)))
    let reach = this.reachOfKeys.get(name)
    if (reach === undefined) {
      if (this.reachOfKeys.size === SETS_KEPT) this.reachOfKeys.delete(this.reachOfKeys.keys().next().value!)
      reach = new Reach({ count: this.islandCount, edges: this.edgesWith(held) })
      this.reachOfKeys.set(name, reach)
    }
    this.keysAsked = [...keys]
    this.reachAsked = reach
    return reach
  }

  private keysThatMatter(): Set<string> {
    return new Set(this.portals.flatMap(({ needs }) => needs).sort())
  }

  private edgesWith(keys: Keys): Int32Array {
    const edges: number[] = []
    this.plan.portals.forEach(({ from, to, oneWay }, portal) => {
      const [a, b] = [this.islandOfStop[from], this.islandOfStop[to]]
      if (a === null || b === null || !this.portals[portal].isPassableWith(keys)) return
      edges.push(a.number, b.number)
      if (!oneWay) edges.push(b.number, a.number)
    })
    return Int32Array.from(edges)
  }

  private changed(): void {
    this.version++
    this.reachOfKeys.clear()
    this.reachAsked = null
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
