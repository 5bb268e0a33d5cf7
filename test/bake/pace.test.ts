/** A bake on the one thread that there is: it lets others run all the time, and tells how far it is. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bakeFraction } from '../../src/app/cli/progress.ts'
import { type BakeProgress, bake, generate, openAtlas } from '../../src/index.ts'
import { bakeWorld } from '../../src/world.ts'

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
  // Without walls all lines between entries are free: no block needs a flood.
  it.each(['rooms', 'no walls'])(
    'of %s may pause within every stage: for some blocks, for some entries, for one pair of a region',
    async kind => {
      const rooms = generate('rooms', { width: 320, height: 320, seed: 2 })
      const grid = kind === 'rooms' ? rooms : { ...rooms, cost: rooms.cost.map(() => 1) }
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
        cost: 2 * blocks, // what is between the stages pauses as often
        lift: blocks,
        landmarks: 40,
      })) {
        expect([stage, (pausesOf.get(stage) ?? 0) >= least]).toEqual([stage, true])
      }
    },
  )

  it('may pause on weighted ground within a block that is probed, and wherever travellers and worlds add work', async () => {
    const weighted = generate('terrain', { width: 128, height: 128, seed: 2, weighted: true })
    lateClock()
    const pause = vi.spyOn(globalThis, 'setImmediate')
    const pausesOf = async (work: () => Promise<unknown>) => {
      const before = pause.mock.calls.length
      await work()
      return pause.mock.calls.length - before
    }
    const pausesAtBorders: number[] = []
    await bake(weighted, {
      onProgress: ({ stage }) => stage === 'border' && pausesAtBorders.push(pause.mock.calls.length),
    })
    const pausesOfBlock = 2 + 2 // before each of its two borders, and before each half of its probes
    expect(pausesAtBorders[1] - pausesAtBorders[0]).toBeGreaterThanOrEqual(4 * pausesOfBlock)

    const { width, height, cost } = generate('terrain', { width: 130, height: 90, seed: 2 })
    const alone = await pausesOf(() => bake({ width, height, cost }))
    const grounds = { width, height, groundOfCell: cost.map(own => Math.min(1, own)), names: ['wall', 'grass'] }
    const oneTraveller = await pausesOf(() => bake(grounds, { travellers: { elf: { costs: { grass: 1 } } } }))
    expect(oneTraveller - alone).toBeGreaterThan(20) // its grid, the columns of its atlas, the file
    const x = cost.lastIndexOf(1) % width
    const end = { map: 'a', x, y: Math.floor(cost.lastIndexOf(1) / width) }
    const start = { map: 'a', x: cost.indexOf(1) % width, y: Math.floor(cost.indexOf(1) / width) }
    const portals = [{ id: 'p', from: start, to: end, cost: 1 }]
    const inWorld = await pausesOf(() => bakeWorld({ maps: { a: { width, height, cost } }, portals }))
    expect(inWorld - alone).toBeGreaterThan(6) // two approaches, a cost, the file
  })

  it('hears a signal to stop between any two pieces', async () => {
    const grid = generate('terrain', { width: 300, height: 300, seed: 2 })
    lateClock()
    const later = setImmediate
    const total = await bake(grid).then(() => vi.spyOn(globalThis, 'setImmediate'))
    await bake(grid)
    const pauses = total.mock.calls.length
    expect(pauses).toBeGreaterThan(100)
    for (const share of [0.01, 0.3, 0.6, 0.99]) {
      const controller = new AbortController()
      let left = Math.floor(share * pauses)
      total.mockImplementation(((run: () => void) => {
        if (left-- === 0) controller.abort(new Error('enough'))
        return later(run)
      }) as unknown as typeof setImmediate)
      await expect(bake(grid, { signal: controller.signal })).rejects.toThrow('enough')
    }
  })

  it('has a bar that only grows, up to its end', async () => {
    lateClock()
    const fractions: number[] = []
    let landmarks = 0
    const file = await bake(generate('caves', { width: 300, height: 300, seed: 2 }), {
      onProgress: now => {
        fractions.push(bakeFraction(now))
        if (now.stage === 'landmarks') landmarks++
      },
    })
    // Each is reported when it is measured.
    expect(landmarks).toBeGreaterThanOrEqual(openAtlas(file).columns.landmarks.count)
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
