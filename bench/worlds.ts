/**
 * `npm run bench:worlds -- [kind] [side] [maps] [portals]`: the cost of worlds. Maps form a ring, each joined to the next; the
 * other portals lead to maps nearby. Times are the least of some passes, as percentiles over the queries: a trip without its
 * cells, the first 16 cells of a new trip, refusals by keys and by direction. graphology-shortest-path does the same search
 * over portals beside them, on a graph made once.
 */
import { Random } from '../src/base/random.ts'
import type { Atlas } from '../src/index.ts'
import { bake, generate, openAtlas } from '../src/index.ts'
import { bakeWorld, type MapCell, openWorld, type Trip, type WorldPortal } from '../src/world.ts'
import { argumentsOf } from './arguments.ts'
import { keep, type Timing, timeQueries, warmUp } from './measure/timing.ts'
import { column, type Table } from './report/table.ts'
import { beginSession } from './session.ts'
import { percentiles } from './tables/measured.ts'
import { checkKind, checkSide } from './world.ts'

const VARIANTS = 4
const QUERIES = 300
const SEED = 5
const REFERENCE_MS = 30_000
const LIMITS = { passes: 4, budgetMs: 20_000 }
/** One refusal is too short for the clock, so this many are timed at once. */
const REFUSALS = 1000

const HELP = `npm run bench:worlds -- [KIND [SIDE [MAPS [PORTALS]]]] [options]
  KIND, SIDE      of the maps (terrain 1024)
  MAPS            how many (100)
  PORTALS         between them (400)
  --json FILE     save the results, for npm run bench:results FILE
`

const { values, positionals } = argumentsOf(HELP, { json: { type: 'string' } }, true)
const [kindText = 'terrain', sideText = '1024', mapsText = '100', portalsText = '400'] = positionals
const session = beginSession(
  ['bench:worlds', ...(positionals.length === 0 ? [] : ['--']), ...positionals].join(' '),
  values,
)
const kind = checkKind(kindText)
const side = checkSide(sideText)
const [mapCount, portalCount] = [Number(mapsText), Number(portalsText)]

const random = new Random(SEED)
const files: Uint8Array[] = []
for (let seed = 1; seed <= VARIANTS; seed++) files.push(await bake(generate(kind, { width: side, height: side, seed })))
const atlases = files.map(file => openAtlas(file))
const mainlands = atlases.map(mainlandOf)

/** The largest island, by a sample of cells. */
function mainlandOf(atlas: Atlas): number {
  const counts = new Map<number, number>()
  for (let i = 0; i < 4000; i++) {
    const island = atlas.islandOf(random.below(side), random.below(side))
    if (island >= 0) counts.set(island, (counts.get(island) ?? 0) + 1)
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

function cellOf(map: number): MapCell {
  for (;;) {
    const [x, y] = [random.below(side), random.below(side)]
    if (atlases[map % VARIANTS].islandOf(x, y) === mainlands[map % VARIANTS]) return { map: `map ${map}`, x, y }
  }
}

const portals = Array.from({ length: portalCount }, (_, i): WorldPortal => {
  const from = i < mapCount ? i : random.below(mapCount)
  const to = i < mapCount ? (i + 1) % mapCount : Math.min(mapCount - 1, Math.max(0, from + random.below(15) - 7))
  return { id: `portal ${i}`, from: cellOf(from), to: cellOf(to), cost: random.below(20) }
})
const maps = Object.fromEntries(Array.from({ length: mapCount }, (_, map) => [`map ${map}`, files[map % VARIANTS]]))

const bakeMs = performance.now()
const file = await bakeWorld({ maps, portals })
const openMs = performance.now()
const world = openWorld(file)
const readyMs = performance.now()
const finder = world.finder()
const queries = Array.from({ length: QUERIES }, () => [cellOf(random.below(mapCount)), cellOf(random.below(mapCount))])
const find = (query: number) => finder.find(queries[query][0], queries[query][1])
const trips = queries.map((_, query) => find(query))
warmUp(QUERIES, query => find(query).legs.length)
const trip = timeQueries(QUERIES, query => find(query).legs.length, LIMITS)
const head = timeHeads()
const reference = timeReference()
const refusal = timeQueries(
  QUERIES,
  query => {
    let count = 0
    for (let i = 0; i < REFUSALS; i++)
      if (world.isReachable(queries[query][0], queries[query][1], { has: ['key'] })) count++
    return count
  },
  LIMITS,
)
keep(trips.length)

/** The first cells of trips. Each pass finds the trips anew, as a unit asks for its trip and then sets out. */
function timeHeads(): Timing {
  const once = { ...LIMITS, passes: 1 }
  const headOf = (trips: readonly Trip[]) =>
    timeQueries(QUERIES, query => trips[query].legs[0].route.head(16).length, once)
  warmUp(QUERIES, query => find(query).legs[0].route.head(16).length)
  const passes = Array.from({ length: LIMITS.passes }, () => headOf(queries.map((_, query) => find(query))))
  const usOfQuery = passes[0].usOfQuery.map((_, query) => Math.min(...passes.map(({ usOfQuery }) => usOfQuery[query])))
  return { ...passes[0], usOfQuery, passes: passes.length }
}

/** Throws if an estimate differs: then the two would not do the same work. */
function timeReference(): Timing {
  const other = world.finder({ engine: 'graphology' })
  return timeQueries(
    QUERIES,
    query => {
      const { estimate } = other.find(queries[query][0], queries[query][1])
      if (Math.abs(estimate - trips[query].estimate) > 1e-6)
        throw new Error(`Trip ${query}: graphology finds ${estimate}.`)
      return estimate
    },
    { passes: 2, budgetMs: REFERENCE_MS },
  )
}

const row = (name: string, usOfQuery: Float64Array, scale = 1) => [
  name,
  ...percentiles(usOfQuery.map(us => us / scale)),
]
const legs = trips.reduce((sum, { legs }) => sum + legs.length, 0) / QUERIES
const table: Table = {
  title: `A world of ${mapCount} maps of ${kind}, ${side} x ${side}, and ${portalCount} portals`,
  about:
    `${(file.length / 1e6).toFixed(0)} MB, baked from atlases in ${((openMs - bakeMs) / 1000).toFixed(1)} s, opened in ` +
    `${(readyMs - openMs).toFixed(0)} ms; ${QUERIES} trips of ${legs.toFixed(1)} legs on the mean.`,
  columns: [column('what'), column('p50', 'us'), column('p95', 'us'), column('p99', 'us')],
  rows: [
    row('trip', trip.usOfQuery),
    row('trip, by graphology', reference.usOfQuery),
    row('first cells after it', head.usOfQuery),
    row('isReachable', refusal.usOfQuery, REFUSALS),
  ],
}
session.finish([table], [table])
