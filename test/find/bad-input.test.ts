/**
 * Calls that cannot mean anything get one clear error, or the answer that there is no such cell; never a wrong answer.
 * @fast
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { exactCost, explanationText } from '../../src/exact.ts'
import { abstractGraph, toGexf } from '../../src/graph.ts'
import type { Atlas, Grid, Quality } from '../../src/index.ts'
import {
  bake,
  checkPath,
  costOfPath,
  generate,
  gridFromCosts,
  gridFromMatrix,
  gridFromTiles,
  IsthmusError,
  openAtlas,
} from '../../src/index.ts'
import { readScenarios, writeMovingAi, writePngMap, writeRaw, writeText } from '../../src/maps.ts'
import { hasSight, makeCurve, segmentCost, WaypointShaper } from '../../src/shape.ts'

/** Whatever a call without types may be handed. */
// biome-ignore lint/suspicious/noExplicitAny: the wrong kind of argument is the point
type Any = any

const SIDE = 300
const BAD_NUMBERS = [Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY, undefined, null, '0'] as number[]

let open: Atlas
let walled: Atlas

beforeAll(async () => {
  open = openAtlas(await bake(generate('open', { width: SIDE, height: SIDE })))
  const costs = Uint8Array.from({ length: SIDE * SIDE }, (_, cell) =>
    cell % SIDE === SIDE / 2 && cell < SIDE * (SIDE - 1) ? 0 : 1,
  )
  walled = openAtlas(await bake(gridFromCosts(costs, SIDE)))
})

const refusal = { name: 'IsthmusError', code: 'BAD_ARGUMENT' }

describe('an atlas', () => {
  it.each(BAD_NUMBERS)('has no cell at %s', bad => {
    expect([open.islandOf(bad, 5), open.regionOf(5, bad, 0), open.costAt(bad, bad)]).toEqual([-1, -1, 0])
    expect([open.isReachable(bad, bad, 5, 5), open.isReachable(5, 5, 5, bad)]).toEqual([false, false])
  })

  it.each(BAD_NUMBERS)('has no level and no entry %s', bad => {
    for (const ask of [
      () => open.regionOf(5, 5, bad),
      () => open.regionCount(bad),
      () => open.entryCount(bad),
      () => open.rankOf(bad),
      () => open.entryCells(bad),
    ]) {
      expect(ask).toThrow(expect.objectContaining(refusal))
    }
    expect(() => open.entryCells(open.entryCount(0))).toThrow(IsthmusError)
    expect(() => open.regionOf(5, 5, open.levelCount)).toThrow(IsthmusError)
  })

  it('is opened from bytes alone', async () => {
    const { buffer } = await bake(generate('open', { width: 4, height: 4 }))
    expect(() => openAtlas(buffer as unknown as Uint8Array)).toThrow(/new Uint8Array\(buffer\)/)
  })
})

describe('a bake', () => {
  it.each([6, 0, Number.NaN, Number.POSITIVE_INFINITY, '8'])('does not go to %s neighbours', async directions => {
    const grid = generate('open', { width: 40, height: 40 })
    await expect(bake(grid, { directions: directions as 4 })).rejects.toThrow(/4 or 8 was expected/)
  })

  it.each([
    ['x', /options are a value of type string/],
    [7, /options are 7/],
    [{ signal: 'x' }, /signal is "x": .* AbortController/],
    [{ signal: {} }, /signal is a value of type object/],
    [{ onProgress: 5 }, /onProgress is 5: a function/],
    [{ workers: 'two' }, /workers is "two"/],
  ])('tells what is wrong with the options %j in one sentence', async (options, message) => {
    const grid = generate('open', { width: 40, height: 40 })
    await expect(bake(grid, options as Any)).rejects.toMatchObject({
      ...refusal,
      message: expect.stringMatching(message),
    })
  })

  it.each([null, { signal: null, onProgress: null, workers: null, directions: null, hubs: null }])(
    'takes %j for no options, as every call does',
    async options => {
      const grid = generate('open', { width: 40, height: 40 })
      expect(await bake(grid, options as Any)).toEqual(await bake(grid))
    },
  )

  it('takes one cost per cell and nothing else', async () => {
    for (const cost of [
      new Uint8Array(0),
      new Uint8Array(8),
      new Uint8Array(10),
      Float64Array.of(1, 1, 1),
      undefined,
    ]) {
      await expect(bake({ width: 3, height: 3, cost } as unknown as Grid)).rejects.toMatchObject({ code: 'BAD_MAP' })
    }
  })

  it('says what to do with costs of another kind', async () => {
    const grid = { width: 3, height: 3, cost: new Uint32Array(9).fill(300) } as unknown as Grid
    await expect(bake(grid)).rejects.toThrow(/of type Uint32Array: a Uint8Array was expected, or a Uint16Array/)
    expect(() => gridFromCosts(Uint32Array.of(1, 300), 2)).toThrow(/\(1, 0\) is 300: .* 255/)
  })
})

