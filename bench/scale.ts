/**
 * `npm run bench:scale`: worlds of a hundred million cells; with --giant one of a billion, where neither A* nor a flood
 * fits any more.
 */
import { parseArgs } from 'node:util'
import type { KindName } from '../src/index.ts'
import { scalePlan } from './plan.ts'
import { beginSession, measure } from './session.ts'
import { bakeTable } from './tables/bake.ts'
import { columnsTable } from './tables/columns.ts'
import { latencyTable } from './tables/latency.ts'
import type { Measured } from './tables/measured.ts'
import { openingTable } from './tables/opening.ts'
import { refusalTable } from './tables/refusal.ts'

const KINDS: readonly KindName[] = ['terrain', 'rooms', 'maze']
const SIDE = 10_000
const GIANT_KIND: KindName = 'terrain'
const GIANT_SIDE = 32_768

const HELP = `npm run bench:scale -- [options]
  --giant         terrain of ${GIANT_SIDE} x ${GIANT_SIDE} as well: a billion cells
  --kinds LIST    of ${KINDS.join(', ')} (all of them)
  --side CELLS    another side than ${SIDE}
  --json FILE     save the results, for npm run bench:readme FILE
`

const { values: options } = parseArgs({
  options: {
    giant: { type: 'boolean', default: false },
    kinds: { type: 'string', default: KINDS.join(',') },
    side: { type: 'string', default: String(SIDE) },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (options.help) process.stdout.write(HELP)
else await run()

async function run(): Promise<void> {
  const session = beginSession(`npm run bench:scale${options.giant ? ' -- --giant' : ''}`, options.json)
  const sources = options.kinds.split(',').map(kind => ({ kind: kind as KindName, side: Number(options.side) }))
  if (options.giant) sources.push({ kind: GIANT_KIND, side: GIANT_SIDE })
  const worlds: Measured[] = []
  for (const source of sources) {
    const world = await measure(source.kind, source, scalePlan)
    if (world !== null) worlds.push(world)
  }
  if (worlds.length === 0) return
  session.finish([
    latencyTable(worlds),
    bakeTable(worlds),
    refusalTable(worlds),
    openingTable(worlds),
    columnsTable(worlds),
  ])
}
