/** The packages that a user of JavaScript would pick instead. */
import { easystar } from './easystar.ts'
import { fastAstar } from './fast-astar.ts'
import { l1 } from './l1.ts'
import { ngraph } from './ngraph.ts'
import { pathfindingAstar, pathfindingJps } from './pathfinding.ts'
import type { Peer } from './peer.ts'

export const peers: readonly Peer[] = [pathfindingAstar, pathfindingJps, ngraph, easystar, l1, fastAstar]

export function peerNamed(name: string): Peer {
  const peer = peers.find(one => one.name === name)
  if (peer === undefined)
    throw new Error(`There is no peer '${name}'. Known are ${peers.map(one => one.name).join(', ')}.`)
  return peer
}
