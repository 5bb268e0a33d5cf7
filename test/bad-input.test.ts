/** Calls that cannot mean anything get one clear error, or the answer that there is no such cell; never a wrong answer. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Atlas, Grid, Quality } from '../src/index.ts'
import { bake, checkPath, generate, gridFromCosts, IsthmusError, openAtlas } from '../src/index.ts'

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
    await expect(bake(grid, { directions: directions as 4 })).rejects.toThrow(/4 or to 8/)
  })

  it('takes one byte per cell and nothing else', async () => {
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
      expect(() => finder.find(1, 1, 290, 290, { quality })).toThrow(/fast, default, best, exact/)
    }
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
    expect(checkPath(walled.terrain, route.cells(), 5, 5, 290, 20, 8).problem).toBe('')
  })

  it.each([-1, 0, Number.NaN])('has no head of %s cells', count => {
    for (const goal of [20, 290]) expect(walled.finder().find(5, 5, goal, 20).head(count).length).toBe(0)
  })
})
