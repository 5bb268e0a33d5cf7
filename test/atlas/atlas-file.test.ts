/**
 * An atlas comes from a disk or a network and may be anything. Whatever is wrong with it, opening it gives one clear
 * error with the right code; what opens is whole.
 */
import { describe, expect, it } from 'vitest'
import { stillThere } from '../../src/atlas/columns.ts'
import { Random } from '../../src/base/random.ts'
import { HEADER_WORDS, WORD_SECTIONS, WORDS_A_ROW } from '../../src/base/section-file.ts'
import { bake, type ErrorCode, type Grid, generate, IsthmusError, openAtlas } from '../../src/index.ts'
import { drawn, floodIslands } from '../support/plain.ts'
import { expectSame } from '../support/same.ts'
import { sealed, sectionIn, sectionsIn } from '../support/sections.ts'

const VERSION_BYTE = 8
/** Of a row of the table. */
const TYPE_BYTE = 36

/** The code of the error that opening `bytes` ends with, or 'opened'. Any other kind of error fails the test. */
function refusalOf(bytes: Uint8Array): ErrorCode | 'opened' {
  try {
    openAtlas(bytes)
    return 'opened'
  } catch (error) {
    if (!(error instanceof IsthmusError) || !/^[A-Z].*\.$/s.test(error.message)) throw error
    return error.code
  }
}

function changed(bytes: Uint8Array, change: (copy: Uint8Array) => void): Uint8Array {
  const copy = bytes.slice()
  change(copy)
  return copy
}

function* range(from: number, end: number): Generator<number> {
  for (let i = from; i < end; i++) yield i
}

/** What a flip of the byte at `place` should be called. */
function codeOfPlace(place: number): ErrorCode {
  if (place < VERSION_BYTE) return 'NOT_AN_ATLAS'
  return place < VERSION_BYTE + 4 ? 'ATLAS_VERSION' : 'ATLAS_DAMAGED'
}

const grids: Record<string, Grid> = {
  'one cell': drawn('.'),
  'no free cell': drawn('##', '##'),
  weighted: drawn('.3..9', '.###.', '2...#'),
  'several levels': generate('terrain', { width: 150, height: 90, seed: 4, weighted: true }),
}

/** The first and the last cell of the largest island of the largest of these maps. */
const ENDS = endsOfLargestIsland(grids['several levels'])

function endsOfLargestIsland(grid: Grid): [x0: number, y0: number, x1: number, y1: number] {
  const { islandOfCell, count } = floodIslands(grid)
  const cellsOf = Array.from({ length: count }, (_, island) => islandOfCell.filter(other => other === island).length)
  const largest = cellsOf.indexOf(Math.max(...cellsOf))
  const [first, last] = [islandOfCell.indexOf(largest), islandOfCell.lastIndexOf(largest)]
  return [first % grid.width, Math.floor(first / grid.width), last % grid.width, Math.floor(last / grid.width)]
}

describe.each(Object.entries(grids))('an atlas of a map with %s', (_name, grid) => {
  const file = bake(grid)

  it('opens as it is', async () => {
    expect(refusalOf(await file)).toBe('opened')
  })

  it('is refused when cut short anywhere', async () => {
    const bytes = await file
    expect(refusalOf(bytes.subarray(0, 0))).toBe('NOT_AN_ATLAS')
    const step = Math.max(1, Math.floor(bytes.length / 3000))
    for (let length = 1; length < bytes.length; length += length < 400 ? 1 : step) {
      expectSame(refusalOf(bytes.slice(0, length)), 'ATLAS_DAMAGED', `${length} bytes`)
    }
    expect(refusalOf(bytes.subarray(0, bytes.length - 1))).toBe('ATLAS_DAMAGED')
  })

  it('is refused when something was added', async () => {
    const bytes = await file
    for (const extra of [1, 3, 4, 64, bytes.length]) {
      expect(refusalOf(changed(new Uint8Array(bytes.length + extra), copy => copy.set(bytes)))).toBe('ATLAS_DAMAGED')
    }
  })

  it('is refused when any bit is flipped', async () => {
    const bytes = await file
    const step = Math.max(1, Math.floor(bytes.length / 2000))
    for (let place = 0; place < bytes.length; place += place < 128 ? 1 : step) {
      for (let bit = 0; bit < 8; bit++) {
        const flipped = changed(bytes, copy => {
          copy[place] ^= 1 << bit
        })
        expectSame(refusalOf(flipped), codeOfPlace(place), `bit ${bit} of byte ${place}`)
      }
    }
  })

  it('is refused when stretches of it are overwritten, moved or exchanged', async () => {
    const bytes = await file
    const random = new Random(1)
    for (let i = 0; i < 500; i++) {
      const from = 12 + random.below(bytes.length - 12)
      const to = 12 + random.below(bytes.length - 12)
      const length = 1 + random.below(64)
      const damaged = changed(bytes, copy => {
        if (i % 3 === 0) copy.fill(random.below(256), from, from + length)
        else copy.copyWithin(to, from, from + length)
        if (i % 3 === 2) copy.set(bytes.subarray(to, Math.min(to + length, bytes.length - from + to)), from)
      })
      const isSame = damaged.every((value, place) => value === bytes[place])
      expect(refusalOf(damaged)).toBe(isSame ? 'opened' : 'ATLAS_DAMAGED')
    }
  })
})

