/**
 * LDtk's projects: levels inside and outside of the file, values and tiles with a meaning, entities that lead to others.
 */
import { describe, expect, it } from 'vitest'
import type { ReadWorldOptions } from '../../src/format/world/description.ts'
import { readWorld } from '../../src/format/world/read.ts'

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
    expect(Array.from(world.maps.Start.cost)).toEqual([0, 5, 1, 0, 1, 1])
    expect(world.origins.Start).toEqual({ x: 2, y: -1 })
  })

  it('lets the topmost layer win that says something, by tags and custom data of tiles', async () => {
    const tile = (x: number, y: number, t: number) => ({ px: [16 * x, 16 * y], src: [0, 0], f: 3, t })
    const gridTiles = [tile(0, 0, 5), tile(1, 0, 6), tile(2, 0, 4), tile(9, 9, 4)]
    const tiles = instance({ __identifier: 'Deco', __type: 'Tiles', layerDefUid: 11, __tilesetDefUid: 20, gridTiles })
    const world = await read(project({ levels: [level('Start', [tiles, GRID])] }), { costs: { swamp: 5 } })
    expect(Array.from(world.maps.Start.cost)).toEqual([9, 5, 5, 0, 1, 1])
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
    ['a file outside', project({ levels: [level('One', null, { externalRelPath: '../One.ldtkl' })] }), 'outside'],
  ])('is refused in words: %s', async (_, file, word) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'BAD_MAP', message: expect.stringContaining(word) })
  })
})
