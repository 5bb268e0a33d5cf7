/** Pictures whose greys are costs, and the word that is due where greys become walls. */

import { writeFileSync } from 'node:fs'
import { encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { gridFromCosts } from '../../src/map/from.ts'
import { type ReadMapOptions, readMap, writePngMap } from '../../src/maps.ts'
import { runCli, temporaryFolder } from '../support/cli.ts'

const { path } = temporaryFolder()
const GREYS = [0, 1, 2, 127, 128, 255]

function grey(depth: 8 | 16, samples: readonly number[]): Uint8Array {
  const data = depth === 8 ? Uint8Array.from(samples) : Uint16Array.from(samples)
  return encode({ width: samples.length, height: 1, data, depth, channels: 1 })
}

function colours(channels: 3 | 4, pixels: readonly (readonly number[])[]): Uint8Array {
  return encode({ width: pixels.length, height: 1, data: Uint8Array.from(pixels.flat()), depth: 8, channels })
}

/** What a reader says on the way. */
function warningsOf(bytes: Uint8Array, options: ReadMapOptions = {}): string[] {
  const warnings: string[] = []
  readMap(bytes, { ...options, onWarning: sentence => warnings.push(sentence) })
  return warnings
}

describe('greyIsCost', () => {
  it.each([8, 16] as const)('takes each grey of %i bits as a cost as it stands', depth => {
    expect([...readMap(grey(depth, GREYS), { greyIsCost: true }).cost]).toEqual(GREYS)
  })

  it('takes greys of 16 bits to 65535, and writes them so that it knows them again', () => {
    const deep = readMap(grey(16, [0, 1, 5, 1200, 65_535]), { greyIsCost: true })
    expect(deep.cost).toEqual(Uint16Array.of(0, 1, 5, 1200, 65_535))
    expect(readMap(writePngMap(deep))).toEqual(deep)
    expect(readMap(grey(16, [0, 5, 255]), { greyIsCost: true }).cost).toEqual(Uint8Array.of(0, 5, 255))
  })

  it('takes greys of colour pictures too, and what is clear is a wall', () => {
    const pixels = [
      [7, 7, 7, 255],
      [9, 9, 9, 0],
      [200, 200, 200, 128],
    ]
    expect([...readMap(colours(4, pixels), { greyIsCost: true }).cost]).toEqual([7, 0, 200])
  })

  it('refuses what is no cost, with its place', () => {
    const red = colours(3, [[255, 0, 0]])
    expect(() => readMap(red, { greyIsCost: true })).toThrow(/^The pixel \(0, 0\) is #ff0000, which is no cost/)
  })

  it('believes a picture of the library itself how its greys are costs', () => {
    const grid = gridFromCosts([0, 1, 5, 255], 4)
    expect(readMap(writePngMap(grid), { greyIsCost: true })).toEqual(grid)
  })

  it('is one of three ways to read a picture, of which only one may be given', () => {
    for (const other of [{ wallBelow: 9 }, { palette: { '#fff': 1 } }]) {
      expect(() => readMap(grey(8, GREYS), { greyIsCost: true, ...other })).toThrow(/give one of them/)
    }
  })
})

describe('greys that become walls or ground', () => {
  it('are told, however the picture holds them', () => {
    for (const picture of [
      grey(8, GREYS),
      grey(
        16,
        GREYS.map(one => one * 257),
      ),
      colours(
        3,
        GREYS.map(one => [one, one, one]),
      ),
    ]) {
      expect(warningsOf(picture)).toEqual([
        expect.stringMatching(/^The picture has 4 greys between .* with greyIsCost/),
      ])
    }
    expect(warningsOf(grey(8, [0, 7]))).toEqual([expect.stringMatching(/^The picture has a grey between/)])
  })

  it('are no matter of warning where the caller has said what they mean, or where there are none', () => {
    expect(warningsOf(grey(8, GREYS), { greyIsCost: true })).toEqual([])
    expect(warningsOf(grey(8, GREYS), { wallBelow: 128 })).toEqual([])
    expect(warningsOf(writePngMap(gridFromCosts([0, 1, 5, 255], 4)))).toEqual([])
    expect(warningsOf(grey(8, [0, 255, 255]))).toEqual([])
  })

  it('are refused by the command line in its own words, and read as costs on request', async () => {
    writeFileSync(path('grey.png'), grey(8, GREYS))
    const plain = await runCli('bake', path('grey.png'), '-o', path('plain.atlas'))
    expect(plain.status).toBe(0)
    expect(plain.err).toMatch(/^Note: The picture has 4 greys .* with --grey-is-cost; .* with --wall-below .*\.\n$/)
    const asked = await runCli('bake', path('grey.png'), '-o', path('costs.atlas'), '--grey-is-cost')
    expect([asked.status, asked.err]).toEqual([0, ''])
    expect(asked.out).toContain('5 free cells')
  })
})
