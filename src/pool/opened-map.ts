/**
 * The file of a pool as one thread holds it: an atlas, a live map or a world, and the finders that were asked for.
 */

import { isParty } from '../atlas/travellers-layout.ts'
import { refuse } from '../base/given.ts'
import type { Finder } from '../find/finder.ts'
import { type Atlas, type Change, type LiveFinder, type LiveMap, openAtlas, openLive } from '../index.ts'
import { isWorld } from '../world/world-layout.ts'
import { openWorld, type World, type WorldFinder } from '../world.ts'
import type { Opening, PoolInfo } from './messages.ts'

/** More edits than this are committed at once, not at the next question. */
const PENDING_CELLS_MAX = 256

export class OpenedMap {
  readonly info: PoolInfo
  /** The newest commit that it answers for. */
  version = 0
  readonly atlas: Atlas | null = null
  readonly live: LiveMap | null = null
  private readonly knownWorld: World | null = null
  private knownTrips: WorldFinder | null = null
  private readonly finders = new Map<string | undefined, Finder | LiveFinder>()
  private pendingCells = 0

  constructor({ file, isLive, journal, edits, version }: Opening) {
    if (isWorld(file)) {
      if (isLive) refuse('A world does not change in a pool: open one with { live: false }.')
      this.knownWorld = openWorld(file)
    } else if (isLive) {
      this.live = openLive(file, journal)
      if (edits !== undefined) this.add(edits)
      this.version = version ?? this.live.version
    } else this.atlas = openAtlas(file)
    this.info = this.infoOf(file)
  }

  get world(): World {
    return this.knownWorld ?? refuse('This is one map, not a world: ask for paths with find.')
  }

  get trips(): WorldFinder {
    this.knownTrips ??= this.world.finder()
    return this.knownTrips
  }

  /** The map that answers; a live one has taken up all edits. */
  get map(): Atlas | LiveMap {
    this.takeUp()
    return this.atlas ?? this.live ?? refuse('This is a world: ask for trips.')
  }

  finder(traveller?: string): Finder | LiveFinder {
    const { map } = this
    let finder = this.finders.get(traveller)
    if (finder === undefined) {
      finder = map.finder(traveller === undefined ? {} : { traveller })
      this.finders.set(traveller, finder)
    }
    return finder
  }

  /** Edits of a commit elsewhere: x, y, cost of each. They take effect together, at the next question at the latest. */
  follow(edits: Int32Array, version: number): void {
    this.add(edits)
    this.version = version
    if (this.pendingCells > PENDING_CELLS_MAX) this.takeUp()
  }

  /** Makes edits a version at once: all of them or, where one makes no sense, none. */
  commit(edits: Int32Array): Change {
    const live = this.live ?? refuse('This pool is of an atlas, which does not change: make it with { live: true }.')
    this.takeUp()
    this.add(edits)
    this.pendingCells = 0
    const change = live.commit()
    if (change.cells > 0) this.version++
    return { ...change, version: this.version }
  }

  private takeUp(): void {
    if (this.pendingCells === 0) return
    this.live!.commit()
    this.pendingCells = 0
  }

  private add(edits: Int32Array): void {
    const count = edits.length / 3
    const cells = new Int32Array(2 * count)
    const costs = new Int32Array(count)
    for (let i = 0; i < count; i++) {
      cells[2 * i] = edits[3 * i]
      cells[2 * i + 1] = edits[3 * i + 1]
      costs[i] = edits[3 * i + 2]
    }
    this.live!.paint(cells, costs)
    this.pendingCells += count
  }

  private infoOf(file: Uint8Array): PoolInfo {
    const { live } = this
    const maps = this.knownWorld?.maps ?? []
    if (this.knownWorld !== null) {
      return { kind: 'world', width: 0, height: 0, directions: 8, islands: 0, costMax: 0, travellers: [], maps }
    }
    // Of a live map too the file says who travels.
    const atlas = this.atlas ?? (isParty(file) ? openAtlas(file) : live!.snapshot())
    const { width, height, directions, islandCount } = atlas
    const travellers = atlas.travellers.map(({ name }) => name)
    const about = { width, height, directions, islands: islandCount, travellers, maps }
    return { kind: live === null ? 'atlas' : 'live', costMax: live?.costMax ?? 0, ...about }
  }
}
