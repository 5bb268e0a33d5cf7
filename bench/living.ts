/**
 * `npm run bench:living -- --size 10000`: the cost of a map that changes. It measures the elapsed time of commits, the
 * commits a second, queries afterwards beside those of a fresh atlas, and the memory of edits beside a snapshot.
 * --minute makes only 2,000 commits a second for a minute (living-minute.ts). --truth makes random edits and judges the
 * whole map after each (living-truth.ts).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '../src/base/random.ts'
import { type Atlas, bake, generate, type LiveMap, openAtlas, openLive } from '../src/index.ts'
import { argumentsOf } from './arguments.ts'
import {
  building,
  door,
  fading,
  oneCell,
  oneCellAndPath,
  oneCellAndQuery,
  oneCellAndRoute,
  road,
  type Site,
  scatter,
  scattered,
  slices,
  slicesOfView,
  type Turns,
  timed,
  turns,
} from './living-edits.ts'
import { minute, minuteTable } from './living-minute.ts'
import { truth } from './living-truth.ts'
import { keep } from './measure/timing.ts'
import { type Cell, column, type Table } from './report/table.ts'
import { beginSession, tell } from './session.ts'
import { statistic } from './tables/measured.ts'

const HELP = `npm run bench:living -- [options]
  --size CELLS    side of the maps (2048)
  --edits N       edits before queries are compared with those of a fresh atlas (5000)
  --seconds N     how long commits are counted (5)
  --atlases DIR   take DIR/KIND-SIZE.atlas instead of baking
  --minute        instead: 2,000 commits a second for a minute
  --truth         instead: --edits random edits, with all judged after each
  --seed N        of the random edits of --truth (1)
  --json FILE     save the results, for npm run bench:results FILE
`

const { values } = argumentsOf(HELP, {
  size: { type: 'string', default: '2048' },
  seconds: { type: 'string', default: '5' },
  edits: { type: 'string', default: '5000' },
  atlases: { type: 'string' },
  minute: { type: 'boolean', default: false },
  truth: { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
  json: { type: 'string' },
})
const KINDS = ['terrain', 'rooms'] as const
/** The first commits of each kind do not count, as their code is not compiled yet: a tenth, but at least this many. */
const UNCOUNTED_LEAST = 3
const side = Number(values.size)
const commits: Cell[][] = []
const afterwards: Cell[][] = []
const { edits, seed, json } = values
const given = values.truth ? { truth: true, edits, seed, json } : { ...values, seed: undefined, atlases: undefined }
const session = beginSession('bench:living', given)
const tables = await (values.truth ? truth(Number(edits), Number(seed), tell) : values.minute ? minutes() : all())
session.finish(tables, tables)

async function minutes(): Promise<Table[]> {
  const rows: Cell[][] = []
  for (const kind of KINDS) {
    const site: Site = { live: openLive(await atlasOf(kind)), random: new Random(7), side }
    for (let i = 0; i < 2000; i++) oneCell(site)
    rows.push([kind, ...(await minute(site))])
  }
  return [minuteTable(rows)]
}

async function all(): Promise<Table[]> {
  for (const kind of KINDS) await measure(kind)
  return [commitsTable(), afterwardsTable()]
}

async function measure(kind: (typeof KINDS)[number]): Promise<void> {
  const file = await atlasOf(kind)
  const site: Site = { live: openLive(file), random: new Random(7), side }
  for (let i = 0; i < 600; i++) oneCell(site)
  const tell = (name: string, times: number[]) =>
    commits.push([kind, name, ...(['p50', 'p95', 'p99', 'max'] as const).map(share => statistic(times, share))])
  const tellMany = (name: string, count: number, make: (site: Site) => number[]) => {
    for (let i = 0; i < Math.max(UNCOUNTED_LEAST, count / 10); i++) make(site)
    tell(name, Array.from({ length: count }, () => make(site)).flat())
  }
  tellMany('one cell', 1000, oneCell)
  tellMany('one cell, and a query across it', 300, oneCellAndQuery)
  tellMany('one cell, and a route across the map', 100, oneCellAndRoute)
  tellMany('one cell, and a path across the map', 100, oneCellAndPath)
  tellMany('a door, closed or opened', 300, door)
  tellMany('a building of 8 x 8', 150, building)
  tellMany('a road of 200 cells', 60, road)
  tellMany('1,000 cells in one commit', 5, scattered)
  tellMany('an influence that fades', 100, fading(site))
  const tellSlices = (name: string, ...all: Turns[]) => {
    tell(
      `${name}: a slice`,
      all.flatMap(({ slicesMs }) => slicesMs),
    )
    tell(
      `${name}: a slice, while it ran`,
      all.flatMap(({ runningMs }) => runningMs),
    )
  }
  await slices(site)
  tellSlices('1,000 cells in slices', await slices(site), await slices(site), await slices(site))
  await slicesOfView(site)
  tellSlices('1,000 cells of a view', await slicesOfView(site))
  const [snapshotBytes, editedBytes] = memory(site)
  const [rate, grownBytes] = await sustain(site)
  const edited: Site = { live: openLive(file), random: new Random(8), side }
  for (let i = 0; i < Number(values.edits); i++) oneCell(edited)
  const afterCells = await slowdowns(edited)
  for (let i = 0; i < 20; i++) road(edited)
  const afterRoads = await slowdowns(edited)
  afterwards.push([kind, rate, grownBytes, snapshotBytes, editedBytes, ...afterCells, ...afterRoads])
}

