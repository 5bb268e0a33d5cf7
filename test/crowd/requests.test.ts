import { describe, expect, it } from 'vitest'
import type { Point } from '../../src/base/answer.ts'
import { Requests, type RequestsOptions, type Ticket } from '../../src/crowd.ts'
import { bake, generate, openAtlas, openLive } from '../../src/index.ts'
import { answersOf, bakeOf, pairsOf } from '../support/questions.ts'

const largeRoads = bake(generate('roads', { width: 800, height: 800, seed: 4 }))

describe('requests', () => {
  it.each([
    ['rooms', false],
    ['rooms', true],
    ['scatter', false],
    ['roads', false],
  ] as const)('over %s (hubs %s) are answered as find answers, however small the ticks', async (kind, hubs) => {
    const atlas = openAtlas(await bakeOf(kind, hubs))
    const finder = atlas.finder()
    const pairs = pairsOf(40)
    const expected = pairs.map(([start, goal]) => finder.find(start, goal))
    for (const stepsPerTick of [7, 1000]) {
      const requests = new Requests(atlas.finder(), { stepsPerTick })
      const tickets = pairs.map(([start, goal]) => requests.ask(start, goal))
      answersOf(requests, tickets)
      expect(tickets.map(ticket => ticket.status)).toEqual(expected.map(route => route.status))
      expect(tickets.map(ticket => `${ticket.route!.cells()}`)).toEqual(expected.map(route => `${route.cells()}`))
    }
  })

  it.each(['rooms', 'scatter', 'roads'] as const)('over %s are answered exactly within the budget', async kind => {
    const atlas = openAtlas(await bakeOf(kind))
    const requests = new Requests(atlas.finder(), { stepsPerTick: 100 })
    const tickets = pairsOf(40).map(([start, goal]) => requests.ask(start, goal, { quality: 'exact' }))
    for (let tick = 0; tick < 9999 && requests.stats().waiting > 0; tick++) requests.tick()
    expect(requests.stats().stepsOfTickMax).toBeLessThanOrEqual(120)
    const finder = atlas.finder()
    for (const [i, [start, goal]] of pairsOf(40).entries()) {
      const { route } = tickets[i]
      const expected = finder.find(start, goal, { quality: 'exact' })
      expect([route!.status, route!.cost, route!.quality]).toEqual([expected.status, expected.cost, expected.quality])
      expect(route!.cells()).toEqual(expected.cells())
      if (route!.status === 'found') expect(route!.lowerBound).toBe(expected.lowerBound)
    }
  })

  it.each([1, 10, 90])(
    'take no more than a budget of %i steps, by searches, fields and paths that are drawn',
    async budget => {
      const atlas = openAtlas(await bakeOf('roads'))
      const requests = new Requests(atlas.finder(), { stepsPerTick: budget })
      const goal = atlas.nearest(100, 80)
      for (const [start, end] of pairsOf(30)) {
        requests.ask(start, goal)
        requests.ask(start, end, { cells: true })
      }
      for (let tick = 0; tick < 200_000 && requests.stats().waiting > 0; tick++) requests.tick()
      const { done, fields, stepsOfTickMax } = requests.stats()
      expect([done, fields]).toEqual([60, 1])
      expect(stepsOfTickMax).toBeLessThanOrEqual(Math.max(1, 1.2 * budget))
    },
  )

  it('take no more than a fifth beyond the budget of a tick', async () => {
    const requests = new Requests(openAtlas(await bakeOf('rooms')).finder(), { stepsPerTick: 200 })
    for (const [start, goal] of pairsOf(300)) requests.ask(start, goal)
    for (let tick = 0; tick < 2000 && requests.stats().waiting > 0; tick++) requests.tick()
    const { done, stepsOfTickMax, steps, ticks } = requests.stats()
    expect(done).toBe(300)
    expect(stepsOfTickMax).toBeLessThanOrEqual(240)
    expect(steps).toBeGreaterThan((ticks - 1) * 160)
  })

  it('give the same answers at the same ticks in a replay', async () => {
    const file = await bakeOf('scatter')
    const replay = () => {
      const requests = new Requests(openAtlas(file).finder(), { stepsPerTick: 100 })
      const tickets = pairsOf(60).map(([start, goal], i) => requests.ask(start, goal, { priority: i % 3 }))
      return answersOf(requests, tickets)
    }
    expect(replay()).toEqual(replay())
  })

  it.each([false, true])('answer at the same ticks after a warm-up, which counts for nothing (hubs %s)', async hubs => {
    const file = await bakeOf('rooms', hubs)
    const answers = (budgetMs: number) => {
      const requests = new Requests(openAtlas(file).finder(), { stepsPerTick: 100 })
      const before = requests.stats()
      if (budgetMs > 0) expect(requests.warmUp(budgetMs)).toBeGreaterThan(0)
      expect(requests.stats()).toEqual(before)
      const pairs = pairsOf(60)
      const goal = pairs[0][1]
      const tickets = pairs.map(([start, end], i) => requests.ask(start, i % 2 === 0 ? end : goal))
      expect(() => requests.warmUp()).toThrow('while none waits')
      return answersOf(requests, tickets)
    }
    expect(answers(30)).toEqual(answers(0))
  })

  it('count the same steps for a question whatever was asked before', async () => {
    const atlas = openAtlas(await bakeOf('rooms'))
    const begin = () => new Requests(atlas.finder(), { stepsPerTick: 1_000_000 })
    const stepsOf = (requests: Requests, [start, goal]: (typeof pairs)[number]) => {
      const before = requests.stats().steps
      requests.ask(start, goal)
      requests.tick()
      return requests.stats().steps - before
    }
    const pairs = pairsOf(400)
    const used = begin()
    expect(pairs.map(pair => stepsOf(used, pair))).toEqual(pairs.map(pair => stepsOf(begin(), pair)))
  })

  it('search a question once among many with its goal that come and go', async () => {
    const requests = new Requests(openAtlas(await bakeOf('rooms')).finder(), { stepsPerTick: 50 })
    const pairs = pairsOf(60)
    const goal = pairs[0][1]
    const tickets: Ticket[] = []
    for (let round = 0; round < 300; round++) {
      // Several wait at any time: the goal is never forgotten.
      while (requests.stats().waiting < 20) tickets.push(requests.ask(pairs[tickets.length % 60][0], goal))
      requests.tick()
    }
    const twin = requests.ask(pairs[(tickets.length - 1) % 60][0], goal)
    while (requests.stats().waiting > 0) requests.tick()
    expect(twin.route).toBe(tickets.at(-1)!.route)
    expect(tickets.every(ticket => ticket.status !== 'waiting')).toBe(true)
  })

  it('answer higher priorities first, and equals in the order they came', async () => {
    const requests = new Requests(openAtlas(await bakeOf('rooms')).finder(), { stepsPerTick: 1 })
    const done: number[] = []
    const tickets = pairsOf(9).map(([start, goal], i) => requests.ask(start, goal, { priority: i % 3 }))
    while (requests.stats().waiting > 0) {
      requests.tick()
      tickets.forEach((ticket, i) => {
        if (ticket.status !== 'waiting' && !done.includes(i)) done.push(i)
      })
    }
    expect(done).toEqual([2, 5, 8, 1, 4, 7, 0, 3, 6])
  })

  it('search a question once that is asked many times', async () => {
    const atlas = openAtlas(await bakeOf('rooms'))
    const [[start, goal]] = pairsOf(1)
    const alone = new Requests(atlas.finder(), { stepsPerTick: 1e9 })
    alone.ask(start, goal)
    alone.tick()
    const requests = new Requests(atlas.finder(), { stepsPerTick: 1e9 })
    const tickets = Array.from({ length: 50 }, () => requests.ask(start, goal))
    expect(requests.tick()).toBe(50)
    expect(new Set(tickets.map(ticket => ticket.route)).size).toBe(1)
    expect(requests.stats().steps).toBe(alone.stats().steps)
  })

  it('answer a question with the highest priority that somebody gave it', async () => {
    const requests = new Requests(openAtlas(await bakeOf('rooms')).finder(), { stepsPerTick: 1 })
    const [[start, goal], [other, away]] = pairsOf(2)
    const first = requests.ask(start, goal, { priority: 1 })
    const second = requests.ask(other, away)
    requests.ask(other, away, { priority: 2 })
    while (second.status === 'waiting') requests.tick()
    expect(first.status).toBe('waiting')
  })

  it('finish a search that has begun, however many questions are more urgent', async () => {
    const requests = new Requests(openAtlas(await bakeOf('rooms')).finder(), { stepsPerTick: 16 })
    const [[start, goal], ...others] = pairsOf(60)
    const first = requests.ask(start, goal)
    for (const [from, to] of others) {
      requests.tick()
      requests.ask(from, to, { priority: 1 })
    }
    expect(first.status).toBe('found')
    expect(requests.stats().waiting).toBeGreaterThan(30)
  })

  it('say what became of questions that were given up, came late, or did not fit', async () => {
    const [[start, goal], [other, away]] = pairsOf(2)
    const requests = new Requests(openAtlas(await bakeOf('rooms')).finder(), { stepsPerTick: 1, waitingMax: 2 })
    const late = requests.ask(start, goal, { deadline: 2 })
    const cancelled = requests.ask(other, away)
    const refused = requests.ask(other, away)
    expect([refused.status, refused.message]).toEqual(['refused', 'The queue is full: 2 questions wait.'])
    expect([cancelled.cancel(), cancelled.cancel(), cancelled.status]).toEqual([true, false, 'cancelled'])
    for (let i = 0; i < 3; i++) requests.tick()
    expect(late.status).toBe('late')
    expect(requests.stats()).toMatchObject({ waiting: 0, oldest: 0, done: 0, cancelled: 1, late: 1, refused: 1 })
  })

  it('give a unit that moved on the rest of its path', async () => {
    const atlas = openAtlas(await bakeOf('rooms'))
    const [[start, goal]] = pairsOf(1)
    const cells = atlas.finder().find(start, goal).cells()
    const requests = new Requests(atlas.finder(), { stepsPerTick: 20 })
    const ticket = requests.ask(start, goal)
    requests.tick()
    ticket.moveTo(cells[20], cells[21])
    while (ticket.status === 'waiting') requests.tick()
    expect(ticket.route!.cells()).toEqual(cells.slice(20))
  })

  it('draw within the budget the paths of units that move while they wait', async () => {
    const atlas = openAtlas(await largeRoads)
    const finder = atlas.finder()
    const [start, goal] = [atlas.nearest(5, 5), atlas.nearest(790, 790)]
    const drawn = new Requests(finder, { stepsPerTick: 100 })
    const moved = new Requests(finder, { stepsPerTick: 100 })
    drawn.ask(start, goal, { cells: true })
    const ticket = moved.ask(start, goal)
    for (const requests of [drawn, moved]) requests.tick()
    const cells = finder.find(start, goal).cells()
    ticket.moveTo(cells[8], cells[9])
    for (const requests of [drawn, moved]) while (requests.stats().waiting > 0) requests.tick()
    expect(moved.stats().steps).toBeGreaterThanOrEqual(drawn.stats().steps)
    expect(ticket.route!.cells()).toEqual(cells.slice(8))
  })

  it('search from where a unit is when its turn comes', async () => {
    const atlas = openAtlas(await bakeOf('rooms'))
    const finder = atlas.finder()
    const pairs = pairsOf(60)
    const requests = new Requests(finder, { stepsPerTick: 1e6 })
    const tickets = pairs.map(([start, goal]) => requests.ask(start, goal))
    for (const [i, ticket] of tickets.entries()) ticket.moveTo(pairs[(i + 1) % 60][0].x, pairs[(i + 1) % 60][0].y)
    requests.tick()
    const expected = pairs.map(([, goal], i) => finder.find(pairs[(i + 1) % 60][0], goal))
    expect(tickets.map(({ route }) => `${route!.cells()}`)).toEqual(expected.map(route => `${route.cells()}`))
  })

  it('answer a unit that leaves a wall while it waits', async () => {
    const atlas = openAtlas(await bakeOf('rooms'))
    const wall = Array.from({ length: 160 }, (_, y) => ({ x: 100, y })).find(({ x, y }) => atlas.costAt(x, y) === 0)!
    const free = atlas.nearest(100, 80)
    const requests = new Requests(atlas.finder(), { stepsPerTick: 2 })
    const ticket = requests.ask(wall, free)
    requests.tick()
    ticket.moveTo(free.x, free.y)
    while (ticket.status === 'waiting') requests.tick()
    expect(ticket.status).toBe('found')
  })

  it('lead a unit that leaves its path twice to its own goal, not to a cell that replaced it', async () => {
    const cost = Uint8Array.from({ length: 30 }, (_, x) => Number(x < 10 || x >= 20))
    const atlas = openAtlas(await bake({ width: 30, height: 1, cost }))
    const requests = new Requests(atlas.finder(), { stepsPerTick: 1 })
    const ticket = requests.ask({ x: 22, y: 0 }, { x: 25, y: 0 }, { nearest: true })
    requests.tick()
    ticket.moveTo(5, 0)
    for (let tick = 0; tick < 20; tick++) requests.tick()
    ticket.moveTo(23, 0)
    while (ticket.status === 'waiting') requests.tick()
    expect([ticket.route!.start, ticket.route!.goal]).toEqual([ticket.place, { x: 25, y: 0 }])
  })

  it('search for ends that are replaced within the budget', async () => {
    const atlas = openAtlas(await largeRoads)
    const finder = atlas.finder()
    const outside = { x: 799, y: 900 }
    const requests = new Requests(finder, { stepsPerTick: 100 })
    const ticket = requests.ask(atlas.nearest(5, 5), outside, { nearest: true, cells: true, quality: 'exact' })
    while (ticket.status === 'waiting') requests.tick()
    const expected = finder.find(atlas.nearest(5, 5), outside, { nearest: true, quality: 'exact' })
    expect([ticket.route!.isReplaced, ticket.route!.cells()]).toEqual([true, expected.cells()])
    expect(requests.stats().ticks).toBeGreaterThan(10)
  })

  it('search within the budget for units that have left the path', async () => {
    const atlas = openAtlas(await bakeOf('rooms'))
    const finder = atlas.finder()
    const [[start, goal], ...others] = pairsOf(60)
    const requests = new Requests(atlas.finder(), { stepsPerTick: 200 })
    const tickets = others.map(() => requests.ask(start, goal))
    for (const [i, [{ x, y }]] of others.entries()) tickets[i].moveTo(x, y)
    for (let tick = 0; tick < 9999 && requests.stats().waiting > 0; tick++) {
      requests.tick()
      const [{ x, y }] = others[tick % 3]
      if (tickets[0].status === 'waiting') tickets[0].moveTo(x, y)
    }
    expect(requests.stats()).toMatchObject({ waiting: 0, done: 59 })
    expect(requests.stats().ticks).toBeGreaterThan(20)
    expect(requests.stats().stepsOfTickMax).toBeLessThanOrEqual(240)
    for (const { place, status, route } of tickets) {
      const expected = finder.find(place, goal)
      expect([status, route!.start]).toEqual([expected.status, place])
      if (status === 'found') expect(finder.isLegal(route!.cells())).toBe(true)
    }
  })

  it.each([1, 40, 300])(
    'keep a search that pauses apart from paths that are drawn meanwhile (%i steps a tick)',
    async stepsPerTick => {
      const atlas = openAtlas(await bakeOf('scatter'))
      const requests = new Requests(atlas.finder(), { stepsPerTick })
      const finder = atlas.finder()
      const open = new Map(
        pairsOf(300).map(([start, goal]) => [requests.ask(start, goal, { nearest: true }), { start, goal }]),
      )
      while (open.size > 0) {
        requests.tick()
        for (const [{ status, route }, { start, goal }] of open) {
          if (status === 'waiting') continue
          expect(`${route!.cells()}`).toBe(`${finder.find(start, goal, { nearest: true }).cells()}`)
        }
        for (const ticket of open.keys()) if (ticket.status !== 'waiting') open.delete(ticket)
      }
    },
  )

  it('replace a question by another one', async () => {
    const [[start, goal], [other, away]] = pairsOf(2)
    const requests = new Requests(openAtlas(await bakeOf('rooms')).finder(), { stepsPerTick: 1e6, waitingMax: 1 })
    const old = requests.ask(start, goal)
    expect(() => requests.replace(old, start, { x: Number.NaN, y: 0 })).toThrow('whole numbers')
    expect(old.status).toBe('waiting')
    const next = requests.replace(old, other, away)
    requests.tick()
    expect([old.status, next.status, next.goal]).toEqual(['cancelled', 'found', away])
    expect(() => requests.replace(old, other, away)).toThrow('does not wait')
  })

  it('begin a search again where a commit comes in between', async () => {
    const live = openLive(await bakeOf('rooms'))
    const apart = ([a, b]: [Point, Point]) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y)
    const [[start, goal]] = pairsOf(40).sort((a, b) => apart(b) - apart(a))
    const requests = new Requests(live.finder(), { stepsPerTick: 1 })
    const ticket = requests.ask(start, goal)
    for (let i = 0; i < 10; i++) requests.tick()
    expect(ticket.status).toBe('waiting')
    const cells = live.finder().find(start, goal).cells()
    const middle = 2 * (cells.length >> 2)
    live.set(cells[middle], cells[middle + 1], 0)
    live.commit()
    for (let i = 0; i < 9999 && ticket.status === 'waiting'; i++) requests.tick()
    expect(ticket.route!.cells()).toEqual(live.finder().find(start, goal).cells())
  })

  it('draw paths later, or within the budget where that is asked for', async () => {
    const atlas = openAtlas(await bake(generate('rooms', { width: 480, height: 480, seed: 4 })))
    const stepsOf = (cells: boolean) => {
      const requests = new Requests(atlas.finder(), { stepsPerTick: 1e9 })
      const tickets = pairsOf(40).map(([{ x, y }, goal]) => requests.ask({ x: x + 280, y: y + 320 }, goal, { cells }))
      requests.tick()
      return { steps: requests.stats().steps, paths: tickets.map(ticket => `${ticket.route!.cells()}`) }
    }
    const [later, drawn] = [stepsOf(false), stepsOf(true)]
    expect(drawn.paths).toEqual(later.paths)
    expect(drawn.steps).toBeGreaterThan(later.steps)
  })

  it('give tickets that JSON can hold', async () => {
    const requests = new Requests(openAtlas(await bakeOf('rooms')).finder(), { stepsPerTick: 1000 })
    const [[start, goal]] = pairsOf(1)
    const ticket = requests.ask(start, goal)
    expect(JSON.parse(JSON.stringify(ticket))).toMatchObject({ status: 'waiting', route: null, goal })
    answersOf(requests, [ticket, requests.ask(start, goal)])
    expect(JSON.parse(JSON.stringify(ticket))).toMatchObject({ status: ticket.status, goal, askedAtTick: 0 })
  })

  it('refuse what makes no sense', async () => {
    const finder = openAtlas(await bakeOf('rooms')).finder()
    const requests = new Requests(finder, { stepsPerTick: 10 })
    const at = { x: 1, y: 1 }
    const before = requests.stats()
    expect(() => new Requests(finder, { stepsPerTick: 0 })).toThrow('stepsPerTick is 0')
    expect(() => new Requests(finder, undefined as unknown as RequestsOptions)).toThrow('stepsPerTick')
    expect(() => new Requests(null as unknown as typeof finder, { stepsPerTick: 1 })).toThrow('asked of a finder')
    expect(() => requests.ask({ x: Number.NaN, y: 0 }, at)).toThrow('whole numbers')
    expect(() => requests.ask(null as unknown as Point, at)).toThrow('is no point')
    expect(() => requests.ask(at, at, { priority: Number.NaN })).toThrow('priority')
    expect(() => requests.ask(at, at, { deadline: -1 })).toThrow('deadline')
    expect(() => requests.ask(at, at, { quality: 'better' as 'exact' })).toThrow('quality')
    expect(() => requests.ask(at, at, { nearest: 3 as unknown as true })).toThrow('nearest')
    expect(requests.stats()).toEqual(before)
    expect(() => requests.ask(at, at).moveTo(0.5, 1)).toThrow('whole numbers')
  })

  it('answer ends in a wall or outside by a status of their own, and all others as ever', async () => {
    const grid = generate('scatter', { width: 200, height: 160, seed: 4 })
    const atlas = openAtlas(await bake(grid))
    const wall = Array.from({ length: 200 }, (_, x) => ({ x, y: 80 })).find(({ x, y }) => atlas.costAt(x, y) === 0)!
    const free = atlas.nearest(100, 80)
    const [tried, spared] = [0, 1].map(() => new Requests(atlas.finder(), { stepsPerTick: 1000 }))
    const bad = [
      tried.ask(free, { x: 200, y: 3 }),
      tried.ask({ x: -1, y: 3 }, free),
      tried.ask(free, wall),
      tried.ask(wall, free),
    ]
    const answers = [tried, spared].map(requests => {
      const tickets = pairsOf(20).map(([start, goal]) => requests.ask(start, goal))
      while (requests.stats().waiting > 0) requests.tick()
      return tickets.map(ticket => `${ticket.status} ${ticket.route!.cost} ${ticket.route!.cells()}`)
    })
    expect(bad.map(ticket => ticket.status)).toEqual(['outside', 'outside', 'blocked', 'blocked'])
    expect(answers[0]).toEqual(answers[1])
  })
})
