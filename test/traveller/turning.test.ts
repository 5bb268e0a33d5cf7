/**
 * Paths of travellers that turn by 45 or 90 degrees a step at most: held against a plain Dijkstra over cells and headings.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, groundFromTiles, openAtlas } from '../../src/index.ts'
import { gridOf } from '../../src/map/footprint.ts'
import type { Grounds } from '../../src/map/grounds.ts'
import { canStep, DX, DY, stepUnits } from '../../src/map/movement.ts'
import { Terrain } from '../../src/map/terrain.ts'
import { checkTravellerPath } from '../../src/travellers.ts'
import { paidOn, patchyGrounds } from '../support/grounds.ts'
import { freeCells } from '../support/worlds.ts'

const COSTS = { grass: 2, forest: 3, swamp: 6, water: 4, road: 1 }
const DEGREES = [0, 90, 180, 270, 45, 135, 225, 315]

/** The least units to each cell over all headings: relaxed until nothing changes, with no queue and no estimate. */
function turningUnits(
  grounds: Grounds,
  size: number,
  turn: number,
  x0: number,
  y0: number,
  heading: number,
): Float64Array {
  const { width, height } = grounds
  const { cost } = gridOf(grounds, { costs: COSTS, size })
  const costAt = (x: number, y: number) => (x < 0 || y < 0 || x >= width || y >= height ? 0 : cost[y * width + x])
  const best = new Float64Array(width * height * 8).fill(Number.POSITIVE_INFINITY)
  const isAllowed = (from: number, to: number) => {
    const apart = Math.abs(DEGREES[from] - DEGREES[to])
    return from < 0 || Math.min(apart, 360 - apart) <= turn
  }
  let wave: [number, number, number, number][] = [[x0, y0, heading, 0]]
  while (wave.length > 0) {
    const next: typeof wave = []
    for (const [x, y, before, units] of wave) {
      for (let direction = 0; direction < 8; direction++) {
        if (!isAllowed(before, direction) || !canStep({ costAt }, x, y, direction)) continue
        const [nx, ny] = [x + DX[direction], y + DY[direction]]
        const reached = units + stepUnits(direction, costAt(x, y), costAt(nx, ny))
        const state = (ny * width + nx) * 8 + direction
        if (reached >= best[state]) continue
        best[state] = reached
        next.push([nx, ny, direction, reached])
      }
    }
    wave = next
  }
  const units = Float64Array.from({ length: width * height }, (_, i) => Math.min(...best.subarray(8 * i, 8 * i + 8)))
  units[y0 * width + x0] = 0
  return units
}

const unitsOf = (cells: Int32Array, costAt: (x: number, y: number) => number) => {
  let units = 0
  for (let i = 2; i < cells.length; i += 2) {
    const isDiagonal = cells[i] !== cells[i - 2] && cells[i + 1] !== cells[i - 1]
    units += (isDiagonal ? 99 : 70) * (costAt(cells[i], cells[i + 1]) + costAt(cells[i - 2], cells[i - 1]))
  }
  return units
}

/** How often the cost of a cell is asked for meanwhile. */
function countLooks(work: () => void): number {
  const { costAt } = Terrain.prototype
  let looks = 0
  Terrain.prototype.costAt = function (x, y) {
    looks++
    return costAt.call(this, x, y)
  }
  try {
    work()
  } finally {
    Terrain.prototype.costAt = costAt
  }
  return looks
}

