/** A bake on the one thread that there is: it lets others run all the time, and tells how far it is. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bakeFraction } from '../../src/app/cli/bake-progress.ts'
import { type BakeProgress, bake, generate } from '../../src/index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** A clock by which every look at it is late: whoever may pause then does. */
function lateClock(): void {
  let ms = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    ms += 100
    return ms
  })
}

describe('a bake', () => {
  it('may pause within every stage: for some blocks, for some entries, for one pair of a region', async () => {
    const grid = generate('rooms', { width: 320, height: 320, seed: 2 })
    const plain = await bake(grid)
    lateClock()
    const pausesOf = new Map<string, number>()
    const pause = vi.spyOn(globalThis, 'setImmediate')
    let before = 0
    const onProgress = ({ stage }: BakeProgress) => {
      pausesOf.set(stage, (pausesOf.get(stage) ?? 0) + pause.mock.calls.length - before)
      before = pause.mock.calls.length
    }
    expect(await bake(grid, { onProgress })).toEqual(plain)
    const blocks = (320 / 32) ** 2
    for (const [stage, least] of Object.entries({
      label: blocks,
      border: blocks,
      cost: blocks,
      lift: blocks,
      landmarks: 40,
    })) {
      expect([stage, (pausesOf.get(stage) ?? 0) >= least]).toEqual([stage, true])
    }
  })

  it('is heard when it is told to stop, between any two pieces', async () => {
    const grid = generate('terrain', { width: 300, height: 300, seed: 2 })
    lateClock()
    const total = await bake(grid).then(() => vi.spyOn(globalThis, 'setImmediate'))
    await bake(grid)
    const pauses = total.mock.calls.length
    expect(pauses).toBeGreaterThan(100)
    for (const share of [0.01, 0.3, 0.6, 0.99]) {
      const controller = new AbortController()
      let left = Math.floor(share * pauses)
      total.mockImplementation(((run: () => void) => {
        if (left-- === 0) controller.abort(new Error('enough'))
        return setTimeout(run, 0)
      }) as unknown as typeof setImmediate)
      await expect(bake(grid, { signal: controller.signal })).rejects.toThrow('enough')
    }
  }, 30_000)

  it('has a bar that only grows, up to its end', async () => {
    lateClock()
    const fractions: number[] = []
    await bake(generate('terrain', { width: 300, height: 300, seed: 2 }), {
      onProgress: now => fractions.push(bakeFraction(now)),
    })
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(fractions.at(-1)).toBeCloseTo(1, 6)
  })

  it('has one bar for all its travellers', async () => {
    lateClock()
    const fractions: number[] = []
    const { width, height, cost } = generate('terrain', { width: 130, height: 90, seed: 2 })
    const grounds = { width, height, groundOfCell: cost.map(own => Math.min(1, own)), names: ['wall', 'grass'] }
    const travellers = {
      elf: { costs: { grass: 1 } },
      dwarf: { costs: { grass: 3 } },
      ent: { costs: { grass: 1 }, size: 2 },
    }
    await bake(grounds, { travellers, onProgress: now => fractions.push(bakeFraction(now)) })
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(fractions[0]).toBeLessThan(0.1)
    expect(fractions.at(-1)).toBeCloseTo(1, 6)
  })
})
