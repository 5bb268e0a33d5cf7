/**
 * What a page that only asks for paths does not load: without it an error names the import, with it the answers are those
 * of the whole library.
 * @fast
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { exact } from '../../src/exact.ts'
import { hubs } from '../../src/hub-routes.ts'
import { bake, generate, openAtlas as openWhole } from '../../src/index.ts'
import { many } from '../../src/many.ts'
import { type Finder, openAtlas } from '../../src/query.ts'

let file: Uint8Array
/** A long wall stands between them. */
const ends = [20, 0, 180, 10] as const
const [start, goal] = [
  { x: ends[0], y: ends[1] },
  { x: ends[2], y: ends[3] },
]

beforeAll(async () => {
  const cost = Uint8Array.from({ length: 200 * 170 }, (_, cell) => (cell % 200 === 100 && cell < 160 * 200 ? 0 : 1))
  file = await bake({ width: 200, height: 170, cost })
})

describe('the query half alone', () => {
  it('finds paths, as the whole library does', () => {
    const route = openAtlas(file)
      .finder()
      .find(...ends)
    expect(route.status).toBe('found')
    expect(route.plain()).toEqual(
      openWhole(file)
        .finder()
        .find(...ends)
        .plain(),
    )
  })

  it.each([
    ['quality exact', 'exact', 'The quality exact'],
    ['a certificate', 'exact', 'A certificate'],
    ['an explanation', 'exact', 'An explanation'],
    ['a level', 'exact', 'A search of one level'],
    ['a table', 'many', 'A search for many goals'],
    ['a field', 'many', 'A search for many goals'],
  ])('names what to import for %s', (asked, door, what) => {
    const atlas = openAtlas(file)
    const finder = atlas.finder()
    const ask: Record<string, () => unknown> = {
      'quality exact': () => finder.find(...ends, { quality: 'exact' }),
      'a certificate': () => finder.find(...ends).lowerBound,
      'an explanation': () => finder.find(...ends).explain(),
      'a level': () => atlas.finder({ level: 0 }),
      'a table': () => finder.table([start], [goal]),
      'a field': () => finder.fieldTo(goal),
    }
    const message = `${what} is not loaded: import ${door} from isthmus/${door}`
    expect(ask[asked]).toThrow(expect.objectContaining({ code: 'BAD_ARGUMENT' }))
    expect(ask[asked]).toThrow(message)
  })

  it('names the option where they are given as the options', () => {
    expect(() => openAtlas(file, exact as never)).toThrow('openAtlas(bytes, { extras: exact })')
  })

  it('can do the rest once that is handed over, at its opening or later', () => {
    const whole = openWhole(file).finder()
    const later = openAtlas(file).with(exact)
    for (const finder of [openAtlas(file, { extras: { ...exact, ...many } }).finder(), later.with(many).finder()]) {
      const route = finder.find(...ends, { quality: 'exact' })
      expect(route.cost).toBe(whole.find(...ends, { quality: 'exact' }).cost)
      expect(route.lowerBound).toBe(whole.find(...ends).lowerBound)
      expect(route.explain()).toEqual(whole.find(...ends, { quality: 'exact' }).explain())
      expect(finder.costsTo(start, [goal])).toEqual(whole.costsTo(start, [goal]))
    }
    expect(later.finder({ level: 0 }).find(...ends).status).toBe('found')
  })

  it('reads routes off hubs once it has what reads them, and searches without', async () => {
    const grid = generate('rooms', { width: 256, height: 256, seed: 3 })
    const [plain, hubbed] = [await bake(grid), await bake(grid, { hubs: true })]
    const asked = Array.from({ length: 40 }, (_, i) => [(i * 37) % 256, (i * 91) % 256, (i * 53 + 9) % 256, 255 - i])
    const answersOf = (finder: Finder) => asked.map(([x0, y0, x1, y1]) => finder.find(x0, y0, x1, y1).plain())
    const [searched, read] = [answersOf(openWhole(plain).finder()), answersOf(openWhole(hubbed).finder())]
    expect(searched).not.toEqual(read)
    expect(answersOf(openAtlas(hubbed).finder())).toEqual(searched)
    expect(answersOf(openAtlas(hubbed, { extras: hubs }).finder())).toEqual(read)
  })
})
