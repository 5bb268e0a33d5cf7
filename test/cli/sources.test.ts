/** Files of map editors on the command line: each command takes them, or its answer names the one that does. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { openAtlas } from '../../src/index.ts'
import { openWorld } from '../../src/world.ts'
import { jsonOf, runCli, temporaryFolder } from '../support/cli.ts'

const { path } = temporaryFolder()
const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url))
const bytesOf = (name: string) => new Uint8Array(readFileSync(path(name)))

/** Three cells by one: floor, swamp, nothing. */
const TMX = `<?xml version="1.0"?>
<map orientation="orthogonal" width="3" height="1" tilewidth="16" tileheight="16">
 <tileset firstgid="1" source="tiles.tsx"/>
 <layer name="floor" width="3" height="1"><data encoding="csv">1,2,0</data></layer>
 <objectgroup name="o"><object id="1" name="inn" x="1" y="1"/><object id="2" name="out" class="exit" x="17" y="1"/></objectgroup>
</map>`
const TSX = '<tileset name="tiles" tilecount="2"><tile id="1" class="swamp"/></tileset>'

beforeAll(() => {
  mkdirSync(path('realm'))
  writeFileSync(path('land.tmx'), TMX)
  writeFileSync(path('tiles.tsx'), TSX)
  writeFileSync(path('land.tmj'), JSON.stringify(tmj()))
  for (const name of ['land.tmx', 'tiles.tsx', 'land.tmj']) copyFileSync(path(name), path(`realm/${name}`))
  writeFileSync(
    path('realm/all.world'),
    JSON.stringify({ type: 'world', maps: [{ fileName: 'land.tmj', x: 0, y: 0 }] }),
  )
  copyFileSync(path('land.tmj'), path('realm/cell_2_0.tmj'))
  const pattern = { regexp: 'cell_(\\d+)_(\\d+)\\.tmj', multiplierX: 16, multiplierY: 16 }
  writeFileSync(path('realm/pattern.world'), JSON.stringify({ type: 'world', patterns: [pattern] }))
  copyFileSync(fixture('two-caves.ldtk'), path('caves.ldtk'))
  copyFileSync(fixture('top-down.ldtk'), path('hall.ldtk'))
})

function tmj(): object {
  const layer = { type: 'tilelayer', name: 'floor', width: 3, height: 1, data: [1, 1, 0] }
  const tilesets = [{ firstgid: 1, name: 't', tiles: [] }]
  return { orientation: 'orthogonal', width: 3, height: 1, tilewidth: 16, tileheight: 16, tilesets, layers: [layer] }
}

const costsOf = (name: string, width: number) => {
  const { terrain } = openAtlas(bytesOf(name))
  return Array.from({ length: width }, (_, x) => terrain.costAt(x, 0))
}

