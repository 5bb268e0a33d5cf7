/** Options that there are not are refused in plain JavaScript too, with the one that was probably meant. */
import { describe, expect, it } from 'vitest'
import { bake, openAtlas, openLive, readMap } from '../../src/index.ts'
import { bakeWorld, openWorld, readWorld } from '../../src/world.ts'
import { drawn } from '../support/plain.ts'

const grid = drawn('...', '...')
const strange = (options: object) => options as never

describe('an option that there is not', () => {
  it('is refused with a suggestion wherever options are taken', async () => {
    const file = await bake(grid)
    const finder = openAtlas(file).finder()
    const world = openWorld(await bakeWorld({ maps: { a: grid }, portals: [] }))
    const cell = { map: 'a', x: 0, y: 0 }
    const bytes = new TextEncoder().encode('...\n')
    const calls: [() => unknown, string][] = [
      [
        () => finder.find(0, 0, 2, 1, strange({ qualtiy: 'exact' })),
        'There is no option qualtiy. Did you mean quality?',
      ],
      [() => finder.find({ x: 0, y: 0 }, { x: 1, y: 1 }, strange({ neraest: true })), 'Did you mean nearest?'],
      [
        () =>
          openLive(file)
            .finder()
            .find(0, 0, 2, 1, strange({ qualiti: 'fast' })),
        'Did you mean quality?',
      ],
      [() => openAtlas(file).finder(strange({ leve: 1 })), 'Did you mean level?'],
      [() => bake(grid, strange({ direction: 4 })), 'Did you mean directions?'],
      [() => openLive(file, null, strange({ ground: {} })), 'Did you mean grounds?'],
      [() => readMap(bytes, strange({ widht: 3 })), 'Did you mean width?'],
      [() => readWorld(bytes, () => bytes, strange({ emtpy: 1 })), 'Did you mean empty?'],
      [() => world.finder().find(cell, cell, strange({ keys: [] })), 'There are quality, has, at.'],
    ]
    for (const [call, words] of calls) {
      const problem = await Promise.resolve()
        .then(call)
        .then(
          () => null,
          error => error,
        )
      expect([problem?.code, problem?.message]).toEqual(['BAD_ARGUMENT', expect.stringContaining(words)])
    }
  })

  it('is no option that is undefined or null as a whole', async () => {
    const finder = openAtlas(await bake(grid)).finder()
    expect(finder.find(0, 0, 2, 1, undefined).status).toBe('found')
    expect(finder.find(0, 0, 2, 1, { quality: undefined as never }).status).toBe('found')
  })
})
