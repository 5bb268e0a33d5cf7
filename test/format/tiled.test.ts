/**
 * Tiled's files, each special case one: what they say of costs, places and portals, however they are written down.
 */
import { gzipSync, zlibSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { ReadWorldOptions, WorldDescription } from '../../src/format/world/description.ts'
import { readWorld } from '../../src/format/world/read-world.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const json = (value: unknown) => encode(JSON.stringify(value))
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const bytesOf = (tiles: number[]) => new Uint8Array(Uint32Array.from(tiles).buffer)
/** What the command line tool `zstd` makes of the 24 bytes of [1, 2, 1, 0, 1, 2]. */
const ZSTD = 'KLUv/SQYwQAAAQAAAAIAAAABAAAAAAAAAAEAAAACAAAAbxwUpw=='

const GRASS_AND_WATER = {
  firstgid: 1,
  name: 'ground',
  tiles: [
    { id: 0, properties: [{ name: 'cost', type: 'int', value: 3 }] },
    { id: 1, properties: [{ name: 'wall', type: 'bool', value: true }] },
  ],
}

function tmj(fields: object): Record<string, unknown> {
  return {
    ...{ type: 'map', orientation: 'orthogonal', width: 3, height: 2, tilewidth: 16, tileheight: 16, infinite: false },
    ...{ tilesets: [GRASS_AND_WATER], layers: [layer([1, 2, 1, 0, 1, 2])] },
    ...fields,
  }
}

function layer(data: unknown, fields: object = {}): Record<string, unknown> {
  return { type: 'tilelayer', name: 'floor', width: 3, height: 2, x: 0, y: 0, data, ...fields }
}

const noFiles = (path: string): Uint8Array => {
  throw new Error(`no file ${path}`)
}

function read(file: object | string, options?: ReadWorldOptions, files: Record<string, Uint8Array> = {}) {
  const bytes = typeof file === 'string' ? encode(file) : json(file)
  return readWorld(bytes, path => files[path] ?? noFiles(path), options)
}

const costsOf = (world: WorldDescription, name = 'map') => Array.from(world.maps[name].cost)

describe('a Tiled map', () => {
  const EXPECTED = [3, 0, 3, 0, 3, 0]

  it.each([
    ['a list', layer([1, 2, 1, 0, 1, 2])],
    ['base64', layer(base64(bytesOf([1, 2, 1, 0, 1, 2])), { encoding: 'base64' })],
    ['zlib', layer(base64(zlibSync(bytesOf([1, 2, 1, 0, 1, 2]))), { encoding: 'base64', compression: 'zlib' })],
    ['gzip', layer(base64(gzipSync(bytesOf([1, 2, 1, 0, 1, 2]))), { encoding: 'base64', compression: 'gzip' })],
    ['zstd', layer(ZSTD, { encoding: 'base64', compression: 'zstd' })],
  ])('reads its tiles from %s', async (_, tiles) => {
    expect(costsOf(await read(tmj({ layers: [tiles] })))).toEqual(EXPECTED)
  })

  it('clears all four flags of a tile’s number', async () => {
    const turned = [0x80000001, 0x40000002, 0x20000001, 0, 0x10000001, 0xf0000002]
    expect(costsOf(await read(tmj({ layers: [layer(turned)] })))).toEqual(EXPECTED)
  })

  it('lets the top layer win that says something', async () => {
    const decoration = layer([9, 9, 0, 9, 0, 9], { name: 'decoration' })
    const tilesets = [GRASS_AND_WATER, { firstgid: 9, name: 'flowers', tiles: [] }]
    const below = layer([1, 2, 1, 0, 1, 2])
    expect(costsOf(await read(tmj({ tilesets, layers: [below, decoration] })))).toEqual([3, 0, 3, 1, 3, 0])
    const bridge = layer([0, 1, 0, 0, 0, 0], { name: 'bridge' })
    expect(costsOf(await read(tmj({ layers: [below, bridge] })))).toEqual([3, 3, 3, 0, 3, 0])
  })

  it('takes costs from classes, from names of layers and from the caller’s table', async () => {
    const tilesets = [
      {
        firstgid: 1,
        name: 't',
        tiles: [
          { id: 0, class: 'swamp' },
          { id: 1, type: 'road' },
        ],
      },
    ]
    const walls = layer([0, 0, 0, 0, 0, 5], { name: 'Walls' })
    const fields = { tilesets, layers: [layer([1, 2, 3, 1, 2, 3]), walls] }
    expect(costsOf(await read(tmj(fields), { costs: { swamp: 7, road: 2 } }))).toEqual([7, 2, 1, 7, 2, 0])
    const byLayer = { tilesets, layers: [layer([3, 3, 3, 0, 0, 0], { properties: [{ name: 'cost', value: 9 }] })] }
    expect(costsOf(await read(tmj(byLayer), { empty: 4 }))).toEqual([9, 9, 9, 4, 4, 4])
  })

  it('takes groups of layers apart', async () => {
    const group = {
      type: 'group',
      name: 'all',
      layers: [{ type: 'group', name: 'in', layers: [layer([1, 1, 1, 1, 1, 1])] }],
    }
    expect(costsOf(await read(tmj({ layers: [group] })))).toEqual([3, 3, 3, 3, 3, 3])
  })

  it('reads tilesets of other files, TSJ and TSX, but none outside the folder', async () => {
    const tsx = `<?xml version="1.0"?><tileset name="g"><tile id="0"><properties>
      <property name="cost" type="int" value="3"/></properties></tile>
      <tile id="1"><properties><property name="wall" type="bool" value="true"/></properties></tile></tileset>`
    const files = { 'sets/g.tsx': encode(tsx), 'sets/g.tsj': json({ ...GRASS_AND_WATER, firstgid: undefined }) }
    for (const source of ['sets/g.tsx', 'sets\\g.tsj', './sets/../sets/g.tsj']) {
      const world = await read(tmj({ tilesets: [{ firstgid: 1, source }] }), {}, files)
      expect(costsOf(world)).toEqual(EXPECTED)
    }
    for (const source of ['../g.tsx', 'sets/../../g.tsx', '/etc/passwd', 'C:\\g.tsx', 'http://x/g.tsx']) {
      const asked = read(tmj({ tilesets: [{ firstgid: 1, source }] }), {}, files)
      await expect(asked).rejects.toMatchObject({ code: 'BAD_MAP', message: expect.stringContaining(source) })
    }
  })

  it('puts the chunks of an infinite map together, from negative cells on', async () => {
    const chunk = (x: number, y: number, data: number[]) => ({ x, y, width: 2, height: 1, data })
    const tiles = { type: 'tilelayer', name: 'floor', chunks: [chunk(-2, -1, [1, 2]), chunk(0, 0, [2, 1])] }
    const spot = { id: 1, name: 'camp', x: 17, y: 1, point: true, width: 0, height: 0 }
    const objects = { type: 'objectgroup', name: 'places', objects: [spot] }
    const world = await read(tmj({ infinite: true, layers: [tiles, objects] }))
    expect([world.maps.map.width, world.maps.map.height]).toEqual([4, 2])
    expect(costsOf(world)).toEqual([3, 0, 0, 0, 0, 0, 0, 3])
    expect(world.origins.map).toEqual({ x: -2, y: -1 })
    expect(world.places).toEqual([{ name: 'camp', kind: '', map: 'map', x: 3, y: 1 }])
  })

  it('is as good isometric, whose objects are measured by the height of a tile', async () => {
    const objects = {
      type: 'objectgroup',
      name: 'o',
      objects: [{ id: 1, name: 'a', x: 40, y: 17, width: 0, height: 0 }],
    }
    const world = await read(
      tmj({ orientation: 'isometric', tilewidth: 64, layers: [layer([1, 2, 1, 0, 1, 2]), objects] }),
    )
    expect(costsOf(world)).toEqual(EXPECTED)
    expect(world.places[0]).toMatchObject({ x: 2, y: 1 })
  })

  it('paints the rectangles of a layer of walls, and notes what it cannot paint', async () => {
    const box = { id: 1, x: 16, y: 0, width: 32, height: 16, name: '' }
    const round = { id: 2, x: 0, y: 0, width: 16, height: 16, ellipse: true, name: '' }
    const walls = { type: 'objectgroup', name: 'collision', objects: [box, round] }
    const world = await read(tmj({ layers: [layer([1, 1, 1, 1, 1, 1]), walls] }))
    expect(costsOf(world)).toEqual([3, 0, 0, 3, 3, 3])
    expect(world.notes).toEqual([expect.stringContaining('object 2')])
  })

  it('is the same map as XML', async () => {
    const tmx = (data: string) => `<?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">
      <map version="1.10" orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16" infinite="0">
       <tileset firstgid="1" name="g"><tile id="0"><properties><property name="cost" type="int" value="3"/></properties></tile>
        <tile id="1"><properties><property name="wall" type="bool" value="true"/></properties></tile></tileset>
       <group name="all"><layer id="1" name="floor" width="3" height="2">${data}</layer></group>
       <objectgroup name="o"><object id="4" name="a &amp; b" type="sign" x="33" y="1"><point/></object></objectgroup>
      </map>`
    const forms = [
      '<data encoding="csv">\n1,2,1,\n0,1,2\n</data>',
      `<data encoding="base64" compression="zlib">\n ${base64(zlibSync(bytesOf([1, 2, 1, 0, 1, 2])))}\n</data>`,
      '<data><tile gid="1"/><tile gid="2"/><tile gid="1"/><tile/><tile gid="1"/><tile gid="2"/></data>',
    ]
    for (const form of forms) {
      const world = await read(tmx(form))
      expect(costsOf(world)).toEqual(EXPECTED)
      expect(world.places).toEqual([{ name: 'a & b', kind: 'sign', map: 'map', x: 2, y: 0 }])
    }
  })
})

describe('objects that refer to each other', () => {
  const object = (id: number, x: number, fields: object = {}) => ({
    id,
    name: `p${id}`,
    x,
    y: 1,
    width: 0,
    height: 0,
    ...fields,
  })
  const link = (value: number) => ({ properties: [{ name: 'to', type: 'object', value }] })
  const ofObjects = (objects: object[]) =>
    tmj({ layers: [layer([1, 1, 1, 1, 1, 1]), { type: 'objectgroup', name: 'o', objects }] })

  it('become one portal for both ways, or one in one direction', async () => {
    const pair = await read(ofObjects([object(1, 1, link(2)), object(2, 33, link(1))]))
    const ends = { from: { map: 'map', x: 0, y: 0 }, to: { map: 'map', x: 2, y: 0 } }
    expect(pair.portals).toEqual([{ id: 'p1', ...ends }])
    const single = await read(ofObjects([object(1, 1, link(2)), object(2, 33)]))
    expect(single.portals).toEqual([{ id: 'p1', ...ends, oneWay: true }])
  })

  it('carry cost and keys, and are refused where they lead nowhere', async () => {
    const properties = [
      { name: 'to', type: 'object', value: 2 },
      { name: 'cost', type: 'float', value: 2.5 },
      { name: 'needs', type: 'string', value: 'silver key, lamp' },
    ]
    const world = await read(ofObjects([object(1, 1, { properties }), object(2, 33, link(1))]))
    expect(world.portals[0]).toMatchObject({ cost: 2.5, needs: ['silver key', 'lamp'] })
    await expect(read(ofObjects([object(1, 1, link(77))]))).rejects.toMatchObject({ code: 'BAD_MAP' })
  })

  it('lead to objects of other maps by name', async () => {
    const target = (value: string) => ({ properties: [{ name: 'target', type: 'string', value }] })
    const files = {
      'maps/a.tmj': json(ofObjects([object(1, 1, target('b#p5'))])),
      'maps/b.tmj': json(ofObjects([object(5, 33, target('a#p1'))])),
    }
    const maps = [
      { fileName: 'maps/a.tmj', x: 0, y: 0 },
      { fileName: 'maps/b.tmj', x: 48, y: -32 },
    ]
    const world = await read({ type: 'world', maps }, {}, files)
    expect(Object.keys(world.maps)).toEqual(['a', 'b'])
    expect(world.origins.b).toEqual({ x: 3, y: -2 })
    expect(world.portals).toEqual([{ id: 'p1', from: { map: 'a', x: 0, y: 0 }, to: { map: 'b', x: 2, y: 0 } }])
  })
})

describe('a Tiled world', () => {
  it('finds its maps by a pattern in the names that are listed', async () => {
    const files = { 'm_0_0.tmj': json(tmj({})), 'm_1_0.tmj': json(tmj({})) }
    const pattern = { regexp: 'm_(\\d+)_(\\d+)\\.tmj', multiplierX: 48, multiplierY: 32, offsetX: 16, offsetY: 0 }
    const world = await read(
      { type: 'world', patterns: [pattern] },
      { list: () => [...Object.keys(files), 'x.png'] },
      files,
    )
    expect(world.origins).toEqual({ m_0_0: { x: 1, y: 0 }, m_1_0: { x: 4, y: 0 } })
  })

  it('refuses a pattern that could take for ever', async () => {
    const asked = read({ type: 'world', patterns: [{ regexp: '(a+)+$' }] }, { list: () => ['aaaa'] })
    await expect(asked).rejects.toMatchObject({ code: 'BAD_MAP' })
  })
})

describe('what cannot be read', () => {
  const zlib = (bytes: Uint8Array) => layer(base64(zlibSync(bytes)), { encoding: 'base64', compression: 'zlib' })

  it.each([
    ['staggered', tmj({ orientation: 'staggered' }), 'staggered'],
    ['hexagonal', tmj({ orientation: 'hexagonal' }), 'hexagonal'],
    ['too few tiles', tmj({ layers: [layer([1, 2])] }), '2 tiles in place of 6'],
    ['a tile of no tileset', tmj({ tilesets: [], layers: [layer([1, 0, 0, 0, 0, 0])] }), 'tile number 1'],
    ['more than its cells', tmj({ layers: [zlib(new Uint8Array(1 << 20))] }), 'longer than'],
    ['no such compression', tmj({ layers: [layer('AAAA', { encoding: 'base64', compression: 'lzma' })] }), 'lzma'],
    ['no base64', tmj({ layers: [layer('***', { encoding: 'base64' })] }), 'base64'],
    [
      'a cost of 300',
      tmj({ layers: [layer([1, 1, 1, 1, 1, 1], { properties: [{ name: 'cost', value: 300 }] })] }),
      '300',
    ],
    ['an absurd size', tmj({ width: 1e9, layers: [] }), '1000000000'],
    ['half a size', tmj({ width: 2.5 }), '2.5'],
    ['a missing file', tmj({ tilesets: [{ firstgid: 1, source: 'gone.tsx' }] }), 'gone.tsx'],
    ['broken XML', '<map><layer></map>', 'XML'],
    ['deep XML', `${'<map>'.repeat(50_000)}${'</map>'.repeat(50_000)}`, 'nested'],
    ['broken JSON', '{"type":"map",', 'JSON'],
  ])('is told in words: %s', async (_, file, word) => {
    await expect(read(file as object | string)).rejects.toMatchObject({
      name: 'IsthmusError',
      message: expect.stringContaining(word),
    })
  })

  it('names the layer', async () => {
    const file = tmj({ layers: [{ type: 'group', name: 'outer', layers: [layer([1], { name: 'inner' })] }] })
    await expect(read(file)).rejects.toMatchObject({ message: expect.stringContaining('layer "outer", layer "inner"') })
  })

  it('paints no map over without end: in rectangles, in layers, in chunks larger than the map', async () => {
    const box = { x: 0, y: 0, width: 48, height: 32, name: '' }
    const boxes = Array.from({ length: 600 }, (_, id) => ({ ...box, id }))
    const many = { type: 'objectgroup', name: 'walls', objects: boxes }
    const layers = Array.from({ length: 600 }, () => layer([1, 1, 1, 1, 1, 1]))
    const huge = layer(base64(zlibSync(new Uint8Array(64))), {
      ...{ width: 30_000, height: 30_000, encoding: 'base64', compression: 'zlib' },
    })
    for (const drawn of [[layer([1, 1, 1, 1, 1, 1]), many], layers, [huge]]) {
      const asked = read(tmj({ layers: drawn }))
      await expect(asked).rejects.toMatchObject({ code: 'BAD_MAP', message: expect.stringContaining('3 x 2 cells') })
    }
  })

  it('is never a crash, wherever a file is cut or changed', async () => {
    const whole = json(tmj({ layers: [zlib(bytesOf([1, 2, 1, 0, 1, 2]))] }))
    for (let i = 0; i < whole.length; i += 3) {
      const flipped = whole.slice()
      flipped[i] ^= 1 << (i % 7)
      for (const bytes of [whole.subarray(0, i), flipped]) {
        const answer = await readWorld(bytes, noFiles).catch(error => error)
        expect(answer.name === 'IsthmusError' || 'maps' in answer).toBe(true)
      }
    }
  })
})
