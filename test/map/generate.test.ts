/** Generated maps: what each kind promises, and that the same seed gives the same bytes on every machine. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type GenerateOptions,
  generate,
  generateWindows,
  generatorKinds,
  type KindName,
} from '../../src/map/generate/index.ts'
import type { Grid } from '../../src/map/grid.ts'
import { floodIslands } from '../support/plain.ts'

const kinds = Object.keys(generatorKinds) as KindName[]
/** These have no walls, but expensive ground. */
const grounds: readonly KindName[] = ['roads', 'rivers', 'bands', 'elevation']
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]

/** Relief has walls and expensive ground. */
const isOfKind = (kind: KindName, cost: number) => kind === 'relief' || (grounds.includes(kind) ? cost >= 1 : cost <= 1)

const wallsOf = ({ cost }: Grid) => {
  let count = 0
  for (const cellCost of cost) if (cellCost === 0) count++
  return count
}
const wallShareOf = (grid: Grid) => wallsOf(grid) / grid.cost.length

/** Cells of each island, the largest first. */
function islandSizes(grid: Grid): number[] {
  const { islandOfCell, count } = floodIslands(grid)
  const cells = new Array<number>(count).fill(0)
  for (const island of islandOfCell) if (island >= 0) cells[island]++
  return cells.sort((a, b) => b - a)
}

describe('every kind', () => {
  const sides = fc.record({ width: fc.integer({ min: 1, max: 90 }), height: fc.integer({ min: 1, max: 90 }) })

  it.each(kinds)('gives a map of the asked size, the same for the same seed: %s', kind => {
    fc.assert(
      fc.property(sides, fc.integer({ min: 0, max: 0xffffffff }), ({ width, height }, seed) => {
        const grid = generate(kind, { width, height, seed })
        expect([grid.width, grid.height, grid.cost.length]).toEqual([width, height, width * height])
        expect(grid.cost.every(cellCost => isOfKind(kind, cellCost))).toBe(true)
        expect(generate(kind, { width, height, seed })).toEqual(grid)
      }),
      { numRuns: 40 },
    )
  })

  it.each(kinds.filter(kind => kind !== 'open'))('gives another map for another seed: %s', kind => {
    const size = { width: 100, height: 100 }
    expect(generate(kind, { ...size, seed: 1 })).not.toEqual(generate(kind, { ...size, seed: 2 }))
    expect(generate(kind, size)).toEqual(generate(kind, { ...size, seed: 1 }))
  })

  it.each(kinds)('tells about itself and its options: %s', kind => {
    const { about, options } = generatorKinds[kind]
    for (const line of [about, ...Object.values(options).map(option => option.about)]) expect(line).toMatch(/^[\w ]{5}/)
    const presets = Object.fromEntries(Object.entries(options).map(([name, { preset }]) => [name, preset]))
    const size = { width: 50, height: 40, seed: 5 }
    expect(generate(kind, { ...size, ...presets })).toEqual(generate(kind, size))
  })

  it.each([
    ['an unknown kind', 'islands', {}, /no generator 'islands'\. Known are terrain, rooms, maze/],
    ['a name that every object has', 'toString', {}, /no generator 'toString'/],
    [
      'an unknown option',
      'maze',
      { corridor: 3 },
      /no option corridor\. There are width, height, seed, corridorCells\./,
    ],
    ['a slip of the keyboard', 'open', { widht: 1 }, /no option widht\. Did you mean width\?/],
    ['a share beyond 1', 'scatter', { wallShare: 25 }, /wallShare is 25: a number from 0 to 1 was expected/],
    ['no number', 'scatter', { wallShare: '0.2' }, /wallShare is "0.2": a number/],
    ['half a cell', 'maze', { corridorCells: 1.5 }, /corridorCells is 1\.5: a whole number from 1 to 1000/],
    ['a flag that is a number', 'terrain', { weighted: 1 }, /weighted is 1: true or false/],
    ['a seed that is none', 'open', { seed: -1 }, /seed is -1/],
    ['no width', 'open', { width: undefined }, /size is undefined x 9/],
    ['a size beyond every map', 'open', { width: 40_000 }, /size is 40000 x 9/],
  ])('refuses %s', (_, kind, options, sentence) => {
    const given = { width: 9, height: 9, ...options } as unknown as GenerateOptions
    expect(() => generate(kind as KindName, given)).toThrow(sentence)
  })

  it('takes an option that is undefined for one that was not given', () => {
    const size = { width: 9, height: 9 }
    const options = { ...size, corridorCells: undefined } as unknown as GenerateOptions<'maze'>
    expect(generate('maze', options)).toEqual(generate('maze', size))
  })
})

