/**
 * Tiled's files, each special case one: what they say of costs, places and portals, however they are written down.
 */
import { gzipSync, zlibSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { base64, bytesOf, costsOf, encode, GRASS_AND_WATER, json, layer, read, tmj } from '../support/tiled.ts'

/** What the command line tool `zstd` makes of the 24 bytes of [1, 2, 1, 0, 1, 2]. */
const ZSTD = 'KLUv/SQYwQAAAQAAAAIAAAABAAAAAAAAAAEAAAACAAAAbxwUpw=='

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

  it('takes the cost of a tile from its tileset, where the tile says none', async () => {
    const tilesets = [{ ...GRASS_AND_WATER, properties: [{ name: 'cost', value: 8 }] }]
    expect(costsOf(await read(tmj({ tilesets, layers: [layer([1, 2, 5, 6, 0, 5])] })))).toEqual([3, 0, 8, 8, 0, 8])
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

  it('reads objects without an id, which nothing can refer to', async () => {
    const camp = { name: 'camp', x: 17, y: 1, width: 0, height: 0 }
    const inn = { ...camp, name: 'inn', x: 33 }
    const objects = { type: 'objectgroup', name: 'places', objects: [camp, inn] }
    const world = await read(tmj({ layers: [layer([1, 1, 1, 1, 1, 1]), objects] }))
    expect(world.places.map(({ name, x }) => [name, x])).toEqual([
      ['camp', 1],
      ['inn', 2],
    ])
    const tmx = `<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16">
      <objectgroup name="o"><object name="camp" x="1" y="1"/></objectgroup></map>`
    expect((await read(tmx)).places).toMatchObject([{ name: 'camp' }])
  })

  it('takes a number beyond the last tileset for a missing tile, as Tiled does, and notes it', async () => {
    const tilesets = [{ ...GRASS_AND_WATER, tilecount: 2 }]
    const world = await read(tmj({ tilesets, layers: [layer([1, 2, 1, 0, 7, 9])] }))
    expect(costsOf(world)).toEqual([3, 0, 3, 0, 1, 1])
    expect(world.notes).toEqual([
      expect.stringContaining('tile number 7 is missing in the tileset "ground" of 2 tiles'),
    ])
    expect(world.notes[0]).toContain('and 1 others')
  })

  it('paints the rectangles of a layer of walls, and notes what it cannot paint', async () => {
    const box = { id: 1, x: 16, y: 0, width: 32, height: 16, name: '' }
    const round = { id: 2, x: 0, y: 0, width: 16, height: 16, ellipse: true, name: '' }
    const walls = { type: 'objectgroup', name: 'collision', objects: [box, round] }
    const world = await read(tmj({ layers: [layer([1, 1, 1, 1, 1, 1]), walls] }))
    expect(costsOf(world)).toEqual([3, 0, 0, 3, 3, 3])
    expect(world.notes).toEqual([expect.stringContaining('object 2')])
  })

  it.each(['ellipse', 'polygon', 'polyline'])('notes a wall of XML that is no rectangle: %s', async shape => {
    const tmx = `<map orientation="orthogonal" width="3" height="1" tilewidth="16" tileheight="16">
      <tileset firstgid="1" name="g"/><layer id="1" name="floor" width="3" height="1"><data encoding="csv">1,1,1</data></layer>
      <objectgroup name="collision"><object id="7" x="0" y="0" width="32" height="16"><${shape} points="0,0 32,0 32,16"/></object>
      </objectgroup></map>`
    const world = await read(tmx)
    expect([costsOf(world), world.notes]).toEqual([[1, 1, 1], [expect.stringContaining('object 7: only upright')]])
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

  it('become one portal for both ways, or, of class portal, one in one direction', async () => {
    const pair = await read(ofObjects([object(1, 1, link(2)), object(2, 33, link(1))]))
    const ends = { from: { map: 'map', x: 0, y: 0 }, to: { map: 'map', x: 2, y: 0 } }
    expect(pair.portals).toEqual([{ id: 'p1', ...ends }])
    const single = await read(ofObjects([object(1, 1, { ...link(2), class: 'portal' }), object(2, 33)]))
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
    const lost = read(ofObjects([object(1, 1, { ...link(77), class: 'portal' })]))
    await expect(lost).rejects.toMatchObject({ code: 'BAD_MAP', message: expect.stringContaining('map#77') })
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