describe('a finder', () => {
  it('refuses ends that are no points and a quality that there is not', () => {
    const finder = open.finder()
    for (const end of [null, undefined, {}, { x: 1 }, { x: 1.5, y: 2 }]) {
      expect(() => finder.find({ x: 1, y: 1 }, end as { x: number; y: number })).toThrow(
        expect.objectContaining(refusal),
      )
    }
    for (const quality of ['slow', '', 'constructor'] as unknown as Quality[]) {
      expect(() => finder.find(1, 1, 290, 290, { quality })).toThrow(/fast, default, exact/)
    }
  })

  it.each([5, 'x', {}, [1, 2]])('refuses %j instead of the route that a unit is on', previous => {
    const finder = open.finder()
    expect(() => finder.find(1, 1, 290, 290, { previous } as Any)).toThrow(/previous is .*: a route that find returned/)
    expect(finder.find(1, 1, 290, 290, { previous: null } as Any).status).toBe('found')
  })

  it('keeps the ends that it was asked for, whatever the caller does with the points', () => {
    const [start, goal] = [
      { x: 5, y: 5 },
      { x: 290, y: 20 },
    ]
    const route = walled.finder().find(start, goal)
    Object.assign(start, { x: 6, y: 7 })
    Object.assign(goal, { x: 8, y: 9 })
    const cells = route.cells()
    expect([cells[0], cells[1], cells.at(-2), cells.at(-1)]).toEqual([5, 5, 290, 20])
  })

  it('does not follow the route of another map into its own walls', () => {
    const previous = open.finder().find(5, 5, 290, 20)
    const route = walled.finder().find(5, 5, 290, 20, { previous })
    expect(checkPath(walled.terrain, route.cells(), 5, 5, 290, 20, 8).message).toBe('')
  })

  it.each([-1, 0, Number.NaN])('has no head of %s cells', count => {
    for (const goal of [20, 290]) expect(walled.finder().find(5, 5, goal, 20).head(count).length).toBe(0)
  })
})

const NO_PAIRS: Any[] = [null, undefined, 'cells', 7, [{ x: 1, y: 2 }], new DataView(new ArrayBuffer(8))]
/** From (5, 5) on: a leap, a stay, half a cell, a walk off the map, an odd count, cells between cells. */
const NO_PATHS = [
  Int32Array.of(5, 5, 9, 5),
  Int32Array.of(5, 5, 5, 5),
  Int32Array.of(5, 5, 6, 5, 6),
  Int32Array.of(0, 5, -1, 5),
  Int32Array.of(SIDE, SIDE),
  [5.5, 5, 6.5, 5] as Any,
  [Number.NaN, Number.NaN] as Any,
]

