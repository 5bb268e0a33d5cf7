/**
 * The cost of a process's first answers, before anything is compiled: `npm run bench:cold`. Other tables show the warm
 * state, except for one column. This one also shows the gain from a warm-up.
 */
import type { Grid } from '../src/index.ts'
import { bake, generate, openAtlas } from '../src/index.ts'
import { argumentsOf } from './arguments.ts'
import { COLD_QUERIES, measureCold } from './measure/measure-cold.ts'
import { longQueries } from './queries.ts'
import { column, type Table } from './report/table.ts'
import { beginSession } from './session.ts'

const HELP = `npm run bench:cold -- [options]
  --json FILE     save the results, for npm run bench:results FILE
`

const session = beginSession('bench:cold', argumentsOf(HELP, { json: { type: 'string' } }).values)
const RUNS = 5
const SIDE = 1024
const SEED = 7
const WARM_UP_MS = 1000

const maps: readonly (readonly [string, Grid])[] = [
  ['terrain', generate('terrain', { width: SIDE, height: SIDE, seed: SEED })],
  ['weighted terrain', generate('terrain', { width: SIDE, height: SIDE, seed: SEED, weighted: true })],
  ['rooms', generate('rooms', { width: SIDE, height: SIDE, seed: SEED })],
  ['caves', generate('caves', { width: SIDE, height: SIDE, seed: SEED })],
]

const rows: (string | number)[][] = []
for (const [name, grid] of maps) {
  const file = await bake(grid)
  const queries = longQueries(openAtlas(file), COLD_QUERIES).reachable
  const cold = measureCold(file, queries, RUNS, 0)
  const warmed = measureCold(file, queries, RUNS, WARM_UP_MS)
  const answers = [cold, warmed].flatMap(one => [one.firstMs, one.firstTenMs, one.firstHundredMs])
  rows.push([name, cold.startToFirstMs, cold.startToAllMs, cold.openMs, ...answers])
}
const answers = (when: string) => ['first', 'first 10', 'first 100'].map(which => column(which, 'ms', when))
const fromStart = ['first', `${COLD_QUERIES}`].map(which => column(`start to ${which}`, 'ms'))
const table: Table = {
  title: 'Cold',
  about:
    `The first queries of a process, with all cells; maps of ${SIDE} x ${SIDE}. First the time on the clock from the start of ` +
    `the process to the first answer and to ${COLD_QUERIES}, then processor time, threads that compile included.`,
  columns: [
    column('map'),
    ...fromStart,
    column('open', 'ms', 'cold'),
    ...answers('cold'),
    ...answers(`after warmUp(${WARM_UP_MS})`),
  ],
  rows,
}
session.finish([table], [table])
