/** Tiled's files that cannot be read: each is refused in words, and none is a crash or a hang. */
import { zlibSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readWorld } from '../../src/format/world/read-world.ts'
import { base64, bytesOf, json, layer, noFiles, read, tmj } from '../support/tiled.ts'

describe('what cannot be read', () => {
  const zlib = (bytes: Uint8Array) => layer(base64(zlibSync(bytes)), { encoding: 'base64', compression: 'zlib' })

  it.each([
    ['staggered', tmj({ orientation: 'staggered' }), 'staggered'],
    ['hexagonal', tmj({ orientation: 'hexagonal' }), 'hexagonal'],
    ['too few tiles', tmj({ layers: [layer([1, 2])] }), '2 tiles instead of 6'],
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
    [
      'groups in groups without end',
      `<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16">${'<group>'.repeat(2500)}${'</group>'.repeat(2500)}</map>`,
      'nested',
    ],
    ['a drawing of another editor', { width: 3, levels: 3 }, 'no map of Tiled or LDtk'],
    ['broken XML', '<map><layer></map>', 'XML'],
    ['deep XML', `${'<map>'.repeat(50_000)}${'</map>'.repeat(50_000)}`, 'nested'],
    ['broken JSON', '{"type":"map",', 'JSON'],
  ])('is told in words: %s', async (_, file, word) => {
    await expect(read(file as object | string)).rejects.toMatchObject({
      name: 'IsthmusError',
      message: expect.stringContaining(word),
    })
  })

  it('is told in a short message, however long a name is', async () => {
    const name = 'long'.repeat(1_000_000)
    const asked = read(tmj({ layers: [layer([1], { name })] }))
    const { message } = await asked.catch(error => error)
    expect(message.length).toBeLessThan(2500)
    expect(message).toMatch(/^map, layer "long.* tiles instead of 6\.$/)
  })

  it('is told in short notes, however many and long the names are', async () => {
    const far = (id: number) => ({ id, x: 1e6, y: 1e6, width: 16, height: 16, name: '' })
    const many = { type: 'objectgroup', name: 'many', objects: Array.from({ length: 200_000 }, (_, id) => far(id)) }
    const long = { type: 'objectgroup', name: 'x'.repeat(1_000_000), objects: [far(200_000)] }
    const { notes } = await read(tmj({ layers: [many, long] }))
    expect(notes).toHaveLength(200_001)
    expect(Math.max(...notes.map(({ length }) => length).slice(-2))).toBe(2000)
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
