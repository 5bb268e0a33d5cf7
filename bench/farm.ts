/**
 * The cost of tiled maps: `npm run bench:farm`. The command line plans, bakes and joins, once with one thread and once
 * with more. Each step is a process of its own that reports its peak memory. Then one process queries routes across the
 * tiles: first each with no tiles in memory, then with all.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FolderStore } from '../src/app/farm/plan-place.ts'
import { Random } from '../src/base/random.ts'
import { openTiles, type TiledAtlas } from '../src/tiled.ts'
import { argumentsOf } from './arguments.ts'
import { column, type Table } from './report/table.ts'
import { beginSession, orTell, tell } from './session.ts'
import { percentiles } from './tables/measured.ts'
import { checkKind } from './world.ts'

const HELP = `npm run bench:farm -- [options]      some minutes; four billion cells with --side 65536 take a quarter of an hour
  --kind KIND     of the map (terrain)
  --side CELLS    of the map (16384)
  --tile CELLS    side of a tile (4096)
  --threads LIST  numbers of threads to bake with, one run each (1,2)
  --queries N     routes across the tiles (40)
  --folder DIR    keep the map here, baked by one number of threads; a run that was stopped goes on
  --seconds N     stop the bake after this time; the next run with this folder goes on, and times are added
  --json FILE     save the results, for npm run bench:results FILE
`
const { values } = argumentsOf(HELP, {
  kind: { type: 'string' },
  side: { type: 'string' },
  tile: { type: 'string' },
  threads: { type: 'string' },
  queries: { type: 'string' },
  folder: { type: 'string' },
  seconds: { type: 'string' },
  json: { type: 'string' },
})
const { kind = 'terrain', side = '16384', tile = '4096', threads = '1,2', queries = '40' } = values
const SEED = 7
const MEMORY_BYTES = 8e9
/** Routes with no tiles in memory. */
const COLD_QUERIES = 10
const CLI = fileURLToPath(new URL(`../src/app/cli/main${extname(import.meta.url)}`, import.meta.url))

