/** Questions to the service: what it answers, in which form, and what it says of those that make no sense. */
import { writeFileSync } from 'node:fs'
import { Value } from '@sinclair/typebox/value'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../src/app/service/operations.ts'
import * as schemas from '../../src/app/service/schemas.ts'
import type { RunningService } from '../../src/app/service/service.ts'
import { MapClient, readRoutes, ServiceError } from '../../src/client.ts'
import { type Atlas, bake, generate, openAtlas, readMap } from '../../src/index.ts'
import { FinderPool } from '../../src/pool.ts'
import { bakeWorld, openWorld, type World } from '../../src/world.ts'
import { temporaryFolder } from '../support/cli.ts'
import { randomPairs } from '../support/pairs.ts'
import { ask, serveFiles } from '../support/service.ts'

const SIDE = 150
const { path } = temporaryFolder()
let file: Uint8Array
let atlas: Atlas
let world: World
let service: RunningService
let url: string

beforeAll(async () => {
  file = await bake(generate('rooms', { width: SIDE, height: SIDE, seed: 4 }))
  atlas = openAtlas(file)
  const open = generate('open', { width: 40, height: 40 })
  const gate = { id: 'gate', from: { map: 'a', x: 9, y: 9 }, to: { map: 'b', x: 2, y: 2 }, needs: ['brass'] }
  const places = [{ name: 'inn', kind: 'house', map: 'b', x: 30, y: 3 }]
  const bytes = await bakeWorld({ maps: { a: open, b: open }, portals: [gate] as never, places })
  world = openWorld(bytes)
  writeFileSync(path('rooms.atlas'), file)
  writeFileSync(path('town.world'), bytes)
  const limits = { queries: 100, goals: 5000, body: 20_000, cells: 10_000 }
  service = await serveFiles({ rooms: path('rooms.atlas'), town: path('town.world') }, { limits })
  url = `${service.url}/v1/rooms`
})
afterAll(() => service.close())

