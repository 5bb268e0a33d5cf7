/**
 * LDtk's projects: levels inside and outside of the file, values and tiles with a meaning, entities that lead to others.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ReadWorldOptions } from '../../src/format/world/description.ts'
import { readWorld } from '../../src/format/world/read-world.ts'

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

const DEFS = {
  layers: [
    {
      uid: 10,
      intGridValues: [
        { value: 1, identifier: 'walls' },
        { value: 2, identifier: 'swamp' },
        { value: 3, identifier: null },
      ],
    },
    { uid: 11, intGridValues: [] },
  ],
  tilesets: [
    {
      uid: 20,
      enumTags: [{ enumValueId: 'swamp', tileIds: [4] }],
      customData: [
        { tileId: 5, data: '{ "cost": 9 }' },
        { tileId: 6, data: 'just a note' },
      ],
    },
  ],
}

function instance(fields: object): object {
  return {
    __cWid: 3,
    __cHei: 2,
    __gridSize: 16,
    layerDefUid: 10,
    intGridCsv: [],
    gridTiles: [],
    autoLayerTiles: [],
    ...fields,
  }
}

const GRID = instance({ __identifier: 'Ground', __type: 'IntGrid', intGridCsv: [1, 2, 3, 0, 3, 3] })

function entity(iid: string, px: number[], fields: object[] = [], more: object = {}): object {
  return { __identifier: 'Door', iid, px, width: 16, height: 16, __pivot: [0.5, 1], fieldInstances: fields, ...more }
}

const entities = (list: object[]) =>
  instance({ __identifier: 'Entities', __type: 'Entities', layerDefUid: 12, entityInstances: list })
const ref = (entityIid: string) => ({ __identifier: 'to', __type: 'EntityRef', __value: { entityIid, levelIid: 'x' } })
const level = (identifier: string, layerInstances: object[] | null, more: object = {}) => ({
  identifier,
  layerInstances,
  ...more,
})
const project = (fields: object) => ({ jsonVersion: '1.5.3', defs: DEFS, levels: [], ...fields })

function read(file: object, options: ReadWorldOptions = {}, files: Record<string, Uint8Array> = {}) {
  const resolve = (path: string) => {
    if (files[path] === undefined) throw new Error('there is none')
    return files[path]
  }
  return readWorld(json(file), resolve, options)
}

describe('an LDtk project', () => {
  it('has a map a level, by the names of its IntGrid’s values', async () => {
    const world = await read(project({ levels: [level('Start', [GRID], { worldX: 32, worldY: -16 })] }), {
      costs: { swamp: 5 },
    })
    expect(world.maps.Start).toMatchObject({ width: 3, height: 2 })
    expect(Array.from(world.maps.Start.cost)).toEqual([0, 5, 1, 1, 1, 1])
    expect(world.origins.Start).toEqual({ x: 2, y: -1 })
  })

  it('lets the topmost layer win that says something, by tags and custom data of tiles', async () => {
    const tile = (x: number, y: number, t: number) => ({ px: [16 * x, 16 * y], src: [0, 0], f: 3, t })
    const gridTiles = [tile(0, 0, 5), tile(1, 0, 6), tile(2, 0, 4), tile(9, 9, 4)]
    const tiles = instance({ __identifier: 'Deco', __type: 'Tiles', layerDefUid: 11, __tilesetDefUid: 20, gridTiles })
    const world = await read(project({ levels: [level('Start', [tiles, GRID])] }), { costs: { swamp: 5 } })
    expect(Array.from(world.maps.Start.cost)).toEqual([9, 5, 5, 1, 1, 1])
  })

  it('of before 1.0 has entities without iid, which are places', async () => {
    const name = { __identifier: 'name', __type: 'String', __value: 'inn' }
    const old = [entity(undefined as never, [24, 16], [name]), entity(undefined as never, [8, 16])]
    const levels = [level('One', [entities(old), GRID]), level('Two', [entities(old), GRID])]
    const world = await read(project({ jsonVersion: '0.9.3', levels }))
    expect(world.places.map(({ name, map }) => [name, map])).toEqual([
      ['inn', 'One'],
      ['inn', 'Two'],
    ])
    await expect(read(project({ jsonVersion: '0.5.0' }))).rejects.toThrow(/of LDtk 0.5.0: open it in a newer LDtk/)
  })

  it('reads levels of files of their own, and of several worlds', async () => {
    const files = { 'p/One.ldtkl': json(level('One', [GRID])) }
    const stub = level('One', null, { externalRelPath: 'p/One.ldtkl' })
    const world = await read(project({ levels: [stub], worlds: [{ levels: [level('Two', [GRID])] }] }), {}, files)
    expect(Object.keys(world.maps)).toEqual(['One', 'Two'])
  })

  it('makes portals of entities that refer to each other, on two levels too', async () => {
    const needs = { __identifier: 'Needs', __type: 'Array<String>', __value: ['key', 'lamp'] }
    const one = level('One', [entities([entity('aaa', [8, 16], [ref('bbb'), needs])]), GRID])
    const two = level('Two', [entities([entity('bbb', [40, 32], [ref('aaa')])]), GRID])
    const world = await read(project({ levels: [one, two] }))
    expect(world.portals).toEqual([
      { id: 'aaa', from: { map: 'One', x: 0, y: 0 }, to: { map: 'Two', x: 2, y: 1 }, needs: ['key', 'lamp'] },
    ])
  })

  it('names places by the entity’s field name', async () => {
    const name = { __identifier: 'Name', __type: 'String', __value: 'inn' }
    const world = await read(project({ levels: [level('One', [entities([entity('a', [24, 16], [name])]), GRID])] }))
    expect(world.places).toEqual([{ name: 'inn', kind: 'Door', map: 'One', x: 1, y: 0 }])
  })

  it.each([
    ['no levels', project({}), 'no level'],
    ['a level without layers', project({ levels: [level('One', null)] }), 'no layers'],
    ['a level twice', project({ levels: [level('One', [GRID]), level('One', [GRID])] }), '"One"'],
    [
      'an entity that leads nowhere',
      project({ levels: [level('One', [entities([entity('a', [8, 8], [ref('zz')])]), GRID])] }),
      'zz',
    ],
    [
      'too few values',
      project({ levels: [level('One', [instance({ __type: 'IntGrid', intGridCsv: [1, 2] })])] }),
      '2 values',
    ],
    ['cells of no width', project({ levels: [level('One', [{ ...GRID, __gridSize: 0 }])] }), '0 pixels'],
    [
      'a file for two levels',
      project({ levels: ['One', 'Two'].map(name => level(name, null, { externalRelPath: 'One.ldtkl' })) }),
      'One.ldtkl',
    ],
    ['a file outside', project({ levels: [level('One', null, { externalRelPath: '../One.ldtkl' })] }), 'outside'],
  ])('is refused in words: %s', async (_, file, word) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'BAD_MAP', message: expect.stringContaining(word) })
  })
})

const FIXTURES = new URL('../../fixtures/', import.meta.url)
const fixture = (name: string) => JSON.parse(readFileSync(new URL(`${name}.ldtk`, FIXTURES), 'utf8'))

/** The costs of the IntGrid layer `name` of every level, from a table of its values. */
function costsByValue(file: ReturnType<typeof fixture>, name: string, costOfValue: readonly number[]) {
  return file.levels.map(({ layerInstances }: { layerInstances: { __identifier: string; intGridCsv: number[] }[] }) => {
    const grid = layerInstances.find(layer => layer.__identifier === name)
    return grid?.intGridCsv.map(value => costOfValue[value])
  })
}

