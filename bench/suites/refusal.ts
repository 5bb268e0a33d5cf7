/** A target on another island: three ways to hear "no". */
import benny from 'benny'
import { bake, generate, openAtlas } from '../../src/index.ts'
import { ExactAstar } from '../exact-astar.ts'
import { refusedPairs } from '../queries.ts'

const SIDE = 512
const PAIRS = 64
const SEED = 11

export async function refusal() {
  const grid = generate('terrain', { width: SIDE, height: SIDE, seed: SEED })
  const atlas = openAtlas(await bake(grid))
  const finder = atlas.finder()
  const astar = new ExactAstar(grid)
  const pairs = refusedPairs(atlas, PAIRS)
  type Ends = [x0: number, y0: number, x1: number, y1: number]
  const inTurn = (ask: (...ends: Ends) => unknown) => () => {
    let next = 0
    return () => {
      const at = 4 * (next++ % PAIRS)
      return ask(pairs[at], pairs[at + 1], pairs[at + 2], pairs[at + 3])
    }
  }
  return benny.suite(
    `An unreachable target on terrain of ${SIDE} x ${SIDE}`,
    benny.add(
      'isthmus, isReachable',
      inTurn((...ends) => atlas.isReachable(...ends)),
    ),
    benny.add(
      'isthmus, find',
      inTurn((...ends) => finder.find(...ends).status),
    ),
    benny.add(
      'exact A*',
      inTurn((...ends) => astar.find(...ends)),
    ),
    benny.cycle(),
  )
}
