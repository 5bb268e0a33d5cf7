/**
 * Many cores and the service: `npm run bench:service`. A batch on one thread and on all; commits to a live pool beside readers;
 * requests a second over loopback, beside the same finder in a bare node:http; memory while requests go on.
 */
import { bake, generate, openAtlas } from '../src/index.ts'
import { argumentsOf } from './arguments.ts'
import { batchTable, measureBatches } from './measure/measure-batches.ts'
import { liveTable, measureLivePool } from './measure/measure-live-pool.ts'
import { measureMemory, measureRequests, memoryTable, osrmTable, requestsTable } from './measure/measure-requests.ts'
import { randomEnds } from './random-ends.ts'
import { beginSession } from './session.ts'

const HELP = `npm run bench:service -- [options]
  --size N        cells to a side of the map (4096)
  --queries N     queries of the batch (1000000)
  --seconds N     seconds for each count of connections (5)
  --requests N    requests that memory is watched over (1000000)
  --json FILE     save the results, for npm run bench:results FILE; a run that was stopped goes on after its last part
`

const { values } = argumentsOf(HELP, {
  size: { type: 'string', default: '4096' },
  queries: { type: 'string', default: '1000000' },
  seconds: { type: 'string', default: '5' },
  requests: { type: 'string', default: '1000000' },
  json: { type: 'string' },
})
const session = beginSession('bench:service', values)
const side = Number(values.size)
const file = await bake(generate('terrain', { width: side, height: side, seed: 7 }), { workers: 2 })
const atlas = openAtlas(file)
const [seconds, soaked] = [Number(values.seconds), Number(values.requests)]
const ends = randomEnds(atlas, 1000, 3)
const batches = await session.part('batches', () => measureBatches(file, randomEnds(atlas, Number(values.queries), 1)))
const live = await session.part('live', () => measureLivePool(file, randomEnds(atlas, 2000, 2)))
const speed = await session.part('requests', () => measureRequests(file, ends, seconds))
const memory = await session.part('memory', () => measureMemory(file, ends, soaked))
const tables = [
  batchTable(side, batches),
  liveTable(side, live),
  requestsTable(side, speed),
  osrmTable(),
  memoryTable(side, memory),
]
session.finish(tables, tables)
