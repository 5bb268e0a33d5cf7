/** Hubs of maps of more entries than 16 bits number, and what measures them: a program and script alike. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { numbersOf, pushGap } from '../../src/atlas/hub-gaps.ts'
import type { LevelGraph } from '../../src/atlas/level-graph.ts'
import { growingBytes } from '../../src/base/growing.ts'
import { Pace } from '../../src/base/pace.ts'
import { Random } from '../../src/base/random.ts'
import { finish } from '../../src/base/work.ts'
import { EntrySteps } from '../../src/hub/entry-steps.ts'
import { makingHubs, measureHubs, toldOf } from '../../src/hub/measure.ts'
import { orderByWays } from '../../src/hub/order.ts'
import { type HubFloods, PlainFloods } from '../../src/hub/plain-floods.ts'
import { SwiftFloods } from '../../src/hub/swift-floods.ts'
import { bake, checkPath, generate, openAtlas } from '../../src/index.ts'
import { sealed, sectionIn } from '../support/sections.ts'
import { runs, worlds } from '../support/worlds.ts'

const DAMAGED = expect.objectContaining({ code: 'ATLAS_DAMAGED' })

function told(floods: HubFloods, turns: number) {
  const order = finish(orderByWays(floods))
  finish(makingHubs(floods, order, turns, () => {}))
  return { order, ...finish(toldOf(floods)), knownCount: floods.knownCount }
}

/** As script measures hubs, and as a program does. */
function bothWays(levelZero: LevelGraph) {
  const steps = finish(EntrySteps.of(levelZero))
  return [told(new PlainFloods(steps), 100), told(finish(SwiftFloods.of(steps))!, 7)]
}

describe('the program that measures hubs', () => {
  it('writes what script does, on every kind of map', async () => {
    const property = fc.asyncProperty(worlds(160), async ({ grid, directions }) => {
      const { columns } = openAtlas(await bake(grid, { directions }))
      if (columns.levels[0].entryCount === 0) return
      const [script, program] = bothWays(columns.levels[0])
      expect(program).toEqual(script)
    })
    await fc.assert(property, runs(12))
  })

  it('does so where ground costs from 1 to 65,535 side by side', async () => {
    const random = new Random(5)
    const cost = Uint16Array.from({ length: 192 * 160 }, (_, i) =>
      i % 31 === 0 ? 0 : 1 + random.below((i % 192) >> 5 === 2 ? 65_534 : 9),
    )
    const { columns } = openAtlas(await bake({ width: 192, height: 160, cost }))
    const [script, program] = bothWays(columns.levels[0])
    expect(program).toEqual(script)
  })
})

describe('ground so expensive that the program cannot add up what ways cost', () => {
  it('has the hubs that script measures', async () => {
    const [width, height] = [640, 32]
    const random = new Random(3)
    const cost = Uint16Array.from({ length: width * height }, (_, i) =>
      i % 37 === 0 ? 0 : i % width < 64 ? 1 : 64_000 + random.below(900),
    )
    const { columns } = openAtlas(await bake({ width, height, cost }, { hubs: true }))
    const steps = finish(EntrySteps.of(columns.levels[0]))
    const floods = finish(SwiftFloods.of(steps))!
    finish(makingHubs(floods, finish(orderByWays(floods)), 100, () => {}))
    expect(floods.isFar).toBe(true)
    const { order: _, knownCount, ...hubs } = told(new PlainFloods(steps), 100)
    expect(knownCount).toBe(hubs.hubSteps.length)
    expect(columns.hubs).toEqual({ level: 0, ...hubs })
  })
})

describe('hubs that are too many', () => {
  it('are refused, with what to do', async () => {
    const { columns } = openAtlas(await bake(generate('terrain', { width: 150, height: 140, seed: 8 })))
    const measuring = (most: number) => measureHubs(columns.levels, 0, most, new Pace({}), Promise.resolve(), false)
    const { hubSteps } = (await measuring(Infinity))!
    await expect(measuring(hubSteps.length - 1)).rejects.toThrow('without hubs')
    const byProgram = vi.spyOn(SwiftFloods.prototype, 'prune')
    expect((await measuring(hubSteps.length))!.hubSteps).toEqual(hubSteps)
    expect(byProgram).toHaveBeenCalled()
    byProgram.mockRestore()
  })
})

