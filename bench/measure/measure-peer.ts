/**
 * Measures one peer on one world: its set-up, a second of warm-up, then the queries in order, each timed alone and judged
 * as ours are. They are repeated in passes while there is time, and the least time of each counts, as it does for ours.
 */
import type { Grid } from '../../src/index.ts'
import { checkPath } from '../../src/index.ts'
import { peerNamed } from '../peers/index.ts'
import { loaderOfPeers } from '../peers/load.ts'
import type { Peer, PeerFinder } from '../peers/peer.ts'
import type { WorldSource } from '../world.ts'
import { makeGrid } from '../world.ts'
import { costOf } from './memory.ts'
import type { PeerMessage, PeerPlan } from './peer-report.ts'

type Send = (message: PeerMessage) => Promise<void>

const WARM_UP_MS_MAX = 1000

export async function measurePeer(
  name: string,
  source: WorldSource,
  queries: Int32Array,
  plan: PeerPlan,
  send: Send,
): Promise<void> {
  const peer = peerNamed(name)
  const load = loaderOfPeers()
  if (!peer.packages.every(load.has)) return send({ type: 'missing' })
  const grid = makeGrid(source)
  const { result: finder, cost } = await costOf(() => peer.prepare(grid, load))
  await send({ type: 'ready', wallMs: cost.wallMs, peakBytes: cost.peakBytes })
  const warmMs = performance.now() + WARM_UP_MS_MAX
  for (let query = 0; 4 * query < queries.length && performance.now() < warmMs; query++) {
    await answer(grid, peer, finder, queries, query)
  }
  const endMs = performance.now() + plan.budgetMs
  for (let pass = 0; pass < plan.passes; pass++) {
    for (let query = 0; 4 * query < queries.length; query++) {
      if (performance.now() > endMs) return
      await send(await answer(grid, peer, finder, queries, query))
    }
  }
}

async function answer(
  grid: Grid,
  peer: Peer,
  finder: PeerFinder,
  queries: Int32Array,
  query: number,
): Promise<PeerMessage> {
  const [x0, y0, x1, y1] = queries.subarray(4 * query, 4 * query + 4)
  const startMs = performance.now()
  const found = await finder.find(x0, y0, x1, y1)
  const us = (performance.now() - startMs) * 1000
  const { cost, message } = judge(grid, peer, finder.cellsOf(found), x0, y0, x1, y1)
  return { type: 'answer', query, us, cost, problem: message }
}

function judge(
  { width, height, cost }: Grid,
  { directions }: Peer,
  cells: Int32Array | null,
  ...[x0, y0, x1, y1]: [number, number, number, number]
) {
  if (cells === null) return { cost: Infinity, message: 'No path was found.' }
  const costAt = (x: number, y: number) => (x < 0 || y < 0 || x >= width || y >= height ? 0 : cost[y * width + x])
  return checkPath({ costAt }, cells, x0, y0, x1, y1, directions)
}
