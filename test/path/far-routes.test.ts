/** Far routes: through fragmented ground, their cells are made of a second search; over hills, the highest levels keep enough entries. */
import { expect, it, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { Sweep } from '../../src/cells/sweep.ts'
import type { Frame, Shape } from '../../src/cells/sweep-frame.ts'
import { type Atlas, bake, checkPath, generate, openAtlas } from '../../src/index.ts'
import { PathMaker } from '../../src/path/stream.ts'

/** Pairs of cells at the western and the eastern edge, joined by a way. */
function* pairsOf(atlas: Atlas, width: number, height: number, count: number) {
  const random = new Random(5)
  for (let tries = 0; count > 0 && tries < 1000; tries++) {
    const [start, goal] = [0, width - 60].map(x => ({ x: x + random.below(60), y: random.below(height) }))
    if (!atlas.isReachable(start.x, start.y, goal.x, goal.y)) continue
    count--
    yield { start, goal }
  }
}

it('are searched again for their cells, which then cost less and never more than the route', async () => {
  const [width, height] = [2304, 640]
  const atlas = openAtlas(await bake(generate('rooms', { width, height, seed: 4 })))
  const finder = atlas.finder()
  const costOfAll = () => {
    let sum = 0
    for (const { start, goal } of pairsOf(atlas, width, height, 12)) {
      const route = finder.find(start, goal)
      const { cost } = checkPath(atlas.terrain, route.cells(), start.x, start.y, goal.x, goal.y, 8)
      expect(cost).toBeLessThanOrEqual(route.estimate)
      sum += cost
    }
    return sum
  }
  const found = costOfAll()
  const once = vi.spyOn(PathMaker.prototype, 'finerSteps').mockImplementation(({ steps }) => steps!)
  expect(found).toBeLessThan(0.998 * costOfAll())
  once.mockRestore()
})

it('over hills cost hardly more than the best', async () => {
  const [width, height] = [2560, 512]
  const atlas = openAtlas(await bake(generate('elevation', { width, height, seed: 1 })))
  const finder = atlas.finder()
  let [excess, count] = [0, 0]
  for (const start of [20, 80, 140].map((x, i) => atlas.nearest(x, 30 + 150 * i) as { x: number; y: number })) {
    const field = finder.fieldTo(start)
    for (let i = 0; i < 16; i++, count++) {
      const goal = atlas.nearest(width - 10 - 7 * i, 30 * i + 5) as { x: number; y: number }
      excess += finder.find(start, goal).cost / field.costAt(goal.x, goal.y) - 1
    }
  }
  expect(excess / count).toBeLessThan(0.0024)
})

/** How far beside its guide a band reaches, by its rows: a reach of one cell takes the fewest, each cell more takes two more. */
function reachOf(shape: Shape): number {
  const rowsWithin = (rowsMax: number) => {
    let rowCount = 0
    const reset = (count: number) => {
      rowCount = count
      throw new Error('No cell is needed.')
    }
    const frame = { rowsMax, alongMax: 2 ** 20, place() {}, reset }
    try {
      shape(frame as unknown as Frame)
    } catch {}
    return rowCount
  }
  let rowsMax = 1
  while (rowsWithin(rowsMax) === 0) rowsMax++
  return 1 + (rowsWithin(2 ** 20) - rowsMax) / 2
}

/** Windows of far paths through fragmented ground take back more and look at more of what lies beside them, and still fit the frame. */
it('windows of far paths through fragmented ground are wider, and have room for all that lies beside them', async () => {
  const [width, height] = [1500, 96]
  const random = new Random(3)
  const finder = openAtlas(await bake(generate('scatter', { width, height, seed: 2 }))).finder()
  const find = vi.spyOn(Sweep.prototype, 'find')
  const { cover } = Sweep.prototype
  const reaches = new Set<number>()
  const covered = vi.spyOn(Sweep.prototype, 'cover').mockImplementation(function (this: Sweep, shape, one) {
    reaches.add(reachOf(shape))
    cover.call(this, shape, one)
  })
  const reachesOf = (cells: number) => {
    find.mockClear()
    reaches.clear()
    for (let tries = 0, count = 0; count < 4 && tries < 100; tries++) {
      const [x, y] = [random.below(width - cells), random.below(height)]
      const route = finder.find(x, y, x + cells, random.below(height))
      if (route.status !== 'found') continue
      count++
      expect(route.cells().length).toBeGreaterThan(2 * cells)
    }
    // Searches beside a guide name what is enough; those of near ends do not.
    const beside = find.mock.results.filter((_, i) => find.mock.calls[i].length > 5)
    expect(beside.length).toBeGreaterThan(8)
    for (const { value } of beside) expect(value).toBeGreaterThan(0)
    return [...reaches]
  }
  expect(reachesOf(900)).toContain(22)
  const far = reachesOf(1400)
  expect(far).toContain(30)
  expect(far).not.toContain(22)
  find.mockRestore()
  covered.mockRestore()
})
