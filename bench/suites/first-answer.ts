/** From what lies on disk to the first answer: open an atlas, bake the map first, or search the cells without any. */
import benny from 'benny'
import { bake, generate, openAtlas } from '../../src/index.ts'
import { ExactAstar } from '../exact-astar.ts'
import { longQueries } from '../queries.ts'

const SIDE = 512
const SEED = 11

export async function firstAnswer() {
  const grid = generate('terrain', { width: SIDE, height: SIDE, seed: SEED })
  const file = await bake(grid)
  const [x0, y0, x1, y1] = longQueries(openAtlas(file), 1).reachable
  const answer = (bytes: Uint8Array) => openAtlas(bytes).finder().find(x0, y0, x1, y1).cells().length
  return benny.suite(
    `The first answer on terrain of ${SIDE} x ${SIDE}`,
    benny.add('isthmus, open and find', () => () => answer(file)),
    benny.add('isthmus, bake, open and find', () => async () => answer(await bake(grid))),
    benny.add('exact A*, set up and find', () => () => new ExactAstar(grid).find(x0, y0, x1, y1)),
    benny.cycle(),
  )
}
