/**
 * What opening takes on trust is proven on demand: right atlases of all kinds pass, and each lie that the cheap checks of
 * opening let by is found. Forged files have checksums that fit.
 */

import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { TRAVELLERS_FILE } from '../../src/atlas/travellers-file.ts'
import { Random } from '../../src/base/random.ts'
import { openSections, sectionOf } from '../../src/base/section-file.ts'
import { proveAtlas } from '../../src/exact.ts'
import { type Atlas, bake, checkPath, generate, openAtlas, openLive } from '../../src/index.ts'
import { runCli, temporaryFolder } from '../support/cli.ts'
import { hubsProof } from '../support/hubs-proof.ts'
import { sealed, sectionIn } from '../support/sections.ts'
import { runs, worlds } from '../support/worlds.ts'

const { path } = temporaryFolder()
/** So wide that routes lead across it: near goals are searched on the cells, which a forger's ways do not touch. */
const SIDE_CELLS = 330
const REFUSAL = expect.objectContaining({ code: 'ATLAS_DAMAGED' })

let file: Uint8Array
let atlas: Atlas
beforeAll(async () => {
  file = await bake(generate('terrain', { width: SIDE_CELLS, height: SIDE_CELLS, seed: 8 }))
  atlas = openAtlas(file)
})

/** The file with one column changed and its checksum mended. */
function forged(name: string, level: number, change: (bytes: DataView) => void): Uint8Array {
  const bytes = file.slice()
  const { offsetBytes, sizeBytes } = sectionIn(bytes, name, level)
  change(new DataView(bytes.buffer, offsetBytes, sizeBytes))
  return sealed(bytes)
}

/** What the cheap checks of opening let by. */
function openedOrNull(bytes: Uint8Array): Atlas | null {
  try {
    return openAtlas(bytes)
  } catch {
    return null
  }
}

const raise = (at: number, by: number) => (column: DataView) =>
  column.setUint16(2 * at, column.getUint16(2 * at, true) + by, true)

/** Whether a path across the forged map leads through a wall of it. */
function leadsThroughWalls(opened: Atlas): boolean {
  const finder = opened.finder()
  return [10, 20, 290, 315].some(x => {
    try {
      const route = finder.find(x, 2, SIDE_CELLS - x, SIDE_CELLS - 3, { nearest: true, quality: 'fast' })
      const { start, goal } = route
      return (
        checkPath(opened.terrain, route.cells(), start.x, start.y, goal.x, goal.y, opened.directions).status !== 'legal'
      )
    } catch {
      return false
    }
  })
}