describe('a route', () => {
  it('is that of a finder, by POST and by GET', async () => {
    const [start, goal] = freeCells()
    const route = atlas.finder().find(...start, ...goal)
    const posted = await ask(`${url}/route`, { start, goal, cells: true })
    const got = await ask(`${url}/route?start=${start}&goal=${goal}&cells=true`)
    expect([posted.status, got.status]).toEqual([200, 200])
    expect(posted.body).toMatchObject({ status: 'found', cost: route.cost, cells: [...route.cells()] })
    expect(got.body).toEqual(posted.body)
    expect(Value.Check(schemas.RouteAnswer, posted.body)).toBe(true)
  })

  it('that there is none is an answer, and says why', async () => {
    const wall = { x: 0, y: 0 }
    while (atlas.costAt(wall.x, wall.y) > 0) wall.x++
    const [free] = freeCells()
    const blocked = await ask(`${url}/route`, { start: [wall.x, wall.y], goal: free })
    const outside = await ask(`${url}/route`, { start: free, goal: [SIDE, -5] })
    expect([blocked.status, blocked.body.status, blocked.body.cost]).toEqual([200, 'blocked', null])
    expect(outside.body).toMatchObject({ status: 'outside', message: expect.stringMatching(/outside/) })
    const moved = await ask(`${url}/route`, { start: [wall.x, wall.y], goal: free, nearest: true, lowerBound: true })
    const route = atlas.finder().find(wall, { x: free[0], y: free[1] }, { nearest: true })
    expect(moved.body).toMatchObject({ status: 'found', cost: route.cost, lowerBound: route.lowerBound })
    expect(moved.body.start).toEqual([route.start.x, route.start.y])
    const within = (cells: number) => encodeURIComponent(JSON.stringify({ within: cells }))
    const got = `${url}/route?start=${wall.x},${wall.y}&goal=${free}&lowerBound=true&nearest=`
    expect((await ask(got + within(SIDE))).body).toEqual(moved.body)
    expect((await ask(got + within(-1))).body.at).toBe('/nearest')
  })

  it('can be many in one request, as objects or as flat words that the client reads', async () => {
    const pairs = randomPairs(60, SIDE, 2)
    const { body } = await ask(`${url}/route`, { pairs: [...pairs], cells: true })
    expect(Value.Check(schemas.RoutesAnswer, body)).toBe(true)
    const pool = new FinderPool(file, { threads: 1 })
    const { status, cost, first, cells } = await pool.find(pairs, { cells: true })
    await pool.close()
    const flat = await new MapClient(url).find(pairs, { cells: true })
    expect(flat).toMatchObject({ status, cost, first, cells })
    expect(body.routes.map(({ cost }: { cost: number | null }) => cost ?? Infinity)).toEqual([...cost])
    expect(body.routes[59].cells ?? []).toEqual([...cells.subarray(first[59], first[60])])
    const bounded = await new MapClient(`${url}/`).find(pairs.subarray(0, 8), { lowerBound: true })
    expect(bounded.lowerBound).toHaveLength(2)
    expect(bounded.cells).toHaveLength(0)
  })

  it('can be GeoJSON', async () => {
    const [start, goal] = freeCells()
    const headers = { accept: 'application/geo+json' }
    const { body } = await ask(`${url}/route`, { start, goal, cells: true }, { headers })
    expect(body.type).toBe('Feature')
    expect(body.geometry.coordinates[0]).toEqual([start[0] + 0.5, start[1] + 0.5])
    const many = await ask(`${url}/route`, { pairs: [...start, ...goal] }, { headers })
    expect(many.body).toMatchObject({ type: 'FeatureCollection', features: [{ geometry: null }] })
  })

  it('leads through worlds, with keys', async () => {
    const start = { map: 'a', x: 1, y: 1 }
    const town = `${service.url}/v1/town/route`
    const locked = await ask(town, { start, goal: 'inn' })
    const { body } = await ask(town, { start, goal: 'inn', has: ['brass'], cells: true })
    const trip = world.finder().find(start, 'inn', { has: ['brass'] })
    expect(locked.body).toMatchObject({ status: 'unreachable', cost: null })
    const flat = { headers: { accept: 'application/octet-stream' } }
    expect(await ask(town, { start, goal: 'inn' }, flat)).toMatchObject({
      status: 406,
      body: { allowed: ['application/json'] },
    })
    expect(body).toMatchObject({ status: 'found', cost: trip.cost })
    expect(body.legs.map(({ cells }: { cells: number[] }) => cells)).toEqual(
      trip.legs.map(leg => [...leg.route.cells()]),
    )
    expect(Value.Check(schemas.RouteAnswer, body)).toBe(true)
    expect((await ask(town, { start, goal: { map: 'z', x: 1, y: 1 } })).body.status).toBe('noSuchMap')
    const table = await ask(`${service.url}/v1/town/table?starts=1,1&goals=2,2`)
    expect([table.status, table.body.given, table.body.allowed]).toEqual([400, 'table', ['route']])
    const got = await ask(`${town}?start=${encodeURIComponent(JSON.stringify(start))}&goal=inn&has=brass&cells=true`)
    expect(got.body).toEqual(body)
  })
})