describe('terrain', () => {
  it.each([
    [512, 512, 0.25],
    [300, 700, 0.4],
    [64, 64, 0.1],
  ])('of %i x %i has %f of it as water', (width, height, wallShare) => {
    for (const seed of SEEDS) {
      expect(Math.abs(wallShareOf(generate('terrain', { width, height, seed, wallShare })) - wallShare)).toBeLessThan(
        0.02,
      )
    }
  })

  it('can be all land and all water', () => {
    const size = { width: 50, height: 50 }
    expect(wallsOf(generate('terrain', { ...size, wallShare: 0 }))).toBe(0)
    expect(wallsOf(generate('terrain', { ...size, wallShare: 1 }))).toBe(2500)
  })

  it('has a main land, other large islands and many small ones', () => {
    for (const seed of SEEDS) {
      const sizes = islandSizes(generate('terrain', { width: 1024, height: 1024, seed }))
      const land = sizes.reduce((sum, cells) => sum + cells, 0)
      expect(sizes[0] / land).toBeGreaterThan(0.25)
      expect(sizes[1] / land).toBeGreaterThan(0.02)
      expect(sizes.filter(cells => cells > 500).length).toBeGreaterThan(8)
      expect(sizes.filter(cells => cells < 500).length).toBeGreaterThan(15)
    }
  })

  it('with weights has the same coasts and bands of equal area', () => {
    const size = { width: 400, height: 400, seed: 3 }
    const plain = generate('terrain', size)
    const { cost } = generate('terrain', { ...size, weighted: true, costMax: 5 })
    expect(plain.cost.every((cellCost, cell) => cellCost === Math.min(cost[cell], 1))).toBe(true)
    const cellsOfCost = [1, 2, 3, 4, 5].map(wanted => cost.filter(cellCost => cellCost === wanted).length)
    const land = cost.length - wallsOf(plain)
    for (const cells of cellsOfCost) expect(Math.abs(cells / land - 0.2)).toBeLessThan(0.02)
  })

  it('has neighbours of neighbouring heights', () => {
    const { width, cost } = generate('terrain', { width: 256, height: 256, seed: 1, weighted: true })
    let cliffs = 0
    for (let cell = 1; cell < cost.length; cell++) {
      const isInside = cell % width > 0 && cost[cell] > 0 && cost[cell - 1] > 0
      if (isInside && Math.abs(cost[cell] - cost[cell - 1]) > 2) cliffs++
    }
    expect(cliffs / cost.length).toBeLessThan(0.01)
  })
})

describe('rooms', () => {
  it('have walls on lines one room apart and nowhere else', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 999 }), (roomCells, seed) => {
        const { width, cost } = generate('rooms', { width: 47, height: 38, seed, roomCells })
        const isLine = (at: number) => at % (roomCells + 1) === roomCells
        for (let cell = 0; cell < cost.length; cell++) {
          const lines = Number(isLine(cell % width)) + Number(isLine(Math.floor(cell / width)))
          // On a single line there may be a door.
          if (lines !== 1 && cost[cell] !== (lines === 0 ? 1 : 0)) expect.fail(`cell ${cell} is ${cost[cell]}`)
        }
      }),
    )
  })

  it('are all connected when every wall has a door, and all apart when none has', () => {
    const size = { width: 100, height: 64, roomCells: 7 }
    expect(islandSizes(generate('rooms', { ...size, doorShare: 1 })).length).toBe(1)
    expect(islandSizes(generate('rooms', { ...size, doorShare: 0 })).length).toBe(13 * 8)
  })

  it('have one door of the asked width in each wall that has one', () => {
    const { width, cost } = generate('rooms', { width: 99, height: 9, roomCells: 9, doorCells: 3, doorShare: 1 })
    for (let x = 9; x < width; x += 10) {
      const column = Array.from({ length: 9 }, (_, y) => cost[y * width + x]).join('')
      expect(column).toMatch(/^0*1110*$/)
    }
  })
})

