/**
 * What is drawn back into a Tiled map: new layers at its end, and the map itself as it was.
 */
import { describe, expect, it } from 'vitest'
import { drawIslandsOnTiled, drawPathOnTiled } from '../../src/format/tiled/draw-on-tiled.ts'
import { readWorld } from '../../src/format/world/read-world.ts'

const FIELDS =
  'orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="8" nextlayerid="2" nextobjectid="7"'
const TMX = `<?xml version="1.0"?>
<map version="1.10" ${FIELDS}>
 <tileset firstgid="1" name="g"/>
 <layer id="1" name="floor" width="3" height="2"><data encoding="csv">1,0,1,1,1,1</data></layer>
</map>
`
const TMJ = {
  ...{ type: 'map', orientation: 'orthogonal', width: 3, height: 2, tilewidth: 16, tileheight: 8, nextlayerid: 2 },
  ...{ nextobjectid: 7, tilesets: [{ firstgid: 1, name: 'g' }] },
  layers: [{ type: 'tilelayer', id: 1, name: 'floor', width: 3, height: 2, data: [1, 0, 1, 1, 1, 1] }],
}
const bytes = (text: string) => new TextEncoder().encode(text)
const text = (written: Uint8Array) => new TextDecoder().decode(written)
const PATH = [0, 0, 0, 1, 1, 1, 2, 1, 2, 0]
const noFiles = () => {
  throw new Error('none')
}

describe('a path', () => {
  it('is a line through the middles of its cells, bends only', () => {
    const { layers, nextlayerid, nextobjectid } = JSON.parse(text(drawPathOnTiled(bytes(JSON.stringify(TMJ)), PATH)))
    expect(layers.length).toBe(2)
    expect([layers[1].id, nextlayerid, layers[1].objects[0].id, nextobjectid]).toEqual([2, 3, 7, 8])
    const { x, y, polyline } = layers[1].objects[0]
    expect([x, y]).toEqual([8, 4])
    expect(polyline.map((point: { x: number; y: number }) => [point.x, point.y])).toEqual([
      [0, 0],
      [0, 8],
      [32, 8],
      [32, 0],
    ])
  })

  it('is the same line in XML, and the map reads as before', async () => {
    const written = drawPathOnTiled(bytes(TMX), PATH, 'a "b" & c')
    expect(text(written)).toContain('<polyline points="0,0 0,8 32,8 32,0"/>')
    expect(text(written)).toContain('name="a &quot;b&quot; &amp; c"')
    expect(text(written)).toContain('nextlayerid="3" nextobjectid="8"')
    expect((await readWorld(written, noFiles)).maps).toEqual((await readWorld(bytes(TMX), noFiles)).maps)
  })
})

describe('islands', () => {
  it('are a layer each, the largest first, of rectangles that cover their cells and no others', () => {
    const islandOf = (x: number, y: number) =>
      [
        [0, -1, 1],
        [0, 0, 1],
      ][y][x]
    const { layers } = JSON.parse(text(drawIslandsOnTiled(bytes(JSON.stringify(TMJ)), islandOf)))
    expect(layers.slice(1).map((layer: { name: string }) => layer.name)).toEqual(['island 0', 'island 1'])
    for (const [island, layer] of layers.slice(1).entries()) {
      const covered = new Set<string>()
      for (const one of layer.objects) {
        for (let y = one.y / 8; y < (one.y + one.height) / 8; y++) {
          for (let x = one.x / 16; x < (one.x + one.width) / 16; x++) covered.add(`${x},${y}`)
        }
      }
      const cells = [0, 1].flatMap(y => [0, 1, 2].filter(x => islandOf(x, y) === island).map(x => `${x},${y}`))
      expect([...covered].sort()).toEqual(cells.sort())
    }
  })
})
