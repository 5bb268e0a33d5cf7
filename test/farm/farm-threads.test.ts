/** Farms on one machine: whoever bakes which tile when, the bytes are the same, and nothing is baked twice. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPlace } from '../../src/app/farm/plan-place.ts'
import { generate } from '../../src/map/generate/index.ts'
import { writeRaw } from '../../src/maps.ts'
import { checkPath } from '../../src/proof/check.ts'
import { openAtlas } from '../../src/query.ts'
import { jsonOf, runCli, temporaryFolder } from '../support/cli.ts'
import { filesOf } from '../support/farms.ts'
import { KeptProcess, until } from '../support/kept-process.ts'
import { nativePath } from '../support/native.ts'
import { startBucket, startWebFolder } from '../support/stores.ts'

const { path } = temporaryFolder()
const MAP = 'generate:terrain:200x150:5'
const TILES = 12
/** A thread takes as long to start as some tiles to bake. */
const ONE_THREAD = ['--threads', '1']

async function plan(name: string, source = MAP): Promise<string> {
  const { status, err } = await runCli('plan', source, '-o', path(name), '--tile', '64')
  if (status !== 0) throw new Error(err)
  return path(name)
}

/** What a farm of the same map leaves. */
let expected: Map<string, string>

beforeAll(async () => {
  const place = await plan('first')
  expect(await jsonOf('farm', place, '--threads', '2')).toMatchObject({ tiles: TILES, baked: TILES, failures: [] })
  expected = filesOf(place)
})

describe('a farm', () => {
  it('leaves the same bytes as jobs of a scheduler, in any order, and a join', async () => {
    const place = await plan('jobs')
    for (const index of [7, 0, 11, 3]) await runCli('bake-tile', place, '--index', String(index))
    const { tiles } = await jsonOf('bake-tile', place, '--index', '3', '--of', '4')
    expect(tiles.map((tile: { index: number; isNew: boolean }) => [tile.index, tile.isNew])).toEqual([
      [3, false],
      [7, false],
      [11, false],
    ])
    expect((await runCli('join', place)).err).toMatch(/tile/)
    for (const index of [2, 1, 0]) await runCli('bake-tile', place, '--index', String(index), '--of', '4')
    expect((await jsonOf('join', place)).crown.tiles).toBe(TILES)
    expect(filesOf(place)).toEqual(expected)
  })

  it('bakes nothing twice, and goes on where it was', async () => {
    const place = path('first')
    expect(await jsonOf('farm', place, ...ONE_THREAD)).toMatchObject({ bakedBefore: TILES, baked: 0 })
    const again = await plan('again')
    await runCli('bake-tile', again, '--index', '4')
    expect(await jsonOf('farm', again, ...ONE_THREAD)).toMatchObject({ bakedBefore: 1, baked: TILES - 1 })
    expect(filesOf(again)).toEqual(expected)
  })

  it('that is killed goes on where it was, to the same bytes', async () => {
    const place = await plan('killed')
    const farm = new KeptProcess(process.execPath, nativePath('src/app/cli/main.ts'), 'farm', place, ...ONE_THREAD)
    const records = () => {
      const names = readdirSync(place, { recursive: true, encoding: 'utf8' })
      return names.filter(name => /^done\/.*\.json$/.test(name)).length
    }
    await until(() => records() >= 3)
    await farm.end('SIGKILL')
    const bakedBefore = records()
    expect(await jsonOf('farm', place, ...ONE_THREAD)).toMatchObject({
      bakedBefore,
      baked: TILES - bakedBefore,
      failures: [],
    })
    expect(filesOf(place)).toEqual(expected)
  })

  it('bakes after a change only tiles that see it, and leaves the bytes of a farm of the changed map', async () => {
    const grid = generate('terrain', { width: 200, height: 150, seed: 6 })
    writeFileSync(path('map.raw'), writeRaw(grid))
    const place = await plan('changing', path('map.raw'))
    await runCli('farm', place, ...ONE_THREAD)
    const cost = grid.cost.slice()
    cost[20 * 200 + 20] = 1 - cost[20 * 200 + 20]
    writeFileSync(path('map.raw'), writeRaw({ ...grid, cost }))
    await plan('changing', path('map.raw'))
    const harvest = await jsonOf('farm', place, ...ONE_THREAD)
    expect([harvest.baked, harvest.unchanged]).toEqual([1, TILES - 1])
    const fresh = await plan('fresh', path('map.raw'))
    await runCli('farm', fresh, ...ONE_THREAD)
    const changed = filesOf(place)
    for (const [name, bytes] of filesOf(fresh)) expect([name, changed.get(name)]).toEqual([name, bytes])
    const { removed } = await jsonOf('join', place, '--clean')
    expect(removed).toBe(changed.size - filesOf(fresh).size)
    expect(filesOf(place)).toEqual(filesOf(fresh))
    expect((await jsonOf('farm', place, '--clean')).removed).toBe(0)
  })

  it('tells which tiles failed and why, and bakes the others', async () => {
    mkdirSync(path('pieces'))
    const piece = writeRaw(generate('open', { width: 100, height: 100 }))
    for (const name of ['0_0.raw', '0_1.raw', '0_2.raw']) writeFileSync(path(`pieces/${name}`), piece)
    const place = await plan('failing', path('pieces'))
    rmSync(path('pieces/0_2.raw'))
    const { status, out, err } = await runCli('farm', place, ...ONE_THREAD)
    expect(status).toBe(1)
    expect(err).toMatch(/Tile 4 failed: 0_2.raw is gone/)
    expect(out).toMatch(/10 tiles, 4 baked, 6 failed.*\nRun isthmus farm .* again for the others/)
    expect((await runCli('join', place)).status).toBe(1)
    writeFileSync(path('pieces/0_2.raw'), piece)
    expect(await jsonOf('farm', place, ...ONE_THREAD)).toMatchObject({ bakedBefore: 4, baked: 6, failures: [] })
  })
})

