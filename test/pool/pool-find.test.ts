/** A pool of threads answers as one finder does, in order, whatever becomes of single questions, threads and callers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bake, generate, groundFromTiles, openAtlas } from '../../src/index.ts'
import { Dispatcher } from '../../src/pool/dispatcher.ts'
import type { FromThread, Job, Opening, StartPoolThread, ToThread } from '../../src/pool/messages.ts'
import { FinderPool, STATUSES } from '../../src/pool.ts'
import type { Hearing } from '../../src/threads/thread-port.ts'
import { bakeWorld, openWorld } from '../../src/world.ts'
import { randomPairs } from '../support/pairs.ts'

const SIDE = 200
let file: Uint8Array
let pool: FinderPool
beforeAll(async () => {
  file = await bake(generate('rooms', { width: SIDE, height: SIDE, seed: 5 }))
  pool = new FinderPool(file, { threads: 2 })
})
afterAll(() => pool.close())

describe('a batch', () => {
  it('is answered as one finder answers, in order, with cells, waypoints and certificates', async () => {
    const pairs = randomPairs(160, SIDE, 3)
    const { status, cost, first, cells, lowerBound, errors } = await pool.find(pairs, { cells: true, lowerBound: true })
    const turns = await pool.find(pairs, { waypoints: true })
    const finder = openAtlas(file).finder()
    expect(errors.size).toBe(0)
    for (let i = 0; i < 160; i++) {
      const route = finder.find(pairs[4 * i], pairs[4 * i + 1], pairs[4 * i + 2], pairs[4 * i + 3])
      expect([STATUSES[status[i]], cost[i], lowerBound[i]]).toEqual([route.status, route.cost, route.lowerBound])
      expect(cells.subarray(first[i], first[i + 1])).toEqual(route.cells())
      expect(turns.first[i + 1] - turns.first[i]).toBeLessThanOrEqual(route.cells().length)
    }
    expect(first[160]).toBe(cells.length)
    expect(new Set(status).size).toBeGreaterThan(1)
  })

  it('takes the options of find', async () => {
    const wall = firstWall()
    const pairs = [wall.x, wall.y, SIDE - 2, SIDE - 2]
    expect(STATUSES[(await pool.find(pairs)).status[0]]).toBe('blocked')
    const moved = await pool.find(pairs, { nearest: true, quality: 'exact' })
    const route = openAtlas(file)
      .finder()
      .find(pairs[0], pairs[1], pairs[2], pairs[3], { nearest: true, quality: 'exact' })
    expect([moved.status[0], moved.cost[0]]).toEqual([0, route.cost])
    expect([...moved.ends]).toEqual([route.start.x, route.start.y, route.goal.x, route.goal.y])
  })

  it('leaves the caller its array, takes plain numbers, and may be empty', async () => {
    const pairs = Int32Array.of(1, 1, 30, 30)
    const [a, b, none] = await Promise.all([pool.find(pairs), pool.find([1, 1, 30, 30]), pool.find([])])
    expect(pairs).toHaveLength(4)
    expect(a).toEqual(b)
    expect(none.status).toHaveLength(0)
  })

  it('marks the question that makes no sense and answers the others', async () => {
    const { status, cost, errors } = await pool.find([1, 1, 9, 9, 1.5, 1, 9, 9, Number.NaN, 0, 0, 0, 1, 1, 9, 9])
    expect([...status].map(number => STATUSES[number])).toEqual(['found', 'failed', 'failed', 'found'])
    expect(cost[3]).toBe(cost[0])
    expect([...errors].map(([i, { code }]) => [i, code])).toEqual([
      [1, 'BAD_ARGUMENT'],
      [2, 'BAD_ARGUMENT'],
    ])
  })

  it('has nothing else than numbers, and a pool closes after one that cannot be read', async () => {
    const odd = new FinderPool(file, { threads: 1 })
    const { status } = await odd.find([1n, 1, 9, 9, '1', 1, 9, 9, null, 1, 9, 9, 1, 1, 9, 9] as never)
    expect([...status].map(number => STATUSES[number])).toEqual(['failed', 'failed', 'failed', 'found'])
    const broken = {
      length: 4,
      get 2(): number {
        throw new Error('unreadable')
      },
    }
    await expect(odd.find(broken)).rejects.toThrow('unreadable')
    await expect(odd.find([1, 1, 9, 9], { signal: {} as AbortSignal })).rejects.toThrow()
    await odd.close()
  })

  it.each([
    ['pairs that are no fours', [1, 2, 3], undefined, /four numbers/],
    ['more pairs than there can be', { length: 4e9 }, undefined, /four numbers/],
    ['fewer than none', { length: -4 }, undefined, /four numbers/],
    ['a quality that there is not', [1, 1, 2, 2], { quality: 'qualtiy' }, /quality/],
    ['a traveller that there is not', [1, 1, 2, 2], { traveller: 'tank' }, /tank/],
    ['no pairs at all', null, undefined, /four numbers/],
  ])('is refused with one error for %s', async (_, pairs, options, message) => {
    await expect(pool.find(pairs as never, options as never)).rejects.toThrow(message)
    await expect(pool.find(pairs as never, options as never)).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
  })

  it('is refused where its paths have more cells than it may have', async () => {
    const asking = pool.find(randomPairs(50, SIDE, 1), { cells: true, cellsMax: 10 })
    await expect(asking).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })
})

describe('a pool', () => {
  it('lets a single question pass before the rest of a large batch', async () => {
    const order: string[] = []
    const large = pool.find(randomPairs(6000, SIDE, 9)).then(() => order.push('large'))
    await pool.find([1, 1, 9, 9]).then(() => order.push('small'))
    await large
    expect(order).toEqual(['small', 'large'])
  })

  it('ends what is aborted, with the reason, and goes on', async () => {
    const controller = new AbortController()
    const asking = pool.find(randomPairs(60_000, SIDE, 2), { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('enough')), 5)
    await expect(asking).rejects.toThrow('enough')
    await expect(pool.find([1, 1, 9, 9], { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    expect((await pool.find([1, 1, 9, 9])).status[0]).toBe(0)
    expect(pool.waiting).toBe(0)
  })

  it('refuses what it has no room for, and has room again when that is done', async () => {
    const narrow = new FinderPool(file, { threads: 1, waitingMax: 1000 })
    const first = narrow.find(randomPairs(6_000, SIDE, 2))
    await expect(narrow.find(randomPairs(10, SIDE, 2))).rejects.toMatchObject({ code: 'POOL_FULL' })
    await first
    expect((await narrow.find([1, 1, 9, 9])).status[0]).toBe(0)
    await narrow.close()
  })

  it('answers what was asked before it closes, and nothing later', async () => {
    const closing = new FinderPool(file, { threads: 1 })
    const asking = closing.find(randomPairs(500, SIDE, 4))
    await closing.close()
    expect((await asking).status).toHaveLength(500)
    await expect(closing.find([1, 1, 9, 9])).rejects.toMatchObject({ code: 'POOL_CLOSED' })
    await closing.close()
  })

  it('runs programs of any ending, and fails where they end', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'isthmus-program-'))
    const program = join(folder, 'ends.mjs')
    writeFileSync(program, 'process.exit(3)')
    const ending = new FinderPool(file, { threads: 1 }, pathToFileURL(program))
    const { errors } = await ending.find([1, 1, 2, 2])
    expect(errors.get(0)).toMatchObject({ code: 'WORKER_FAILED' })
    expect(errors.get(0)!.message).toContain('it ended with status 3')
    await ending.close()
    rmSync(folder, { recursive: true })
  })

  it('says of a bad file what opening it says', async () => {
    const broken = new FinderPool(file.slice(0, 100), { threads: 2 })
    await expect(broken.ready).rejects.toMatchObject({ code: 'ATLAS_DAMAGED' })
    await expect(broken.find([1, 1, 2, 2])).rejects.toMatchObject({ code: 'ATLAS_DAMAGED' })
    await broken.close()
    expect(() => new FinderPool('file' as never)).toThrow(/bytes/)
    expect(() => new FinderPool(file, { threads: 0 })).toThrow(/threads/)
  })

  it('fails only the question that cannot be sent, however late its threads get to know their file', async () => {
    let hearing: Hearing<FromThread>
    const post = (message: ToThread) => {
      const { jobs = [] } = structuredClone(message) as { jobs?: readonly Job[] }
      const done = jobs.map(({ asked }) => ({ answer: asked, tookUs: 1 }))
      if (done.length > 0) queueMicrotask(() => hearing.hear({ done }))
    }
    const start: StartPoolThread = heard => {
      hearing = heard
      return { post, hold: () => {}, end: async () => {} }
    }
    let know = (_: Opening) => {}
    const opening = new Promise<Opening>(resolve => {
      know = resolve
    })
    const dispatcher = new Dispatcher(1, start, () => opening)
    const asked = [1, () => 'no message holds this', 3].map(what => dispatcher.ask('find', what))
    expect(dispatcher.waiting).toBe(3)
    know({ file, isLive: false })
    expect(await Promise.allSettled(asked)).toMatchObject([
      { value: 1 },
      { reason: { code: 'BAD_ARGUMENT' } },
      { value: 3 },
    ])
    await dispatcher.close()
  })

  it('tells threads that share its memory when a caller of long work has left', async () => {
    const jobs: Job[] = []
    const post = (message: ToThread) => void ('jobs' in message && jobs.push(...message.jobs))
    const opening = Promise.resolve({ file, isLive: false })
    const start = () => ({ post, hold: () => {}, end: async () => {} })
    const dispatcher = new Dispatcher(1, start, () => opening, true)
    const caller = new AbortController()
    const asked = [false, true].map(isLong => dispatcher.ask('reach', null, caller.signal, isLong))
    await opening
    expect(jobs.map(({ ended }) => ended?.[0])).toEqual([undefined, 0])
    caller.abort(new Error('left'))
    for (const one of asked) await expect(one).rejects.toThrow('left')
    expect(jobs.map(({ ended }) => ended?.[0])).toEqual([undefined, 1])
    await dispatcher.close()
  })

  it('knows what it is of', async () => {
    expect(await pool.ready).toMatchObject({ kind: 'atlas', width: SIDE, height: SIDE, directions: 8, costMax: 0 })
    await expect(pool.commit([1, 1, 0])).rejects.toThrow(/live: true/)
    await expect(pool.trips([])).rejects.toThrow(/not a world/)
    await expect(pool.trips(null as never)).rejects.toThrow(/list of { from, to }/)
  })
})

describe('other questions', () => {
  it('are tables, row by row on all threads', async () => {
    const starts = pointsOf(randomPairs(9, SIDE, 8))
    const goals = pointsOf(randomPairs(7, SIDE, 7))
    expect(await pool.costs(starts, goals)).toEqual(openAtlas(file).finder().costs(starts, goals))
    expect(await pool.costs([], goals)).toHaveLength(0)
    await expect(pool.costs([{ x: 0.5, y: 1 }], goals)).rejects.toThrow(/whole numbers/)
  })

  it('are windows of fields, whose directions lead to the goal', async () => {
    const goal = { x: 100, y: 100 }
    const window = { x: 70, y: 80, width: 64, height: 48 }
    const { directions, costs } = await pool.field(goal, window)
    const field = openAtlas(file).finder().fieldTo(goal)
    const DX = [1, 0, -1, 0, 1, -1, -1, 1, 0]
    const DY = [0, 1, 0, -1, 1, 1, -1, -1, 0]
    for (let at = 0; at < costs.length; at++) {
      const [x, y] = [window.x + (at % window.width), window.y + Math.floor(at / window.width)]
      expect(costs[at]).toBe(field.costAt(x, y))
      if (costs[at] === Infinity) expect(directions[at]).toBe(9)
      else {
        const next = { x: x + DX[directions[at]], y: y + DY[directions[at]] }
        expect(next).toEqual(field.next(x, y) ?? goal)
      }
    }
    expect(directions).toContain(8)
    await expect(pool.field(goal, { ...window, width: 1e6, height: 1e6 })).rejects.toThrow(/window/)
  })

  it('are those of travellers', async () => {
    const tiles = Uint16Array.from({ length: 40 * 40 }, (_, i) => (i % 40 === 20 && i > 200 ? 1 : 0))
    const grounds = groundFromTiles(tiles, 40, ['grass', 'swamp'])
    const travellers = { man: { costs: { grass: 1, swamp: 3 } }, cart: { costs: { grass: 1 }, size: 2 } }
    const together = await bake(grounds, { travellers })
    const both = new FinderPool(together, { threads: 1 })
    expect((await both.ready).travellers).toEqual(['man', 'cart'])
    const atlas = openAtlas(together)
    for (const traveller of ['man', 'cart']) {
      const { cost } = await both.find([2, 30, 36, 30], { traveller })
      expect(cost[0]).toBe(atlas.finder({ traveller }).find(2, 30, 36, 30).cost)
    }
    await both.close()
  })

  it('are trips through worlds', async () => {
    const open = generate('open', { width: 40, height: 40 })
    const portals = [{ id: 'gate', from: { map: 'a', x: 9, y: 9 }, to: { map: 'b', x: 2, y: 2 }, key: 'brass' }]
    const world = await bakeWorld({ maps: { a: open, b: open }, portals: portals as never })
    const worlds = new FinderPool(world, { threads: 1 })
    expect(await worlds.ready).toMatchObject({ kind: 'world', maps: ['a', 'b'] })
    const trip = { from: { map: 'a', x: 1, y: 1 }, to: { map: 'b', x: 30, y: 3 } }
    const [answer, nowhere] = await worlds.trips([trip, { ...trip, to: { map: 'c', x: 1, y: 1 } }], {
      has: ['brass'],
      cells: true,
    })
    const expected = openWorld(world)
      .finder()
      .find(trip.from, trip.to, { has: ['brass'] })
    expect([answer.status, answer.cost]).toEqual(['found', expected.cost])
    expect(answer.legs.map(leg => leg.cells)).toEqual(expected.legs.map(leg => leg.route.cells()))
    expect(nowhere.status).toBe('noSuchMap')
    await expect(worlds.find([1, 1, 2, 2])).rejects.toThrow(/trips/)
    await worlds.close()
  })
})

function firstWall() {
  const atlas = openAtlas(file)
  for (let x = 0; ; x++) if (atlas.costAt(x, 50) === 0) return { x, y: 50 }
}

const pointsOf = (pairs: Int32Array) =>
  Array.from({ length: pairs.length / 4 }, (_, i) => ({ x: pairs[4 * i], y: pairs[4 * i + 1] }))