describe('gaps between numbers of hubs', () => {
  /** What every entry knows is itself, and each third one a hub far before it. */
  function rowsOf(entryCount: number) {
    const gaps = growingBytes()
    const counts = new Uint16Array(entryCount)
    const hubs: number[] = []
    for (let entry = 0; entry < entryCount; entry++) {
      const row = entry % 3 === 0 && entry > 0 ? [entry >> (entry % 16), entry] : [entry]
      const known = row[0] === row[1] ? [entry] : row
      counts[entry] = known.length
      for (const [i, hub] of known.entries()) pushGap(gaps, i === 0 ? hub : hub - known[i - 1] - 1, entryCount > 0xffff)
      hubs.push(...known)
    }
    return { hubs, told: { hubCountOfEntry: counts, hubGaps: gaps.toArray(), hubSteps: new Uint8Array(hubs.length) } }
  }

  it.each([2000, 0xffff + 1])('tell the numbers of %i entries', entryCount => {
    const { hubs, told } = rowsOf(entryCount)
    const numbers = numbersOf(told)
    expect(Array.from(numbers.hubs)).toEqual(hubs)
    expect(numbers.firstHubOfEntry[entryCount]).toBe(hubs.length)
  })

  it('of many entries are refused where they do not end, say nothing, or lead beyond all hubs', () => {
    const { told } = rowsOf(0xffff + 1)
    const { hubGaps } = told
    const last = hubGaps.length - 1
    for (const [at, byte] of [
      [last, 0x80],
      [last, 0],
      [last, 0x7f],
      [1000, hubGaps[1000] ^ 0x80],
    ]) {
      const forged = hubGaps.slice()
      forged[at] = byte
      expect(() => numbersOf({ ...told, hubGaps: forged }), `${at} ${byte}`).toThrow(DAMAGED)
    }
    const endless = hubGaps.slice().fill(0x80, 0, 4)
    const cut = hubGaps.subarray(0, last)
    for (const gaps of [endless, cut]) expect(() => numbersOf({ ...told, hubGaps: gaps })).toThrow(DAMAGED)
  })
})

describe('an atlas of which more than 65,535 entries know hubs', () => {
  /** Corridors side by side; the first two are joined at their far end, and so on. */
  const [width, height] = [132 * 32, 2048]
  let bytes: Uint8Array
  beforeAll(async () => {
    const cost = new Uint8Array(width * height)
    for (let y = 1; y < height; y += 2) cost.fill(1, y * width, (y + 1) * width)
    for (let y = 2; y < height; y += 4) cost[(y + 1) * width - 1] = 1
    bytes = await bake({ width, height, cost }, { hubs: true })
  })

  it('reads off its routes', () => {
    const atlas = openAtlas(bytes)
    expect(atlas.columns.levels[1].entryCount).toBeGreaterThan(0xffff)
    expect(atlas.columns.hubs!.level).toBe(1)
    const finder = atlas.finder()
    for (const y of [1, 1025, 2045]) {
      const route = finder.find(0, y, 0, y + 2)
      expect(route.cost).toBe(2 * width)
      expect(checkPath(atlas.terrain, route.cells(), 0, y, 0, y + 2, 8).status).toBe('legal')
    }
    expect(finder.find(0, 3, 0, 5).status).toBe('unreachable')
  })

  /** The same file with one byte changed, and its checksum mended. */
  function forged(at: number, byte: number): Uint8Array {
    const copy = bytes.slice()
    copy[at] = byte
    return sealed(copy)
  }

  it('says that it is damaged where its hubs are', () => {
    const { offsetBytes, sizeBytes } = sectionIn(bytes, 'hubGaps')
    const atlas = openAtlas(forged(offsetBytes + sizeBytes - 1, 0x7f))
    expect(() => atlas.finder().find(0, 1, 0, 3)).toThrow(DAMAGED)
  })
})