describe('a proof of an atlas', () => {
  it('passes what was baked, on every kind of map', async () => {
    const property = fc.asyncProperty(worlds(140), async ({ grid, directions }) => {
      const baked = openAtlas(await bake(grid, { directions, hubs: true }))
      proveAtlas(baked)
      if (baked.columns.hubs !== undefined) expect(hubsProof.run(baked.columns, () => {}).problem).toBe('')
    })
    await fc.assert(property, runs(10))
  })

  it('finds the walls that were laid under ways, wherever a path leads through them', () => {
    let found = 0
    for (let row = 5; row < atlas.terrain.rowBits.length && found < 4; row += 7) {
      // The middle of a row of some block.
      const wall = (column: DataView) => column.setInt32(4 * row, column.getInt32(4 * row, true) & ~0x00ffff00, true)
      const bytes = forged('rowBits', -1, wall)
      const opened = openedOrNull(bytes)
      if (opened === null || !leadsThroughWalls(opened)) continue
      found++
      expect(() => proveAtlas(openAtlas(bytes)), `a wall in row ${row} of the blocks`).toThrow(REFUSAL)
    }
    expect(found).toBe(4)
  })

  it('is of what a live map saves, not of its snapshots, whose levels are in another order', async () => {
    const live = openLive(file.slice())
    for (let i = 0; i < 40; i++) live.set(8 * i, 8 * i, i & 1)
    live.commit()
    expect(() => proveAtlas(live.snapshot())).toThrow('open what save() of the live map returns')
    proveAtlas(openAtlas(live.save()))
  })

  it('tells landmarks apart where all entries of cheap ground cost nothing to one, beside what others cost', async () => {
    const [width, height] = [192, 96]
    const random = new Random(4)
    // Scattered walls, and a door to a winding way over ground that is far more expensive.
    const isWall = (x: number, y: number) => {
      if (x < 95) return random.below(6) === 0
      return x === 95 ? y > 0 : y % 2 === 1 && x !== (y % 4 === 1 ? 191 : 96)
    }
    const cost = Uint16Array.from({ length: width * height }, (_, cell) => {
      const x = cell % width
      if (isWall(x, Math.floor(cell / width))) return 0
      return x < 96 ? 1 + random.below(9) : 20_000
    })
    const right = openAtlas(await bake({ width, height, cost }))
    const { count, costToLandmark } = right.columns.landmarks
    const nearest = costToLandmark.filter((units, at) => at % count === 0 && units === 0)
    expect(nearest.length).toBeGreaterThan(50)
    proveAtlas(right)
  })

  it.each<[string, string, number, (column: DataView) => void, RegExp]>([
    [
      'a cost of level 0 that is too low',
      'tables',
      0,
      raise(1, -1),
      /ground.*level 0 is not the one that its cells give/,
    ],
    [
      'a cost of level 0 that is too high',
      'tables',
      0,
      raise(1, 1),
      /ground.*level 0 is not the one that its cells give/,
    ],
    [
      'a cost of level 1 that is too low',
      'tables',
      1,
      raise(1, -1),
      /tables.*level 1 is not the one that level 0 gives/,
    ],
    [
      'a cost of level 1 that is too high',
      'tables',
      1,
      raise(1, 1),
      /tables.*level 1 is not the one that level 0 gives/,
    ],
    ['a landmark that overstates', 'costToLandmark', -1, raise(40, 2), /landmarks.*island/],
  ])('finds %s', (_, name, level, change, words) => {
    const bytes = forged(name, level, change)
    expect(openedOrNull(bytes)).not.toBeNull()
    expect(() => proveAtlas(openAtlas(bytes))).toThrow(REFUSAL)
    expect(() => proveAtlas(openAtlas(bytes))).toThrow(words)
  })

  it('finds ways that lead elsewhere', () => {
    const [{ tables }] = atlas.columns.levels
    let opened = 0
    // The last bytes of a level's tables are ways.
    for (let at = tables.length - 12; at < tables.length - 1; at++) {
      const bytes = forged('tables', 0, column =>
        column.setUint16(2 * at, column.getUint16(2 * at, true) ^ 0x2121, true),
      )
      if (openedOrNull(bytes) === null) continue
      opened++
      expect(() => proveAtlas(openAtlas(bytes)), `word ${at}`).toThrow(REFUSAL)
    }
    expect(opened).toBeGreaterThan(5)
  })
})

describe('isthmus verify without a map', () => {
  it('passes a right atlas and names what is wrong with a forged one', async () => {
    writeFileSync(path('right.atlas'), file)
    const right = await runCli('verify', path('right.atlas'))
    expect([right.status, right.err]).toEqual([0, ''])
    expect(right.out).toMatch(/^(✓ .+\n){5}$/)
    writeFileSync(path('forged.atlas'), forged('tables', 0, raise(1, 1)))
    const wrong = await runCli('verify', path('forged.atlas'))
    expect(wrong.status).toBe(1)
    expect(wrong.out).toMatch(/✗ ground .+\n {2}The table of region .+ is not the one that its cells give/)
    expect(wrong.err).toMatch(/is damaged or forged/)
  })
})

describe('a proof of a file of travellers', () => {
  let file: Uint8Array<ArrayBuffer>
  beforeAll(async () => {
    const { width, height, cost } = generate('terrain', { width: 100, height: 80, seed: 3, weighted: true })
    const groundOfCell = cost.map(value => (value === 0 ? 0 : value < 3 ? 1 : 2))
    file = await bake(
      { width, height, groundOfCell, names: ['wall', 'road', 'rough'] },
      { travellers: { walker: { costs: { road: 1, rough: 2 } }, cart: { costs: { road: 1, rough: 5 }, size: 2 } } },
    )
  })

  it('passes what was baked', () => {
    const atlas = openAtlas(file)
    proveAtlas(atlas)
    expect(atlas.travellers).toHaveLength(2)
  })

  it('finds a lie about the last of them, which opening lets by', () => {
    const bytes = file.slice()
    // The first cost of the last record, which no traveller before has.
    const opened = openSections(TRAVELLERS_FILE, bytes)
    const lastRecord = sectionOf(opened, 'endOfRecord', 'int32').at(-2)!
    sectionOf(opened, 'records', 'uint16')[lastRecord + 1]++
    sealed(bytes)
    expect(openAtlas(bytes).as('cart').width).toBe(100)
    expect(() => proveAtlas(openAtlas(bytes))).toThrow(REFUSAL)
  })

  it('is told for each of them by isthmus verify', async () => {
    writeFileSync(path('travellers.atlas'), file)
    const { status, out } = await runCli('verify', path('travellers.atlas'))
    expect([status, out.match(/^✓ regions of (walker|cart)/gm)]).toEqual([
      0,
      ['✓ regions of walker', '✓ regions of cart'],
    ])
  })
})