describe('a plan that was joined', () => {
  const pairs = [
    [3, 3, 190, 140],
    [20, 100, 180, 20],
    [0, 0, 199, 149],
    [-1, 0, 5, 5],
  ]

  it('is asked by isthmus path as an atlas is: from a folder and over the web', async () => {
    await runCli('generate', 'terrain', '--width', '200', '--height', '150', '--seed', '5', '-o', path('whole.map'))
    await runCli('bake', path('whole.map'), '-o', path('whole.atlas'))
    const web = await startWebFolder(path('first'))
    const atlas = openAtlas(readFileSync(path('whole.atlas')))
    for (const [x0, y0, x1, y1] of pairs) {
      const ends = [`${x0},${y0}`, `${x1},${y1}`]
      const [whole, tiled, afar] = await Promise.all(
        [path('whole.atlas'), path('first'), web.url].map(place => jsonOf('path', place, ...ends)),
      )
      expect(afar).toEqual(tiled)
      expect(tiled.status).toBe(whole.status)
      if (whole.status !== 'found') continue
      const check = checkPath(atlas.terrain, Int32Array.from(tiled.cells.flat()), x0, y0, x1, y1, 8)
      expect([check.message, check.cost]).toEqual(['', expect.closeTo(tiled.cost, 6)])
      expect(tiled.cost).toBeLessThan(1.02 * whole.cost)
      const { out } = await runCli('path', path('first'), ...ends, '--cells')
      expect(out).toBe(tiled.cells.map((cell: number[]) => `${cell}\n`).join(''))
    }
    writeFileSync(path('pairs.csv'), `${pairs.map(pair => pair.join(',')).join('\n')}\nno pair\n`)
    const { status, out, err } = await runCli('path', path('first'), '--pairs', path('pairs.csv'))
    expect([status, out.split('\n').length]).toEqual([1, pairs.length + 1])
    expect(err).toMatch(/no pair/)
  })

  it('appears in isthmus info, and before it is joined too', async () => {
    expect((await jsonOf('info', path('first'))).plan).toMatchObject({ tiles: TILES, baked: TILES, isJoined: true })
    const place = await plan('begun')
    await runCli('bake-tile', place, '--index', '0')
    expect((await jsonOf('info', place)).plan).toMatchObject({ tiles: TILES, baked: 1, isJoined: false })
    expect((await runCli('info', place)).out).toMatch(/1 of 12 tiles are baked.*Next: isthmus farm/)
    const { status, err } = await runCli('path', place, '0,0', '9,9')
    expect([status, err]).toEqual([1, expect.stringMatching(/join/)])
  })

  it('moves ends that no path joins with --nearest', async () => {
    const answer = await jsonOf('path', path('first'), '-40,-9', '9000,9000', '--nearest')
    expect(answer).toMatchObject({ status: 'found', isReplaced: true })
    const { out } = await runCli('path', path('first'), '-40,-9', '9000,9000', '--nearest')
    expect(out).toContain('the closest cells that a path can have')
  })

  it('refuses options that only atlases have', async () => {
    const { status, err } = await runCli('path', path('first'), '0,0', '9,9', '--engine', 'fast')
    expect([status, err]).toEqual([2, expect.stringMatching(/--engine is for atlases/)])
  })
})

