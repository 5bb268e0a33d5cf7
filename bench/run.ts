/**
 * `npm run bench`: speed, excess, size and refusals on generated worlds of all kinds and sizes, a table for each. --maps
 * measures the benchmark maps of a folder instead.
 */
import { relative } from 'node:path'
import { argumentsOf } from './arguments.ts'
import { findMaps } from './find-maps.ts'
import { fullPlan, mapPlan, onWeightedGround, quickPlan } from './plan.ts'
import { beginSession, measurePeers, orTell, someOf } from './session.ts'
import { bakeTable } from './tables/bake.ts'
import { certificateTable } from './tables/certificate.ts'
import { columnsTable } from './tables/columns.ts'
import { frontierTable } from './tables/frontier.ts'
import { growthTable } from './tables/growth.ts'
import { answersTable, latencyTable } from './tables/latency.ts'
import { mapsTable, mapTotalsTable, placeOf, roundedSideOf, setsTable } from './tables/maps.ts'
import { type Measured, sizeText } from './tables/measured.ts'
import { openingTable } from './tables/opening.ts'
import { type PeerMeasured, peerDetailsTable, peerRatiosTable } from './tables/peers.ts'
import { refusalTable } from './tables/refusal-table.ts'
import { checkKind, checkSide, isWeighted, WORLD_KINDS } from './world.ts'

const HELP = `npm run bench -- [options]      about half an hour; with --quick some minutes
  --kinds LIST    of ${WORLD_KINDS.join(', ')} (all of them)
  --sizes LIST    sides in cells (1024,2048,4096); bench:scale has larger ones
  --quick         sizes 512 and 1024, fewer queries, short budgets
  --skip-peers    do not compare with other packages
  --maps DIR      instead: every NAME.map below DIR that has NAME.*.scen beside it
  --json FILE     save the results, for npm run bench:results FILE
  --seconds N     begin no other world after this time: the same command with the same FILE goes on
`

const SIDES = '1024,2048,4096'
const QUICK_SIDES = '512,1024'
/** Other packages run on all even kinds of the first side, and on terrain up to the second: beyond that most give no answer. */
const PEER_SIDE = 1024
const PEER_TERRAIN_SIDE_MAX = 2048

const OPTIONS = {
  kinds: { type: 'string' },
  sizes: { type: 'string' },
  quick: { type: 'boolean' },
  'skip-peers': { type: 'boolean' },
  maps: { type: 'string' },
  json: { type: 'string' },
  seconds: { type: 'string' },
} as const

const { values: given } = argumentsOf(HELP, OPTIONS)
type Options = typeof given

await orTell(async () => {
  if (given.maps !== undefined) await runMaps(given.maps, given)
  else await runWorlds(given)
})

async function runWorlds(options: Options): Promise<void> {
  const plan = options.quick ? quickPlan : fullPlan
  const kinds = options.kinds?.split(',').map(checkKind) ?? WORLD_KINDS
  const sides = (options.sizes ?? (options.quick ? QUICK_SIDES : SIDES)).split(',').map(checkSide)
  const session = beginSession('bench', options)
  const worlds: Measured[] = []
  const beside: PeerMeasured[] = []
  for (const kind of kinds) {
    for (const side of sides) {
      const world = await session.measure(
        kind,
        { kind, side },
        isWeighted(kind) ? onWeightedGround(plan.world) : plan.world,
      )
      if (world === null) continue
      worlds.push(world)
      const isCompared = side === PEER_SIDE || (kind === 'terrain' && side <= PEER_TERRAIN_SIDE_MAX)
      if (isCompared && !isWeighted(kind) && !options['skip-peers']) {
        const peers = await measurePeers(world, plan.peer)
        if (peers.some(peer => peer.end !== 'missing')) beside.push({ ...world, peers })
      }
    }
  }
  someOf(worlds)
  // The README shows the first and last size, and one row of the frontier for each kind.
  const ends = [Math.min(...sides), Math.max(...sides)]
  const shown = worlds.filter(({ report }) => ends.includes(report.width))
  session.finish(
    [
      latencyTable(worlds),
      answersTable(worlds),
      frontierTable(worlds, 'map', world => `${world.name} ${sizeText(world.report)}`),
      certificateTable(worlds),
      growthTable(worlds),
      ...(beside.length === 0 ? [] : [peerRatiosTable(beside), peerDetailsTable(beside)]),
      refusalTable(worlds),
      bakeTable(worlds),
      columnsTable(worlds),
      openingTable(worlds),
    ],
    [
      latencyTable(shown),
      frontierTable(worlds, 'maps', world => world.name),
      certificateTable(shown),
      growthTable(worlds),
      beside.length === 0 ? null : peerRatiosTable(beside),
      refusalTable(shown),
      bakeTable(shown),
      columnsTable(shown),
      openingTable(shown),
    ],
  )
}

async function runMaps(folder: string, options: Options): Promise<void> {
  const session = beginSession('bench', { ...options, maps: 'DIR' })
  const worlds: Measured[] = []
  for (const source of findMaps(folder)) {
    const world = await session.measure(relative(folder, source.mapFile), source, mapPlan)
    if (world !== null) worlds.push(world)
  }
  if (worlds.length === 0) throw new Error(`No NAME.map with NAME.*.scen beside it could be measured below ${folder}.`)
  const bySize = [...worlds].sort((a, b) => roundedSideOf(a) - roundedSideOf(b))
  session.finish(
    [
      mapsTable(worlds),
      setsTable(worlds),
      mapTotalsTable(worlds),
      frontierTable(worlds, 'set', world => placeOf(world)[0]),
    ],
    [mapTotalsTable(worlds), frontierTable(bySize, 'size', world => `about ${roundedSideOf(world)}`)],
  )
}