describe('other questions', () => {
  it('are tables', async () => {
    const [a, b, c] = freeCells()
    const { body } = await ask(`${url}/table`, { starts: [a], goals: [b, c, [0, SIDE + 1]] })
    const costs = atlas.finder().table([pointOf(a)], [pointOf(b), pointOf(c)])
    expect(body.costs).toEqual([...costs, null])
    expect((await ask(`${url}/table?starts=${a}&goals=${b};${c}`)).body.costs).toEqual([...costs])
    expect(Value.Check(schemas.TableAnswer, body)).toBe(true)
  })

  it('are the nearest of many goals, by the way there', async () => {
    const [start, ...goals] = freeCells()
    const { body } = await ask(`${url}/nearest`, { start, goals, count: 2, cells: true })
    const costs = [...atlas.finder().costsTo(pointOf(start), goals.map(pointOf))]
    const order = [...costs.keys()].sort((i, j) => costs[i] - costs[j])
    expect(body.nearest.map(({ index }: { index: number }) => index)).toEqual(order.slice(0, 2))
    expect(body.nearest[0].cells.slice(0, 2)).toEqual(start)
    expect(Value.Check(schemas.NearestAnswer, body)).toBe(true)
    const headers = { accept: 'application/octet-stream' }
    const three = `start=${start}&goals=${goals.join(';')}&count=3&cells=true`
    const flat = await (await fetch(`${url}/nearest?${three}`, { headers })).arrayBuffer()
    expect([...new Int32Array(flat, 0, 6)]).toEqual([3, 0, ...order.slice(0, 3), 0])
    const routes = readRoutes(flat.slice(24))
    const told = await ask(`${url}/nearest?${three}`)
    const lines = await fetch(`${url}/nearest?${three}`, { headers: { accept: 'application/geo+json' } })
    const indexes = (await lines.json()).features.map(
      (line: { properties: { index: number } }) => line.properties.index,
    )
    expect(indexes).toEqual(order.slice(0, 3))
    expect([...routes.cost]).toEqual(told.body.nearest.map(({ cost }: { cost: number }) => cost))
    expect([...routes.cells.subarray(0, 2)]).toEqual(start)
  })

  it('are windows of fields', async () => {
    const [goal] = freeCells()
    const { body } = await ask(`${url}/field`, { goal, x: 0, y: 0, width: 40, height: 30 })
    const field = atlas.finder().fieldTo(pointOf(goal))
    const costs = Array.from({ length: 1200 }, (_, i) => field.costAt(i % 40, Math.floor(i / 40)))
    expect(body.costs.map((cost: number | null) => cost ?? Infinity)).toEqual(costs)
    expect(Value.Check(schemas.FieldAnswer, body)).toBe(true)
    const headers = { accept: 'application/octet-stream' }
    const flat = await fetch(`${url}/field?goal=${goal}&x=0&y=0&width=40&height=30`, { headers })
    expect((await flat.arrayBuffer()).byteLength).toBe(8 + 1200 * 12)
  })

  it('are the cells within a cost', async () => {
    const [start] = freeCells()
    const { body } = await ask(`${url}/reach`, { start, cost: 25.5 })
    const inReach = new Set<number>()
    for (let i = 0; i < body.runs.length; i += 3) {
      for (let x = body.runs[i + 1]; x <= body.runs[i + 2]; x++) inReach.add(body.runs[i] * SIDE + x)
    }
    const field = atlas.finder().fieldTo(pointOf(start))
    for (let cell = 0; cell < SIDE * SIDE; cell++) {
      expect(inReach.has(cell)).toBe(field.costAt(cell % SIDE, Math.floor(cell / SIDE)) <= 25.5)
    }
    for (const cost of ['25.5', '255e-1'])
      expect((await ask(`${url}/reach?start=${start}&cost=${cost}`)).body).toEqual(body)
    const headers = { accept: 'application/octet-stream' }
    const flat = await fetch(`${url}/reach?start=${start}&cost=25.5`, { headers })
    expect([...new Int32Array(await flat.arrayBuffer())]).toEqual(body.runs)
    expect((await ask(`${url}/reach`, { start, cost: 1e6 })).body.limit).toBe('cells')
    expect(Value.Check(schemas.ReachAnswer, body)).toBe(true)
  })

  it('are what a cell is', async () => {
    const [cell] = freeCells()
    const { body } = await ask(`${url}/locate?at=${cell}`)
    const island = atlas.islandOf(...cell)
    expect(body).toMatchObject({ inside: true, free: true, cost: 1, island, nearest: cell })
    const outside = await ask(`${url}/locate`, { at: [-3, 7] })
    const near = atlas.nearest(-3, 7)
    expect(outside.body).toMatchObject({ inside: false, free: false, cost: 0, island: null, nearest: [near.x, near.y] })
    expect(Value.Check(schemas.LocateAnswer, outside.body)).toBe(true)
    const headers = { accept: 'application/octet-stream' }
    const flat = await (await fetch(`${url}/locate?at=-3,7`, { headers })).arrayBuffer()
    expect([...new Int32Array(flat)]).toEqual([0, -1, 0, 0, near.x, near.y])
    const inside = await (await fetch(`${url}/locate?at=${cell}`, { headers })).arrayBuffer()
    expect([...new Int32Array(inside, 0, 2), new Float64Array(inside, 8, 1)[0]]).toEqual([3, island, 1])
  })

  it('are pictures of the map, as tiles', async () => {
    const tile = await fetch(`${url}/tile/0/0/0.png`)
    expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'image/png'])
    const grey = readMap(new Uint8Array(await tile.arrayBuffer()), { greyIsCost: false } as never)
    expect([grey.width, grey.height]).toEqual([256, 256])
    for (const place of ['1/0/0', '0/1/0', '0/0/-1', '0/x/0'])
      expect((await fetch(`${url}/tile/${place}.png`)).status).toBe(404)
  })

  it('are what there is', async () => {
    expect((await ask(`${service.url}/v1`)).body).toEqual({ maps: ['rooms', 'town'] })
    const { body } = await ask(url)
    expect(body).toMatchObject({ kind: 'atlas', width: SIDE, height: SIDE })
    expect(Value.Check(schemas.MapAnswer, body)).toBe(true)
    expect((await ask(`${service.url}/v1/town`)).body).toMatchObject({ kind: 'world', maps: ['a', 'b'] })
  })
})