describe('what is floor in an LDtk project', () => {
  it.each([
    ['top-down', 'Collisions', [1, 0], 'walls: a wall. Cells without a value: cost 1, as some values are walls'],
    ['two-caves', 'Collisions', [1, 0, 0], 'walls, water (of Collisions): a wall'],
    ['platforms', 'Collisions', [1, 0, 0, 0], 'dirt (of Collisions), stone (of Collisions), ladder (of Collisions)'],
    ['clearing', 'Ground', [0, 1, 1], 'Cells without a value: a wall, as no value is a wall'],
    ['two-sizes', 'With_rules', [1, 0], 'walls: a wall'],
  ])('follows from the IntGrid, cell by cell, and is told: %s', async (name, layer, costOfValue, words) => {
    const file = fixture(name)
    const world = await read(file)
    const costs = Object.values(world.maps).map(({ cost }) => Array.from(cost))
    expect(costs).toEqual(costsByValue(file, layer, costOfValue))
    expect(world.notes[0]).toContain(words)
  })

  it('lets entities on cells without a value stand free', async () => {
    const world = await read(fixture('two-caves'))
    for (const { from, to } of world.portals) {
      for (const { map, x, y } of [from, to]) expect(world.maps[map].cost[y * world.maps[map].width + x]).toBe(1)
    }
    expect(world.portals.length).toBeGreaterThan(0)
  })

  it('is another where the caller says so', async () => {
    const walls = await read(fixture('top-down'), { empty: 0 })
    expect(walls.maps.Hall.cost.every(cost => cost === 0)).toBe(true)
    expect(walls.notes[0]).toContain('a wall, as asked')
    const grass = await read(fixture('clearing'), { empty: 7, costs: { swamp: 4 } })
    expect(grass.maps.Clearing.cost.slice(0, 4)).toEqual(Uint8Array.of(7, 7, 1, 1))
    const named = await read(fixture('two-sizes'), { costs: { first: 9 } })
    expect(named.maps.Yard.cost[0]).toBe(9)
  })

  it('is what tiles say where a level has no IntGrid', async () => {
    const gridTiles = [{ px: [16, 0], src: [0, 0], f: 0, t: 1 }]
    const tiles = instance({ __identifier: 'Floor', __type: 'Tiles', layerDefUid: 11, __tilesetDefUid: 20, gridTiles })
    const world = await read(project({ defs: { layers: [], tilesets: [] }, levels: [level('Start', [tiles])] }))
    expect(Array.from(world.maps.Start.cost)).toEqual([0, 1, 0, 0, 0, 0])
  })
})

