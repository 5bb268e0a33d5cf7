/**
 * `npm run bench:scale`: worlds of a hundred million cells. --giant adds one of a billion, where neither A* nor a flood fits
 * into memory. --growth instead measures the same kinds from small to large, to show how the time of a route grows.
 */
import type { KindName } from '../src/index.ts'
import { argumentsOf } from './arguments.ts'
import type { WorldPlan } from './measure/world-report.ts'
import { giantPlan, growthPlan, scalePlan } from './plan.ts'
import { beginSession, orTell, type Session, someOf } from './session.ts'
import { bakeTable } from './tables/bake.ts'
import { certificateTable } from './tables/certificate.ts'
import { columnsTable } from './tables/columns.ts'
import { frontierTable } from './tables/frontier.ts'
import { growthTable } from './tables/growth.ts'
import { answersTable, latencyTable } from './tables/latency.ts'
import { type Measured, sizeText } from './tables/measured.ts'
import { openingTable } from './tables/opening.ts'
import { refusalTable } from './tables/refusal-table.ts'
import { checkKind, checkSide, type GeneratedWorld, WORLD_KINDS } from './world.ts'

const SIDE = 10_000
const GIANT_KIND: KindName = 'terrain'
const GIANT_SIDE = 32_768
const GROWTH_SIDES: readonly number[] = [1024, 3200, 10_240]

const HELP = `npm run bench:scale -- [options]      about an hour
  --kinds LIST    of ${WORLD_KINDS.join(', ')} (all of them)
  --side CELLS    another side than ${SIDE}
  --giant         terrain of ${GIANT_SIDE} x ${GIANT_SIDE} as well: a billion cells
  --growth        instead: how queries take longer, with sides of ${GROWTH_SIDES.join(', ')}
  --json FILE     save the results, for npm run bench:results FILE
`

const { values: options } = argumentsOf(HELP, {
  kinds: { type: 'string' },
  side: { type: 'string' },
  giant: { type: 'boolean' },
  growth: { type: 'boolean' },
  json: { type: 'string' },
})

await orTell(async () => {
  if (options.growth && (options.giant || options.side !== undefined)) {
    throw new Error('--growth has sides of its own: give neither --side nor --giant with it.')
  }
  const kinds = options.kinds?.split(',').map(checkKind) ?? WORLD_KINDS
  const side = options.side === undefined ? SIDE : checkSide(options.side)
  const session = beginSession('bench:scale', options)
  if (options.growth) {
    const sources = kinds.flatMap(kind => GROWTH_SIDES.map(one => ({ kind, side: one })))
    finishGrowth(session, someOf(await measureAll(session, sources, growthPlan)))
    return
  }
  const worlds = await measureAll(
    session,
    kinds.map(kind => ({ kind, side })),
    scalePlan,
  )
  if (options.giant) {
    worlds.push(...(await measureAll(session, [{ kind: GIANT_KIND, side: GIANT_SIDE }], giantPlan)))
  }
  finishScale(session, someOf(worlds))
})

/** Leaves out worlds that cannot be measured; the session reports them. */
async function measureAll(session: Session, sources: readonly GeneratedWorld[], plan: WorldPlan): Promise<Measured[]> {
  const worlds: Measured[] = []
  for (const source of sources) {
    const world = await session.measure(source.kind, source, plan)
    if (world !== null) worlds.push(world)
  }
  return worlds
}

function finishGrowth(session: Session, worlds: readonly Measured[]): void {
  const growth = growthTable(worlds)
  session.finish([growth, latencyTable(worlds), answersTable(worlds)], [growth])
}

function finishScale(session: Session, worlds: readonly Measured[]): void {
  const tables = [
    latencyTable(worlds),
    answersTable(worlds),
    frontierTable(worlds, 'map', world => `${world.name} ${sizeText(world.report)}`),
    certificateTable(worlds),
    bakeTable(worlds),
    refusalTable(worlds),
    openingTable(worlds),
    columnsTable(worlds),
  ]
  session.finish(tables, tables)
}