describe('a table of sections whose checksum was made to fit', () => {
  it.each(Object.entries(grids))('never asks for what the file of %s does not have', async (_name, grid) => {
    const bytes = await bake(grid)
    const facts = sectionIn(bytes, 'facts')
    const bits = [...range(32 * WORD_SECTIONS, 32 * (HEADER_WORDS + WORDS_A_ROW * sectionsIn(bytes).length))]
    // Every bit of numbers in the table and of facts, and some of the letters of names.
    for (const bit of [
      ...bits.filter(one => one % 3 === 0),
      ...range(8 * facts.offsetBytes, 8 * (facts.offsetBytes + facts.sizeBytes)),
    ]) {
      const forged = changed(bytes, copy => {
        copy[bit >> 3] ^= 1 << (bit & 7)
        sealed(copy)
      })
      const code = refusalOf(forged)
      if (code !== 'opened') expectSame(code, 'ATLAS_DAMAGED', `bit ${bit}`)
    }
  })

  it('is refused where it claims costs of two bytes, and has bytes', async () => {
    const bytes = await bake(drawn('.3..9', '.###.', '2...#'))
    const at = 4 * (HEADER_WORDS + WORDS_A_ROW * sectionsIn(bytes).findIndex(({ name }) => name === 'costOfCell'))
    new DataView(bytes.buffer).setInt32(at + TYPE_BYTE, 1, true)
    expect(refusalOf(sealed(bytes))).toBe('ATLAS_DAMAGED')
  })

  it('is refused where it gives the map other sides', async () => {
    const bytes = await bake(grids['several levels'])
    for (const fact of [0, 1]) {
      const forged = changed(bytes, copy => {
        new Int32Array(copy.buffer, sectionIn(copy, 'facts').offsetBytes)[fact] += 64
        sealed(copy)
      })
      expect(refusalOf(forged)).toBe('ATLAS_DAMAGED')
    }
  })
})

describe('openAtlas', () => {
  it('refuses what is no atlas', () => {
    const text = (content: string) => new TextEncoder().encode(content)
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13)
    for (const bytes of [text(''), text('type octile\nheight 1\n'), text('....\n.##.\n'), png, new Uint8Array(4096)]) {
      expect(refusalOf(bytes)).toBe('NOT_AN_ATLAS')
    }
  })

  it('refuses a version it does not know, and names those it does', async () => {
    const newer = changed(await bake(drawn('..')), copy => {
      copy[VERSION_BYTE] += 5
    })
    expect(() => openAtlas(newer)).toThrow(/32.*27.*[Bb]ake/)
    expect(refusalOf(newer)).toBe('ATLAS_VERSION')
  })

  it('opens an atlas at any place of its buffer, and answers alike', async () => {
    const grid = grids['several levels']
    const bytes = await bake(grid)
    const { cost, ...rest } = openAtlas(bytes)
      .finder()
      .find(...ENDS)
    expect(rest.status).toBe('found')
    for (let offset = 0; offset < 9; offset++) {
      const buffer = new ArrayBuffer(bytes.length + 16)
      const moved = new Uint8Array(buffer, offset, bytes.length)
      moved.set(bytes)
      expect(
        openAtlas(moved)
          .finder()
          .find(...ENDS).cost,
      ).toBe(cost)
    }
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
    shared.set(bytes)
    expect(
      openAtlas(shared)
        .finder()
        .find(...ENDS).cost,
    ).toBe(cost)
    expect(
      openAtlas(Buffer.from(bytes))
        .finder()
        .find(...ENDS).cost,
    ).toBe(cost)
  })

  it('leaves the bytes as they were, and so do queries', async () => {
    const bytes = await bake(grids['several levels'])
    const before = bytes.slice()
    const finder = openAtlas(bytes).finder()
    finder.find(...ENDS).cells()
    finder.find(...ENDS, { nearest: true }).cells()
    expect(Buffer.compare(bytes, before)).toBe(0)
  })
})

type Resizable = ArrayBuffer & { resize(bytes: number): void }
/** TypeScript's library does not know the option yet. */
const ResizableBuffer = ArrayBuffer as unknown as new (bytes: number, options: { maxByteLength: number }) => Resizable

/** A file whose memory is gone is refused, however often and of whatever kinds of memory others were read before. */
it('is noticed by compiled code too, which has seen memory of all kinds', () => {
  const resizable = new ResizableBuffer(64, { maxByteLength: 64 })
  const memories = [new ArrayBuffer(64), new SharedArrayBuffer(64), resizable]
  const readers = memories.map(memory => stillThere(new Uint8Array(memory)))
  // The loop runs often enough for V8 to compile it.
  for (let i = 0; i < 300_000; i++) readers[i % 3]()
  const file = new Uint8Array(64)
  const read = stillThere(file)
  read()
  structuredClone(file, { transfer: [file.buffer] })
  expect(read).toThrow(expect.objectContaining({ code: 'ATLAS_DAMAGED' }))
  const readShrunk = stillThere(new Uint8Array(resizable))
  resizable.resize(32)
  expect(readShrunk).toThrow(expect.objectContaining({ code: 'ATLAS_DAMAGED' }))
})

it('a part of a larger memory is there as long as its last byte is', () => {
  const memory = new ResizableBuffer(64, { maxByteLength: 64 })
  const read = stillThere(new Uint8Array(memory, 8, 24))
  memory.resize(32)
  read()
  memory.resize(31)
  expect(read).toThrow(expect.objectContaining({ code: 'ATLAS_DAMAGED' }))
})