describe('an LDtk project from a stranger', () => {
  const empty = (side: number) => instance({ __cWid: side, __cHei: side, __type: 'IntGrid', __identifier: 'Ground' })

  it.each([
    ['a level of absurd size', project({ levels: [level('One', [empty(1e9)])] }), '1000000000'],
    ['a level of more cells than are accepted', project({ levels: [level('One', [empty(20)])] }), 'more than 300'],
    [
      'many levels that are too large together',
      project({ levels: Array.from({ length: 20 }, (_, i) => level(`Level ${i}`, [empty(17)])) }),
      'The maps of the world',
    ],
    ['a size that is half a cell', project({ levels: [level('One', [empty(2.5)])] }), '2.5'],
    ['levels that are no list', project({ levels: [level('One', [GRID])], worlds: { a: 1 } }), '"worlds"'],
    ['a layer that is a number', project({ levels: [level('One', [7 as never])] }), 'layerInstances[0]'],
    [
      'a list where an entity should be',
      project({ levels: [level('One', [entities([[] as never]), GRID])] }),
      'entity',
    ],
  ])('is refused in words, with %s', async (_, file, word) => {
    await expect(read(file, { cellsMax: 300 })).rejects.toMatchObject({
      name: 'IsthmusError',
      message: expect.stringContaining(word),
    })
  })

  it('is refused when it is nested without end', async () => {
    const [open, close] = ['{"a":[', ']}'].map(text => text.repeat(500_000))
    const deep = `{"jsonVersion":"1","defs":{},"levels":[${open}${close}]}`
    const answer = await readWorld(new TextEncoder().encode(deep), () => new Uint8Array()).catch(error => error)
    expect(answer.name).toBe('IsthmusError')
  })

  it('notes as many entities outside of the map as there are, in a time that grows with their number', async () => {
    const list = Array.from({ length: 40_000 }, (_, i) => entity(`e${i}`, [8, i % 2 === 0 ? 16 : -900]))
    const { notes } = await read(project({ levels: [level('One', [entities(list), GRID])] }))
    expect(notes.filter(note => note.includes('outside')).length).toBe(20_000)
  })

  it('is never a crash, wherever a file is cut or changed', async () => {
    const door = entity('aaa', [8, 16], [ref('bbb')])
    const whole = json(project({ levels: [level('One', [entities([door, entity('bbb', [40, 32])]), GRID])] }))
    for (let i = 0; i < whole.length; i += 3) {
      const flipped = whole.slice()
      flipped[i] ^= 1 << (i % 7)
      for (const bytes of [whole.subarray(0, i), flipped]) {
        const answer = await readWorld(bytes, () => new Uint8Array()).catch(error => error)
        expect(answer.name === 'IsthmusError' || 'maps' in answer).toBe(true)
      }
    }
  })
})