describe('a file of a map editor', () => {
  it('names files anywhere in the folder of --root', async () => {
    const away = path('game/maps/away.tmx')
    mkdirSync(path('game/maps'), { recursive: true })
    mkdirSync(path('game/tilesets'))
    writeFileSync(away, TMX.replace('tiles.tsx', '../tilesets/tiles.tsx'))
    writeFileSync(path('game/tilesets/tiles.tsx'), TSX)
    writeFileSync(path('game/maps/away.world'), JSON.stringify({ type: 'world', maps: [{ fileName: 'away.tmx' }] }))
    writeFileSync(path('game/world.json'), JSON.stringify({ maps: { away: 'maps/away.tmx' } }))
    const refused = await runCli('bake', away, '-o', path('away.atlas'))
    expect(refused).toMatchObject({
      status: 1,
      err: expect.stringContaining('a folder that holds both (--root FOLDER)'),
    })
    await jsonOf('bake', away, '--root', path('game'), '--cost', 'swamp=7', '-o', path('away.atlas'))
    expect(costsOf('away.atlas', 3)).toEqual([1, 7, 0])
    await jsonOf('world', 'bake', path('game/maps/away.world'), '--root', path('game'), '-o', path('away.world'))
    const patterns = [{ regexp: 'away\\.tmx', multiplierX: 1, multiplierY: 1, offsetX: 0, offsetY: 0 }]
    writeFileSync(path('game/maps/pattern.world'), JSON.stringify({ type: 'world', patterns }))
    await jsonOf('world', 'bake', path('game/maps/pattern.world'), '--root', path('game'), '-o', path('away.world'))
    await jsonOf('world', 'bake', path('game'), '-o', path('game.world'))
    await jsonOf('world', 'bake', path('game'), '--root', path(''), '-o', path('game.world'))
    const elsewhere = await runCli('bake', away, '--root', path('game/tilesets'), '-o', path('away.atlas'))
    expect(elsewhere).toMatchObject({ status: 2, err: expect.stringContaining(`does not hold ${away}`) })
    for (const [map, root] of [
      [path('land.tmx'), path('game')],
      [away, away],
    ])
      expect((await runCli('bake', map, '--root', root, '-o', path('away.atlas'))).status).toBe(2)
  })

  it('is baked as an atlas where it has one map, with the costs that are asked for', async () => {
    await jsonOf('bake', path('land.tmx'), '-o', path('land.atlas'))
    expect(costsOf('land.atlas', 3)).toEqual([1, 1, 0])
    await jsonOf('bake', path('land.tmx'), '--cost', 'swamp=7', 'floor=2', '--empty', '9', '-o', path('land.atlas'))
    expect(costsOf('land.atlas', 3)).toEqual([2, 7, 9])
    expect(
      await runCli(
        'verify',
        path('land.atlas'),
        '--map',
        path('land.tmx'),
        '--empty',
        '9',
        '--cost',
        'swamp=7',
        'floor=2',
      ),
    ).toMatchObject({ status: 0 })
    await jsonOf('bake', path('hall.ldtk'), '-o', path('hall.atlas'))
    expect(openAtlas(bytesOf('hall.atlas')).stats().freeCells).toBe(16)
  })

  it('with several maps names the command for them, or bakes the one that is named', async () => {
    const { status, err } = await runCli('bake', path('caves.ldtk'), '-o', path('caves.atlas'))
    expect([status, err]).toEqual([
      1,
      expect.stringMatching(/2 maps \(Upper, Lower\).*isthmus world bake .*--only NAME/),
    ])
    const one = await runCli('bake', path('caves.ldtk'), '--only', 'Lower', '-o', path('caves.atlas'))
    expect(one.status).toBe(0)
    expect(one.err).toContain('an atlas has no portals')
    expect(openAtlas(bytesOf('caves.atlas')).width).toBe(5)
    const lost = await runCli('bake', path('caves.ldtk'), '--only', 'Attic', '-o', path('caves.atlas'))
    expect([lost.status, lost.err]).toEqual([2, expect.stringContaining('has Upper, Lower')])
  })

  it('appears in notes, and why there are no portals where things look like doors', async () => {
    const { err, status } = await runCli('world', 'bake', path('hall.ldtk'), '-o', path('hall.world'))
    expect(status).toBe(0)
    expect(err).toContain('Note: hall.ldtk: IntGrid values were read as walls: a wall')
    expect(err).toContain('--empty')
    expect(err).toMatch(/Note: There are no portals, though 2 objects look like doors/)
    expect((await runCli('world', 'bake', path('land.tmx'), '-o', path('land.world'))).err).toContain('look')
  })

  it('makes a world of its levels, of a .world of Tiled, and of a pattern in one', async () => {
    const caves = await jsonOf('world', 'bake', path('caves.ldtk'), '-o', path('caves.world'))
    expect(caves.portals).toHaveLength(2)
    const all = await jsonOf('world', 'bake', path('realm/all.world'), '-o', path('all.world'))
    expect(all.maps).toMatchObject([{ name: 'land', width: 3 }])
    const wild = await jsonOf('world', 'bake', path('realm/pattern.world'), '-o', path('all.world'))
    expect(wild.maps).toMatchObject([{ name: 'cell_2_0', width: 3 }])
  })

  it.each([
    [{ portals: 5 }, 'portals of the world is 5: a list was expected'],
    [{ portal: [] }, 'the world has no portal. Did you mean portals?'],
    [{ maps: { shore: 7 } }, 'shore of the maps is 7: the name of a file was expected'],
  ])('is refused with what was found, in a world.json: %j', async (parts, message) => {
    writeFileSync(path('bad.json'), JSON.stringify({ maps: { shore: 'land.tmx' }, ...parts }))
    const { status, err } = await runCli('world', 'bake', path('bad.json'), '-o', path('bad.world'))
    expect([status, err]).toEqual([1, expect.stringContaining(message)])
  })

  it('stands in a world.json under the name that it has there, with its places', async () => {
    const maps = { shore: 'land.tmx', inland: 'land.tmj' }
    const portals = [{ id: 'p', from: { map: 'shore', x: 0, y: 0 }, to: { map: 'inland', x: 1, y: 0 } }]
    writeFileSync(path('realm/world.json'), JSON.stringify({ maps, portals }))
    await jsonOf('world', 'bake', path('realm'), '-o', path('realm.world'))
    const world = openWorld(bytesOf('realm.world'))
    expect(world.places.map(({ map, name }) => [map, name])).toEqual([
      ['shore', 'inn'],
      ['shore', 'out'],
    ])
    copyFileSync(path('caves.ldtk'), path('realm/caves.ldtk'))
    writeFileSync(path('realm/two.json'), JSON.stringify({ maps: { a: 'caves.ldtk' } }))
    const two = await runCli('world', 'bake', path('realm/two.json'), '-o', path('two.world'))
    expect([two.status, two.err]).toEqual([1, expect.stringContaining('isthmus world bake caves.ldtk')])
    copyFileSync(path('realm.world'), path('realm/baked.world'))
    writeFileSync(path('realm/three.json'), JSON.stringify({ maps: { a: 'baked.world' } }))
    const three = await runCli('world', 'bake', path('realm/three.json'), '-o', path('two.world'))
    expect([three.status, three.err]).toEqual([1, expect.stringContaining('is a baked world')])
  })

  it('is shown: one map on the page of maps, several or a baked world on that of worlds', async () => {
    const pageOf = async (name: string, ...command: string[]) => {
      const folder = path(`site-${name}`)
      expect(await runCli(...command, 'view', path(name), '--export', folder)).toMatchObject({ status: 0 })
      const head = new TextDecoder().decode(readFileSync(`${folder}/world.atlas`).subarray(0, 8))
      return head.includes('WRLD') ? 'world' : 'map'
    }
    expect(await pageOf('land.tmx')).toBe('map')
    expect(await pageOf('caves.ldtk')).toBe('world')
    await jsonOf('world', 'bake', path('caves.ldtk'), '-o', path('shown.world'))
    expect(await pageOf('shown.world')).toBe('world')
    await jsonOf('bake', path('land.tmx'), '-o', path('shown.atlas'))
    expect(await pageOf('shown.atlas', 'world')).toBe('map')
    expect(await pageOf('caves.ldtk', 'world')).toBe('world')
    expect(await pageOf('land.tmx', 'world')).toBe('map')
  })

  it('is shown with a crowd on it, if it is one map', async () => {
    const folder = path('site-crowd')
    expect(await runCli('view', path('land.tmx'), '--crowd', '--export', folder)).toMatchObject({ status: 0 })
    expect(readdirSync(folder)).toContain('crowd-worker.js')
    const { status, err } = await runCli('view', path('shown.world'), '--crowd', '--export', path('site-none'))
    expect([status, err]).toEqual([2, expect.stringContaining('name a map, not a world')])
  })

  it('that is a baked world is refused by bake, which says what it is', async () => {
    await jsonOf('world', 'bake', path('caves.ldtk'), '-o', path('done.world'))
    const { status, err } = await runCli('bake', path('done.world'), '-o', path('x.atlas'))
    expect([status, err]).toEqual([
      1,
      expect.stringContaining('is a world, which is baked already: isthmus world info'),
    ])
  })

  it('names no file outside of its folder, by a link neither', async () => {
    writeFileSync(path('secret.txt'), '...\n')
    symlinkSync(path('secret.txt'), path('realm/link.txt'))
    writeFileSync(path('realm/link.json'), JSON.stringify({ maps: { a: 'link.txt' } }))
    const { status, err } = await runCli('world', 'bake', path('realm/link.json'), '-o', path('link.world'))
    expect([status, err]).toEqual([1, expect.stringContaining('is a link that leads out of')])
    mkdirSync(path('linked'))
    symlinkSync(path('tiles.tsx'), path('linked/tiles.tsx'))
    copyFileSync(path('land.tmx'), path('linked/land.tmx'))
    expect((await runCli('bake', path('linked/land.tmx'), '-o', path('x.atlas'))).err).toContain('leads out of')
  })

  it.each([
    [['--cost', 'swamp'], 'write NAME=N, such as swamp=4'],
    [['--cost', 'swamp=300'], 'The cost of swamp is "300": it must be a whole number from 0 to 255'],
    [['--empty', '-1'], 'from 0 to 255'],
    [['--empty', 'wall'], '--empty is "wall"'],
  ])('refuses %j', async (options, words) => {
    const { status, err } = await runCli('bake', path('land.tmx'), ...options, '-o', path('x.atlas'))
    expect([status, err]).toEqual([2, expect.stringContaining(words)])
  })
})

