/** The parts of the page that reckon: camera, address, levels, histogram, rule. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTooFine, LAYERS, levelThatShows } from '../../src/app/draw/layers.ts'
import { addressOf, readAddress } from '../../src/app/viewer/page/address.ts'
import { Camera } from '../../src/app/viewer/page/camera.ts'
import { cellsOfMap, type MapLink, mapFields } from '../../src/app/viewer/page/map-cells.ts'
import { ruleFor } from '../../src/app/viewer/page/map-view.ts'
import { histogramOf } from '../../src/app/viewer/page/stress-panel.ts'
import { QUALITIES } from '../../src/base/answer.ts'

describe('the camera', () => {
  const camera = (width = 1000, height = 500) => {
    const made = new Camera(4000, 2000)
    made.resize(width, height, 1)
    return made
  }

  it('keeps what is under the pointer there while it zooms', () => {
    const factors = fc.double({ min: 0.2, max: 5, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 600 }), fc.integer({ min: 200, max: 300 }), factors, (x, y, factor) => {
        const view = camera()
        view.lookAt(2000, 1000, 1)
        const before = [view.x + x / view.scale, view.y + y / view.scale]
        view.zoomAt(x, y, factor)
        expect(view.x + x / view.scale).toBeCloseTo(before[0], 6)
        expect(view.y + y / view.scale).toBeCloseTo(before[1], 6)
      }),
    )
  })

  it('never loses the map, however far it is pushed', () => {
    const moves = fc.array(
      fc.tuple(fc.double({ min: -1e5, max: 1e5, noNaN: true }), fc.double({ min: 0.01, max: 50, noNaN: true })),
    )
    fc.assert(
      fc.property(moves, steps => {
        const view = camera()
        for (const [pixels, factor] of steps) {
          view.panBy(pixels, -pixels)
          view.zoomAt(10, 490, factor)
        }
        const { x, y } = view.middle()
        expect(x).toBeGreaterThanOrEqual(-1e-6)
        expect(x).toBeLessThanOrEqual(4000 + 1e-6)
        expect(y).toBeGreaterThanOrEqual(-1e-6)
        expect(y).toBeLessThanOrEqual(2000 + 1e-6)
        expect(view.scale).toBeGreaterThan(0)
        expect(view.scale).toBeLessThanOrEqual(64)
      }),
    )
  })

  it('tells the cell that a pixel shows', () => {
    const view = camera()
    view.lookAt(100, 60, 8)
    for (const cell of [
      { x: 100, y: 60 },
      { x: 77, y: 31 },
    ]) {
      expect(view.cellAt(view.screenX(cell.x + 0.5), view.screenY(cell.y + 0.5))).toEqual(cell)
    }
  })

  it('shows the same place after the window has changed', () => {
    const view = camera()
    view.lookAt(1234, 876, 3)
    view.resize(777, 900, 2)
    expect([view.middle().x, view.middle().y]).toEqual([expect.closeTo(1234, 6), expect.closeTo(876, 6)])
    expect(view.scale).toBe(6)
  })

  it('fits a box into what the cards leave free', () => {
    const view = camera()
    const insets = { left: 300, top: 10, right: 20, bottom: 30 }
    const box = { left: 1000, top: 800, right: 1400, bottom: 900 }
    const { x, y, scale } = view.viewOf(box, insets)
    view.lookAt(x, y, scale)
    expect(view.screenX(box.left)).toBeCloseTo(300, 6)
    expect(view.screenX(box.right)).toBeCloseTo(980, 6)
    expect(view.screenY(box.top)).toBeGreaterThanOrEqual(10)
    expect(view.screenY(box.bottom)).toBeLessThanOrEqual(470)
  })

  it('looks at nothing but the map where it can', () => {
    const view = camera()
    const { x, y, scale } = view.viewOf(
      { left: 0, top: 0, right: 400, bottom: 100 },
      { left: 0, top: 0, right: 0, bottom: 0 },
    )
    view.lookAt(x, y, scale)
    expect([view.x, view.y]).toEqual([expect.closeTo(0, 9), expect.closeTo(0, 9)])
  })
})

describe('the address', () => {
  const fields = mapFields(cellsOfMap({ width: 400, height: 300 }), 5)
  const cell = fc.option(fc.record({ x: fc.nat(399), y: fc.nat(299) }))
  const link: fc.Arbitrary<MapLink> = fc.record({
    from: cell,
    to: cell,
    layers: fc.subarray([...LAYERS]),
    level: fc.option(fc.nat(4)),
    quality: fc.constantFrom(...QUALITIES),
    at: fc.option(fc.constant({ x: 12.5, y: 99.1, cellPixels: 0.25 })),
  })

  it('brings back what it was written of', () => {
    fc.assert(
      fc.property(link, said => {
        expect(readAddress(addressOf(said, fields), fields)).toEqual({ values: said, strange: [] })
      }),
    )
  })

  it('leaves out what a page shows whose address is empty', () => {
    const { values } = readAddress('', fields)
    expect(addressOf(values, fields)).toBe('#')
    expect(addressOf({ ...values, layers: [], level: 0, quality: 'fast' }, fields)).toBe(
      '#layers=&level=0&quality=fast',
    )
  })

  it('makes sense of any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^#(from|to|at|level|layers)=[-\d.,a-z]*$/)), text => {
        const { from, to, level, at, layers } = readAddress(text, fields).values
        for (const end of [from, to]) if (end !== null) expect(end.x < 400 && end.y < 300).toBe(true)
        if (level !== null) expect(level).toBeLessThan(5)
        if (at !== null) expect(at.cellPixels).toBeGreaterThan(0)
        expect(LAYERS).toEqual(expect.arrayContaining([...layers]))
      }),
    )
  })

  it('says nothing of ends that the map does not have', () => {
    expect(readAddress('#from=400,0&to=0,300&level=5', fields).values).toMatchObject({
      from: null,
      to: null,
      level: null,
    })
    expect(readAddress('#from=399,299', fields).values.from).toEqual({ x: 399, y: 299 })
  })
})

describe('levels', () => {
  it('grow as the map shrinks, and stop below the highest, which has no borders', () => {
    const shown = [8, 3, 1.5, 0.7, 0.3, 0.1, 0.01].map(cellPixels => levelThatShows(6, cellPixels))
    expect(shown).toEqual([0, 0, 1, 3, 4, 4, 4])
    expect(levelThatShows(1, 0.01)).toBe(0)
  })

  it('hide what would run together', () => {
    expect(isTooFine('graph', 0, 1)).toBe(true)
    expect(isTooFine('entries', 0, 1)).toBe(false)
    expect(isTooFine('graph', 1, 1)).toBe(false)
  })
})

describe('the histogram', () => {
  it('has every value in the one bin that spans it', () => {
    const times = fc.array(fc.double({ min: 0.05, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(times, values => {
        const kept = Float32Array.from(values)
        const { fromUs, countOfBin } = histogramOf(kept)
        expect(countOfBin.reduce((sum, count) => sum + count, 0)).toBe(values.length)
        expect(countOfBin[0]).toBeGreaterThan(0)
        expect(countOfBin.at(-1)).toBeGreaterThan(0)
        countOfBin.forEach((count, bin) => {
          const [from, to] = [fromUs * 10 ** (bin / 12), fromUs * 10 ** ((bin + 1) / 12)]
          const inside = kept.filter(us => us >= from * (1 + 1e-9) && us < to * (1 - 1e-9)).length
          expect(count).toBeGreaterThanOrEqual(inside)
        })
      }),
    )
  })

  it('takes a time of nothing for the shortest', () => {
    expect([...histogramOf(Float32Array.of(0, 0, 10)).countOfBin]).toEqual([3])
    expect([...histogramOf(Float32Array.of(0)).countOfBin]).toEqual([0])
  })
})

describe('the rule', () => {
  it('spans a round number of cells, and always fits', () => {
    for (const cellPixels of [0.01, 0.03, 0.2, 0.9, 1, 2.4, 7, 20, 64]) {
      const { cells, pixels } = ruleFor(cellPixels)
      expect(pixels).toBeCloseTo(cells * cellPixels, 9)
      expect(pixels).toBeLessThanOrEqual(110)
      expect(pixels).toBeGreaterThan(110 / 2.6)
      expect(String(cells)).toMatch(/^[125]0*$/)
    }
  })
})
