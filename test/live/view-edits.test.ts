/**
 * Edits of a view that wait for its next commit: their order, what forgets them, and how little of them is made at a time.
 */
import { describe, expect, it } from 'vitest'
import { bake, generate, groundFromTiles, openLive } from '../../src/index.ts'
import { forEachCell, partsOf } from '../../src/live/area.ts'
import { Blocks } from '../../src/live/cell-pages.ts'
import { Layers } from '../../src/live/view-layers.ts'
import { box, disc } from '../../src/live.ts'

describe('what waits for a commit', () => {
  it('is forgotten by a view that begins anew where it is of cells, and kept where it lies over them', async () => {
    const grounds = groundFromTiles([...'gwwg'], 4, { g: 'grass', w: 'water' })
    const view = openLive(await bake(grounds, { travellers: { walker: { costs: { grass: 2 } } } })).branch()
    view.fill(box(0, 0, 4, 1), 9)
    view.raise(box(2, 0, 2, 1), 5)
    view.ground('water', { costs: 4 })
    const coming = view.unknown()
    expect(() => view.commit()).toThrow(/unknown\(\), is under way/)
    view.see(box(0, 0, 3, 1))
    await coming
    view.commit()
    expect([0, 1, 2, 3].map(x => view.costAt(x, 0))).toEqual([2, 4, 9, 6])
  })

  it('is of few cells at a time, however large its places are: all of them once, and in their order', () => {
    const pairs = [...Array(5000).keys()].flatMap(i => [(i * 7) % 300, (i * 3) % 200])
    for (const place of [disc(290, 100, 190), disc(9, 9, 0), box(-9, 20, 4000, 160), box(301, 0, 5, 5), pairs]) {
      const [whole, inParts]: [number[], number[]] = [[], []]
      forEachCell(place, 300, 200, cell => whole.push(cell))
      for (const part of partsOf(place, 300, 200)) {
        const before = inParts.length
        forEachCell(part, 300, 200, cell => inParts.push(cell))
        expect(inParts.length - before).toBeLessThanOrEqual(1024)
      }
      expect(inParts).toEqual(whole)
    }
    expect(partsOf(pairs, 300, 200)).toHaveLength(5)
  })

  it('is made by the next commit where it was given up, however many edits it has', async () => {
    const view = openLive(await bake(generate('open', { width: 40, height: 40 }))).branch()
    for (let i = 0; i < 200_000; i++) view.set(i % 40, 3, 1 + (i % 7))
    const gone = new AbortController()
    const given = view.commitInSlices({ signal: gone.signal })
    gone.abort(new Error('gone'))
    await expect(given).rejects.toThrow('gone')
    view.commit()
    for (let x = 0; x < 40; x++) expect(view.costAt(x, 3)).toBe(1 + ((199_960 + x) % 7))
  })

  it('makes a block more expensive once, in however many parts it is raised', () => {
    const layers = new Layers(new Blocks(96, 64))
    const units = [0, 0, 0, 0, 0, 0]
    const listener = (block: number, more: number) => {
      units[block] += more
    }
    layers.listen(listener)
    const told = new Set<number>()
    for (const part of partsOf(disc(30, 31, 31), 96, 64)) layers.raise(part, 5, told)
    expect(units).toEqual([5, 5, 0, 5, 5, 0])
  })
})

describe("a block that is all the view's own", () => {
  it('gives back single cells to the map below, and keeps the others', async () => {
    const live = openLive(await bake(generate('open', { width: 64, height: 40 })))
    const view = live.branch()
    view.fill(box(0, 0, 64, 40), 5)
    view.commit()
    view.reset(box(33, 3, 1, 1))
    view.commit()
    live.fill(box(32, 3, 3, 1), 9)
    live.commit()
    expect([32, 33, 34, 35].map(x => view.costAt(x, 3))).toEqual([5, 9, 5, 5])
    view.fill(box(33, 3, 1, 1), 2)
    view.reset(box(0, 0, 32, 40))
    view.commit()
    live.fill(box(0, 3, 64, 1), 7)
    live.commit()
    expect([31, 32, 33, 34].map(x => view.costAt(x, 3))).toEqual([7, 5, 2, 5])
  })
})

describe('a commit of a view that changes most of a large map', () => {
  it('leaves no landmark that misleads later queries', async () => {
    const side = 640
    const cost = Uint8Array.from({ length: side * side }, (_, cell) => {
      const [x, y] = [cell % side, Math.floor(cell / side)]
      return y % 128 === 64 && (y % 256 === 64 ? x > 1 : x < side - 2) ? 0 : 1
    })
    const view = openLive(await bake({ width: side, height: side, cost })).branch()
    for (let y = 0; y < side; y++) if (y % 128 !== 64) view.fill(box(0, y, side, 1), 2)
    for (let y = 64; y < side; y += 128) view.fill(box(200 + (y % 300), y, 2, 1), 2)
    view.commit()
    const finder = view.finder()
    for (let i = 0; i < 12; i++) {
      const ends = [(i * 97) % side, (i * 53) % 64, (i * 211) % side, side - 1 - ((i * 31) % 64)] as const
      const best = finder.find(...ends, { quality: 'exact' }).cost
      expect(finder.find(...ends).cost).toBeLessThan(1.02 * best)
    }
  })
})
