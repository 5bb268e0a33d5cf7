/**
 * Routes over tiled maps beside routes of one atlas of the same map: `npm run bench:tiles`. Excess is over the cheapest
 * path. Then routes from one end of a long map to the other, with all tiles in memory.
 */
import { Random } from '../src/base/random.ts'
import { bake, type Grid, generate, type KindName, openAtlas } from '../src/index.ts'
import { generateWindows } from '../src/map/generate/index.ts'
import {
  bakeTile,
  gridSource,
  joinTiles,
  MemoryStore,
  openTiles,
  planOf,
  type TiledAtlas,
  type TileSource,
  tileCountOf,
  writePlan,
} from '../src/tiled.ts'
import { argumentsOf } from './arguments.ts'
import { column, type Table } from './report/table.ts'
import { beginSession, orTell, tell } from './session.ts'
import { percentiles, statistic } from './tables/measured.ts'
import { checkKind } from './world.ts'

const HELP = `npm run bench:tiles -- [options]      two minutes
  --kinds LIST    of maps (rooms,bands,terrain,scatter,caves,maze,roads,rivers,elevation)
  --side CELLS    of the map (1024)
  --tiles LIST    sides of tiles (256,512)
  --queries N     routes on each map (300)
  --seed N        of the maps and the routes (6)
  --long KIND     of the long map, of 110 x 2 tiles of 512 (elevation)
  --json FILE     save the results, for npm run bench:results FILE
`
const { values } = argumentsOf(HELP, {
  kinds: { type: 'string' },
  side: { type: 'string' },
  tiles: { type: 'string' },
  queries: { type: 'string' },
  seed: { type: 'string' },
  long: { type: 'string' },
  json: { type: 'string' },
})
const { side = '1024', tiles = '256,512', queries = '300', seed = '6', long = 'elevation' } = values
const { kinds = 'rooms,bands,terrain,scatter,caves,maze,roads,rivers,elevation' } = values
const MEMORY_BYTES = 8e9
/** Each route on the long map is asked for so often; the least time counts. */
const TURNS = 3
const LONG = { width: 110 * 512, height: 1024, tile: 512, queries: 40 }

type Pair = [number, number, number, number]

async function tiledMap(source: TileSource, tileSide: number): Promise<TiledAtlas> {
  const { width, height, id } = source
  const plan = planOf({ width, height, tileSide, sourceId: id })
  const store = new MemoryStore()
  await store.write('plan.json', new TextEncoder().encode(writePlan(plan)))
  for (let tile = 0; tile < tileCountOf(plan); tile++) await bakeTile(plan, tile, source, store)
  await joinTiles(plan, store)
  return openTiles(store, { memoryBytes: MEMORY_BYTES })
}

/** The excess of one atlas and of the map in tiles of each size, in percent. */
async function excessRows(kind: KindName, grid: Grid): Promise<(string | number | null)[][]> {
  const finder = openAtlas(await bake(grid)).finder()
  const random = new Random(Number(seed))
  const pairs: { pair: Pair; best: number; plain: number }[] = []
  while (pairs.length < Number(queries)) {
    const pair = Array.from({ length: 4 }, () => random.below(grid.width)) as Pair
    const route = finder.find(...pair)
    if (route.status !== 'found' || route.cost === 0) continue
    pairs.push({ pair, best: finder.find(...pair, { quality: 'exact' }).cost, plain: route.cost })
  }
  const plain = pairs.map(one => 100 * (one.plain / one.best - 1))
  const rows: (string | number | null)[][] = []
  for (const tileSide of tiles.split(',').map(Number)) {
    const atlas = await tiledMap(gridSource(grid, kind), tileSide)
    const over: number[] = []
    for (const { pair, best } of pairs) over.push(100 * ((await (await atlas.find(...pair)).cost()) / best - 1))
    const of = (excess: number[]) => [statistic(excess, 'mean'), percentiles(excess)[2], statistic(excess, 'max')]
    rows.push([kind, tileSide, ...of(over), ...of(plain)])
  }
  tell(kind)
  return rows
}

async function longRow(kind: KindName): Promise<(string | number | null)[]> {
  const { width, height } = LONG
  const windows = generateWindows(kind, { width, height, seed: Number(seed) })
  const source: TileSource = { width, height, id: kind, window: async (...window) => windows(...window) }
  const atlas = await tiledMap(source, LONG.tile)
  const random = new Random(Number(seed))
  const pairs: Pair[] = []
  for (let tries = 0; pairs.length < LONG.queries && tries < 50 * LONG.queries; tries++) {
    const [x0, x1] = [random.below(2000), width - 1 - random.below(2000)]
    const pair: Pair = [x0, random.below(height), x1, random.below(height)]
    if ((await atlas.find(...pair)).status === 'found') pairs.push(pair)
  }
  const timesMs: number[] = []
  const crossed: number[] = []
  for (const pair of pairs) {
    let leastMs = Infinity
    for (let turn = 0; turn < TURNS; turn++) {
      const fromMs = performance.now()
      const route = await atlas.find(...pair)
      leastMs = Math.min(leastMs, performance.now() - fromMs)
      if (turn === 0) crossed.push(route.tiles.length)
    }
    timesMs.push(leastMs)
  }
  return [kind, timesMs.length, statistic(crossed, 'p50'), ...percentiles(timesMs)]
}

await orTell(async () => {
  const session = beginSession('bench:tiles', values)
  const names = kinds.split(',').map(checkKind)
  const size = { width: Number(side), height: Number(side), seed: Number(seed) }
  const excess: Table = {
    title: 'Maps in tiles: excess',
    about: `${queries} random pairs of cells on maps of ${side} x ${side}, in tiles and in one atlas of the whole map.`,
    columns: [
      column('map'),
      column('tile', 'count'),
      ...['tiles', 'one atlas'].flatMap(group => ['mean', 'p99', 'max'].map(name => column(name, '%', group))),
    ],
    rows: [],
  }
  const rows: Table['rows'][number][] = []
  for (const kind of names) rows.push(...(await excessRows(kind, generate(kind, size))))
  const far: Table = {
    title: 'Maps in tiles: far apart',
    about: `Routes from one end to the other of a map of ${LONG.width} x ${LONG.height} in tiles of ${LONG.tile}, with crown and tiles in memory; the least of ${TURNS} times.`,
    columns: [
      column('map'),
      column('routes', 'count'),
      column('tiles crossed p50', 'count'),
      column('p50', 'ms', 'route'),
      column('p95', 'ms', 'route'),
      column('p99', 'ms', 'route'),
    ],
    rows: [await longRow(checkKind(long))],
  }
  const tables = [{ ...excess, rows }, far]
  session.finish(tables, tables)
})