describe('the tag of an answer', () => {
  it('is the checksum of the data, and spares asking again', async () => {
    const got = await ask(`${url}/route?start=1,1&goal=9,9`)
    const tag = got.headers.get('etag')!
    expect(tag).toBe(`"${got.body.data_version}"`)
    for (const question of ['route?start=1,1&goal=9,9', 'tile/0/0/0.png', 'locate?at=1,1']) {
      const again = await fetch(`${url}/${question}`, { headers: { 'if-none-match': `"x", ${tag}` } })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
  })
})

describe('HEAD', () => {
  it('is answered as GET is, without the body', async () => {
    for (const path of [
      'v1',
      'v1/rooms',
      'v1/rooms/route?start=1,1&goal=9,9',
      'v1/rooms/tile/0/0/0.png',
      'livez',
      '',
    ]) {
      const [got, head] = [
        await fetch(`${service.url}/${path}`),
        await fetch(`${service.url}/${path}`, { method: 'HEAD' }),
      ]
      const told = ({ status, headers }: Response) => [status, headers.get('content-length'), headers.get('etag')]
      expect(told(head)).toEqual(told(got))
      expect(await head.text()).toBe('')
    }
    expect((await fetch(`${url}/route?start=1`, { method: 'HEAD' })).status).toBe(400)
  })
})

describe('a question that makes no sense', () => {
  it.each([
    ['route', { start: [1, 1] }, '', /start and goal/],
    ['route', {}, '', /start and goal/],
    ['route', { start: [1, 1], goal: [2, 2], qualtiy: 'fast' }, '/qualtiy', /qualtiy/],
    ['route', { start: [1, 1], goal: [2, 2], quality: 'qualtiy' }, '/quality', /fast, default/],
    ['route', { start: [1, 1, 1], goal: [2, 2] }, '/start', /cell/],
    ['route', { start: [1.5, 1], goal: [2, 2] }, '/start', /whole/],
    ['route', { start: 'inn', goal: [2, 2] }, '/start', /cell/],
    ['route', { start: [1, 1], goal: [2, 2], has: ['key'] }, '/has', /worlds/],
    ['route', { start: [1, 1], goal: [2, 2], traveller: 'tank' }, '/traveller', /tank/],
    ['route', { pairs: [1, 2, 3] }, '/pairs', /x0, y0/],
    ['table', { starts: [[1, 1]] }, '/goals', /missing/],
    ['field', { goal: [1, 1], x: 0, y: 0, width: 0, height: 5 }, '/width', /wrong/],
    ['nearest', { start: [1, 1], goals: [[1, 1]], count: 0 }, '/count', /wrong/],
    ['locate', [], '/', /wrong/],
    ['route', { start: 'x'.repeat(5000), goal: [2, 2] }, '/start', /cell/],
    ['route', { start: [1, 1], goal: [2, 2], nearest: { within: 3, without: 2 } }, '/nearest', /within/],
    ['locate', '{', undefined, /JSON/],
    ['locate', '', undefined, /JSON/],
    ['locate', '{"at":[1,1],"__proto__":{}}', '/__proto__', /__proto__/],
  ])('is refused with what was given and what is allowed: %s %.80j', async (op, asked, at, message) => {
    const { status, body } = await ask(`${url}/${op}`, asked)
    expect(status).toBe(400)
    expect(body.code).toMatch(/^(BAD_REQUEST|BAD_ARGUMENT|BAD_JSON)$/)
    expect(body.message).toMatch(message)
    if (at) expect(body.at).toBe(at)
    expect(body.allowed).toBeDefined()
    expect('given' in body || /missing/.test(body.message)).toBe(true)
    expect(JSON.stringify(body).length).toBeLessThan(1000)
    expect(Value.Check(schemas.ErrorAnswer, body)).toBe(true)
  })

  it.each([
    ['queries', 'route', { pairs: Array.from({ length: 404 }, () => 1) }],
    ['goals', 'table', { starts: Array(80).fill([1, 1]), goals: Array(80).fill([1, 1]) }],
    ['goals', 'field', { goal: [1, 1], x: 0, y: 0, width: 1e6, height: 1e6 }],
    ['cells', 'route', { pairs: [], cells: true }],
  ])('or is beyond a limit, which is named: %s', async (limit, op, asked) => {
    const [start, goal] = freeCells()
    const full =
      limit === 'cells'
        ? {
            ...asked,
            pairs: Array(100)
              .fill([...start, ...goal])
              .flat(),
          }
        : asked
    const { status, body } = await ask(`${url}/${op}`, full)
    expect([status, body.code, body.limit, body.allowed]).toEqual([400, 'LIMIT', limit, expect.any(Number)])
    expect(body.message).toContain(`'${limit}'`)
    const large = await ask(`${url}/table`, { starts: Array(8000).fill([1, 1]), goals: [] })
    expect([large.status, large.body.limit, large.body.allowed]).toEqual([413, 'body', 20_000])
  })

  it('or is nested more deeply than it could be shown', async () => {
    const { status, body } = await ask(`${url}/route`, `{"start":${'['.repeat(9000)}${']'.repeat(9000)}}`)
    expect([status, body.code, body.at, body.given]).toEqual([400, 'BAD_REQUEST', '/start', undefined])
  })

  it.each([
    ['text/csv', 406, /json/],
    ['application/json;q=0', 406, /json/],
    ['text/csv, */*;q=0.1', 200, /json/],
    ['application/octet-stream, application/json;q=0.5', 200, /octet-stream/],
    ['application/geo+json, application/octet-stream', 200, /geo\+json/],
  ])('or accepts none of the forms there are: %s', async (accept, status, type) => {
    const got = await fetch(`${url}/route?start=1,1&goal=9,9`, { headers: { accept } })
    expect([got.status, got.headers.get('content-type')]).toEqual([status, expect.stringMatching(type)])
    expect(got.headers.has('etag')).toBe(status === 200)
  })

  it('becomes an error of the client', async () => {
    const asking = new MapClient(`${service.url}/v1/none`).route({ start: [1, 1], goal: [2, 2] })
    await expect(asking).rejects.toThrow(ServiceError)
    await expect(asking).rejects.toMatchObject({
      status: 404,
      answer: { code: 'NO_SUCH_MAP', allowed: ['rooms', 'town'] },
    })
    const asText = await ask(`${url}/locate`, '{}', { headers: { 'content-type': 'text/plain' } })
    expect([asText.status, asText.body.code, asText.body.allowed]).toEqual([415, 'NO_SUCH_TYPE', 'application/json'])
    const none = await ask(`${service.url}/none?x=1`, {})
    expect([none.status, none.body.given]).toEqual([404, 'POST /none?x=1'])
  })
})

describe('the description', () => {
  it('is OpenAPI that has every question and its schema', async () => {
    const { body } = await ask(`${service.url}/openapi.json`)
    expect(body.openapi).toBe('3.1.0')
    for (const { name, asked } of OPERATIONS) {
      const { post, get } = body.paths[`/v1/{map}/${name}`]
      expect(post.requestBody.content['application/json'].schema).toEqual(JSON.parse(JSON.stringify(asked)))
      expect(get.parameters).toHaveLength(1 + Object.keys(asked.properties).length)
    }
  })

  it('has schemas that the JSON Schema of OpenAPI 3.1 allows', async () => {
    const { body } = await ask(`${service.url}/openapi.json`)
    const ajv = new Ajv2020({ strictTypes: false })
    let count = 0
    JSON.stringify(body, (key, value) => {
      if (key === 'schema') count += ajv.compile(value) ? 1 : 0
      return value
    })
    expect(count).toBeGreaterThan(50)
  })

  it('is a page to try it, which loads nothing from elsewhere', async () => {
    const page = await fetch(service.url)
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    const text = await page.text()
    const parts = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, part]) => part)
    expect(parts).toContain('/try.js')
    for (const part of parts) expect((await fetch(service.url + part)).status).toBe(200)
  })
})

type Cell = [number, number]
const pointOf = ([x, y]: Cell) => ({ x, y })

/** Some free cells of the largest island. */
function freeCells(): Cell[] {
  const first = atlas.nearest(SIDE >> 1, SIDE >> 1)
  const island = atlas.islandOf(first.x, first.y)
  const wanted: Cell[] = [
    [5, 5],
    [140, 130],
    [70, 20],
    [20, 120],
    [100, 100],
  ]
  return wanted.map(([x, y]) => {
    const near = atlas.nearest(x, y, { island })
    return [near.x, near.y]
  })
}
