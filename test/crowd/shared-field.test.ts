/** Questions of a queue that have one goal, and are answered by a field that they share. */
import { describe, expect, it } from 'vitest'
import { Requests } from '../../src/crowd.ts'
import { openAtlas, openLive } from '../../src/index.ts'
import { answersOf, bakeOf, pairsOf } from '../support/questions.ts'

describe('requests with one goal', () => {
  it.each(['rooms', 'roads'] as const)(
    'share a field over %s where many have one goal, with the cheapest paths',
    async kind => {
      const atlas = openAtlas(await bakeOf(kind))
      const [[goal]] = pairsOf(40).filter(([a]) => atlas.terrain.isFree(a.x, a.y))
      const starts = pairsOf(200).map(([start]) => start)
      const [other, far] = pairsOf(41)[40]
      const requests = new Requests(atlas.finder(), { stepsPerTick: 300 })
      const tickets = starts.map(start => requests.ask(start, goal))
      const apart = requests.ask(other, far)
      answersOf(requests, [...tickets, apart])
      const { fields, stepsOfTickMax, done } = requests.stats()
      expect([fields, done]).toEqual([1, 201])
      expect(stepsOfTickMax).toBeLessThanOrEqual(360)
      const finder = atlas.finder()
      for (const [i, { route, status }] of tickets.entries()) {
        const expected = finder.find(starts[i], goal, { quality: 'exact' })
        expect([status, route!.cost]).toEqual([expected.status, expected.cost])
        if (status !== 'found') continue
        expect(finder.costOf(route!.cells())).toBe(expected.cost)
        expect(route!.estimate).toBeGreaterThanOrEqual(expected.cost)
        expect(route!.head(5)).toEqual(route!.cells().slice(0, 10))
        expect([...route!].flat()).toEqual([...route!.cells()])
      }
      expect(`${apart.route!.cells()}`).toBe(`${finder.find(other, far).cells()}`)
    },
  )

  it('search for few questions with one goal, and let urgent ones pass a field', async () => {
    const atlas = openAtlas(await bakeOf('rooms'))
    const goal = { x: 190, y: 150 }
    const starts = pairsOf(200).map(([start]) => start)
    const few = new Requests(openAtlas(await bakeOf('roads')).finder(), { stepsPerTick: 1e9 })
    for (const start of starts.slice(0, 2)) few.ask(start, goal)
    few.tick()
    expect(few.stats().fields).toBe(0)
    const many = new Requests(atlas.finder(), { stepsPerTick: 300 })
    const tickets = starts.map(start => many.ask(start, goal))
    many.tick()
    const [[start, end]] = pairsOf(1)
    const urgent = many.ask(start, end, { priority: 1 })
    while (urgent.status === 'waiting') many.tick()
    expect(tickets.some(ticket => ticket.status === 'waiting')).toBe(true)
  })

  it('share a field although the first start is a wall', async () => {
    const atlas = openAtlas(await bakeOf('rooms'))
    const goal = atlas.nearest(190, 150)
    const requests = new Requests(atlas.finder(), { stepsPerTick: 1e9 })
    const wall = pairsOf(200).find(([{ x, y }]) => !atlas.terrain.isFree(x, y))![0]
    const tickets = [wall, ...pairsOf(200).map(([start]) => start)].map(start => requests.ask(start, goal))
    requests.tick()
    expect(tickets[0].status).toBe('blocked')
    expect(requests.stats()).toMatchObject({ waiting: 0, fields: 1 })
  })

  it('keep a shared field while urgent questions that it does not pay for pass', async () => {
    const atlas = openAtlas(await bakeOf('rooms'))
    const goal = atlas.nearest(190, 150)
    const requests = new Requests(atlas.finder(), { stepsPerTick: 60 })
    const [walls, free] = [false, true].map(isFree =>
      pairsOf(400)
        .map(([start]) => start)
        .filter(({ x, y }) => atlas.terrain.isFree(x, y) === isFree),
    )
    for (const start of free) requests.ask(start, goal)
    while (requests.stats().fields === 0) requests.tick()
    for (const start of walls) requests.ask(start, goal, { priority: 1 })
    while (requests.stats().waiting > 0) requests.tick()
    expect(walls.length).toBeGreaterThan(20)
    expect(requests.stats().fields).toBeLessThanOrEqual(2)
  })

  it('spread a shared field again where a commit comes in between', async () => {
    const live = openLive(await bakeOf('rooms'))
    const goal = pairsOf(40)
      .map(([point]) => point)
      .find(({ x, y }) => live.costAt(x, y) > 0)!
    const starts = pairsOf(200).map(([start]) => start)
    const requests = new Requests(live.finder(), { stepsPerTick: 300 })
    const tickets = starts.map(start => requests.ask(start, goal))
    for (let i = 0; i < 3; i++) requests.tick()
    const waiting = tickets.filter(({ status }) => status === 'waiting')
    expect(waiting.length).toBeGreaterThan(100)
    live.fill({ x: 90, y: 0, width: 3, height: 100 }, 0)
    live.commit()
    answersOf(requests, tickets)
    expect(requests.stats().fields).toBe(2)
    const finder = live.finder()
    for (const { place, status, route } of waiting) {
      const expected = finder.find(place, goal, { quality: 'exact' })
      expect(status).toBe(expected.status)
      if (status === 'found') expect(finder.isLegal(route!.cells())).toBe(true)
    }
  })

  it('begin an urgent question again that a field answers, where a commit comes in between', async () => {
    const live = openLive(await bakeOf('rooms'))
    const goal = live.nearest(190, 150)
    const start = live.nearest(3, 3, { island: live.islandOf(goal.x, goal.y) })
    const requests = new Requests(live.finder(), { stepsPerTick: 60 })
    const tickets = pairsOf(200).map(([start]) => requests.ask(start, goal))
    while (requests.stats().fields === 0) requests.tick()
    const urgent = requests.ask(start, goal, { priority: 1 })
    requests.tick()
    expect(urgent.status).toBe('waiting')
    live.set(goal.x, goal.y - 1, 0)
    live.commit()
    answersOf(requests, [...tickets, urgent])
    const { cost } = live.finder().find(urgent.place, goal)
    expect(urgent.route!.cost).toBeLessThanOrEqual(cost)
  })
})

it('requests answer those who still wait where others with the same question gave it up', async () => {
  const atlas = openAtlas(await bakeOf('rooms'))
  const [[start, goal]] = pairsOf(1)
  const cells = atlas.finder().find(start, goal).cells()
  for (let round = 0; round < 12; round++) {
    const requests = new Requests(atlas.finder(), { stepsPerTick: 20 })
    const tickets = Array.from({ length: 4 }, () => requests.ask(start, goal))
    for (let tick = 0; tick < round % 3; tick++) requests.tick()
    const left = tickets.filter((ticket, i) => ((1 + round) >> i) % 2 === 1 && ticket.cancel())
    for (let tick = 0; tick < 400 && requests.stats().waiting > 0; tick++) requests.tick()
    expect(tickets.filter(({ status }) => status === 'cancelled')).toEqual(left)
    for (const ticket of tickets) if (!left.includes(ticket)) expect(ticket.route?.cells()).toEqual(cells)
  }
})
