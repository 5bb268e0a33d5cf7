/** Answers that are written in pieces, and routes that are found where requests are read. */
import { setImmediate } from 'node:timers/promises'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { jsonPieces, nextText, textsInTurns } from '../../src/app/service/json-pieces.ts'
import { QuickRoutes } from '../../src/app/service/quick-routes.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'

describe('the pieces of an answer', () => {
  it('make up its JSON, with arrays of numbers and of what is made one by one, and none is large', () => {
    const costs = Float64Array.from({ length: 30_000 }, (_, i) => (i % 7 === 0 ? Infinity : i / 3))
    const routes = Array.from({ length: 40 }, (_, i) => ({ status: 'found', cells: Int32Array.of(i, 2 * i, 3) }))
    const answer = { data_version: 'a"b', none: undefined, deep: { more: null, empty: {} }, ends: [1, 'x'] }
    const pieces = [
      ...jsonPieces({ ...answer, costs, routes: routes.values(), nothing: [].values(), no: new Int32Array(0) }),
    ]
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000)
    const plain = routes.map(({ cells, ...rest }) => ({ ...rest, cells: [...cells] }))
    expect(pieces.join('')).toBe(JSON.stringify({ ...answer, costs: [...costs], routes: plain, nothing: [], no: [] }))
  })

  it('have whole numbers of any size as JSON writes them', () => {
    const bounds = Array.from({ length: 10 }, (_, digits) => [10 ** digits - 1, 10 ** digits, 1 - 10 ** digits])
    const numbers = Int32Array.of(-(2 ** 31), 2 ** 31 - 1, ...bounds.flat())
    expect([...jsonPieces(numbers)].join('')).toBe(JSON.stringify([...numbers]))
    const long = Int32Array.from({ length: 20_000 }, (_, i) => Math.imul(i, 0x9e3779b1) >> (i % 32))
    expect([...jsonPieces(long)].join('')).toBe(JSON.stringify([...long]))
    expect([...jsonPieces(Uint8Array.of(0, 9, 255))].join('')).toBe('[0,9,255]')
  })
})

describe('the texts of long answers', () => {
  it('are made one in a turn, however many answers are written', async () => {
    let made = 0
    const write = async () => {
      const pieces = jsonPieces(new Int32Array(200_000))
      for await (const text of textsInTurns(nextText(pieces), pieces)) made += text === '' ? 0 : 1
    }
    const writing = Promise.all(Array.from({ length: 10 }, write))
    for (let turn = 0; turn < 20; turn++) await setImmediate()
    expect(made).toBeGreaterThan(15)
    expect(made).toBeLessThanOrEqual(10 + 21)
    await writing
    expect(made).toBeGreaterThan(40)
  })
})

describe('quick routes', () => {
  let file: Uint8Array
  beforeAll(async () => {
    file = await bake(generate('rooms', { width: 96, height: 96, seed: 4 }))
  })

  it('are those of a finder', () => {
    const quick = new QuickRoutes(file)
    const finder = openAtlas(file).finder()
    for (const quality of ['fast', 'default'] as const) {
      const route = finder.find(1, 1, 90, 80, { quality, nearest: true })
      const found = quick.find(1, 1, 90, 80, { quality, nearest: true, cells: true })!
      expect([found.status, found.cost, found.cells()]).toEqual([route.status, route.cost, route.cells()])
    }
  })

  it('are left to threads while they are slow once warm, and tried again ever less often', () => {
    const clock = vi.spyOn(performance, 'now')
    let nowMs = 0
    clock.mockImplementation(() => {
      nowMs += 50
      return nowMs
    })
    const quick = new QuickRoutes(file)
    for (let i = 0; i < 300; i++) quick.find(1, 1, 9, 8, {})
    const isTried = Array.from({ length: 40 }, () => quick.find(1, 1, 90, 80, {}) !== null)
    const tried = isTried.flatMap((isOne, i) => (isOne ? [i] : []))
    expect(tried).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 10, 15, 24])
    clock.mockRestore()
  })
})