describe('a bucket', () => {
  it('holds a plan, its tiles and its crown as a folder does', async () => {
    const environment = await startBucket(path('buckets'))
    for (const [name, value] of Object.entries(environment)) process.env[name] = value
    try {
      const place = 's3://maps/some/world'
      await jsonOf('plan', MAP, '-o', place, '--tile', '64')
      expect(await jsonOf('farm', place, ...ONE_THREAD)).toMatchObject({ baked: TILES })
      const store = await openPlace(place)
      const names = await store.list('')
      expect(names.sort()).toEqual([...expected.keys()].sort())
      const crown = names.find(name => name.endsWith('.crown'))!
      expect(await store.read(crown)).toEqual(new Uint8Array(readFileSync(path(`first/${crown}`))))
      const ends = ['3,3', '190,140']
      expect(await jsonOf('path', place, ...ends)).toEqual(await jsonOf('path', path('first'), ...ends))
    } finally {
      for (const name of Object.keys(environment)) delete process.env[name]
    }
  })
})

describe('isthmus bake-tile', () => {
  it.each(['JOB_COMPLETION_INDEX', 'AWS_BATCH_JOB_ARRAY_INDEX', 'SLURM_ARRAY_TASK_ID'])('reads %s', async name => {
    process.env[name] = '5'
    try {
      expect((await jsonOf('bake-tile', path('first'))).tiles[0]).toMatchObject({ index: 5, isNew: false })
      expect((await jsonOf('bake-tile', path('first'), '--index', '6')).tiles[0].index).toBe(6)
    } finally {
      delete process.env[name]
    }
  })

  it('refuses tiles that there are not, and places without a plan', async () => {
    expect((await runCli('bake-tile', path('first'), '--index', '12')).err).toMatch(/has tiles 0 to 11/)
    expect((await runCli('bake-tile', path('first'), '--index', '4', '--of', '4')).err).toMatch(/for 4 jobs/)
    expect((await runCli('bake-tile', path('first'))).err).toMatch(/The index is missing/)
    mkdirSync(path('nothing'))
    const { status, err } = await runCli('bake-tile', path('nothing'), '--index', '0')
    expect([status, err]).toEqual([1, expect.stringMatching(/There is no plan at .*nothing. Make one/)])
    writeFileSync(path('nothing/plan.json'), '{"format":"isthmus-plan","version":1,"width":-3}')
    expect((await runCli('farm', path('nothing'))).err).toMatch(/nothing: The plan cannot be read/)
    expect(readdirSync(path('nothing'))).toEqual(['plan.json'])
    expect(readFileSync(path('nothing/plan.json'), 'utf8')).toContain('-3')
  })
})
