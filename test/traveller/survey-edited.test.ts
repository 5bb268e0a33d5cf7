/**
 * What a map knows about itself after edits, in views, and for travellers on ground of several costs: as on a map that was baked
 * so.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { type Atlas, bake, generate, groundFromTiles, openAtlas, openLive } from '../../src/index.ts'
import { box } from '../../src/live.ts'
import { gridOf } from '../../src/map/footprint.ts'
import type { Grid } from '../../src/map/grid.ts'
import { chokePoints, clearanceAlong, deadEnds, whatIf, widthAt } from '../../src/travellers.ts'
import { patchyGrounds } from '../support/grounds.ts'

const SIDE = 48

function surveyOf(map: Parameters<typeof chokePoints>[0]): unknown {
  const widths = Array.from({ length: SIDE * SIDE }, (_, cell) => widthAt(map, cell % SIDE, Math.floor(cell / SIDE)))
  return [chokePoints(map), deadEnds(map), widths, clearanceAlong(map, [3, 3, 4, 4]).narrowest]
}

/** Which islands part, and what pairs cost before and after, to within what routes cost over the optimum. */
function closedOf(atlas: Atlas, random: Random): { parts: unknown; costs: number[] } {
  const any = () => ({ x: random.below(SIDE), y: random.below(SIDE) })
  const pairs = Array.from({ length: 6 }, () => ({ start: any(), goal: any() }))
  const { x, y } = chokePoints(atlas)[0] ?? { x: 20, y: 0 }
  const told = whatIf(atlas, [{ x, y, width: 1, height: 1 }, box(20, 0, 1, 30)], { pairs })
  const parts = told.parted.map(one => one.parts).sort((a, b) => b[0] - a[0] || b[1] - a[1])
  return { parts: [told.cells, parts], costs: told.detours.flatMap(({ before, after }) => [before, after]) }
}

async function expectSame(atlas: Atlas, grid: Grid): Promise<void> {
  const baked = openAtlas(await bake(grid))
  expect(surveyOf(atlas)).toEqual(surveyOf(baked))
  const [now, fresh] = [closedOf(atlas, new Random(5)), closedOf(baked, new Random(5))]
  expect(now.parts).toEqual(fresh.parts)
  now.costs.forEach((cost, i) => {
    if (fresh.costs[i] === Infinity || fresh.costs[i] === 0) expect(cost).toBe(fresh.costs[i])
    else expect(Math.abs(cost / fresh.costs[i] - 1)).toBeLessThan(0.05)
  })
}

describe('what a map knows about itself', () => {
  it.each([false, true])('works on a map that has changed, and on views of it (weighted: %s)', async weighted => {
    const random = new Random(3)
    const { cost } = generate('scatter', { width: SIDE, height: SIDE, seed: 6, wallShare: 0.35 })
    const grid = { width: SIDE, height: SIDE, cost: cost.map(one => (one > 0 && weighted ? 1 + random.below(9) : one)) }
    const live = openLive(await bake(grid))
    const view = live.branch()
    const seen = { ...grid, cost: grid.cost.slice() }
    for (let i = 0; i < 200; i++) {
      const [x, y] = [random.below(SIDE), random.below(SIDE)]
      const to = random.below(2)
      if (i % 2 === 0) live.set(x, y, to)
      else view.set(x, y, to)
      if (i % 2 === 0) grid.cost[y * SIDE + x] = to
      seen.cost[y * SIDE + x] = to
    }
    live.commit()
    view.commit()
    await expectSame(live.snapshot(), grid)
    expect(surveyOf(live)).toEqual(surveyOf(live.snapshot()))
    // What the view has of its own goes before what the map below has, whichever came last.
    for (let cell = 0; cell < seen.cost.length; cell++)
      seen.cost[cell] = view.costAt(cell % SIDE, Math.floor(cell / SIDE))
    expect(surveyOf(view)).toEqual(surveyOf(openAtlas(await bake(seen))))
    expect(surveyOf(view)).not.toEqual(surveyOf(live))
  })

  it('works on a snapshot of a traveller who turns little, whose paths turn as little as ever', async () => {
    const grounds = groundFromTiles([...'gg#g'], 2, { g: 'g', '#': 'w' })
    const live = openLive(await bake(grounds, { travellers: { car: { costs: { g: 1 }, turn: 45 } } }))
    expect(live.finder().find(0, 0, 1, 1).status).toBe('unreachable')
    expect(live.snapshot().finder().find(0, 0, 1, 1).status).toBe('unreachable')
    const pairs = [{ start: { x: 0, y: 0 }, goal: { x: 1, y: 1 } }]
    expect(whatIf(live.snapshot(), [0, 0], { pairs }).detours[0].before).toBe(Infinity)
  })

  it('is told as each traveller sees the map', async () => {
    const grounds = patchyGrounds(SIDE, SIDE, 8, 0.5)
    const costs = { grass: 2, forest: 3, swamp: 6, water: 40, road: 1 }
    const travellers = { one: { costs }, two: { costs, size: 2 }, three: { costs, size: 3 } }
    const together = openAtlas(await bake(grounds, { travellers }))
    for (const { name, size } of together.travellers)
      await expectSame(together.as(name), gridOf(grounds, { costs, size }))
  })
})
