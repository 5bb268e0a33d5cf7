/** The layers that pictures have in common with the page: graph, search, route, curve. */
import { readFileSync, writeFileSync } from 'node:fs'
import { decode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { LAYERS, type Layer } from '../../src/app/draw/layers.ts'
import { GROUND, mix, ROUTE, SEARCH_FIRST, SEARCH_LAST, SMOOTH } from '../../src/app/draw/palette.ts'
import { drawAtlas } from '../../src/app/draw/picture.ts'
import type { QueryTraces } from '../../src/app/draw/query-marks.ts'
import { Raster } from '../../src/app/draw/raster.ts'
import { frameAtScale } from '../../src/app/draw/surface.ts'
import { bake, openAtlas } from '../../src/index.ts'
import { jsonOf, runCli, temporaryFolder } from '../support/cli.ts'

const SIDE = 96
const SCALE = 8
const plain = await bake({ width: SIDE, height: SIDE, cost: new Uint8Array(SIDE * SIDE).fill(1) })
const atlas = openAtlas(plain)
const centre = (cell: number) => Math.floor((cell + 0.5) * SCALE)

const TRACES: QueryTraces = {
  footprint: Int32Array.of(20, 50, 40, 50, 60, 50),
  route: Int32Array.of(10, 20, 40, 20, 40, 70, 80, 70),
  curve: Float64Array.of(10, 20, 60.5, 30.5, 80, 70),
}

function draw(layers: Layer[], traces?: QueryTraces): Raster {
  const path = Int32Array.of(10, 20, 80, 70)
  const frame = frameAtScale(SIDE, SIDE, SCALE)
  return drawAtlas(atlas, { frame, layers: new Set(['terrain', ...layers]), level: 0, path, traces })
}

const rounded = (colour: readonly number[]) => colour.map(Math.round)

describe('a picture', () => {
  it('draws the route from entry to entry', () => {
    const raster = draw(['route'], TRACES)
    for (const [x, y] of [
      [25, 20],
      [40, 20],
      [40, 45],
      [40, 70],
      [60, 70],
    ]) {
      expect(raster.colourAt(centre(x), centre(y))).toEqual(ROUTE)
    }
    expect(draw(['route']).colourAt(centre(25), centre(20))).toEqual(rounded(GROUND))
    expect(draw([], TRACES).colourAt(centre(25), centre(20))).toEqual(rounded(GROUND))
  })

  it('draws what a search settled, the first light, the last dark', () => {
    const raster = draw(['search'], TRACES)
    const shown = [20, 40, 60].map(x => raster.colourAt(centre(x), centre(50)))
    expect(shown).toEqual([SEARCH_FIRST, rounded(mix(SEARCH_FIRST, SEARCH_LAST, 0.5)), SEARCH_LAST])
  })

  it('draws a curve through places that are no cells', () => {
    const raster = draw(['smooth'], TRACES)
    expect(raster.colourAt(61 * SCALE, 31 * SCALE)).toEqual(SMOOTH)
  })

  it('draws the edges of the graph, and nothing where none runs', () => {
    const raster = draw(['graph'])
    const isMarked = (x: number, y: number) => String(raster.colourAt(x, y)) !== String(rounded(GROUND))
    // From border to border of the middle block edges run all over; beyond the first entry of a border there are none.
    const [from, to] = [33 * SCALE, 63 * SCALE]
    let marked = 0
    for (let at = from; at < to; at++) if (isMarked(at, centre(48))) marked++
    expect(marked).toBeGreaterThan((to - from) / 10)
    expect(isMarked(1, 1)).toBe(false)
  })

  it('draws a ring around a place, and leaves what is inside it', () => {
    const raster = new Raster(40, 40)
    raster.ring(20, 20, 10, 4, [200, 100, 50])
    const redAt = (x: number, y: number) => raster.colourAt(x, y)[0]
    expect([20, 13, 10, 6].map(x => redAt(x, 20))).toEqual([0, 0, 200, 0])
    expect([20, 29, 34].map(y => redAt(20, y))).toEqual([0, 200, 0])
  })

  it('shares a thin line among the pixels that it crosses', () => {
    const steep: [number, number, number, number] = [30.2, 1, 31.9, 40]
    for (const [x0, y0, x1, y1] of [[2, 9.3, 40, 17.8], [40, 17.8, 2, 9.3], steep]) {
      const raster = new Raster(48, 48)
      raster.hair(x0, y0, x1, y1, [200, 100, 50], 0.5)
      const isSteep = Math.abs(y1 - y0) > Math.abs(x1 - x0)
      for (let at = 4; at < 38; at++) {
        let red = 0
        let middle = 0
        for (let side = 0; side < 48; side++) {
          const [value] = isSteep ? raster.colourAt(side, at) : raster.colourAt(at, side)
          red += value
          middle += value * (side + 0.5)
        }
        expect(red).toBeGreaterThanOrEqual(99)
        expect(red).toBeLessThanOrEqual(101)
        const share = isSteep ? (at + 0.5 - y0) / (y1 - y0) : (at + 0.5 - x0) / (x1 - x0)
        expect(middle / red).toBeCloseTo(isSteep ? x0 + (x1 - x0) * share : y0 + (y1 - y0) * share, 1)
      }
    }
  })
})

describe('isthmus render', () => {
  const { path } = temporaryFolder()

  it('draws every layer of the page', async () => {
    writeFileSync(path('plain.atlas'), plain)
    writeFileSync(path('niche.atlas'), await bakeNiche())
    const argv = ['render', path('niche.atlas'), '--path', '3,5', '90,80', '--scale', '4']
    const bytesOf = new Map<string, string>()
    for (const layer of LAYERS) {
      const { layers } = await jsonOf(
        ...argv,
        '--layers',
        `terrain,${layer}`.replace('terrain,terrain', 'terrain'),
        '-o',
        path('a.png'),
      )
      expect(layers).toContain(layer)
      bytesOf.set(layer, Buffer.from(decode(readFileSync(path('a.png'))).data).toString('latin1'))
    }
    // One island and one cost: islands look like the terrain.
    expect(bytesOf.get('islands')).toBe(bytesOf.get('terrain'))
    expect(new Set(bytesOf.values()).size).toBe(LAYERS.length - 1)
  })

  /** Open ground with a room that has one door: a dead end, and choke points. */
  function bakeNiche(): Promise<Uint8Array> {
    const cost = new Uint8Array(SIDE * SIDE).fill(1)
    for (let y = 9; y < 14; y++) for (let x = 40; x < 47; x++) cost[y * SIDE + x] = 0
    for (let y = 10; y < 13; y++) cost.fill(1, y * SIDE + 41, y * SIDE + 46)
    cost[13 * SIDE + 43] = 1
    return bake({ width: SIDE, height: SIDE, cost })
  }

  it('refuses a layer that there is not', async () => {
    const { status, err } = await runCli('render', path('plain.atlas'), '-o', path('b.png'), '--layers', 'clouds')
    expect(status).toBe(2)
    expect(err).toContain(`it must be ${LAYERS.slice(0, -1).join(', ')} or ${LAYERS.at(-1)}`)
  })
})
