/** The service answers for maps in tiles as it does for an atlas of the same map. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FolderStore } from '../../src/app/farm/plan-place.ts'
import type { RunningService } from '../../src/app/service/service.ts'
import { Random } from '../../src/base/random.ts'
import { type Atlas, bake, checkPath, generate, openAtlas } from '../../src/index.ts'
import { openTiles, type TiledAtlas } from '../../src/tiled.ts'
import { jsonOf, runCli, temporaryFolder } from '../support/cli.ts'
import { filesOf } from '../support/farms.ts'
import { ask, serveFiles } from '../support/service.ts'

const [WIDTH, HEIGHT] = [300, 200]
const { path } = temporaryFolder()
let whole: Atlas
let tiles: TiledAtlas
let service: RunningService
let url: string

async function farm(kind: string): Promise<void> {
  await runCli('plan', `generate:${kind}:${WIDTH}x${HEIGHT}:5`, '-o', path('land'), '--tile', '64')
  await jsonOf('farm', path('land'), '--threads', '1')
}

beforeAll(async () => {
  await farm('terrain')
  whole = openAtlas(await bake(generate('terrain', { width: WIDTH, height: HEIGHT, seed: 5 })))
  tiles = await openTiles(new FolderStore(path('land')))
  service = await serveFiles({ land: path('land') }, { limits: { cells: 1000, queries: 50 } })
  url = `${service.url}/v1/land`
})
afterAll(() => service.close())

function cells(count: number, seed: number) {
  const random = new Random(seed)
  const cell = (): [number, number] => [random.below(WIDTH), random.below(HEIGHT)]
  return Array.from({ length: count }, () => ({ start: cell(), goal: cell() }))
}

/** Two cells that a path joins, in different tiles. */
function farApart() {
  const isFar = (cost: number) => cost > 100 && cost < Infinity
  return cells(99, 6).find(({ start, goal }) => isFar(whole.finder().find(...start, ...goal).cost))!
}

it('routes are those of the tiles, one or many', async () => {
  const pairs: number[] = []
  for (const { start, goal } of cells(20, 3)) {
    const [x0, y0, x1, y1] = [...start, ...goal]
    pairs.push(x0, y0, x1, y1)
    const { status, body } = await ask(`${url}/route`, { start, goal, cells: true })
    expect([status, body.status]).toEqual([200, whole.finder().find(x0, y0, x1, y1).status])
    if (body.status !== 'found') continue
    const check = checkPath(whole.terrain, Int32Array.from(body.cells), x0, y0, x1, y1, 8)
    expect([check.status, check.cost]).toEqual(['legal', expect.closeTo(body.cost, 6)])
    expect(body.cells).toEqual([...(await (await tiles.find(x0, y0, x1, y1)).cells())])
  }
  const one = await ask(`${url}/route?start=${pairs.slice(0, 2)}&goal=${pairs.slice(2, 4)}`)
  const { body } = await ask(`${url}/route`, { pairs: [...pairs, 1, 1, WIDTH, 1] })
  expect(body.routes).toHaveLength(21)
  expect(one.body).toEqual({ data_version: body.data_version, ...body.routes[0] })
  expect(body.routes.at(-1)).toMatchObject({ status: 'outside', cost: null })
})

it('ends that no path joins are moved as in an atlas', async () => {
  for (const { start, goal } of cells(12, 8)) {
    const { body } = await ask(`${url}/route`, { start, goal, nearest: true })
    const route = whole.finder().find(...start, ...goal, { nearest: true })
    expect(body.status).toBe('found')
    const moved = [route.start, route.goal].map(({ x, y }) => [x, y])
    expect([body.start, body.goal]).toEqual(moved)
  }
})

