/**
 * Calls of live maps, views and surveys with things that make no sense: each is an error with a code that says what was found,
 * and none a TypeError from the depths.
 */

import { beforeAll, describe, expect, it } from 'vitest'
import {
  bake,
  generate,
  groundFromTiles,
  IsthmusError,
  type LiveMap,
  openAtlas,
  openLive,
  type View,
} from '../../src/index.ts'
import { chokePoints, clearanceAlong, deadEnds, whatIf, widthAt } from '../../src/travellers.ts'

// biome-ignore lint/suspicious/noExplicitAny: what is handed over makes no sense to the compiler either
type Any = any
const SENSELESS: Any[] = [Symbol('s'), 10n, {}, null, () => 1, 'x', Number.NaN, undefined, [], true, Infinity, -1, 0.5]
const HEAT = new Float32Array(4)
const BOX = { x: 1, y: 1, width: 3, height: 3 }

const CALLS: Record<string, (value: Any, live: LiveMap, view: View) => unknown> = {
  branch: (value, live) => [live.branch(value), live.branch({ fear: value }), live.branch({ traveller: value })],
  set: (value, live) => live.set(value, 1, 1),
  'set to': (value, live) => live.set(1, 1, value),
  fill: (value, live) => live.fill(value, 1),
  'fill a disc': (value, live) => live.fill({ x: value, y: 0, radius: value }, 1),
  paint: (value, live) => live.paint([value, 1], [1]),
  'paint with': (value, live) => live.paint([1, 1], value),
  journal: (value, live) => [live.journal(value), live.journal({ since: value })],
  apply: (value, live) => live.apply(value),
  listen: (value, live) => live.listen(value),
  'ask as': (value, live) => [live.isReachable(1, 1, 2, 2, value), live.finder({ traveller: value })],
  costAt: (value, live) => [live.costAt(value, 1), live.islandOf(1, value)],
  watch: (value, live) => live.watch(live.finder().find(1, 1, 2, 2), () => {}, value),
  find: (value, live) => live.finder().find(value, 1, 1, 1, value),
  'find with': (value, live) => live.finder().find(1, 1, 2, 2, { quality: value, nearest: value, previous: value }),
  costsTo: (value, live) => live.finder().costsTo({ x: 1, y: 1 }, value),
  'set in a view': (value, _, view) => view.set(value, 1, 1),
  raise: (value, _, view) => [view.raise(BOX, value), view.raise(value, 1)],
  influence: (value, _, view) => view.influence(HEAT, { width: value, cells: value, scale: value }),
  'influence by': (value, _, view) => [view.influence(HEAT, value), view.influence(value, { width: 2 })],
  decay: (value, _, view) => [view.decay(0.5, value), view.decay(0.5, { blocksMax: value }), view.decay(value)],
  ground: (value, _, view) => [view.ground(value, null), view.ground('grass', { costs: value })],
  see: (value, _, view) => view.see(value),
  unknown: (value, _, view) => view.unknown(value),
  'unknown of': (value, _, view) => view.unknown({ cost: value }),
  commitInSlices: (value, _, view) => view.commitInSlices({ signal: value }),
  chokePoints: (value, live) => [chokePoints(live.snapshot(), value), deadEnds(live.snapshot(), { least: value })],
  widthAt: (value, live) => widthAt(live.snapshot(), value, 3),
  clearanceAlong: (value, live) => clearanceAlong(live.snapshot(), [value, 1]),
  whatIf: (value, live) => whatIf(live.snapshot(), BOX, { pairs: value }),
  nearest: (value, live) => live.snapshot().nearest(value, 1, { island: value }),
  'snapshot as': (value, live) => live.snapshot().as(value),
}

describe('a live map', () => {
  const files: Uint8Array[] = []
  beforeAll(async () => {
    const grounds = groundFromTiles(new Array(40 * 40).fill('g'), 40, { g: 'grass', w: 'water' })
    const travellers = { one: { costs: { grass: 1 } }, two: { costs: { grass: 1 }, size: 2 } }
    files.push(await bake(generate('open', { width: 40, height: 40 })), await bake(grounds, { travellers }))
  })

  it.each(Object.entries(CALLS))('answers %s of anything, or tells what is wrong with it', async (_, call) => {
    for (const file of files) {
      for (const value of SENSELESS) {
        const live = openLive(file)
        const view = live.branch()
        try {
          await call(value, live, view)
          view.commit()
          live.commit()
        } catch (error) {
          if (!(error instanceof IsthmusError)) expect.fail(`${typeof value} gives ${error}`)
        }
      }
    }
  })

  it('is not opened with options that are none', () => {
    for (const value of [Symbol('s'), 10n, 'x', 1] as Any[]) {
      expect(() => openLive(files[0], value)).toThrow(/The journal is|journal/)
      expect(() => openLive(files[0], null, value)).toThrow(/The options are/)
    }
    expect(() => openLive(files[0], {} as Any)).toThrow(/The journal is a value of type object/)
  })
})

describe('a file whose memory is gone', () => {
  it.each([
    [
      'transferred',
      (file: Uint8Array) => void structuredClone(file.buffer, { transfer: [file.buffer as ArrayBuffer] }),
    ],
    ['shrunk', (file: Uint8Array) => (file.buffer as Any).resize(file.length - 64)],
  ])('was %s: all that asks it says so, and does not call cells walls', async (_, lose) => {
    const baked = await bake(generate('rooms', { width: 150, height: 150, seed: 1 }))
    const Resizable = ArrayBuffer as Any
    for (const isTracking of [false, true]) {
      const buffer = new Resizable(baked.length, { maxByteLength: baked.length }) as ArrayBuffer
      const file = isTracking ? new Uint8Array(buffer) : new Uint8Array(buffer, 0, baked.length)
      file.set(baked)
      const atlas = openAtlas(file)
      const live = openLive(file)
      const finder = atlas.finder()
      const route = finder.find(2, 2, 140, 140)
      lose(file)
      const asking = [
        () => finder.find(1, 1, 140, 140),
        () => atlas.isReachable(1, 1, 140, 140),
        () => atlas.costAt(1, 1),
        () => atlas.finder(),
        () => finder.costsTo({ x: 1, y: 1 }, [{ x: 3, y: 3 }]),
        () => atlas.terrain,
      ]
      for (const ask of asking) expect(ask).toThrow(expect.objectContaining({ code: 'ATLAS_DAMAGED' }))
      // A live map has taken over all that it needs.
      expect(live.finder().find(2, 2, 140, 140).status).toBe(route.status)
    }
  })
})

describe('a route', () => {
  it('keeps its ends, whatever a caller does with them', async () => {
    const atlas = openAtlas(await bake(generate('open', { width: 90, height: 90 })))
    const route = atlas.finder().find(2, 2, 80, 70)
    expect(() => ((route.start as Any).x = 50)).toThrow(TypeError)
    Object.assign(route, { goal: { x: 0, y: 0 } })
    expect(Array.from(route.cells().slice(0, 2))).toEqual([2, 2])
    expect(Array.from(route.cells().slice(-2))).toEqual([80, 70])
  })
})
