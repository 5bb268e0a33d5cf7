/**
 * A forged atlas has a checksum that fits. Whatever it says, it is refused as damaged, when it is opened or when it is
 * asked, or it answers: no error of another class, no search without an end. `npm run bench:forge` hunts for more, with a
 * watchdog; here are the forgeries that were found, and a small hunt. A hang shows as the test's time running out.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { forge } from '../../bench/forge/forger.ts'
import { makeOriginals, type Original } from '../../bench/forge/originals.ts'
import { tryOut } from '../../bench/forge/trial.ts'
import { TableWriter } from '../../src/atlas/level-graph.ts'
import { growingShorts } from '../../src/base/growing.ts'
import { bake, generate, openAtlas, openLive } from '../../src/index.ts'
import { sealed, sectionIn } from '../support/sections.ts'

const FORGERIES = 400
const SEED = 2026
/** Its place among the facts, as FORMAT.md has it. */
const FACT_ISLANDS = 4

let originals: Original[]
beforeAll(async () => {
  originals = await makeOriginals()
})

describe('forged atlases', () => {
  it('are refused, told as damaged, or answer; and none is another error', () => {
    const counts = { refused: 0, damaged: 0, answered: 0, walls: 0 }
    for (let number = 0; number < FORGERIES; number++) {
      const forgery = forge(originals, SEED, number)
      const verdict = tryOut(forgery, number)
      expect(Object.keys(counts), `forgery ${number}: ${forgery.about}`).toContain(verdict)
      counts[verdict as keyof typeof counts]++
    }
    expect(counts.refused).toBeGreaterThan(FORGERIES / 2)
    expect(counts.answered).toBeGreaterThan(0)
  })

  it('are not what the originals are', () => {
    originals.forEach((original, number) => {
      const bytes = new Uint8Array(original.words.slice().buffer)
      expect(tryOut({ original, bytes, about: '' }, number)).toBe('answered')
    })
  })
})

describe('an atlas that contradicts itself', () => {
  /** The bytes of a small atlas in which one word of a column is another, with a checksum that fits. */
  async function forged(name: string, level: number, change: (column: Int32Array) => void): Promise<Uint8Array> {
    const bytes = await bake(generate('caves', { width: 84, height: 72, seed: 7 }))
    const { offsetBytes, sizeBytes } = sectionIn(bytes, name, level)
    change(new Int32Array(bytes.buffer, offsetBytes, sizeBytes >> 2))
    return sealed(bytes)
  }

  it.each<[string, string, number, (column: Int32Array) => void, RegExp]>([
    ['free cells beyond the eastern edge', 'rowBits', -1, column => column.fill(-1, 64, 96), /cells/],
    ['free cells beyond the southern edge', 'rowBits', -1, column => column.fill(-1, column.length - 8), /cells/],
    ['a cost that a byte does not hold', 'costOfBlock', -1, column => column.fill(256), /costs/],
    ['labels of regions that there are not', 'planeBits', -1, column => column.fill(-1), /labels|planes/],
    ['an island that is not the root', 'islandOfRegion', -1, column => column.fill(0), /regions|islands/],
    ['a parent in another block', 'parentOfRegion', 0, column => column.reverse(), /regions|parents|slots|sides/],
    ['a side that is another region', 'regionOfSide', 1, column => column.reverse(), /entries|slots|sides/],
    ['an entry that is listed twice', 'slots', 0, column => column.copyWithin(2, 0, 2), /entries|slots/],
    ['a crossing that leads elsewhere', 'slots', 0, column => column.fill(column[1] ^ 1, 1, 2), /entries|slots/],
  ])('is refused for %s', async (_, name, level, change, words) => {
    const bytes = await forged(name, level, change)
    const refusal = { code: 'ATLAS_DAMAGED', message: expect.stringMatching(words) }
    expect(() => openAtlas(bytes)).toThrow(expect.objectContaining(refusal))
  })

  it('has entries that no search of one level reaches: told, not followed without an end', async () => {
    const atlas = openAtlas(await forged('rowBits', -1, column => column.fill(0, 3, 4)))
    const damaged = expect.objectContaining({ code: 'ATLAS_DAMAGED', message: expect.stringContaining('islands') })
    expect(() => atlas.finder({ level: 1 }).find(3, 5, 80, 68, { nearest: true })).toThrow(damaged)
  })

  it('has a region in parts: a commit beside it says so', async () => {
    const live = openLive(await forged('rowBits', -1, column => column.fill(0, 3, 4)))
    // Openings of the block beside it, which is not what has been changed in the file.
    live.fill({ x: 32, y: 0, width: 1, height: 32 }, 1)
    const damaged = expect.objectContaining({ code: 'ATLAS_DAMAGED', message: expect.stringContaining('regions') })
    expect(() => {
      live.commit()
      live.save()
    }).toThrow(damaged)
  })

  it('has a region in parts: no table says that there are ways between them', () => {
    const damaged = expect.objectContaining({ code: 'ATLAS_DAMAGED', message: expect.stringContaining('regions') })
    const tables = new TableWriter(growingShorts())
    expect(() => tables.endTable(Float64Array.of(140, Infinity, 70), 3, 9)).toThrow(damaged)
  })

  it('takes no memory for islands that it only counts', async () => {
    const bytes = await forged('islandOfRegion', -1, () => {})
    new Int32Array(bytes.buffer, sectionIn(bytes, 'facts').offsetBytes)[FACT_ISLANDS] = 2_000_000_000
    sealed(bytes)
    const before = process.memoryUsage().arrayBuffers
    expect(() => openAtlas(bytes)).toThrow(expect.objectContaining({ code: 'ATLAS_DAMAGED' }))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000)
  })
})