/** Runs a command in a process of its own, and returns its JSON answer. After `seconds` it sends the command a signal to stop. */
async function answerOf(words: readonly string[], seconds = Infinity) {
  const command = spawn(process.execPath, [CLI, ...words, '--json'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const timer = seconds < Infinity ? setTimeout(() => command.kill('SIGTERM'), 1000 * seconds) : undefined
  let answer = ''
  for await (const piece of command.stdout) answer += piece
  clearTimeout(timer)
  return JSON.parse(answer)
}

/** What the runs of a bake took together. */
interface Baked {
  readonly tiles: number
  readonly bakedTiles: number
  readonly elapsedMs: number
  readonly peakMemoryBytes: number
}

/** Bakes the tiles that no earlier run has baked; the file beside the folder adds up the runs. */
async function bakeOn(folder: string, count: string): Promise<Baked> {
  const file = `${folder}.runs.json`
  if (!existsSync(file)) {
    rmSync(folder, { recursive: true, force: true })
    const { tiles } = await answerOf(['plan', `generate:${kind}:${side}x${side}:${SEED}`, '-o', folder, '--tile', tile])
    writeFileSync(file, JSON.stringify({ tiles, bakedTiles: 0, elapsedMs: 0, peakMemoryBytes: 0 }))
  }
  const before: Baked = JSON.parse(readFileSync(file, 'utf8'))
  if (before.bakedTiles === before.tiles) return before
  const run = await answerOf(['farm', folder, '--threads', count, '--tiles-only'], Number(values.seconds ?? Infinity))
  const after = {
    tiles: before.tiles,
    bakedTiles: before.bakedTiles + run.baked,
    elapsedMs: before.elapsedMs + run.elapsedMs,
    peakMemoryBytes: Math.max(before.peakMemoryBytes, run.peakMemoryBytes),
  }
  writeFileSync(file, JSON.stringify(after))
  return after
}

async function bakeRows(folder: string): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = []
  for (const count of threads.split(',')) {
    if (values.folder === undefined) rmSync(`${folder}.runs.json`, { force: true })
    const { tiles, bakedTiles, elapsedMs: bakeMs, peakMemoryBytes: bakePeakBytes } = await bakeOn(folder, count)
    tell(`${count} threads: ${bakedTiles} of ${tiles} tiles in ${(bakeMs / 1000).toFixed(0)} s`)
    if (bakedTiles < tiles) throw new Error('The bake was stopped: run it again with this folder.')
    const { elapsedMs, peakMemoryBytes, crown } = await answerOf(['join', folder])
    const perTile = (bakeMs * Number(count)) / tiles / 1000
    rows.push([Number(count), tiles, bakeMs / 1000, perTile, bakePeakBytes, elapsedMs, peakMemoryBytes, crown.bytes])
  }
  return rows
}

/** Pairs of cells of one island, according to the tiles. */
async function pairsOf(atlas: TiledAtlas): Promise<number[][]> {
  const random = new Random(SEED)
  const cell = () => [random.below(atlas.width), random.below(atlas.height)]
  const pairs: number[][] = []
  while (pairs.length < Number(queries)) {
    const [[x0, y0], [x1, y1]] = [cell(), cell()]
    if (await atlas.isReachable(x0, y0, x1, y1)) pairs.push([x0, y0, x1, y1])
  }
  return pairs
}

/** A folder that counts the bytes read from it. */
class CountedFolder extends FolderStore {
  readBytes = 0

  override async read(name: string, from?: number, length?: number): Promise<Uint8Array | null> {
    const bytes = await super.read(name, from, length)
    this.readBytes += bytes?.length ?? 0
    return bytes
  }
}

async function askRow(
  when: string,
  store: CountedFolder,
  open: () => Promise<TiledAtlas>,
  pairs: readonly number[][],
): Promise<(string | number | null)[]> {
  const [routeMs, firstMs, cellsMs, tiles, routeBytes, firstBytes]: number[][] = [[], [], [], [], [], []]
  for (const [x0, y0, x1, y1] of pairs) {
    const atlas = await open()
    const readBefore = store.readBytes
    const fromMs = performance.now()
    const route = await atlas.find(x0, y0, x1, y1)
    const foundMs = performance.now()
    routeBytes.push(store.readBytes - readBefore)
    await route.stream().next()
    const headMs = performance.now()
    firstBytes.push(store.readBytes - readBefore)
    await route.cells()
    routeMs.push(foundMs - fromMs)
    firstMs.push(headMs - fromMs)
    cellsMs.push(performance.now() - headMs)
    tiles.push(route.tiles.length)
  }
  const [p50, p95] = percentiles(routeMs)
  const medians = [tiles, routeBytes, firstBytes, firstMs, cellsMs].map(values => percentiles(values)[0])
  const [crossed, readForRoute, readForFirst, first, all] = medians
  return [when, crossed, readForRoute, p50, p95, readForFirst, first, all]
}

await orTell(async () => {
  checkKind(kind)
  // Where the map lay does not matter to its figures.
  const session = beginSession('bench:farm', { ...values, folder: undefined })
  const shelf = mkdtempSync(join(tmpdir(), 'isthmus-farm-'))
  const folder = values.folder === undefined ? join(shelf, 'map') : resolve(values.folder)
  try {
    const baking: Table = {
      title: 'Maps in tiles: baking',
      about: `${kind}, ${side} x ${side} cells in tiles of ${tile}, made as it is read. Peak is the most memory of the process, all threads together.`,
      columns: [
        column('threads', 'count'),
        column('tiles', 'count'),
        column('elapsed', 's'),
        column('a tile and thread', 's'),
        column('peak', 'bytes'),
        column('join', 'ms'),
        column('join peak', 'bytes'),
        column('crown', 'bytes'),
      ],
      rows: await bakeRows(folder),
    }
    const store = new CountedFolder(folder)
    const open = () => openTiles(store, { memoryBytes: MEMORY_BYTES })
    const atlas = await open()
    const pairs = await pairsOf(atlas)
    for (const [x0, y0, x1, y1] of pairs) await (await atlas.find(x0, y0, x1, y1)).cells()
    const asking: Table = {
      title: 'Maps in tiles: asking',
      about: `Routes between random pairs of cells. Tiles are read from a folder on this machine. "Read" is what a route takes of them, and then with its first cells; "first cells" is their time from the question on.`,
      columns: [
        column('tiles'),
        column('crossed p50', 'count'),
        column('read p50', 'bytes'),
        column('route p50', 'ms'),
        column('route p95', 'ms'),
        column('read with first p50', 'bytes'),
        column('first cells p50', 'ms'),
        column('all cells p50', 'ms'),
      ],
      rows: [
        await askRow('nothing at hand', store, open, pairs.slice(0, COLD_QUERIES)),
        await askRow('all at hand', store, async () => atlas, pairs),
      ],
    }
    session.finish([baking, asking], [baking, asking])
  } finally {
    rmSync(shelf, { recursive: true, force: true })
  }
})
