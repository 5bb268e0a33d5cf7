/** A store may be hostile: files whose digests all fit, but whose numbers do not, give an answer or an error that names them. */
import { expect, it } from 'vitest'
import { ATLAS } from '../../src/atlas/layout.ts'
import { openColumns } from '../../src/atlas/open-columns.ts'
import { Random } from '../../src/base/random.ts'
import { SectionFile } from '../../src/base/section-file.ts'
import { generate, IsthmusError } from '../../src/index.ts'
import type { MemoryStore } from '../../src/tiled.ts'
import { type Crown, FILES_OF_TILE, readCrown } from '../../src/tiles/crown-file.ts'
import { digestOf, digestOfAtlas, hexOfWords, wordsIn } from '../../src/tiles/sections.ts'
import { writePages } from '../../src/tiles/tile-parts.ts'
import { TiledAtlas } from '../../src/tiles/tiled-atlas.ts'
import { sealed } from '../support/sections.ts'
import { tiled } from '../support/tiled-maps.ts'

const SIDE = 264
const TILE = 128
const FORGERIES = 12

function fileOf({ digestsOfTile }: Crown, tile: number, kind: (typeof FILES_OF_TILE)[number]): string {
  const at = 2 * (FILES_OF_TILE.length * tile + FILES_OF_TILE.indexOf(kind))
  return `tiles/${tile}-${hexOfWords(digestsOfTile[at], digestsOfTile[at + 1])}.${kind}`
}

/** Replaces a file of a tile, and makes the crown name the new one. */
function replace(crown: Crown, store: MemoryStore, tile: number, kind: 'atlas' | 'pages', bytes: Uint8Array): void {
  const digest = kind === 'atlas' ? digestOfAtlas(bytes) : digestOf(bytes)
  const name = `tiles/${tile}-${digest}.${kind}`
  const at = FILES_OF_TILE.length * tile + FILES_OF_TILE.indexOf(kind)
  crown.digestsOfTile.set(wordsIn(name), 2 * at)
  crown.bytesOfTile[at] = bytes.length
  store.objects.set(name, bytes)
}

/** Writes numbers into a section of this name, or of any, and makes the checksum fit. */
function forge(atlas: Uint8Array, random: Random, section?: string): void {
  const { rows } = new SectionFile({ ...ATLAS, noun: 'atlas' }, atlas)
  const some = rows.filter(({ sizeBytes, name }) => sizeBytes >= 4 && name !== 'rowBits' && name === (section ?? name))
  const words = new Int32Array(atlas.buffer, atlas.byteOffset, atlas.length >> 2)
  for (const { offsetBytes, sizeBytes } of section === undefined ? [some[random.below(some.length)]] : some) {
    const first = offsetBytes >> 2
    const length = sizeBytes >> 2
    const count = random.below(3) === 0 ? length : 1 + random.below(Math.min(64, length))
    const from = first + random.below(length - count + 1)
    const value = [-1, 0, 0x7fffffff, 1 << 31, random.below(1000), words[first], 1 << 27][random.below(7)]
    const isShift = random.below(3) === 0
    for (let at = from; at < from + count; at++) words[at] = isShift ? words[at] + 1 + random.below(9) : value
    if (section !== undefined) words.fill(1 << 27, first, first + length)
  }
  sealed(atlas)
}

it.each(['terrain', 'elevation', 'rooms'] as const)('in tiles of %s', async kind => {
  const { store } = await tiled(generate(kind, { width: SIDE, height: SIDE, seed: 6 }), TILE)
  const crownName = [...store.objects.keys()].find(name => name.endsWith('.crown'))!
  const crownBytes = store.objects.get(crownName)!
  const [pairs, random] = [new Random(4), new Random(9)]
  let refused = 0
  for (let forgery = 0; forgery < FORGERIES; forgery++) {
    const crown = readCrown(crownName, crownBytes.slice())
    for (const tile of [0, 1, 2, 3]) {
      const atlas = store.objects.get(fileOf(crown, tile, 'atlas'))!.slice()
      forge(atlas, random, forgery === 0 ? 'rowOfRegion' : undefined)
      replace(crown, store, tile, 'pages', writePages(atlas))
      replace(crown, store, tile, 'atlas', atlas)
    }
    const atlas = new TiledAtlas(crown, store, 1e9)
    for (let i = 0; i < 6; i++) {
      const [x0, y0, x1, y1] = Array.from({ length: 4 }, () => pairs.below(SIDE))
      for (const ask of [
        () => atlas.islandOf(x0, y0),
        async () => (await atlas.find(x0, y0, x1, y1)).cells(),
        () => atlas.nearest(x1, y1, { within: 20 }),
      ]) {
        try {
          await ask()
        } catch (error) {
          refused++
          expect(error, `forgery ${forgery}`).toBeInstanceOf(IsthmusError)
          expect((error as IsthmusError).code).toBe('TILE_DAMAGED')
        }
      }
    }
  }
  expect(refused).toBeGreaterThan(FORGERIES)
})

it('free cells without a cost do not keep the search for first cells', async () => {
  const { store } = await tiled(generate('elevation', { width: 900, height: 520, seed: 6 }), 512)
  const crownName = [...store.objects.keys()].find(name => name.endsWith('.crown'))!
  const crown = readCrown(crownName, store.objects.get(crownName)!)
  const bytes = store.objects.get(fileOf(crown, 0, 'atlas'))!.slice()
  const { costOfCell } = openColumns(bytes).terrain
  for (let cell = 3; cell < costOfCell.length; cell += 4) costOfCell[cell] = 0
  sealed(bytes)
  replace(crown, store, 0, 'pages', writePages(bytes))
  replace(crown, store, 0, 'atlas', bytes)
  const route = await new TiledAtlas(crown, store, 1e9).find(244, 388, 736, 40)
  await expect(route.stream().next()).rejects.toMatchObject({ code: 'TILE_DAMAGED' })
})
