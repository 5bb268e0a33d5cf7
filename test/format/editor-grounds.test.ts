/** Maps of Tiled and LDtk as grounds for travellers: classes, properties and values by the names that their designers gave. */
import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readGrounds } from '../../src/world.ts'
import { runCli, temporaryFolder } from '../support/cli.ts'

const { path } = temporaryFolder()

const encode = (text: string) => new TextEncoder().encode(text)
const TMX = `<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="5" height="2" tilewidth="16" tileheight="16" infinite="0">
 <tileset firstgid="1" source="tiles.tsx"/>
 <layer id="1" name="floor" width="5" height="2"><data encoding="csv">1,2,3,4,5,
1,1,0,4,1</data></layer>
</map>`
/** A lawn by its class, a wood by the property, water by the older attribute, a tile of which nothing is said, a wall. */
const TSX = `<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="tiles" tilewidth="16" tileheight="16" tilecount="5" columns="5">
 <tile id="0" class="lawn"/>
 <tile id="1"><properties><property name="ground" value="oak"/><property name="cost" type="int" value="9"/></properties></tile>
 <tile id="2" type="pond"/>
 <tile id="4" class="lawn"><properties><property name="wall" type="bool" value="true"/></properties></tile>
</tileset>`
const TABLE = { lawn: 'grass', oak: 'forest', pine: 'forest', pond: 'water' }
const files = (name: string) => (name === 'tiles.tsx' ? encode(TSX) : Promise.reject(new Error('there is none')))

describe('a map of an editor, as grounds', () => {
  it('has those that classes and the property name; what says nothing is a ground of its own', async () => {
    const { width, groundOfCell, names } = await readGrounds(encode(TMX), files, { grounds: TABLE })
    expect([width, names]).toEqual([5, ['grass', 'forest', 'water', 'nothing']])
    const expected = 'grass forest water nothing nothing grass grass nothing nothing grass'
    expect(Array.from(groundOfCell, ground => names[ground]).join(' ')).toBe(expected)
  })

  it('refuses a property that names no known ground, and a file of several maps without a name', async () => {
    const wrong = (name: string) => (name === 'tiles.tsx' ? encode(TSX.replace('oak', 'okra')) : files(name))
    await expect(readGrounds(encode(TMX), wrong, { grounds: TABLE })).rejects.toThrow(
      'tile 1: its property ground is okra: known are lawn, oak, pine, pond.',
    )
    await expect(readGrounds(ldtk('a', 'b'), files, { grounds: TABLE })).rejects.toThrow('it has the maps a, b')
    await expect(readGrounds(ldtk('a', 'b'), files, { grounds: TABLE, map: 'c' })).rejects.toThrow('no map "c"')
    await expect(readGrounds(encode(TMX), files, {} as never)).rejects.toThrow('a table was expected')
  })

  it('is read from the values of an LDtk level', async () => {
    const { groundOfCell, names } = await readGrounds(ldtk('a', 'b'), files, { grounds: TABLE, map: 'b' })
    expect(Array.from(groundOfCell, ground => names[ground])).toEqual(['grass', 'water', 'nothing'])
  })

  it('is baked for travellers on the command line, from files of Tiled as they are', async () => {
    writeFileSync(path('map.tmx'), TMX)
    writeFileSync(path('tiles.tsx'), TSX)
    const travellers = {
      walker: { costs: { grass: 1, forest: 4 } },
      duck: { costs: { grass: 2, forest: 2, water: 1 } },
    }
    writeFileSync(path('travellers.json'), JSON.stringify({ grounds: TABLE, travellers }))
    const argv = ['bake', path('map.tmx'), '-o', path('map.atlas'), '--travellers', path('travellers.json')]
    expect(await runCli(...argv)).toMatchObject({ status: 0 })
    const statusOf = async (...more: string[]) => {
      const { out } = await runCli('path', path('map.atlas'), '0,1', '2,0', '--json', ...more)
      return (JSON.parse(out) as { status: string }).status
    }
    expect(await statusOf('--traveller', 'duck')).toBe('found')
    expect(await statusOf('--traveller', 'walker')).toBe('blocked')
    writeFileSync(
      path('travellers.json'),
      JSON.stringify({ grounds: { lawn: 'grass' }, travellers: { w: { costs: { grass: 1 } } } }),
    )
    const { status, err } = await runCli(...argv)
    expect([status, err]).toEqual([1, expect.stringContaining('its property ground is oak')])
  })
})

/** A project whose levels are one row: lawn, pond, nothing. */
function ldtk(...levels: string[]): Uint8Array {
  const layer = {
    uid: 1,
    identifier: 'ground',
    intGridValues: [
      { value: 1, identifier: 'lawn' },
      { value: 2, identifier: 'pond' },
    ],
  }
  const instance = { __type: 'IntGrid', __identifier: 'ground', __gridSize: 16, __cWid: 3, __cHei: 1, layerDefUid: 1 }
  return encode(
    JSON.stringify({
      jsonVersion: '1.5.3',
      defs: { layers: [layer], tilesets: [] },
      levels: levels.map(identifier => ({
        ...{ identifier, worldX: 0, worldY: 0 },
        layerInstances: [
          { ...instance, intGridCsv: [1, 2, 0], gridTiles: [], autoLayerTiles: [], entityInstances: [] },
        ],
      })),
    }),
  )
}
