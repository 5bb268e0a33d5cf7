/**
 * The life of one map: random edits, each a commit after which it is judged; snapshots, views, journals, settling and
 * commits in slices by the way; in the end all is undone.
 */
import { Random } from '../../src/base/random.ts'
import { type Atlas, bake, type Change, type Directions, type LiveMap, openAtlas, openLive } from '../../src/index.ts'
import { Branch } from './branch.ts'
import { drawEdit, drawMap } from './edits.ts'
import { hasSameBytes, Judge } from './judge.ts'
import { type Edit, foldsOf, islandsOf, PlainMap } from './plain-map.ts'

/** The number of edits after which the map is compared with a fresh bake, as a journal opened again too. */
const EDITS_A_BAKE = 100
const EDITS_A_BRANCH = 200
const EDITS_A_PROOF = 4
const QUERIES_A_BAKE = 8
/** While a commit in slices is under way every sixth turn asks. */
const TURNS_A_QUERY = 6

export interface Counts {
  edits: number
  /** Cells that became walls, that became free, and that cost something else. */
  walls: number
  openings: number
  weights: number
  joined: number
  parted: number
  sliced: number
  /** Questions while such a commit was under way. */
  meanwhile: number
  settled: number
  views: number
  snapshots: number
  /** Files that were compared with those of a bake, byte by byte; and those of them from journals. */
  bakes: number
  journals: number
  undone: number
  queries: number
  proven: number
  /** Routes whose estimate is that of a fresh atlas, among those that were compared; the most that one was above it. */
  compared: number
  equal: number
  excessMax: number
  wrong: number
}

const none = (): Counts => ({
  edits: 0,
  walls: 0,
  openings: 0,
  weights: 0,
  joined: 0,
  parted: 0,
  sliced: 0,
  meanwhile: 0,
  settled: 0,
  views: 0,
  snapshots: 0,
  bakes: 0,
  journals: 0,
  undone: 0,
  queries: 0,
  proven: 0,
  compared: 0,
  equal: 0,
  excessMax: 0,
  wrong: 0,
})

/** Lets others run: half-made commits, and landmarks that are measured. */
const turn = () => new Promise(resolve => setImmediate(resolve))

export async function liveAndDie(kind: string, seed: number, edits: number): Promise<Counts> {
  const random = new Random(seed)
  const directions: Directions = random.below(3) === 0 ? 4 : 8
  const map = new PlainMap(drawMap(kind, random), directions)
  const file = await bake(map.grid(), { directions })
  const judge = new Judge(`${kind} ${map.width} x ${map.height}, ${directions} directions, seed ${seed}`)
  const life = new Life(map, file, judge, random)
  for (let edit = 0; edit < edits; edit++) await life.edit()
  await life.undoAll()
  const { counts } = life
  return { ...counts, wrong: judge.wrong, queries: judge.queries + counts.meanwhile, proven: judge.proven }
}

class Life {
  readonly counts = none()
  private readonly map: PlainMap
  private readonly file: Uint8Array
  private readonly judge: Judge
  private readonly random: Random
  private live: LiveMap
  private islands: Int32Array
  private branch: Branch | null = null
  private snapshot: { readonly atlas: Atlas; readonly map: PlainMap } | null = null

  constructor(map: PlainMap, file: Uint8Array, judge: Judge, random: Random) {
    this.map = map
    this.file = file
    this.judge = judge
    this.random = random
    this.live = openLive(file)
    this.islands = islandsOf(map)
  }

  async edit(): Promise<void> {
    const { map, random, judge, counts } = this
    const edit = drawEdit(map, random)
    const when = `after ${counts.edits} edits`
    this.count(edit)
    const before = map.copy()
    const change = random.below(16) === 0 ? await this.commitSliced(edit, before) : this.commit(edit)
    const islands = islandsOf(map)
    const folds = foldsOf(this.islands, islands)
    const isTold = change.islandsMerged === folds.islandsMerged && change.islandsSplit === folds.islandsSplit
    judge.expect(isTold, () => `${when}: ${JSON.stringify(change)} against ${JSON.stringify(folds)}`)
    counts.joined += folds.islandsMerged
    counts.parted += folds.islandsSplit
    this.islands = islands
    judge.islands(this.live, map, islands, when)
    judge.route(this.live, map, islands, random, counts.edits % EDITS_A_PROOF === 0, when)
    await this.byTheWay(when)
  }

