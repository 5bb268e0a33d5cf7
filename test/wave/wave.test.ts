/**
 * Waves give every cell its exact cost, on any ground, however far they have spread, with and without WebAssembly. They are compared with
 * a Dijkstra over cells that shares only the movement rule with them.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { generate, generatorKinds, type KindName } from '../../src/map/generate/index.ts'
import { type Grid, makeGrid } from '../../src/map/grid.ts'
import type { Directions } from '../../src/map/movement.ts'
import { packTerrain } from '../../src/map/pack.ts'
import type { Terrain } from '../../src/map/terrain.ts'
import { finalUnitsAt, Waves } from '../../src/wave/wave.ts'
import { plainUnits } from '../support/plain-units.ts'

function freeCells(terrain: Terrain, count: number, random: Random): number[] {
  const cells: number[] = []
  for (let tries = 0; cells.length < 2 * count && tries < 10_000; tries++) {
    const [x, y] = [random.below(terrain.width), random.below(terrain.height)]
    if (terrain.isFree(x, y)) cells.push(x, y)
  }
  return cells
}

function wrongCells(terrain: Terrain, expected: Float64Array, unitsAt: (x: number, y: number) => number): number[][] {
  const wrong: number[][] = []
  expected.forEach((units, cell) => {
    const [x, y] = [cell % terrain.width, Math.floor(cell / terrain.width)]
    const found = terrain.isFree(x, y) ? unitsAt(x, y) : Infinity
    if (found !== units) wrong.push([x, y, found, units])
  })
  return wrong
}

/** Ground that takes waves back and forth: costs far apart, thin walls, corridors that wind inside a block. */
function oddGrid(seed: number): Grid {
  const random = new Random(seed)
  const [width, height] = [70 + random.below(60), 40 + random.below(70)]
  const costs = [[1], [1, 254], [3, 3, 3, 200], [1, 4096], [1, 65_535], [7]][seed % 6]
  const wallShare = [0, 10, 25, 40][random.below(4)]
  const cost = new Uint16Array(width * height)
  // Corridors one cell wide make the ground a maze; wider ones take layers.
  const corridor = seed % 3 === 0 ? 1 + (seed % 2) : 0
  for (let cell = 0; cell < cost.length; cell++) {
    const [x, y] = [cell % width, Math.floor(cell / width)]
    const turn = Math.floor(y / (corridor + 1))
    const isCorridorWall = y % (corridor + 1) === corridor && x !== (turn % 2 === 0 ? width - 1 : 0)
    const isWall = corridor > 0 ? isCorridorWall : random.below(100) < wallShare
    cost[cell] = isWall ? 0 : costs[random.below(costs.length)]
  }
  return makeGrid(width, height, cost)
}

const DIRECTIONS: Directions[] = [4, 8]
const kinds = Object.keys(generatorKinds) as KindName[]
const cases = kinds.flatMap(kind => DIRECTIONS.map(directions => [kind, directions] as const))

describe.each(cases)('a wave over %s with %i directions', (kind, directions) => {
  const terrain = packTerrain(generate(kind, { width: 130, height: 101, seed: 11 }), directions)
  const waves = new Waves(terrain)
  const random = new Random(5)

  it('costs what the cheapest way does, from one cell and from many, in memory that was used before', () => {
    const wave = waves.make()
    for (const count of [1, 5, 1]) {
      const sources = freeCells(terrain, count, random)
      wave.begin(sources)
      wave.advance()
      expect(wrongCells(terrain, plainUnits(terrain, ...sources), (x, y) => wave.unitsAt(x, y))).toEqual([])
    }
  })

  it('spreads no farther than is asked, and what it calls final is', () => {
    const sources = freeCells(terrain, 1, random)
    const expected = plainUnits(terrain, ...sources)
    const wave = waves.make()
    wave.begin(sources)
    for (const step of [0.1, 0.3, 0.6]) {
      wave.advance(step * Math.max(...expected.filter(Number.isFinite)))
      const final = wave.finalUnits
      const isFinal = (units: number) => units < final
      expect(
        wrongCells(
          terrain,
          expected.map(units => (isFinal(units) ? units : Infinity)),
          (x, y) => (isFinal(wave.unitsAt(x, y)) ? wave.unitsAt(x, y) : Infinity),
        ),
      ).toEqual([])
    }
    const [x, y] = freeCells(terrain, 1, random)
    expect(finalUnitsAt(wave, x, y, terrain.costMin)).toBe(expected[y * terrain.width + x])
  })
})

