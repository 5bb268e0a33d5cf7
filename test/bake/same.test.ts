/**
 * The same map gives the same bytes, baked again (workers.test.ts: on threads too). What the bake was given stays as it was,
 * and what it tells of its progress makes sense.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bakeWith } from '../../src/bake.ts'
import { allocatePrivate, allocateShared, checkArraySize } from '../../src/base/memory.ts'
import { type BakeProgress, bake, generate, openAtlas } from '../../src/index.ts'
import { OwnThread } from '../../src/level/bake-jobs.ts'
import { worldOfSeed } from '../support/worlds.ts'

/** Where time passes twenty times as fast, this takes long enough that the bake reports on its way. */
const LONG_BAKE = generate('terrain', { width: 900, height: 700, seed: 2 })

function hurryTime(): void {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => 20 * now())
}

describe('a bake', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('gives the same bytes again', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const { grid, directions, about } = worldOfSeed(seed, 150)
      const copy = { ...grid, cost: grid.cost.slice() }
      const once = await bake(grid, { directions })
      expect(Buffer.compare(once, await bake(copy, { directions })), about).toBe(0)
      expect(copy.cost, about).toEqual(grid.cost)
    }
  })

  it('gives other bytes for another map or other directions', async () => {
    const grid = generate('terrain', { width: 100, height: 100, seed: 1 })
    const other = { ...grid, cost: grid.cost.slice() }
    other.cost[5050] = grid.cost[5050] === 0 ? 1 : 0
    const bytes = await bake(grid)
    expect(Buffer.compare(bytes, await bake(other))).not.toBe(0)
    expect(Buffer.compare(bytes, await bake(grid, { directions: 4 }))).not.toBe(0)
  })

  it('moves in 8 directions unless told otherwise', async () => {
    const grid = generate('open', { width: 3, height: 3 })
    expect(openAtlas(await bake(grid)).directions).toBe(8)
    expect(openAtlas(await bake(grid, { directions: 4 })).directions).toBe(4)
  })

  it('tells how far it is, and counts upwards', async () => {
    const told: BakeProgress[] = []
    hurryTime()
    await bake(LONG_BAKE, { onProgress: progress => told.push(progress) })
    expect(told.length).toBeGreaterThan(1)
    told.forEach(({ stageIndex, stageCount, done, total }, i) => {
      const before = told[Math.max(0, i - 1)]
      expect(stageCount).toBe(told[0].stageCount)
      expect(stageIndex).toBeGreaterThanOrEqual(before.stageIndex)
      expect(stageIndex).toBeLessThan(stageCount)
      expect(done).toBeLessThanOrEqual(total)
      // The last stage counts the regions of one level after the other.
      const isSameCount = stageIndex === before.stageIndex && total === before.total
      if (isSameCount) expect(done).toBeGreaterThanOrEqual(before.done)
    })
  })

  it('stops at a signal, and gives the reason', async () => {
    const reason = new Error('no longer wanted')
    await expect(bake(LONG_BAKE, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    let toldAfter = 0
    hurryTime()
    const onProgress = () => {
      if (controller.signal.aborted) toldAfter++
      controller.abort(reason)
    }
    await expect(bake(LONG_BAKE, { signal: controller.signal, onProgress })).rejects.toBe(reason)
    expect(toldAfter).toBe(0)
  })
})

const GIBIBYTE = 2 ** 30

/** What cannot be held is refused with a sentence, not with the engine's words. */
describe('a size beyond what there can be', () => {
  it('is refused from 4 GiB on', () => {
    expect(() => checkArraySize(4 * GIBIBYTE - 64, 'The atlas')).not.toThrow()
    expect(() => checkArraySize(4 * GIBIBYTE, 'The atlas')).toThrow(
      'The atlas takes 4.0 GiB or more; 4 GiB is the end. Cut the map into several.',
    )
  })

  it.each([allocatePrivate, allocateShared])('is no longer an affair of the engine: %o', allocate => {
    expect(() => allocate(5 * GIBIBYTE)).toThrow(expect.objectContaining({ code: 'TOO_LARGE' }))
    expect(allocate(100).byteLength).toBe(100)
  })

  it('is refused before the map is read', async () => {
    const grid = { ...generate('open', { width: 2, height: 2 }), width: 40_000 }
    await expect(bakeWith(async () => new OwnThread(), grid)).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })
})