  /** All edits taken back, the last one first: the file is that of the beginning. */
  async undoAll(): Promise<void> {
    const { map, live, random, judge, counts, file } = this
    for (const undo of map.undos.splice(0).reverse()) {
      this.put(undo)
      if (random.below(3) === 0) live.commit()
    }
    live.commit()
    await live.settle()
    counts.undone++
    judge.expect(hasSameBytes(live.save(), file), () => 'undone, the file is not that of the beginning')
    const again = openLive(file, live.journal()).save()
    judge.expect(hasSameBytes(again, file), () => 'undone, the journal does not lead to the beginning')
  }

  private count(edit: Edit): void {
    const { counts, map } = this
    counts.edits++
    for (const [cell, cost] of edit) {
      const before = map.cost[cell]
      if (cost === before) continue
      if (cost === 0) counts.walls++
      else if (before === 0) counts.openings++
      else counts.weights++
    }
  }

  private put(edit: Edit): void {
    const { width } = this.map
    for (const [cell, cost] of edit) this.live.set(cell % width, Math.floor(cell / width), cost)
    this.map.edit(edit)
  }

  private commit(edit: Edit): Change {
    this.put(edit)
    return this.live.commit()
  }

  /** Between the slices the map answers as before. */
  private async commitSliced(edit: Edit, before: PlainMap): Promise<Change> {
    const { live, judge, random, islands, counts } = this
    this.put(edit)
    let isDone = false
    const promise = live.commitInSlices().finally(() => {
      isDone = true
    })
    counts.sliced++
    for (let turns = 0; !isDone; turns++, await turn()) {
      if (turns === 0) judge.islands(live, before, islands, 'while a commit is under way')
      if (random.below(TURNS_A_QUERY) > 0) continue
      judge.route(live, before, islands, random, false, 'while a commit is under way')
      counts.meanwhile++
    }
    return promise
  }

  private async byTheWay(when: string): Promise<void> {
    const { live, map, judge, random, counts } = this
    if (random.below(60) === 0) {
      const settled = live.settle()
      counts.settled++
      if (random.below(2) === 0) await settled
    }
    if (random.below(8) === 0) await turn()
    if (counts.edits % EDITS_A_BRANCH === 1) {
      this.branch = new Branch(live)
      counts.views++
    }
    if (this.branch !== null && random.below(20) === 0) {
      if (random.below(2) === 0) await this.branch.edit(map, random)
      this.branch.check(map, judge, random, when)
    }
    if (random.below(100) === 0) {
      this.snapshot = { atlas: live.snapshot(), map: map.copy() }
      counts.snapshots++
    }
    if (this.snapshot !== null && random.below(20) === 0) {
      judge.all(this.snapshot.atlas, this.snapshot.map, random, `${when}, in a snapshot`)
    }
    if (counts.edits % EDITS_A_BAKE === 0) await this.compare(when)
  }

  /** Held against a fresh bake; then now and then what its journal opens goes on in its place. */
  private async compare(when: string): Promise<void> {
    const { live, map, judge, random, counts, file } = this
    const fresh = await bake(map.grid(), { directions: map.directions })
    this.compareRoutes(openAtlas(fresh), when)
    judge.expect(hasSameBytes(live.save(), fresh), () => `${when}: the file is not that of a bake`)
    counts.bakes++
    if (random.below(2) === 0) return
    const again = openLive(file, live.journal())
    judge.expect(hasSameBytes(again.save(), fresh), () => `${when}: the journal does not lead to a bake's file`)
    counts.bakes++
    counts.journals++
    if (random.below(4) > 0) return
    this.live = again
    this.branch = null
  }

  private compareRoutes(fresh: Atlas, when: string): void {
    const { live, map, random, judge, counts } = this
    const [finder, other] = [live.finder(), fresh.finder()]
    for (let i = 0; i < QUERIES_A_BAKE; i++) {
      const [x0, y0] = [random.below(map.width), random.below(map.height)]
      const [x1, y1] = [random.below(map.width), random.below(map.height)]
      const quality = i % 2 === 0 ? 'default' : 'exact'
      const [ours, theirs] = [finder, other].map(one => one.find(x0, y0, x1, y1, { quality }))
      const at = `${when}: ${quality} from ${x0},${y0} to ${x1},${y1}`
      judge.expect(ours.status === theirs.status, () => `${at} is ${ours.status}, of a bake ${theirs.status}`)
      if (ours.status !== 'found' || theirs.status !== 'found') continue
      const excess = ours.cost === theirs.cost ? 0 : ours.cost / theirs.cost - 1
      if (quality === 'exact') {
        judge.expect(Math.abs(excess) < 1e-4, () => `${at} costs ${ours.cost}, of a bake ${theirs.cost}`)
        continue
      }
      counts.compared++
      if (Math.abs(excess) < 1e-9) counts.equal++
      counts.excessMax = Math.max(counts.excessMax, excess)
    }
  }
}
