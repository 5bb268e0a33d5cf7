/** Warming up asks queries of its own on the very map, changes no answer, and ends on every map. */
import { describe, expect, it } from 'vitest'
import { bake, generate, openAtlas, warmUp } from '../../src/index.ts'
import { warmUp as warmUpPage } from '../../src/query.ts'
import { drawn } from '../support/plain.ts'

describe('warming up', () => {
  it('asks until its time is spent, at least once, and leaves the answers as they are', async () => {
    const atlas = openAtlas(await bake(generate('caves', { width: 200, height: 150, seed: 1 })))
    const [plain, warm] = [atlas.finder(), atlas.finder()]
    expect(warm.warmUp(0)).toBe(1)
    expect(warm.warmUp(60)).toBeGreaterThan(1)
    const from = atlas.nearest(0, 0)
    const to = atlas.nearest(199, 149, { island: atlas.islandOf(from.x, from.y) })
    expect(warm.find(from, to).plain()).toEqual(plain.find(from, to).plain())
  })

  it('asks nothing where no cell is free, and one cell of itself', async () => {
    expect(
      openAtlas(await bake(drawn('##', '##')))
        .finder()
        .warmUp(5),
    ).toBe(0)
    expect(
      openAtlas(await bake(drawn('#.')))
        .finder()
        .warmUp(0),
    ).toBe(1)
  })

  it('is refused where the memory of the file is gone', async () => {
    const file = await bake(drawn('..'))
    const finder = openAtlas(file).finder()
    structuredClone(file, { transfer: [file.buffer] })
    expect(() => finder.warmUp(0)).toThrow(expect.objectContaining({ code: 'ATLAS_DAMAGED' }))
  })

  it.each([Symbol('5'), -1, Number.NaN, '5'])('refuses %o milliseconds', async ms => {
    const finder = openAtlas(await bake(drawn('..'))).finder()
    expect(() => finder.warmUp(ms as number)).toThrow(expect.objectContaining({ code: 'BAD_ARGUMENT' }))
  })

  it('asks several files in turn, by either door', async () => {
    const files = [await bake(drawn('...')), await bake(drawn('.2.', '3..'), { directions: 4 })]
    expect(warmUp(files, 0)).toBe(8)
    expect(warmUpPage(files, 0)).toBe(8)
    expect(warmUp([])).toBe(0)
    expect(() => warmUp(files[0] as never)).toThrow(expect.objectContaining({ code: 'BAD_ARGUMENT' }))
    expect(() => warmUp(files, -1)).toThrow('The time to warm up is -1')
  })
})
