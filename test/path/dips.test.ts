/**
 * Cheap ground that a dear belt crosses, beside a border of blocks: paths go around the belt's end through the neighbouring block
 * and come back, a dip over the border. Both of its crossings are of use to such paths only.
 */
import { describe, expect, it } from 'vitest'
import { bake, openAtlas } from '../../src/index.ts'
import { exactCost } from '../../src/proof/oracle.ts'
import { plainMap } from '../support/plain.ts'

const SIDE = 192
const DEAR = 62

/** A lane of cheap ground, one block wide and belted; on its one side, maybe the other way around, ground that a dip may go over. */
function belted(belt: number, from: number, isMirrored: boolean, isTurned: boolean) {
  const placeOf = (along: number, x: number) => {
    const across = isMirrored ? SIDE - 1 - x : x
    return isTurned ? ([along, across] as const) : ([across, along] as const)
  }
  const cost = new Uint8Array(SIDE * SIDE).fill(DEAR)
  for (let along = 0; along < SIDE; along++) {
    for (let across = 64; across < 105; across++) {
      const [x, y] = placeOf(along, across)
      cost[y * SIDE + x] = across >= 96 ? 10 : along >= from && along < from + 3 ? belt : 1
    }
  }
  return { grid: { width: SIDE, height: SIDE, cost }, start: placeOf(5, 80), goal: placeOf(186, 80) }
}

describe('a path that dips over a border', () => {
  it.each([
    [4, 30, [98, 107, 110]],
    [8, 52, [98, 101, 107]],
  ] as const)('is known by both crossings, with %d directions', async (directions, belt, belts) => {
    for (const from of belts) {
      for (const isMirrored of [false, true]) {
        for (const isTurned of [false, true]) {
          const { grid, start, goal } = belted(belt, from, isMirrored, isTurned)
          const finder = openAtlas(await bake(grid, { directions })).finder()
          const { cost, estimate } = finder.find(...start, ...goal)
          const exact = exactCost(plainMap(grid, directions), ...start, ...goal)
          expect(cost).toBeCloseTo(exact, 6)
          // Where polishing brings the dip back all the same, the route itself was ignorant of it.
          expect(estimate).toBeLessThan(1.01 * exact)
        }
      }
    }
  })
})