describe.each(cases)('a wave over %s with %i directions', (kind, directions) => {
  it('makes again what edits change, and leads from blocks that it does not name as before', () => {
    const { width, height, cost } = generate(kind, { width: 130, height: 101, seed: 11 })
    const terrainOf = () => packTerrain(makeGrid(width, height, cost.slice()), directions)
    const random = new Random(7)
    let terrain = terrainOf()
    const waves = new Waves(terrain)
    const sources = freeCells(terrain, 2, random)
    const [whole, part] = [waves.make(), waves.make()]
    whole.begin(sources)
    whole.advance()
    part.begin(sources)
    part.advance(3000)
    const known = [...new Set(cost)]
    const arrows = (block: number) => {
      const bytes = new Uint8Array(1024)
      return whole.arrowsOf(block, bytes) ? `${bytes}` : null
    }
    for (let round = 0; round < 12; round++) {
      const before = Array.from(terrain.costOfBlock, (_, block) => arrows(block))
      const count = [1, 6, 60][round % 3]
      const [left, top] = [random.below(width), random.below(height)]
      for (let i = 0; i < count; i++) {
        // Scattered cells, or a line of them.
        const x = round % 2 === 0 ? random.below(width) : Math.min(width - 1, left + i)
        const y = round % 2 === 0 ? random.below(height) : top
        if ((x === sources[0] && y === sources[1]) || (x === sources[2] && y === sources[3])) continue
        cost[y * width + x] = round % 4 === 3 ? 0 : known[random.below(known.length)]
      }
      terrain = terrainOf()
      expect(waves.update(terrain)).toBe(true)
      const blocks = whole.repair()!
      const expected = plainUnits(terrain, ...sources)
      expect(wrongCells(terrain, expected, (x, y) => whole.unitsAt(x, y))).toEqual([])
      before.forEach((leads, block) => {
        if (leads !== null && !blocks.has(block)) expect(arrows(block)).toBe(leads)
      })
      if (round % 3 !== 1) continue
      part.repair()
      expect(
        wrongCells(terrain, expected, (x, y) =>
          part.unitsAt(x, y) <= part.finalUnits ? part.unitsAt(x, y) : expected[y * width + x],
        ),
      ).toEqual([])
      part.advance(part.finalUnits + 2000)
    }
  })
})

describe('waves', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('settle after an edit only blocks near it whose costs it changes', () => {
    const grid = generate('open', { width: 640, height: 640 })
    const waves = new Waves(packTerrain(grid, 8))
    const wave = waves.make()
    wave.begin([5, 5])
    wave.advance()
    const settled = wave.settledCount
    expect(settled).toBeGreaterThanOrEqual(400)
    const cost = grid.cost.slice()
    for (let x = 600; x < 620; x++) cost[620 * 640 + x] = 0
    waves.update(packTerrain(makeGrid(640, 640, cost), 8))
    expect(wave.repair()!.size).toBeLessThan(40)
    expect(wave.settledCount - settled).toBeLessThan(40)
  })

  it('go on where the most expensive cell goes, and begin again where one comes', () => {
    const random = new Random(5)
    const cost = Uint16Array.from({ length: 96 * 96 }, () => 1 + random.below(400))
    const terrainWith = (own: number) => packTerrain(makeGrid(96, 96, cost.with(50 * 96 + 50, own)), 8)
    const waves = new Waves(terrainWith(3))
    expect(waves.update(terrainWith(60_000))).toBe(false)
    const wide = new Waves(terrainWith(60_000))
    const wave = wide.make()
    wave.begin([5, 5])
    wave.advance()
    for (const own of [3, 50_000, 0]) {
      const terrain = terrainWith(own)
      expect(wide.update(terrain)).toBe(true)
      wave.repair()
      expect(wrongCells(terrain, plainUnits(terrain, 5, 5), (x, y) => wave.unitsAt(x, y))).toEqual([])
    }
  })

  it.each(Array.from({ length: 24 }, (_, seed) => seed))('are exact on odd ground %i', seed => {
    const grid = oddGrid(seed)
    for (const directions of DIRECTIONS) {
      const terrain = packTerrain(grid, directions)
      const sources = freeCells(terrain, 1 + (seed % 3), new Random(seed))
      const wave = new Waves(terrain).make()
      wave.begin(sources)
      wave.advance()
      expect(wrongCells(terrain, plainUnits(terrain, ...sources), (x, y) => wave.unitsAt(x, y))).toEqual([])
    }
  })

  it('over one map do not disturb each other, and use memory again that was given back', () => {
    const terrain = packTerrain(generate('rooms', { width: 200, height: 150, seed: 2 }), 8)
    const waves = new Waves(terrain)
    const random = new Random(3)
    const many = Array.from({ length: 6 }, () => ({ wave: waves.make(), sources: freeCells(terrain, 1, random) }))
    for (const { wave, sources } of many) wave.begin(sources)
    many[1].wave.advance()
    many[1].wave.release()
    for (let units = 1000; units < 40_000; units *= 2) for (const { wave } of many) wave.advance(units)
    for (const [i, { wave, sources }] of many.entries()) {
      wave.advance()
      const expected = i === 1 ? new Float64Array(200 * 150).fill(Infinity) : plainUnits(terrain, ...sources)
      expect(wrongCells(terrain, expected, (x, y) => wave.unitsAt(x, y))).toEqual([])
    }
  })

  it.each(['maze', 'relief', 'roads'] as const)('are the same over %s without WebAssembly', kind => {
    const terrain = packTerrain(generate(kind, { width: 100, height: 90, seed: 4 }), 8)
    const sources = freeCells(terrain, 2, new Random(1))
    const swift = new Waves(terrain).make()
    vi.stubGlobal('WebAssembly', undefined)
    const plain = new Waves(terrain).make()
    expect(plain.constructor).not.toBe(swift.constructor)
    swift.begin(sources)
    plain.begin(sources)
    swift.advance()
    for (let i = 1; i <= 8; i++) plain.advance(i * 20_000)
    plain.advance()
    expect(wrongCells(terrain, plainUnits(terrain, ...sources), (x, y) => plain.unitsAt(x, y))).toEqual([])
    expect(wrongCells(terrain, plainUnits(terrain, ...sources), (x, y) => swift.unitsAt(x, y))).toEqual([])
  })
})