it('a cell, costs and the nearest goals are told', async () => {
  const { body: about } = await ask(url)
  expect(about).toMatchObject({ kind: 'tiles', width: WIDTH, height: HEIGHT, directions: 8 })
  for (const { start, goal } of cells(12, 4)) {
    const [a, b] = [await ask(`${url}/locate?at=${start}`), await ask(`${url}/locate?at=${goal}`)]
    const near = whole.nearest(start[0], start[1])
    const [cost, free] = [whole.costAt(start[0], start[1]), whole.islandOf(start[0], start[1]) >= 0]
    expect(a.body).toMatchObject({ inside: true, free, cost, nearest: [near.x, near.y] })
    const isJoined = a.body.island !== null && a.body.island === b.body.island
    expect(isJoined).toBe(whole.isReachable(start[0], start[1], goal[0], goal[1]))
  }
  const [starts, goals] = [cells(3, 8).map(({ start }) => start), cells(9, 9).map(({ goal }) => goal)]
  const [table, near] = [
    await ask(`${url}/table`, { starts, goals }),
    await ask(`${url}/nearest`, { start: starts[0], goals, count: 2 }),
  ]
  const points = [starts, goals].map(list => list.map(([x, y]) => ({ x, y })))
  const costs = await tiles.costs(points[0], points[1])
  expect(table.body.costs).toEqual([...costs].map(cost => (cost === Infinity ? null : cost)))
  const expected = await tiles.nearestOf(points[0][0], points[1], { count: 2 })
  expect(near.body.nearest.map(({ index }: { index: number }) => index)).toEqual(expected.map(({ index }) => index))
})

it('what tiles do not answer is refused, and so is what is beyond a limit', async () => {
  const refusals: [string, object, string][] = [
    ['field', { goal: [1, 1], x: 0, y: 0, width: 4, height: 4 }, 'field is for atlases'],
    ['reach', { start: [1, 1], cost: 4 }, 'reach is for atlases'],
    ['route', { start: [1, 1], goal: [2, 2], lowerBound: true }, 'lowerBound is for atlases'],
    ['route', { start: [1, 1], goal: [2, 2], quality: 'exact' }, "across tiles it is 'fast' or 'default'"],
    ['locate', { at: [1, 1], traveller: 'tank' }, 'There is no traveller tank'],
    ['route', { pairs: new Array(204).fill(1) }, "The limit 'queries'"],
  ]
  for (const [op, asked, message] of refusals) {
    const { status, body } = await ask(`${url}/${op}`, asked)
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
  }
  expect((await ask(`${url}/tile/0/0/0.png`)).body.code).toBe('NO_SUCH_TILE')
  const far = farApart()
  const pairs = new Array(20).fill([...far.start, ...far.goal]).flat()
  expect((await ask(`${url}/route`, { pairs, cells: true })).body).toMatchObject({ code: 'LIMIT', limit: 'cells' })
})

it('a store that does not answer costs the time that a question has, and no more', async () => {
  let hangs = false
  const files = createServer((request, response) => {
    if (hangs) return
    response.end(readFileSync(path(`land${request.url}`)))
  })
  await new Promise<void>(resolve => files.listen(0, '127.0.0.1', resolve))
  const far = await serveFiles(
    { far: `http://127.0.0.1:${(files.address() as AddressInfo).port}` },
    { limits: { time: 300 } },
  )
  hangs = true
  const { start, goal } = farApart()
  const { status, body } = await ask(`${far.url}/v1/far/route`, { start, goal })
  expect([status, body.limit]).toEqual([503, 'time'])
  files.closeAllConnections()
  files.close()
  await far.close()
})

it('a new crown is taken up without a gap, and a file that is gone fails its questions by name', async () => {
  const before = await ask(`${url}/locate?at=9,9`)
  await farm('open')
  expect(await service.maps.get('land')!.reload()).toBe(true)
  expect(await service.maps.get('land')!.reload()).toBe(false)
  const after = await ask(`${url}/locate?at=9,9`, undefined, {
    headers: { 'if-none-match': before.headers.get('etag')! },
  })
  expect([after.status, after.body.data_version === before.body.data_version]).toEqual([200, false])
  const gone = [...filesOf(path('land')).keys()].filter(name => /^tiles\/7-.*\.reach$/.test(name))
  for (const name of gone) rmSync(join(path('land'), name))
  const free = async (x: number, y: number) => (await ask(`${url}/locate?at=${x},${y}`)).body.nearest
  const many = (await Promise.all([free(150, 90), free(9, 9), free(20, 20), free(9, 9)])).flat()
  const { status, body } = await ask(`${url}/route`, { pairs: many })
  expect([status, body.routes.map(({ status }: { status: string }) => status === 'failed')]).toEqual([
    200,
    [true, false],
  ])
  expect(body.routes[0].message).toMatch(/^tiles\/7-\w+\.reach is not there/)
  writeFileSync(path('land/plan.json'), '{}')
  await expect(service.maps.get('land')!.reload()).rejects.toThrow(/plan/)
  expect((await ask(`${url}/locate?at=9,9`)).status).toBe(200)
})
