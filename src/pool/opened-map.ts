/**
 * The file of a pool in one thread: an atlas, a live map or a world, and the finders made so far.
 */
import { refuse } from '../base/given.ts'
import { joined } from '../base/growing.ts'
import type { Finder } from '../find/finder.ts'
import { type Atlas, type Change, type LiveMap, openAtlas, openLive } from '../index.ts'
import { PART_WORDS } from '../live/journal.ts'
import { isWorld } from '../world/world-file.ts'
import { openWorld, type World, type WorldFinder } from '../world.ts'
import type { Opening, PoolInfo } from './messages.ts'

/** The most commits that wait. Beyond this they are applied even without a question. */
const WAITING_MAX = 256
const PART_HEAD_BYTES = 4 * PART_WORDS

/** A commit and its part of the journal, for the other threads; the part is empty if nothing changed. */
export interface Committed {
  readonly change: Change
  readonly part: Uint8Array<ArrayBuffer>
}

export class OpenedMap {
  readonly info: PoolInfo
  readonly atlas: Atlas | null = null
  readonly live: LiveMap | null = null
  private readonly knownWorld: World | null = null
  private knownTrips: WorldFinder | null = null
  private readonly finders = new Map<string | undefined, Finder>()
  /** Parts of the journal not applied yet, in order. */
  private waiting: Uint8Array[] = []

  constructor({ file, isLive, journal }: Opening) {
    if (isWorld(file)) {
      if (isLive) refuse('A world does not change in a pool: open one with { live: false }.')
      this.knownWorld = openWorld(file)
    } else if (isLive) this.live = openLive(file, journal)
    else this.atlas = openAtlas(file)
    this.info = this.infoOf()
  }

  get trips(): WorldFinder {
    const world = this.knownWorld ?? refuse('This is one map, not a world: ask for paths with find.')
    this.knownTrips ??= world.finder()
    return this.knownTrips
  }

  /** The map that answers questions. */
  get map(): Atlas | LiveMap {
    return this.atlas ?? this.live ?? refuse('This is a world: ask for trips.')
  }

  /** The map as a traveller sees it. @internal */
  seenBy(traveller?: string): Pick<Atlas, 'islandOf' | 'costAt' | 'columns'> {
    const { map } = this
    return traveller === undefined ? map : map.as(traveller)
  }

  /** The number of commits applied. */
  get version(): number {
    return this.live?.version ?? 0
  }

  finder(traveller?: string): Finder {
    const { map } = this
    let finder = this.finders.get(traveller)
    if (finder === undefined) {
      finder = map.finder(traveller === undefined ? {} : { traveller })
      this.finders.set(traveller, finder)
    }
    return finder
  }

  /**
   * Stores commits of another thread until a newer question comes. Applying many at once costs little more than one,
   * and a long batch does not stop for each.
   */
  follow(part: Uint8Array): void {
    this.waiting.push(part)
    if (this.waiting.length >= WAITING_MAX) this.takeUp()
  }

  /** Makes the edits one version: all of them, or none if one is invalid. */
  commit(edits: Int32Array): Committed {
    const live = this.live ?? refuse('This pool is of an atlas, which does not change: make it with { live: true }.')
    this.takeUp()
    const { version } = live
    const count = edits.length / 3
    const cells = new Int32Array(2 * count)
    const costs = new Int32Array(count)
    for (let i = 0; i < count; i++) {
      cells.set(edits.subarray(3 * i, 3 * i + 2), 2 * i)
      costs[i] = edits[3 * i + 2]
    }
    live.paint(cells, costs)
    const change = live.commit()
    return { change, part: change.cells > 0 ? live.journal({ since: version }) : new Uint8Array(0) }
  }

  /** The journal of all commits up to a version. */
  journal(upTo: number): Uint8Array<ArrayBuffer> {
    this.takeUp()
    return (this.live ?? refuse('This pool is of an atlas, which has no journal.')).journal({ upTo })
  }

  /** Keeps only the last value of each cell, for the commits up to a version. */
  fold(version: number): void {
    this.takeUp()
    this.live?.foldJournal(Math.min(version, this.version))
  }

  /** Ensures that later answers are of this version or a newer one. */
  catchUp(version: number): void {
    if (this.version < version) this.takeUp()
  }

  /** Joins consecutive parts into one part with the first one's head, so that changed cells are processed only once. */
  private takeUp(): void {
    const { waiting, live } = this
    if (waiting.length === 0 || live === null) return
    this.waiting = []
    live.apply(joined([waiting[0], ...waiting.slice(1).map(part => part.subarray(PART_HEAD_BYTES))]))
  }

  private infoOf(): PoolInfo {
    const { live } = this
    const maps = this.knownWorld?.maps ?? []
    const costMax = live?.costMax ?? 0
    const more = { costMax, version: this.version, journalProblem: live?.journalProblem ?? '', maps }
    if (this.knownWorld !== null) {
      return { kind: 'world', width: 0, height: 0, directions: 8, islands: 0, travellers: [], ...more }
    }
    const atlas = this.atlas ?? live!.snapshot()
    const { width, height, directions, islandCount: islands } = atlas
    const travellers = (live ?? this.atlas)!.travellers.map(({ name }) => name)
    return { kind: live === null ? 'atlas' : 'live', width, height, directions, islands, travellers, ...more }
  }
}