describe('who shapes or judges paths', () => {
  it.each(NO_PAIRS)('refuses %s instead of cells', bad => {
    const { terrain } = open
    const finder = open.finder()
    for (const ask of [
      () => checkPath(terrain, bad, 5, 5, 6, 5, 8),
      () => costOfPath(terrain, bad),
      () => finder.costOf(bad),
      () => finder.isLegal(bad),
      () => finder.lowerBoundOf(bad),
      () => new WaypointShaper(terrain).shape(bad),
      () => makeCurve(terrain, bad),
    ]) {
      expect(ask).toThrow(expect.objectContaining(refusal))
    }
  })

  it.each(NO_PATHS)('takes %s for no path', bad => {
    const { terrain } = open
    const end = bad.length - 2
    expect(checkPath(terrain, bad, bad[0], bad[1], bad[end], bad[end + 1], 8).status).toBe('illegal')
    expect(() => new WaypointShaper(terrain).shape(bad)).toThrow(expect.objectContaining(refusal))
    expect(() => open.finder().lowerBoundOf(bad)).toThrow(expect.objectContaining(refusal))
  })

  it('sees a path that leads through a wall or cuts its corner, whatever the waypoints are', () => {
    const { terrain } = walled
    const through = Int32Array.of(149, 5, 150, 5, 151, 5)
    const corner = Int32Array.of(149, SIDE - 2, 150, SIDE - 1)
    for (const cells of [through, corner]) {
      expect(() => new WaypointShaper(terrain).shape(cells)).toThrow(expect.objectContaining(refusal))
    }
    expect(() => makeCurve(terrain, Int32Array.of(149, 5, 151, 5))).toThrow(/149,5 .* 151,5/)
    expect(() => makeCurve(terrain, Int32Array.of(5, 5, 5, 5))).toThrow(expect.objectContaining(refusal))
  })

  it('refuses what is no map, no directions, no options', () => {
    const cells = Int32Array.of(5, 5, 6, 5)
    const { terrain } = open
    for (const ask of [
      () => checkPath(null as Any, cells, 5, 5, 6, 5, 8),
      () => checkPath(terrain, cells, 5, 5, 6, 5, 6 as Any),
      () => new WaypointShaper(open as Any),
      () => makeCurve(null as Any, cells),
      () => new WaypointShaper(terrain).shape(cells, 'tight' as Any),
      () => makeCurve(terrain, cells, { tension: '0.5' as Any }),
      () => hasSight(terrain, 0.5, 0, 3, 3, 0),
      () => segmentCost(terrain, 0, 0, Number.NaN, 3),
    ]) {
      expect(ask).toThrow(expect.objectContaining(refusal))
    }
    expect(new WaypointShaper(terrain).shape(cells, null as Any).length).toBe(4)
    expect([hasSight(terrain, -5, 0, 3, 3, 0), segmentCost(terrain, 5, 5, 5, SIDE)]).toEqual([false, Infinity])
  })

  it('has no cost between halves of cells', () => {
    for (const bad of BAD_NUMBERS.filter(number => number !== -1)) {
      expect(() => exactCost(open.terrain, bad, 5, 6, 5)).toThrow(expect.objectContaining(refusal))
      expect(() => exactCost(open.terrain, 5, 5, 6, bad)).toThrow(expect.objectContaining(refusal))
    }
    expect(exactCost(open.terrain, -1, 5, 6, 5)).toBe(Infinity)
    expect(() => exactCost(null as Any, 5, 5, 6, 5)).toThrow(expect.objectContaining(refusal))
  })
})

describe('an argument of the wrong kind', () => {
  it('is named', () => {
    for (const [ask, words] of [
      [() => readScenarios(new Uint8Array(9) as Any), /text/],
      [() => readScenarios(undefined as Any), /text/],
      [() => abstractGraph(open, '1' as Any), /no level 1/],
      [() => abstractGraph(null as Any, 1), /atlas/],
      [() => gridFromMatrix(null as Any), /matrix are null/],
      [() => gridFromCosts(undefined as Any, 3), /costs are of type undefined/],
      [() => gridFromCosts(5 as Any, 3), /costs are of type number/],
      [() => gridFromTiles(null as Any, 3, {}), /tiles are null/],
      [() => gridFromTiles([1], 1, null as Any), /costs of tiles/],
      [() => open.finder('fast' as Any), /options/],
      [() => open.finder().find(5, 5, 6, 5, 5 as Any), /options are 5/],
      [() => explanationText(null as Any), /explanation was expected/],
      [() => toGexf(null as Any), /graph was expected/],
      [() => writeText(null as Any), /The map is null/],
      [() => writeMovingAi(5 as Any), /The map is 5/],
      [() => writePngMap(undefined as Any), /The map is undefined/],
      [() => writeRaw('a map' as Any), /The map is/],
    ] as [() => unknown, RegExp][]) {
      expect(ask).toThrow(expect.objectContaining(refusal))
      expect(ask).toThrow(words)
    }
    expect(() => writeRaw({ width: 3, height: 3, cost: new Uint8Array(8) })).toThrow(/needs 9 costs/)
    expect(() => gridFromMatrix([[0, 0], null] as Any)).toThrow(/Row 1 of the matrix is missing/)
    expect(open.finder(null as Any).find(5, 5, 6, 5, null as Any).status).toBe('found')
  })

  it('is named by a bake', async () => {
    await expect(bake(null as Any)).rejects.toThrow(/The map is null: a grid was expected/)
    await expect(bake({ width: 2, height: 2, cost: [0, 1, 1, 1] } as Any)).rejects.toThrow(/a Uint8Array/)
  })
})