describe('a traveller that turns', () => {
  it.each([
    [45, 1, 0.5],
    [90, 1, 0.5],
    [45, 2, 0.15],
    [90, 3, 0.1],
  ] as const)('by %i degrees, of size %i, takes the cheapest path that does', async (turn, size, rockShare) => {
    const grounds = patchyGrounds(45, 40, turn + size, rockShare)
    const finder = openAtlas(await bake(grounds, { travellers: { it: { costs: COSTS, size, turn } } })).finder()
    const grid = gridOf(grounds, { costs: COSTS, size })
    const costAt = (x: number, y: number) => grid.cost[y * 45 + x]
    const random = new Random(turn)
    let found = 0
    for (const start of freeCells(grid, 4, random)) {
      for (const heading of [-1, random.below(8)]) {
        const best = turningUnits(grounds, size, turn, ...start, heading)
        const given = heading < 0 ? {} : { heading: { x: DX[heading], y: DY[heading] } }
        for (const goal of freeCells(grid, 8, random)) {
          const units = best[goal[1] * 45 + goal[0]]
          const route = finder.find(...start, ...goal, { ...given, quality: 'exact' })
          expect(route.status).toBe(units < Number.POSITIVE_INFINITY ? 'found' : 'unreachable')
          const near = finder.find(...start, ...goal, given)
          expect(near.status).toBe(route.status)
          if (route.status === 'found') {
            found++
            for (const { cells } of [{ cells: route.cells() }, { cells: near.cells() }]) {
              const check = checkTravellerPath(paidOn(grounds, COSTS), cells, ...start, ...goal, 8, {
                size,
                turn,
                ...given,
              })
              expect(check.message).toBe('')
            }
            expect(unitsOf(route.cells(), costAt)).toBe(units)
            expect(unitsOf(near.cells(), costAt)).toBeLessThanOrEqual(1.1 * units)
          }
        }
      }
    }
    expect(found).toBeGreaterThan(20)
  })

  it('is told "unreachable" where every way there turns too sharply, and finds the way round where there is one', async () => {
    const around = ['.....', '.###.', '.....']
    const bent = ['..', '#.']
    const drawn = (rows: string[]) =>
      groundFromTiles(
        [...rows.join('')].map(c => (c === '.' ? 0 : 1)),
        rows[0].length,
        ['g', 'w'],
      )
    const travellers = { car: { costs: { g: 1 }, turn: 45 } } as const
    const finder = openAtlas(await bake(drawn(bent), { travellers })).finder()
    expect(finder.find(0, 0, 1, 1).status).toBe('unreachable')
    const ring = openAtlas(await bake(drawn(around), { travellers })).finder()
    expect(ring.find(0, 0, 4, 0, { heading: { x: 1, y: 0 } }).cost).toBe(4)
    expect(ring.find(2, 0, 0, 0, { heading: { x: 1, y: 0 } }).status).toBe('unreachable')
    for (const heading of [0, '', { x: 2, y: 0 }])
      expect(() => ring.find(0, 0, 4, 0, { heading: heading as never })).toThrow('it is a step to a neighbour')
    expect(ring.find(0, 0, 4, 0, { heading: null as never }).cost).toBe(4)
  })

  it('is told "unreachable" of a place too tight to turn in after a look at that place, not at all the map', async () => {
    // The corner is entered from the west and left to the south, with walls in the way of any wider bend.
    const side = 250
    const end = side - 1
    const walls = new Set([(end - 2) * side + end, end * side + end - 1])
    const tiles = Array.from({ length: side * side }, (_, cell) => (walls.has(cell) ? 1 : 0))
    const of = (turn: 45 | 90) => ({ costs: { g: 1 }, turn })
    const file = await bake(groundFromTiles(tiles, side, ['g', 'w']), { travellers: { car: of(45), van: of(90) } })
    const [car, van] = ['car', 'van'].map(traveller => openAtlas(file).finder({ traveller }))
    for (const quality of ['default', 'exact'] as const) {
      const looks = countLooks(() => expect(car.find(3, 3, end, end, { quality }).status).toBe('unreachable'))
      expect(looks).toBeLessThan(quality === 'exact' ? side * side : 14 * side * side)
      expect(van.find(3, 3, end, end, { quality }).cost).toBeCloseTo((end - 4) * Math.SQRT2 + 2, 0)
    }
  })

  it('goes all the way round where it has no room to turn about', async () => {
    // The ring is one cell wide, and the goal lies a short way behind it.
    const rows = ['#'.repeat(60), '#'.padEnd(59, '.').concat('#'), ...Array(40).fill('#.'.padEnd(58, '#').concat('.#'))]
    rows.push('#'.padEnd(59, '.').concat('#'), '#'.repeat(60))
    const grounds = groundFromTiles([...rows.join('')], 60, { '#': 'w', '.': 'g' })
    const atlas = openAtlas(await bake(grounds, { travellers: { van: { costs: { g: 1 }, turn: 90 } } }))
    const heading = { x: 1, y: 0 }
    const near = atlas.finder().find(10, 1, 1, 20, { heading })
    const best = atlas.finder().find(10, 1, 1, 20, { heading, quality: 'exact' })
    expect(near.cost).toBe(best.cost)
    expect(best.cost).toBeGreaterThan(150)
  })

  it('turns about where that is cheap, though there is expensive ground nearer', async () => {
    const side = 96
    const tiles = Array.from({ length: side * 40 }, (_, cell) =>
      cell % side < 58 && Math.floor(cell / side) !== 20 ? 1 : 0,
    )
    const van = { costs: { road: 1, swamp: 100 }, turn: 90 } as const
    const atlas = openAtlas(await bake(groundFromTiles(tiles, side, ['road', 'swamp']), { travellers: { van } }))
    const { cost } = atlas.finder().find(40, 20, 5, 20, { heading: { x: 1, y: 0 } })
    expect(cost).toBeLessThan(35 + 2 * 18 + 8)
    expect(cost).toBeGreaterThan(35 + 2 * 16)
  })

  it('stays on its cell where start and goal are one, and needs a heading that is a step', async () => {
    const grounds = patchyGrounds(20, 20, 1, 0)
    const finder = openAtlas(await bake(grounds, { travellers: { it: { costs: COSTS, turn: 45 } } })).finder()
    expect([...finder.find(3, 3, 3, 3).cells()]).toEqual([3, 3])
    // Also where it could never come back to.
    const corner = groundFromTiles([...'gg#g'], 2, { g: 'grass', '#': 'rock' })
    const tight = openAtlas(await bake(corner, { travellers: { it: { costs: { grass: 1 }, turn: 45 } } })).finder()
    expect([...tight.find(0, 0, 0, 0, { quality: 'exact' }).cells()]).toEqual([0, 0])
    expect(() => finder.find(3, 3, 5, 5, { heading: { x: 2, y: 0 } })).toThrow('The heading is 2,0')
  })

  it('goes on along the path that it is on, where its heading allows that', async () => {
    const grounds = groundFromTiles([...'gggggggg'.repeat(6)], 8, { g: 'grass' })
    const file = await bake(grounds, { travellers: { cart: { costs: { grass: 1 }, turn: 45 } } })
    const finder = openAtlas(file).finder()
    // It drives off to the west and turns round; asked anew with a free heading it would go straight east.
    const route = finder.find(4, 0, 7, 0, { heading: { x: -1, y: 0 } })
    const cells = route.cells()
    const heading = { x: cells[2] - cells[0], y: cells[3] - cells[1] }
    const onward = finder.find(cells[2], cells[3], 7, 0, { heading, previous: route })
    expect([...onward.cells()]).toEqual([...cells.slice(2)])
    const free = finder.find(cells[2], cells[3], 7, 0)
    expect([...finder.find(cells[2], cells[3], 7, 0, { previous: route }).cells()]).toEqual([...cells.slice(2)])
    expect(free.cost).toBeLessThan(onward.cost)
    // Turned about since, it cannot go on as it came: a new path begins as its heading allows.
    const about = { x: -heading.x, y: -heading.y }
    const anew = finder.find(cells[2], cells[3], 7, 0, { heading: about, previous: route })
    expect(anew.cost).toBe(finder.find(cells[2], cells[3], 7, 0, { heading: about }).cost)
    expect([...anew.cells()]).not.toEqual([...cells.slice(2)])
  })
})
