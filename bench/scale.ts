/**
 * `npm run bench:scale`: worlds of a hundred million cells; with --giant one of a billion, where neither A* nor a flood
 * fits any more.
 */
import { parseArgs } from 'node:util'
import type { KindName } from '../src/index.ts'
import { scalePlan } from './plan.ts'
import { beginSession, measure, orTell } from './session.ts'
import { bakeTable } from './tables/bake.ts'
import { columnsTable } from './tables/columns.ts'
import { latencyTable } from './tables/latency.ts'
import type { Measured } from './tables/measured.ts'
import { openingTable } from './tables/opening.ts'
import { refusalTable } from './tables/refusal.ts'
import { checkKind, checkSide } from './world.ts'

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

await orTell(async () => {
  const { values: options } = parseArgs({
    options: {
      giant: { type: 'boolean' },
      kinds: { type: 'string' },
      side: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (options.help) {
    process.stdout.write(HELP)
    return
  }
  const kinds = options.kinds?.split(',').map(checkKind) ?? KINDS
  const side = options.side === undefined ? SIDE : checkSide(options.side)
  const sources = kinds.map(kind => ({ kind, side }))
  if (options.giant) sources.push({ kind: GIANT_KIND, side: GIANT_SIDE })
  const session = beginSession('bench:scale', options)
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
})
