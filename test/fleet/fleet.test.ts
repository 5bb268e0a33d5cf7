import { describe, expect, it, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import type { Atlas } from '../../src/find/atlas.ts'
import { Route } from '../../src/find/route.ts'
import { Distances } from '../../src/fleet/distances.ts'
import { Fleet, type FleetOptions } from '../../src/fleet/fleet.ts'
import { checkTick } from '../../src/fleet/judge.ts'
import { bake, generate, groundFromTiles, openAtlas, readMap } from '../../src/index.ts'
import { canMeet, cellsOf, drawn, freeCells } from '../support/fleets.ts'

const open = async (rows: string, directions: 4 | 8 = 4) =>
  openAtlas(await bake(readMap(new TextEncoder().encode(rows)), { directions }))

/** Ticks until the fleet ends, each judged; how many ticks that took. */
function run(atlas: Atlas, fleet: Fleet, ticksMax: number): number {
  for (let ticks = 0; ticks < ticksMax; ticks++) {
    if (fleet.status !== 'moving') return ticks
    const before = { x: fleet.x.slice(), y: fleet.y.slice() }
    const moved = fleet.tick()
    expect(checkTick(atlas.terrain, before, fleet, atlas.directions).message).toBe('')
    expect(moved).toBe(before.x.reduce((sum, x, u) => sum + +(x !== fleet.x[u] || before.y[u] !== fleet.y[u]), 0))
  }
  return ticksMax
}

describe('a fleet', () => {
  it.each([
    ['scatter', 4, 0],
    ['scatter', 8, 0],
    ['rooms', 4, 1000],
    ['caves', 8, 1000],
    ['maze', 4, 1000],
  ] as const)(
    'brings all units over %s with %i directions to their goals, by tables and by windows',
    async (kind, directions, memoryBytes) => {
      const atlas = openAtlas(await bake(generate(kind, { width: 96, height: 80, seed: 5 }), { directions }))
      const random = new Random(3)
      const count = kind === 'maze' ? 6 : 150
      const options = { starts: cellsOf(atlas, count, random), goals: cellsOf(atlas, count, random) }
      const fleet = new Fleet(atlas, memoryBytes === 0 ? options : { ...options, memoryBytes })
      run(atlas, fleet, 3000)
      expect(fleet.status).toBe('done')
      expect(fleet.stats().arrived).toBe(count)
      const places = options.goals.map((_, unit) => ({ x: fleet.x[unit], y: fleet.y[unit] }))
      expect(places).toEqual(options.goals)
    },
  )

  it('has units of one traveller, which find only its ground free', async () => {
    const tiles = Uint8Array.from({ length: 400 }, (_, cell) => (cell % 20 === 10 ? 1 : 0))
    const travellers = { foot: { costs: { grass: 1 } }, boat: { costs: { river: 1 } } }
    const atlas = openAtlas(await bake(groundFromTiles(tiles, 20, ['grass', 'river']), { travellers }))
    const ends = (x: number) => ({ starts: [{ x, y: 0 }], goals: [{ x: 10, y: 9 }] })
    expect(run(atlas.as('boat'), new Fleet(atlas, { traveller: 'boat', ...ends(10) }), 99)).toBe(9)
    expect(() => new Fleet(atlas, { traveller: 'boat', ...ends(0) })).toThrow('The start of unit 0, 0,0, is a wall')
  })

  it('moves a lone unit along a shortest way', async () => {
    const atlas = openAtlas(await bake(generate('caves', { width: 128, height: 128, seed: 2 }), { directions: 4 }))
    const [start, goal] = cellsOf(atlas, 2, new Random(8))
    const fleet = new Fleet(atlas, { starts: [start], goals: [goal] })
    const ticks = run(atlas, fleet, 2000)
    expect(ticks).toBe(Math.round(atlas.finder().find(start, goal, { quality: 'exact' }).cost))
  })

  it.each([1023, 1024, 1025])('goes on where what was made of a route ends beside its goal: %i steps', async steps => {
    const atlas = openAtlas(await bake({ width: 1200, height: 1, cost: new Uint8Array(1200).fill(1) }))
    const goals = [{ x: 10 + steps, y: 0 }]
    const fleet = new Fleet(atlas, { starts: [{ x: 10, y: 0 }], goals, memoryBytes: 0 })
    expect(run(atlas, fleet, 2000)).toBe(steps)
  })

  it('finds a plan for a jam in a maze, however little memory is given', async () => {
    const atlas = openAtlas(await bake(generate('maze', { width: 96, height: 96, seed: 2 }), { directions: 4 }))
    const random = new Random(1)
    const options = { starts: cellsOf(atlas, 80, random), goals: cellsOf(atlas, 80, random), memoryBytes: 0 }
    const fleet = new Fleet(atlas, options)
    for (let ticks = 0; ticks < 5000 && fleet.status === 'moving'; ticks++) fleet.tick()
    expect(fleet.stats()).toMatchObject({ status: 'done', arrived: 80, searches: 1 })
  })

  it('makes long routes in parts, and follows them from part to part', async () => {
    const atlas = openAtlas(await bake(generate('maze', { width: 160, height: 160, seed: 1 }), { directions: 4 }))
    const [start, goal] = [freeCells(atlas)[0], freeCells(atlas).at(-1)!]
    const head = vi.spyOn(Route.prototype, 'head')
    const fleet = new Fleet(atlas, { starts: [start], goals: [goal], memoryBytes: 0 })
    const ticks = run(atlas, fleet, 20_000)
    const cells = head.mock.results.map(result => result.value.length / 2)
    head.mockRestore()
    expect(ticks).toBe(Math.round(atlas.finder().find(start, goal, { quality: 'exact' }).cost))
    expect(ticks).toBeGreaterThan(1024)
    expect(Math.max(...cells)).toBeLessThanOrEqual(2048)
    expect(cells.length).toBeGreaterThan(1)
  })

  it('moves the windows of units that set out together in different ticks', async () => {
    const atlas = openAtlas(await bake(generate('open', { width: 120, height: 80, seed: 1 }), { directions: 4 }))
    const rows = Array.from({ length: 40 }, (_, unit) => 2 * unit)
    const [starts, goals] = [rows.map(y => ({ x: 30, y })), rows.map(y => ({ x: 110, y }))]
    const fleet = new Fleet(atlas, { starts, goals, memoryBytes: 1000 })
    const moved = vi.spyOn(Distances.prototype as unknown as { place(): boolean }, 'place')
    let most = 0
    while (fleet.status === 'moving') {
      moved.mockClear()
      fleet.tick()
      most = Math.max(most, moved.mock.calls.length)
    }
    moved.mockRestore()
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(10)
  })

  it('goes around a unit that rests, where that way is as short', async () => {
    const atlas = await open(`${'.....\n'.repeat(4)}`)
    const options = {
      starts: [
        { x: 0, y: 0 },
        { x: 2, y: 1 },
      ],
      goals: [
        { x: 4, y: 3 },
        { x: 2, y: 1 },
      ],
      // Without guides, which avoid resting units too.
      memoryBytes: 0,
    }
    for (let seed = 1; seed <= 30; seed++) {
      const fleet = new Fleet(atlas, { ...options, seed })
      run(atlas, fleet, 50)
      expect([seed, fleet.stats().sumOfCosts]).toEqual([seed, 7])
    }
  })

  it('decides as a search of all places does whether units can trade places', async () => {
    const random = new Random(11)
    let stuck = 0
    for (let i = 0; i < 40; i++) {
      const atlas = await open(drawn(random, 5, 3))
      const free = freeCells(atlas)
      const count = Math.min(3, free.length)
      if (count < 2) continue
      const options = { starts: cellsOf(atlas, count, random), goals: cellsOf(atlas, count, random) }
      const fleet = new Fleet(atlas, options)
      run(atlas, fleet, 2000)
      const expected = canMeet(atlas, options.starts, options.goals) ? 'done' : 'stuck'
      expect([fleet.status, atlas.width, JSON.stringify(options)]).toEqual([expected, 5, JSON.stringify(options)])
      if (expected === 'stuck') {
        stuck++
        expect([fleet.tick(), fleet.tick()]).toEqual([0, 0])
      }
    }
    expect(stuck).toBeGreaterThan(1)
  })

  it('gives the same places for the same input, and others for another seed', async () => {
    const atlas = openAtlas(await bake(generate('scatter', { width: 40, height: 40, seed: 5 }), { directions: 8 }))
    const placesOf = (seed: number) => {
      const random = new Random(3)
      const fleet = new Fleet(atlas, { starts: cellsOf(atlas, 200, random), goals: cellsOf(atlas, 200, random), seed })
      for (let i = 0; i < 20; i++) fleet.tick()
      return `${fleet.x}${fleet.y}`
    }
    expect(placesOf(1)).toBe(placesOf(1))
    expect(placesOf(2)).not.toBe(placesOf(1))
  })

  it('gives units new goals for ever', async () => {
    const atlas = openAtlas(await bake(generate('rooms', { width: 64, height: 64, seed: 5 }), { directions: 4 }))
    const random = new Random(3)
    const nextGoal = () => cellsOf(atlas, 1, random)[0]
    const fleet = new Fleet(atlas, {
      starts: cellsOf(atlas, 100, random),
      goals: cellsOf(atlas, 100, random),
      nextGoal,
    })
    run(atlas, fleet, 400)
    expect(fleet.stats().goalsReached).toBeGreaterThan(300)
  })

  it('turns units that get another goal on their way', async () => {
    const atlas = await open('.........\n.........\n')
    const fleet = new Fleet(atlas, { starts: [{ x: 0, y: 0 }], goals: [{ x: 8, y: 0 }] })
    for (let i = 0; i < 3; i++) fleet.tick()
    fleet.setGoal(0, { x: 0, y: 1 })
    expect(run(atlas, fleet, 20)).toBe(4)
    expect(fleet.goalOf(0)).toEqual({ x: 0, y: 1 })
  })

  it('is done at once with units that stand on their goals, and without any', async () => {
    const atlas = await open('...\n')
    expect(new Fleet(atlas, { starts: [{ x: 1, y: 0 }], goals: [{ x: 1, y: 0 }] }).isDone).toBe(true)
    expect(new Fleet(atlas, { starts: [], goals: [] }).isDone).toBe(true)
  })

  it.each([
    ['a wall', { starts: [{ x: 1, y: 0 }], goals: [{ x: 0, y: 0 }] }, 'The start of unit 0, 1,0, is a wall'],
    [
      'the outside',
      { starts: [{ x: 0, y: 0 }], goals: [{ x: 9, y: 0 }] },
      'The goal of unit 0, 9,0, is a wall or outside',
    ],
    ['another island', { starts: [{ x: 0, y: 0 }], goals: [{ x: 2, y: 0 }] }, 'Unit 0 cannot reach its goal'],
    ['NaN', { starts: [{ x: Number.NaN, y: 0 }], goals: [{ x: 0, y: 0 }] }, 'whole numbers'],
    [
      'one cell for two',
      {
        starts: [
          { x: 0, y: 0 },
          { x: 0, y: 0 },
        ],
        goals: [
          { x: 0, y: 0 },
          { x: 0, y: 1 },
        ],
      },
      'Units 0 and 1 have the same start',
    ],
    [
      'one goal for two',
      {
        starts: [
          { x: 0, y: 0 },
          { x: 0, y: 1 },
        ],
        goals: [
          { x: 0, y: 0 },
          { x: 0, y: 0 },
        ],
      },
      'Units 0 and 1 have the same goal',
    ],
    ['fewer goals', { starts: [{ x: 0, y: 0 }], goals: [] }, 'There are 1 starts and 0 goals'],
    ['nothing', undefined, 'arrays of points'],
    ['null', { starts: [null], goals: [{ x: 0, y: 0 }] }, 'is no point'],
    [
      'a seed that is no number',
      { starts: [{ x: 0, y: 0 }], goals: [{ x: 0, y: 0 }], seed: Number.NaN },
      'seed is NaN',
    ],
    [
      'memory that is no number',
      { starts: [{ x: 0, y: 0 }], goals: [{ x: 0, y: 0 }], memoryBytes: Number.NaN },
      'memoryBytes is NaN',
    ],
    [
      'a nextGoal that is no function',
      { starts: [{ x: 0, y: 0 }], goals: [{ x: 0, y: 0 }], nextGoal: 5 },
      ': a function was expected',
    ],
  ])('refuses %s', async (_, options, message) => {
    const atlas = await open('.#.\n.#.\n')
    expect(() => new Fleet(atlas, options as unknown as FleetOptions)).toThrow(message)
  })

  it.each([null, undefined, {}, new Uint8Array(8)])('refuses %s as a map', map => {
    expect(() => new Fleet(map as never, { starts: [], goals: [] })).toThrow('A fleet moves on an atlas')
  })

  it('refuses a goal that makes no sense, and changes nothing', async () => {
    const atlas = await open('....#.\n....#.\n')
    const starts = [
      { x: 0, y: 0 },
      { x: 0, y: 1 },
    ]
    const goals = [
      { x: 3, y: 0 },
      { x: 3, y: 1 },
    ]
    const [fleet, spared] = [new Fleet(atlas, { starts, goals }), new Fleet(atlas, { starts, goals })]
    expect(() => fleet.setGoal(0, { x: 5, y: 0 })).toThrow('cannot reach')
    expect(() => fleet.setGoal(0, { x: 3, y: 1 })).toThrow('the same goal')
    expect(() => fleet.setGoal(7, { x: 3, y: 1 })).toThrow('There is no unit 7')
    for (const goal of [{ x: 9, y: 0 }, { x: 4, y: 0 }, { x: Number.NaN, y: 0 }, undefined]) {
      expect(() => fleet.setGoal(0, goal as never)).toThrow(expect.objectContaining({ code: 'BAD_ARGUMENT' }))
    }
    expect(fleet.goalOf(0)).toEqual({ x: 3, y: 0 })
    for (let tick = 0; tick < 99 && !spared.isDone; tick++) {
      for (const each of [fleet, spared]) each.tick()
      expect([fleet.x, fleet.y, fleet.stats()]).toEqual([spared.x, spared.y, spared.stats()])
    }
    expect(fleet.isDone).toBe(true)
  })

  it('counts no goal that nextGoal gave outside the map', async () => {
    const next = [
      { x: 9, y: 0 },
      { x: 2, y: 0 },
    ]
    const start = { x: 0, y: 0 }
    const fleet = new Fleet(await open('...\n'), {
      starts: [start],
      goals: [start],
      nextGoal: () => next.shift() ?? null,
    })
    expect(() => fleet.tick()).toThrow(expect.objectContaining({ code: 'BAD_ARGUMENT' }))
    expect([fleet.goalOf(0), fleet.stats().goalsReached]).toEqual([start, 0])
    fleet.tick()
    expect([fleet.goalOf(0), fleet.stats().goalsReached]).toEqual([{ x: 2, y: 0 }, 1])
  })
})

describe('the judge of a tick', () => {
  const judge = async (before: number[][], after: number[][], directions: 4 | 8 = 8) => {
    const atlas = await open('...\n.#.\n...\n')
    const places = (cells: number[][]) => ({ x: cells.map(c => c[0]), y: cells.map(c => c[1]) })
    return checkTick(atlas.terrain, places(before), places(after), directions).message
  }
  it.each([
    [
      'two in one cell',
      [
        [0, 0],
        [2, 0],
      ],
      [
        [1, 0],
        [1, 0],
      ],
      'both at',
    ],
    [
      'two that swap',
      [
        [0, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [0, 0],
      ],
      'pass through',
    ],
    ['a step into a wall', [[0, 1]], [[1, 1]], 'wall'],
    ['a step around a corner', [[1, 0]], [[2, 1]], 'no legal step'],
    ['a leap', [[0, 0]], [[2, 0]], 'no legal step'],
    ['a place between cells', [[0.5, 0]], [[0.5, 0]], 'no cell'],
    ['a place that is no number', [[0, 0]], [[Number.NaN, 0]], 'no cell'],
  ])('refuses %s', async (_, before, after, message) => {
    expect(await judge(before, after)).toContain(message)
  })
  it.each([
    [
      'places of other lengths',
      [[0, 0]],
      [
        [0, 0],
        [1, 0],
      ],
      8,
    ],
    ['other directions', [[0, 0]], [[0, 0]], 5],
  ])('throws for %s', async (_, before, after, directions) => {
    await expect(judge(before, after, directions as 8)).rejects.toThrow(
      expect.objectContaining({ code: 'BAD_ARGUMENT' }),
    )
  })
  it('refuses diagonals that cross, and takes units that follow each other', async () => {
    const atlas = await open('..\n..\n', 8)
    const crossed = checkTick(atlas.terrain, { x: [0, 1], y: [0, 0] }, { x: [1, 0], y: [1, 1] }, 8)
    expect(crossed).toEqual({ status: 'illegal', message: 'Units 0 and 1 pass through each other at 1,0.' })
    expect(
      await judge(
        [
          [0, 0],
          [1, 0],
        ],
        [
          [1, 0],
          [2, 0],
        ],
      ),
    ).toBe('')
  })
})