describe('bare bytes of costs', () => {
  const WIDTH = 20
  const wide = Uint16Array.from({ length: WIDTH * 16 }, (_, cell) => (cell % 7 === 0 ? 0 : 1 + (cell % 400)))

  it('that look like 16 bits are refused with the two ways to read them', async () => {
    writeFileSync(path('wide.raw16'), new Uint8Array(wide.buffer))
    const asked = ['bake', path('wide.raw16'), '--raw-width', String(WIDTH), '-o', path('wide.atlas')]
    const { status, err } = await runCli(...asked)
    expect([status, err]).toEqual([
      1,
      expect.stringMatching(/20 x 16 cells.*--raw-bits 16.*20 x 32 cells.*--raw-bits 8/),
    ])
    expect(await jsonOf(...asked, '--raw-bits', '16')).toMatchObject({ width: 20, height: 16, costBytes: 2 })
    expect(await jsonOf(...asked, '--raw-bits', '8')).toMatchObject({ height: 32 })
  })

  it('are refused with half a row, and bits without a width', async () => {
    writeFileSync(path('odd.raw'), new Uint8Array(WIDTH * 3).fill(1))
    const odd = await runCli('bake', path('odd.raw'), '--raw-width', '20', '--raw-bits', '16', '-o', path('x.atlas'))
    expect([odd.status, odd.err]).toEqual([1, expect.stringContaining('no whole number of rows of 20')])
    const bare = await runCli('bake', path('odd.raw'), '--raw-bits', '16', '-o', path('x.atlas'))
    expect([bare.status, bare.err]).toEqual([2, expect.stringContaining('goes with --raw-width')])
  })
})

describe('a map without a free cell', () => {
  it('is an error of a bake, unless it is asked for', async () => {
    writeFileSync(path('solid.txt'), '###\n###\n')
    const asked = ['bake', path('solid.txt'), '-o', path('solid.atlas')]
    const { status, err } = await runCli(...asked)
    expect([status, err]).toEqual([1, expect.stringMatching(/solid.txt has no free cell.*--all-walls/)])
    expect(await jsonOf(...asked, '--all-walls')).toMatchObject({ freeCells: 0 })
    const world = ['world', 'bake', path('solid.txt'), '-o', path('solid.world')]
    expect((await runCli(...world)).err).toContain('has no free cell')
    expect((await runCli(...world, '--all-walls')).status).toBe(0)
  })
})
