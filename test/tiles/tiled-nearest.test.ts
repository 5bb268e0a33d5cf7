/** Ends that no path joins move to the cells that one atlas of the whole map would take. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, generate, type KindName, openAtlas } from '../../src/index.ts'
import { openTiles } from '../../src/tiled.ts'
import { anyMap, tiled } from '../support/tiled-maps.ts'

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y)

async function compare({ grid, tileSide }: Pick<ReturnType<typeof anyMap>, 'grid' | 'tileSide'>, seed: number) {
  const atlas = await openTiles((await tiled(grid, tileSide)).store)
  const finder = openAtlas(await bake(grid)).finder()
  const random = new Random(seed)
  const at = (side: number) => random.below(side + 20) - 10
  const seen = new Set<string>()
  for (let i = 0; i < 40; i++) {
    const [start, goal] = [0, 1].map(() => ({ x: at(grid.width), y: at(grid.height) }))
    const nearest = i % 3 === 0 ? { within: 2 } : true
    const [route, plain] = [await atlas.find(start, goal, { nearest }), finder.find(start, goal, { nearest })]
    expect([route.status, route.isReplaced, route.message]).toEqual([plain.status, plain.isReplaced, plain.message])
    seen.add(`${route.status} ${route.isReplaced}`)
    if (route.status !== 'found') continue
    // Of equally close pairs either may be taken; a lone end has one answer.
    const moved = [route, plain].map(one => distance(one.start, start) + distance(one.goal, goal))
    expect(moved[0]).toBeCloseTo(moved[1], 9)
    const isStartGood = plain.start.x === start.x && plain.start.y === start.y
    const isGoalGood = plain.goal.x === goal.x && plain.goal.y === goal.y
    if (isStartGood || isGoalGood) expect([route.start, route.goal]).toEqual([plain.start, plain.goal])
    const cells = await route.cells()
    expect([...cells.slice(0, 2), ...cells.slice(-2)]).toEqual([
      route.start.x,
      route.start.y,
      route.goal.x,
      route.goal.y,
    ])
  }
  return seen
}

describe('nearest over tiles', () => {
  it.each<KindName>(['caves', 'scatter', 'terrain'])('takes the cells of one atlas on %s', async kind => {
    const seen = await compare({ grid: generate(kind, { width: 300, height: 220, seed: 9 }), tileSide: 96 }, 3)
    expect(seen).toContain('found true')
    expect([...seen].some(one => /^(blocked|outside) false/.test(one))).toBe(true)
  })

  it('takes the cells of one atlas on maps of any shape', async () => {
    for (const seed of [7, 23, 61, 64, 1132]) await compare(anyMap(seed), seed)
  })

  it('says that a map has no free cell, and that an end is too far from any map', async () => {
    const { store } = await tiled({ width: 100, height: 70, cost: new Uint8Array(7000) }, 64)
    const atlas = await openTiles(store)
    expect(await atlas.find(2, 3, 4, 5, { nearest: true })).toMatchObject({
      status: 'blocked',
      message: 'The start 2,3 is a wall. The map has no free cell.',
    })
    const { message } = await atlas.find(2, 3, 2 ** 40, 5, { nearest: true })
    expect(message).toMatch(/The goal is beyond any map: no cell is the closest to it\.$/)
    await expect(atlas.find(2, 3, 4, 5, { nearest: 3 as never })).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
  })
})
