/** Values of a wrong kind from plain JavaScript and from JSON: each is refused with a code and in words. */
import { describe, expect, it } from 'vitest'
import { bake, generate, groundFromTiles, openAtlas } from '../../src/index.ts'
import { readMap, writePngMap, writeText } from '../../src/maps.ts'
import { makeCurve, WaypointShaper } from '../../src/shape.ts'
import { bakeWorld, drawIslandsOnTiled, drawPathOnTiled, openWorld, readWorld } from '../../src/world.ts'

const grid = { width: 4, height: 4, cost: new Uint8Array(16).fill(1) }
const { terrain } = openAtlas(await bake(grid))
const line = Int32Array.of(0, 0, 3, 3)
const text = writeText(grid)
const lawn = groundFromTiles([...'gggg'], 2, { g: 'grass' })
const world = openWorld(await bakeWorld({ maps: { a: grid }, portals: [] }))
const picture = writePngMap(grid)
const ends = { from: { map: 'a', x: 0, y: 0 }, to: { map: 'a', x: 3, y: 3 } }

// biome-ignore lint/suspicious/noExplicitAny: these are values that the types forbid.
type Given = any

const CALLS: Record<string, (value: Given) => unknown> = {
  'generate, a kind': value => generate(value, { width: 4, height: 4 }),
  'generate, options': value => generate('open', value),
  'generate, a side': value => generate('open', { width: value, height: 4 }),
  'generate, a seed': value => generate('open', { width: 4, height: 4, seed: value }),
  'generate, an option': value => generate('maze', { width: 4, height: 4, corridorCells: value }),
  'readMap, width': value => readMap(new Uint8Array(16), { width: value, bits: 8 }),
  'readMap, cellsMax': value => readMap(text, { cellsMax: value }),
  'readMap, wallBelow': value => readMap(picture, { wallBelow: value }),
  'readMap, palette': value => readMap(picture, { palette: value }),
  'readMap, a colour': value => readMap(picture, { palette: { '#ffffff': value } }),
  'readWorld, a cost': value => readWorld(text, () => text, { costs: { wall: value } }),
  'readWorld, cellsMax': value => readWorld(text, () => text, { cellsMax: value }),
  'drawPathOnTiled, a map': value => drawPathOnTiled(value, [0, 0]),
  'drawIslandsOnTiled, a map': value => drawIslandsOnTiled(value, () => 0),
  'bake, what a ground costs': value => bake(lawn, { travellers: { man: { costs: { grass: value } } } }),
  'bake, a size': value => bake(lawn, { travellers: { man: { costs: { grass: 1 }, size: value } } }),
  'bake, a turn': value => bake(lawn, { travellers: { man: { costs: { grass: 1 }, turn: value } } }),
  'makeCurve, tension': value => makeCurve(terrain, line, { tension: value }),
  'makeCurve, kind': value => makeCurve(terrain, line, { kind: value }),
  'shape, clearance': value => new WaypointShaper(terrain).shape(line.subarray(0, 2), { clearanceCells: value }),
  'bakeWorld, a place': value =>
    bakeWorld({ maps: { a: grid }, portals: [{ id: 'p', ...ends, to: { ...ends.to, x: value } }] }),
  'bakeWorld, a map of a place': value =>
    bakeWorld({ maps: { a: grid }, portals: [{ id: 'p', ...ends, to: { ...ends.to, map: value } }] }),
  'bakeWorld, hours': value =>
    bakeWorld({ maps: { a: grid }, portals: [{ id: 'p', ...ends, open: { every: value, from: 1, until: 2 } }] }),
  'a world, a map': value => world.map(value),
  'a world, a portal': value => world.portal(value),
  'a world, an engine': value => world.finder({ engine: value }),
  'bakeWorld, an origin': value => bakeWorld({ maps: { a: grid }, portals: [], origins: { a: { x: value, y: 0 } } }),
}

const VALUES: readonly (readonly [string, unknown])[] = [
  ['a symbol', Symbol('s')],
  ['a BigInt', 10n],
  ['null', null],
  ['an object', {}],
  ['a text', '10'],
]
/** What these calls take. */
const SOUND = new Set(['generate, options, an object', 'readMap, palette, an object', 'generate, a seed, null'])

describe.each(Object.entries(CALLS))('%s', (name, call) => {
  it.each(VALUES)('of %s is refused, with a code', async (kind, value) => {
    if (SOUND.has(`${name}, ${kind}`)) return
    const outcome = await Promise.resolve()
      .then(() => call(value))
      .then(
        () => null,
        error => error,
      )
    if (value === null && outcome === null) return
    expect(outcome).toMatchObject({ name: 'IsthmusError', code: expect.any(String) })
    expect(outcome.message).not.toContain('[object')
  })
})

describe('a trip', () => {
  it.each(VALUES)('to a map that is %s has an answer in words', (_, value) => {
    const trip = world.finder().find({ map: 'a', x: 0, y: 0 }, { map: value as string, x: 0, y: 0 })
    expect(trip).toMatchObject({ status: 'noSuchMap', message: expect.not.stringContaining('[object') })
  })
})

describe('a Tiled map', () => {
  const bytes = (map: object) => new TextEncoder().encode(JSON.stringify(map))
  const map = { width: 2, height: 2, tilewidth: 8, tileheight: 8 }

  it('without layers gets the first one', () => {
    const drawn = JSON.parse(new TextDecoder().decode(drawPathOnTiled(bytes(map), [0, 0, 1, 1])))
    expect(drawn.layers).toHaveLength(1)
  })

  it('whose width is an object is refused in words', () => {
    expect(() => drawPathOnTiled(bytes({ ...map, width: {} }), [0, 0])).toThrow('"width" is a value of type object')
  })
})

describe('bakeWorld', () => {
  it('takes null for no options, and refuses an option that it does not have', async () => {
    const source = { maps: { a: grid }, portals: [] }
    expect(await bakeWorld(source, null)).toEqual(await bakeWorld(source))
    await expect(bakeWorld(source, { worker: 2 } as object)).rejects.toThrow('Did you mean workers?')
  })
})