describe('a maze', () => {
  it('is perfect: connected, and with no way to go in a circle', () => {
    const arbitrary = fc.record({
      width: fc.integer({ min: 1, max: 60 }),
      height: fc.integer({ min: 1, max: 60 }),
      corridorCells: fc.integer({ min: 1, max: 5 }),
      seed: fc.integer({ min: 0, max: 0xffffffff }),
    })
    fc.assert(
      fc.property(arbitrary, ({ corridorCells, ...rest }) => {
        const grid = generate('maze', { corridorCells, ...rest })
        const { width, height, cost } = grid
        const pitch = corridorCells + 1
        expect(islandSizes(grid).length).toBe(1)
        // One cell stands for a room, the cell beside its first row or column for the passage to the next.
        let rooms = 0
        let passages = 0
        for (let y = 0; y < height; y += pitch) {
          for (let x = 0; x < width; x += pitch) {
            rooms++
            if (x > 0) passages += cost[y * width + x - 1]
            if (y > 0) passages += cost[(y - 1) * width + x]
          }
        }
        expect(passages).toBe(rooms - 1)
      }),
    )
  })

  it('has corridors of the asked width, walls of one cell between them', () => {
    const { width, cost } = generate('maze', { width: 39, height: 39, corridorCells: 3, seed: 4 })
    for (let y = 0; y < 39; y++) {
      for (let x = 0; x < 39; x++) {
        const lines = Number(x % 4 === 3) + Number(y % 4 === 3)
        if (lines === 0) expect(cost[y * width + x]).toBe(1)
        if (lines === 2) expect(cost[y * width + x]).toBe(0)
        // A passage is open over its whole width or not at all.
        if (x % 4 === 3 && y % 4 === 1) {
          expect(cost[(y - 1) * width + x]).toBe(cost[y * width + x])
          expect(cost[(y + 1) * width + x]).toBe(cost[y * width + x])
        }
      }
    }
  })

  it('is dug without recursion', () => {
    expect(islandSizes(generate('maze', { width: 1501, height: 1501 })).length).toBe(1)
  })
})

describe('scattered walls', () => {
  it.each([0, 0.1, 0.25, 0.5, 1])('are a share of %f', wallShare => {
    const grid = generate('scatter', { width: 400, height: 400, wallShare, seed: 9 })
    const deviation = 3 * Math.sqrt((wallShare * (1 - wallShare)) / grid.cost.length)
    expect(Math.abs(wallShareOf(grid) - wallShare)).toBeLessThanOrEqual(deviation)
  })
})

describe('caves', () => {
  it('settle by the rule: a wall where five of the nine cells are walls, rock outside', () => {
    const arbitrary = fc.record({
      width: fc.integer({ min: 1, max: 30 }),
      height: fc.integer({ min: 1, max: 30 }),
      seed: fc.integer({ min: 0, max: 999 }),
    })
    fc.assert(
      fc.property(arbitrary, fc.integer({ min: 0, max: 4 }), (size, steps) => {
        const before = generate('caves', { ...size, steps })
        const { width, height } = size
        const isWall = (x: number, y: number) =>
          x < 0 || y < 0 || x >= width || y >= height || before.cost[y * width + x] === 0
        const expected = before.cost.map((_, cell) => {
          let walls = 0
          for (let dy = -1; dy <= 1; dy++) {
            for (let dx = -1; dx <= 1; dx++) if (isWall((cell % width) + dx, Math.floor(cell / width) + dy)) walls++
          }
          return walls >= 5 ? 0 : 1
        })
        expect(generate('caves', { ...size, steps: steps + 1 }).cost).toEqual(expected)
      }),
    )
  })

  it('have a large hall and closed pockets', () => {
    for (const seed of SEEDS) {
      const sizes = islandSizes(generate('caves', { width: 300, height: 300, seed }))
      expect(sizes[0] / (90_000 * 0.5)).toBeGreaterThan(0.5)
      expect(sizes.length).toBeGreaterThan(10)
    }
  })
})

describe('the open plain', () => {
  it('has no wall', () => {
    expect(wallsOf(generate('open', { width: 33, height: 17 }))).toBe(0)
  })
})

