/** What is missing, damaged, forged or of another map is an error that names it, and never a wrong answer. */
import { beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { type Atlas, bake, checkPath, type Grid, generate, IsthmusError, openAtlas } from '../../src/index.ts'
import {
  bakeTile,
  gridSource,
  joinTiles,
  MemoryStore,
  openTiles,
  planOf,
  readPlan,
  type TileStore,
  writePlan,
} from '../../src/tiled.ts'
import { SEAM, type SeamFile } from '../../src/tiles/seams.ts'
import { digestOf, readSections, writeSections } from '../../src/tiles/sections.ts'
import { crownRecordName } from '../../src/tiles/tile-record.ts'
import { sealed } from '../support/sections.ts'
import { bakeTiles, planFor, tiled } from '../support/tiled-maps.ts'

const SIDE = 200
const TILE = 64
let grid: Grid
let whole: Atlas
let store: MemoryStore

beforeAll(async () => {
  grid = generate('terrain', { width: SIDE, height: SIDE, seed: 6 })
  whole = openAtlas(await bake(grid))
  store = (await tiled(grid, TILE)).store
})

function copyOf(original: MemoryStore): MemoryStore {
  const copy = new MemoryStore()
  for (const [name, bytes] of original.objects) copy.objects.set(name, bytes.slice())
  return copy
}

const nameOf = (start: string, end: string) =>
  [...store.objects.keys()].find(name => name.startsWith(start) && name.endsWith(end))!

async function errorOf(work: () => Promise<unknown>): Promise<IsthmusError> {
  try {
    await work()
  } catch (error) {
    expect(error).toBeInstanceOf(IsthmusError)
    return error as IsthmusError
  }
  throw new Error('It found nothing wrong.')
}

/** Asks for routes all over the map, inside tile 5 and into it, with their cells, which must be legal. */
async function askAll(asked: TileStore): Promise<void> {
  const atlas = await openTiles(asked)
  const random = new Random(3)
  for (let i = 0; i < 75; i++) {
    const [x0, y0, x1, y1] = Array.from({ length: 4 }, (_, at) =>
      i < 25 || (i >= 50 && at < 2) ? random.below(SIDE) : TILE + random.below(TILE),
    )
    const route = await atlas.find(x0, y0, x1, y1)
    if (route.status === 'found')
      expect(checkPath(whole.terrain, (await route.cells()) as Int32Array, x0, y0, x1, y1, 8).status).toBe('legal')
  }
}

describe('files of a tiled map', () => {
  it.each(['atlas', 'reach', 'pages'])('that are missing are named: %s', async kind => {
    const broken = copyOf(store)
    const name = nameOf('tiles/5-', `.${kind}`)
    broken.objects.delete(name)
    const error = await errorOf(() => askAll(broken))
    expect([error.code, error.message]).toEqual(['TILE_MISSING', expect.stringContaining(name)])
  })

  it.each(['atlas', 'seam', 'reach', 'pages', 'record'])('are made again by a bake of their tile: %s', async kind => {
    const records = [...store.objects.keys()].filter(name => /^(done\/\w+\/5\.|known\/5-)/.test(name))
    expect(records.length).toBe(2)
    const names = kind === 'record' ? records : [nameOf('tiles/5-', `.${kind}`)]
    const changes = [
      () => null,
      (bytes: Uint8Array) => bytes.map(byte => byte ^ 1),
      (bytes: Uint8Array) => bytes.slice(9),
    ]
    for (const change of changes) {
      const broken = copyOf(store)
      for (const name of names) {
        const changed = change(broken.objects.get(name)!)
        if (changed === null) broken.objects.delete(name)
        else broken.objects.set(name, changed)
      }
      const plan = planFor(grid, TILE)
      await bakeTile(plan, 5, gridSource(grid, plan.sourceId), broken)
      expect(broken.objects).toEqual(store.objects)
    }
  })

  it.each([2, 40, 4000])('are made again where a forged record names an atlas of %i bytes', async length => {
    const forged = copyOf(store)
    for (const done of [...store.objects.keys()].filter(name => /^(done\/\w+\/5\.|known\/5-)/.test(name))) {
      const record = JSON.parse(new TextDecoder().decode(forged.objects.get(done)))
      const atlas = { name: `tiles/5-${'0'.repeat(16)}.atlas`, bytes: length }
      forged.objects.set(atlas.name, new Uint8Array(length))
      const files = { ...record.files, atlas }
      forged.objects.set(done, new TextEncoder().encode(JSON.stringify({ ...record, files })))
    }
    const plan = planFor(grid, TILE)
    expect((await bakeTile(plan, 5, gridSource(grid, plan.sourceId), forged)).isNew).toBe(true)
  })

  it('of an older format are refused as such', async () => {
    const [broken, plan] = [copyOf(store), planFor(grid, TILE)]
    await broken.write(crownRecordName(plan, 5), broken.objects.get(crownRecordName(plan))!)
    broken.objects.delete(crownRecordName(plan))
    const { code, message } = await errorOf(() => openTiles(broken))
    expect([code, message]).toEqual(['TILE_MISSING', expect.stringMatching(/have format 5; this reader knows \d+\./)])
  })

  it.each(['atlas', 'reach', 'pages', 'crown'])('are named whatever byte of them is changed: %s', async kind => {
    const name = nameOf(kind === 'crown' ? 'crown/' : 'tiles/5-', `.${kind}`)
    const random = new Random(8)
    for (let i = 0; i < 12; i++) {
      const broken = copyOf(store)
      const bytes = broken.objects.get(name)!
      bytes[random.below(bytes.length)] ^= 1 << random.below(8)
      const error = await errorOf(() => askAll(broken))
      expect([error.code, error.message]).toEqual(['TILE_DAMAGED', expect.stringContaining(name)])
    }
  })

  it.each(['atlas', 'reach', 'pages', 'crown'])('are named where they were cut short: %s', async kind => {
    const name = nameOf(kind === 'crown' ? 'crown/' : 'tiles/5-', `.${kind}`)
    for (const length of [0, 3, 64, -8]) {
      const broken = copyOf(store)
      broken.objects.set(name, broken.objects.get(name)!.slice(0, length))
      expect((await errorOf(() => askAll(broken))).message).toContain(name)
    }
  })

  it('are named where another tile lies in the place of one', async () => {
    const broken = copyOf(store)
    const name = nameOf('tiles/5-', '.atlas')
    broken.objects.set(name, broken.objects.get(nameOf('tiles/6-', '.atlas'))!)
    expect((await errorOf(() => askAll(broken))).message).toContain(name)
  })

  it('that were forged give legal paths or an error', async () => {
    const name = nameOf('crown/', '.crown')
    const random = new Random(11)
    let refused = 0
    for (let i = 0; i < 120; i++) {
      const forged = copyOf(store)
      const bytes = forged.objects.get(name)!
      const words = new Int32Array(bytes.buffer)
      const value = [random.below(1 << 30), -1, 0, 1, 0x7fffffff][random.below(5)]
      words[64 + random.below(words.length - 64)] = value
      sealed(bytes)
      try {
        await askAll(forged)
      } catch (error) {
        expect(error).toBeInstanceOf(IsthmusError)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(20)
  })

  it.each([null, undefined, {}, 'tiles'])('are refused where %o is no store', async store => {
    await expect(openTiles(store as never)).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
  })

  it('pass on what a store says that fails', async () => {
    const failing: TileStore = {
      read: async name => {
        if (name.endsWith('.atlas')) throw new IsthmusError('STORE_FAILED', 'The line is dead.')
        return store.read(name)
      },
      write: store.write,
      list: store.list,
    }
    expect((await errorOf(() => askAll(failing))).message).toBe('The line is dead.')
  })
})

describe('a join', () => {
  it('names the tiles that are not baked', async () => {
    const plan = planFor(grid, TILE)
    const half = new MemoryStore()
    await bakeTiles(grid, plan, half, [0, 1, 2, 5])
    const error = await errorOf(() => joinTiles(plan, half))
    expect(error.code).toBe('TILE_MISSING')
    expect(error.message).toContain('12 of 16 tiles are not baked: 3, 4, 6')
    expect((await errorOf(() => openTiles(half))).code).toBe('TILE_MISSING')
  })

  it('refuses tiles that were baked from different cells, and names them', async () => {
    const plan = planFor(grid, TILE)
    const other = { ...grid, cost: grid.cost.slice() }
    // In the corner of tile 5, which tile 10 sees too.
    other.cost[126 * SIDE + 126] = other.cost[126 * SIDE + 126] === 0 ? 1 : 0
    const mixed = new MemoryStore()
    await bakeTiles(grid, plan, mixed, [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    await bakeTiles(other, plan, mixed, [5])
    const error = await errorOf(() => joinTiles(plan, mixed))
    expect([error.code, error.message]).toEqual([
      'TILE_DAMAGED',
      expect.stringMatching(/^Tiles 5 and (6|9|10) were baked/),
    ])
  })

  it.each<[string, (seam: SeamFile) => void]>([
    ['a place beyond the border', seam => seam.placeOf.fill(TILE, 0, 1)],
    ['a border at the edge of the map', seam => seam.sideOf.fill(3)],
    ['an island beyond the last', seam => seam.islandOf.fill(seam.facts.islands, 0, 1)],
    ['a cost below 0', seam => seam.unitsOf.fill(-1, 0, 1)],
    ['a cost that is no number', seam => seam.unitsOf.fill(NaN, 0, 1)],
    ['no least cost', seam => Object.assign(seam.facts, { costMin: 0 })],
  ])('refuses a seam with %s, and names it', async (_, change) => {
    const forged = copyOf(store)
    const done = nameOf('done/', '/1.json')
    const record = JSON.parse(new TextDecoder().decode(forged.objects.get(done)))
    const seam = readSections(SEAM, 'seam', forged.objects.get(record.files.seam.name)!.slice())
    change(seam)
    const bytes = writeSections(SEAM, seam)
    const name = `tiles/1-${digestOf(bytes)}.seam`
    forged.objects.set(name, bytes)
    const files = { ...record.files, seam: { name, bytes: bytes.length } }
    forged.objects.set(done, new TextEncoder().encode(JSON.stringify({ ...record, files })))
    const error = await errorOf(() => joinTiles(planFor(grid, TILE), forged))
    expect([error.code, error.message]).toEqual(['TILE_DAMAGED', expect.stringContaining(name)])
  })

  it('refuses a record that names a file elsewhere', async () => {
    const forged = copyOf(store)
    const done = nameOf('done/', '/1.json')
    const text = new TextDecoder().decode(forged.objects.get(done)).replace('"tiles/1-', '"tiles/../1-')
    forged.objects.set(done, new TextEncoder().encode(text))
    expect((await errorOf(() => joinTiles(planFor(grid, TILE), forged))).message).toContain(done)
  })

  it('is refused where a source is not that of the plan', async () => {
    const plan = planFor(grid, TILE)
    for (const source of [
      gridSource(grid, 'second'),
      gridSource({ ...grid, height: 100, cost: grid.cost.slice(0, 20_000) }, 'first'),
    ]) {
      expect((await errorOf(() => bakeTile(plan, 0, source, new MemoryStore()))).code).toBe('BAD_PLAN')
    }
    const short = { ...gridSource(grid, 'first'), window: async () => new Uint8Array(7) }
    expect((await errorOf(() => bakeTile(plan, 0, short, new MemoryStore()))).code).toBe('BAD_MAP')
  })
})

describe('a plan', () => {
  const options = { width: 70_000, height: 100, tileSide: 4096, sourceId: 'x' }

  it('is the same after it was written and read', () => {
    const plan = planOf({ ...options, directions: 4, source: 'a folder' })
    expect(readPlan(writePlan(plan))).toEqual(plan)
    expect(plan).toMatchObject({ columns: 18, rows: 1, halo: 128 })
  })

  it.each([
    [{ width: 0 }, 'BAD_ARGUMENT'],
    [{ width: 2 ** 60 }, 'BAD_ARGUMENT'],
    [{ width: 2 ** 40 }, 'TOO_LARGE'],
    [{ tileSide: 100 }, 'BAD_ARGUMENT'],
    [{ tileSide: 32 }, 'BAD_ARGUMENT'],
    [{ tileSide: 32_768, height: 40_000 }, 'TOO_LARGE'],
    [{ directions: 6 }, 'BAD_ARGUMENT'],
    [{ sourceId: '' }, 'BAD_ARGUMENT'],
    [{ sizes: 3 }, 'BAD_ARGUMENT'],
  ])('refuses %o', (change, code) => {
    expect(() => planOf({ ...options, ...change } as never)).toThrow(expect.objectContaining({ code }))
  })

  it.each([
    '',
    '[]',
    'null',
    '{"format":"isthmus-plan"}',
    '{"format":"isthmus-plan","version":2}',
    writePlan(planOf(options)).replace('70000', '"70000"'),
    writePlan(planOf(options)).replace('"width"', '"wide"'),
  ])('refuses the text %s', text => {
    expect(() => readPlan(text)).toThrow(expect.objectContaining({ code: 'BAD_PLAN' }))
  })
})
