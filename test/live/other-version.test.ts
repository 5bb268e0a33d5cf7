/**
 * Routes of one version as hints for another: reading a route shows the map as it was for that route.
 */
import { expect, it } from 'vitest'
import { findInSteps } from '../../src/find/find-in-steps.ts'
import { bake, openLive } from '../../src/index.ts'
import { checkPath } from '../../src/proof/check.ts'

it('answers for its own version when the previous route is of another one and not yet drawn', async () => {
  const [width, height] = [300, 96]
  const live = openLive(await bake({ width, height, cost: new Uint8Array(width * height).fill(1) }))
  const before = live.snapshot().finder()
  for (let x = 40; x < width - 40; x += 20) live.fill({ x, y: x % 40 === 0 ? 0 : 1, width: 1, height: height - 1 }, 0)
  live.commit()
  const view = live.branch()
  view.fill({ x: 45, y: 0, width: 2, height: height - 2 }, 0)
  view.commit()
  for (const [map, y] of [live, live, view, view].map((each, i) => [each, 7 + 20 * i] as const)) {
    const [start, goal] = [
      { x: 3, y },
      { x: width - 4, y: 95 - y },
    ]
    const plain = map.finder().find(start, goal)
    const cost = plain.cost
    const hinted = map.finder().find(start, goal, { previous: before.find(start, goal) })
    expect(hinted.cost).toBe(cost)
    const terrain = map.columns.terrain
    expect(checkPath(terrain, hinted.cells(), start.x, start.y, goal.x, goal.y, 8).status).toBe('legal')
    const turned = before.find(start, goal, { previous: map.finder().find(start, goal) })
    expect(turned.cost).toBe(before.find(start, goal).cost)
  }
})

it('goes on with a search that pauses on a snapshot while the live map is asked', async () => {
  const [width, height] = [300, 96]
  const live = openLive(await bake({ width, height, cost: new Uint8Array(width * height).fill(1) }))
  for (let x = 40; x < width - 40; x += 20) live.fill({ x, y: x % 40 === 0 ? 0 : 1, width: 1, height: height - 1 }, 0)
  live.commit()
  const old = live.snapshot()
  live.fill({ x: 30, y: 0, width: 240, height }, 1)
  live.commit()
  const [start, goal] = [
    { x: 3, y: 7 },
    { x: width - 4, y: 88 },
  ]
  const search = findInSteps(old.finder(), start, goal)
  while (search.route === null) {
    search.advance(3)
    expect(live.finder().find(start, goal).cost).toBeLessThan(400)
  }
  const expected = old.finder().find(start, goal)
  expect(search.route.cost).toBe(expected.cost)
  expect([...search.route.cells()]).toEqual([...expected.cells()])
})