/** Reads the atlas from --atlases if given: a bake of 10,000 x 10,000 cells takes minutes. */
async function atlasOf(kind: (typeof KINDS)[number]): Promise<Uint8Array> {
  if (values.atlases !== undefined) return readFileSync(join(values.atlases, `${kind}-${side}.atlas`))
  return bake(generate(kind, { width: side, height: side, seed: 1 }), { workers: 2 })
}

function commitsTable(): Table {
  return {
    title: 'Commits to a map that changes',
    about:
      `Maps of ${side} x ${side} cells. Half of the commits put a wall beside free ground, half remove one. A ` +
      'door is the only opening in a wall for some cells around. A few commits of each kind run before those ' +
      'that count. A query across a place makes the tables that its commit left open. A slice is all the work ' +
      'between two turns of the event loop. Times are elapsed ones, as a user waits: garbage collections and ' +
      'whatever else runs on the machine count. "While it ran" leaves out what Linux counts as waiting for a core.',
    columns: [
      column('map'),
      column('commit'),
      column('p50', 'ms'),
      column('p95', 'ms'),
      column('p99', 'ms'),
      column('max', 'ms'),
    ],
    rows: commits,
  }
}

function afterwardsTable(): Table {
  return {
    title: 'Maps that have changed',
    about:
      `Commits of one cell for ${values.seconds} s, and by how much memory grows. Arrays: the memory of a ` +
      `snapshot, alone and with 1,000 scattered cells changed. Query times after ${values.edits} commits of one ` +
      'cell and 20 roads of 200 cells, as multiples of a fresh atlas, before settle() and after it; then the ' +
      'time of settle() and its longest slice. On fragmented ground, as rooms, queries before it take less time ' +
      'than on a fresh atlas: they leave out the second search for a cheaper route.',
    columns: [
      column('map'),
      column('commits a second', 'count'),
      column('memory grows', 'bytes'),
      column('snapshot', 'bytes'),
      column('1,000 cells', 'bytes'),
      column('cells', 'times', 'queries after'),
      column('cells, settled', 'times', 'queries after'),
      column('settling', 'ms'),
      column('longest slice', 'ms'),
      column('roads', 'times', 'queries after'),
      column('roads, settled', 'times', 'queries after'),
      column('settling again', 'ms'),
      column('longest slice again', 'ms'),
    ],
    rows: afterwards,
  }
}

/** The memory of arrays that a snapshot adds, and then that 1,000 scattered edits beside it add. */
function memory(site: Site): [snapshotBytes: number, editedBytes: number] {
  const { live } = site
  const before = process.memoryUsage().arrayBuffers
  const snapshot = live.snapshot()
  const held = process.memoryUsage().arrayBuffers
  scatter(site)
  live.commit()
  const after = process.memoryUsage().arrayBuffers
  keep(snapshot.islandCount)
  return [held - before, after - held]
}

/** Commits single cells for some seconds. Returns the commits a second and the growth of memory. */
async function sustain(site: Site): Promise<[rate: number, grownBytes: number]> {
  const before = process.memoryUsage().rss
  let [count, busyMs] = [0, 0]
  const endMs = performance.now() + 1000 * Number(values.seconds)
  while (performance.now() < endMs) {
    for (let i = 0; i < 100; i++, count++) busyMs += oneCell(site)[0]
    await new Promise(resolve => setImmediate(resolve))
  }
  return [(1000 * count) / busyMs, process.memoryUsage().rss - before]
}

/** The time of queries beside a fresh atlas, before and after the map settles; then the total and longest slice of settling. */
async function slowdowns({ live, random }: Site): Promise<number[]> {
  const fresh = openAtlas(live.save())
  const ends: number[][] = []
  while (ends.length < 200) {
    const [x0, y0, x1, y1] = [0, 1, 2, 3].map(() => random.below(side))
    if (live.isReachable(x0, y0, x1, y1)) ends.push([x0, y0, x1, y1])
  }
  const before = slowdown(live, fresh, ends)
  const { totalMs, longestMs } = await turns(() => live.settle())
  return [before, slowdown(live, fresh, ends), totalMs, longestMs]
}

/** Asks the edited map and a fresh atlas of it by turns. */
function slowdown(live: LiveMap, fresh: Atlas, ends: readonly number[][]): number {
  const finders = [live.finder(), fresh.finder()]
  const times = finders.map(() => 0)
  for (let round = 0; round < 4; round++) {
    for (const [x0, y0, x1, y1] of ends) {
      finders.forEach((finder, i) => {
        const ms = timed(() => void finder.find(x0, y0, x1, y1).cells())
        if (round > 0) times[i] += ms
      })
    }
  }
  return times[0] / times[1]
}