/** Pinned, so that a map named by kind, size, seed and options in a report is the same map everywhere and always. */
const DIGESTS: ReadonlyArray<readonly [KindName, GenerateOptions & Record<string, unknown>, string]> = [
  ['terrain', { width: 257, height: 130, seed: 1 }, '41971fefb532d53b'],
  ['terrain', { width: 1024, height: 1024, seed: 7 }, 'e72285b4b33ba53e'],
  [
    'terrain',
    { width: 300, height: 300, seed: 4_294_967_295, weighted: true, costMax: 200, featureCells: 100 },
    '48fa78ac24aa6cfc',
  ],
  ['rooms', { width: 257, height: 130, seed: 1 }, 'e3b369d8034e9f24'],
  ['rooms', { width: 500, height: 400, seed: 12, roomCells: 7, doorCells: 2, doorShare: 0.5 }, '0566573dead41d31'],
  ['maze', { width: 257, height: 130, seed: 1 }, '9a2cda70dbf85dfc'],
  ['maze', { width: 500, height: 400, seed: 12, corridorCells: 3 }, '92538ccd14d2a53d'],
  ['scatter', { width: 257, height: 130, seed: 1 }, '932b8e11a4d6a43c'],
  ['scatter', { width: 500, height: 400, seed: 12, wallShare: 0.4 }, '2e78608756d23751'],
  ['caves', { width: 257, height: 130, seed: 1 }, '7946ffd7aedd683b'],
  ['caves', { width: 500, height: 400, seed: 12, wallShare: 0.5, steps: 3 }, 'ea63664387debb85'],
  ['open', { width: 257, height: 130, seed: 1 }, 'd8f640b15352ed0d'],
]

describe('the bytes of a generated map', () => {
  it.each(DIGESTS)('are pinned: %s %j', (kind, options, digest) => {
    const { cost } = generate(kind, options)
    expect(createHash('sha256').update(cost).digest('hex').slice(0, 16)).toBe(digest)
  })
})

describe('windows', () => {
  const able = ['terrain', 'elevation', 'relief', 'bands', 'open'] as const

  it.each(able)('are the same cells as those of the whole map: %s', kind => {
    const whole = generate(kind, { width: 120, height: 90, seed: 5 })
    const windows = generateWindows(kind, { width: 120, height: 90, seed: 5 })
    fc.assert(
      fc.property(fc.nat(119), fc.nat(89), fc.integer({ min: 1, max: 120 }), (x, y, side) => {
        const [width, height] = [Math.min(side, 120 - x), Math.min(side, 90 - y)]
        const expected = Array.from({ length: height }, (_, row) =>
          Array.from(whole.cost.subarray((y + row) * 120 + x, (y + row) * 120 + x + width)),
        )
        expect(Array.from(windows(x, y, width, height))).toEqual(expected.flat())
      }),
      { numRuns: 20 },
    )
  })

  it('join far beyond the side of an atlas', () => {
    const windows = generateWindows('terrain', { width: 2 ** 40, height: 100, seed: 2, weighted: true })
    const [x, y] = [2 ** 40 - 64, 30]
    const left = windows(x, y, 32, 1)
    const right = windows(x + 32, y, 32, 1)
    expect(Array.from(windows(x, y, 64, 1))).toEqual([...left, ...right])
    expect(new Set([...left, ...right]).size).toBeGreaterThan(1)
  })

  it('are refused for kinds that draw across the whole map', () => {
    expect(() => generateWindows('maze', { width: 9, height: 9 })).toThrow(/windows are made by terrain/)
    expect(() => generateWindows('open', { width: 0.5, height: 9 })).toThrow(/whole number of cells/)
  })
})

/** The one generated kind whose costs take two bytes. */
describe('relief', () => {
  const wallsOf = ({ cost }: Grid) => cost.filter(cellCost => cellCost === 0).length
  const size = { width: 300, height: 200 }

  it('has the asked share of unknown cells, and costs from the lowest to the highest', () => {
    for (const seed of SEEDS.slice(0, 4)) {
      const grid = generate('relief', { ...size, seed, unknown: 0.3 })
      expect(Math.abs(wallsOf(grid) / grid.cost.length - 0.3)).toBeLessThan(0.02)
      const all = generate('relief', { ...size, seed, unknown: 0 })
      expect(wallsOf(all)).toBe(0)
      expect(all.cost).toBeInstanceOf(Uint16Array)
      expect(Math.max(...all.cost)).toBeGreaterThan(60_000)
      expect(Math.min(...all.cost)).toBe(1)
      expect(Math.max(...generate('relief', { ...size, seed, peakCost: 255 }).cost)).toBeLessThanOrEqual(255)
    }
  })
})
