/** Sources of tiles: whatever a map comes from, each window of it has the cells of the map. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FolderStore } from '../../src/app/farm/plan-place.ts'
import { openSource } from '../../src/app/farm/sources/recipe.ts'
import { generate } from '../../src/map/generate/index.ts'
import type { Grid } from '../../src/map/grid.ts'
import { writeMovingAi, writePngMap, writeRaw } from '../../src/maps.ts'
import { readPlan, type TileSource } from '../../src/tiled.ts'
import { runCli, temporaryFolder } from '../support/cli.ts'

const { path } = temporaryFolder()
const WIDTH = 130
const HEIGHT = 75

async function planned(name: string, source: string, ...options: string[]): Promise<() => Promise<TileSource>> {
  const { status, err } = await runCli('plan', source, '-o', path(name), '--tile', '64', ...options)
  if (status !== 0) throw new Error(err)
  const plan = readPlan(readFileSync(path(`${name}/plan.json`)))
  return () => openSource(path(name), new FolderStore(path(name)), plan.source, plan.sourceId)
}

async function expectSameWindows(source: TileSource, grid: Grid): Promise<void> {
  expect([source.width, source.height]).toEqual([grid.width, grid.height])
  await fc.assert(
    fc.asyncProperty(
      fc.nat(grid.width - 1),
      fc.nat(grid.height - 1),
      fc.integer({ min: 1, max: 90 }),
      async (x, y, side) => {
        const [width, height] = [Math.min(side, grid.width - x), Math.min(side, grid.height - y)]
        const rows = Array.from({ length: height }, (_, row) => {
          const at = (y + row) * grid.width + x
          return Array.from(grid.cost.subarray(at, at + width))
        })
        expect(Array.from(await source.window(x, y, width, height))).toEqual(rows.flat())
      },
    ),
    { numRuns: 12 },
  )
}

/** Cuts a map into files of a folder. */
function cut(folder: string, grid: Grid, side: number, nameOf: (column: number, row: number) => string): void {
  for (let row = 0; row * side < grid.height; row++) {
    for (let column = 0; column * side < grid.width; column++) {
      const width = Math.min(side, grid.width - column * side)
      const height = Math.min(side, grid.height - row * side)
      const wide = new Uint16Array(width * height)
      for (let y = 0; y < height; y++) {
        const at = (row * side + y) * grid.width + column * side
        wide.set(grid.cost.subarray(at, at + width), y * width)
      }
      const cost = wide.every(own => own < 256) ? Uint8Array.from(wide) : wide
      const name = path(`${folder}/${nameOf(column, row)}`)
      mkdirSync(name.slice(0, name.lastIndexOf('/')), { recursive: true })
      writeFileSync(
        name,
        name.endsWith('.png') ? writePngMap({ width, height, cost }) : writeRaw({ width, height, cost }),
      )
    }
  }
}

const terrain = generate('terrain', { width: WIDTH, height: HEIGHT, seed: 3 })
const heights = generate('elevation', { width: WIDTH, height: HEIGHT, seed: 3 })
const relief = generate('relief', { width: WIDTH, height: HEIGHT, seed: 3 })

describe('a source', () => {
  it.each(['terrain', 'elevation', 'relief'] as const)('is made as it is read: %s', async kind => {
    const open = await planned(`made-${kind}`, `generate:${kind}:${WIDTH}x${HEIGHT}:3`)
    await expectSameWindows(await open(), generate(kind, { width: WIDTH, height: HEIGHT, seed: 3 }))
  })

  it('takes the options of its generator', async () => {
    const open = await planned('weighted', `generate:terrain:${WIDTH}x${HEIGHT}:3:weighted,costMax=5,wallShare=0.1`)
    const options = { width: WIDTH, height: HEIGHT, seed: 3, weighted: true, costMax: 5, wallShare: 0.1 }
    await expectSameWindows(await open(), generate('terrain', options))
  })

  it('is a raw file with its header, of costs of 8 or 16 bits', async () => {
    writeFileSync(path('narrow.raw'), writeRaw(heights))
    writeFileSync(path('wide.raw'), writeRaw(relief))
    await expectSameWindows(await (await planned('narrow', path('narrow.raw')))(), heights)
    await expectSameWindows(await (await planned('wide', path('wide.raw')))(), relief)
  })

  it('is bare bytes of a given width, of costs of 8 or 16 bits', async () => {
    writeFileSync(path('narrow.bin'), heights.cost)
    writeFileSync(path('wide.bin'), new Uint8Array(relief.cost.buffer))
    const width = ['--raw-width', String(WIDTH)]
    await expectSameWindows(await (await planned('bare', path('narrow.bin'), ...width))(), heights)
    await expectSameWindows(
      await (await planned('bare-wide', path('wide.bin'), ...width, '--raw-bits', '16'))(),
      relief,
    )
    // The rows of a wide file are read one by one.
    const long = generate('elevation', { width: 20_000, height: 8, seed: 1 })
    writeFileSync(path('long.bin'), long.cost)
    await expectSameWindows(await (await planned('long', path('long.bin'), '--raw-width', '20000'))(), long)
  })

  it('is a map file of any format, read with the options that it needs', async () => {
    writeFileSync(path('one.map'), writeMovingAi(terrain))
    await expectSameWindows(await (await planned('one', path('one.map')))(), terrain)
    writeFileSync(path('grey.png'), writePngMap(heights))
    await expectSameWindows(await (await planned('grey', path('grey.png'), '--grey-is-cost'))(), heights)
  })

  it.each([
    ['Z/X/Y', (column: number, row: number) => `14/${8800 + column}/${5370 + row}.png`],
    ['X/Y', (column: number, row: number) => `${column}/${row}.png`],
    ['ROW_COLUMN', (column: number, row: number) => `${row}_${column}.raw`],
  ])('is a folder of pieces, named %s', async (form, nameOf) => {
    const folder = `pieces-${form.replaceAll('/', '-')}`
    cut(folder, terrain, 32, nameOf)
    writeFileSync(path(`${folder}/readme.txt`), 'not a piece')
    await expectSameWindows(await (await planned(`of-${folder}`, path(folder)))(), terrain)
  })

  it('is a folder of pieces, some of 8 and some of 16 bits', async () => {
    const cost = relief.cost.map((own, cell) => (cell % WIDTH < 50 ? 7 : own))
    cut('pieces-mixed', { ...relief, cost }, 50, (column, row) => `${row}_${column}.raw`)
    const open = await planned('of-mixed-pieces', path('pieces-mixed'))
    await expectSameWindows(await open(), { ...relief, cost })
  })

  it('is all wall where a folder has no piece', async () => {
    cut('sparse', terrain, 32, (column, row) => `${row}_${column}.png`)
    rmSync(path('sparse/1_2.png'))
    const cost = terrain.cost.slice()
    for (let y = 32; y < 64; y++) cost.fill(0, y * WIDTH + 64, y * WIDTH + 96)
    await expectSameWindows(await (await planned('of-sparse', path('sparse')))(), { ...terrain, cost })
  })

  it('is found again where the plan and its source are moved together', async () => {
    mkdirSync(path('here'))
    writeFileSync(path('here/a.raw'), writeRaw(heights))
    await runCli('plan', path('here/a.raw'), '-o', path('here/plan'), '--tile', '64')
    mkdirSync(path('there/plan'), { recursive: true })
    const plan = readPlan(readFileSync(path('here/plan/plan.json')))
    for (const name of ['a.raw', `plan/${plan.source}`]) {
      writeFileSync(path(`there/${name}`), readFileSync(path(`here/${name}`)))
    }
    rmSync(path('here'), { recursive: true })
    const store = new FolderStore(path('there/plan'))
    await expectSameWindows(await openSource(path('there/plan'), store, plan.source, plan.sourceId), heights)
  })
})

describe('a source that was changed since it was planned', () => {
  it('is refused: a map, a raw file of another size, a piece', async () => {
    writeFileSync(path('changing.map'), writeMovingAi(terrain))
    const map = await planned('changing-map', path('changing.map'))
    writeFileSync(path('changing.map'), writeMovingAi(generate('open', { width: WIDTH, height: HEIGHT })))
    await expect(map()).rejects.toThrow(/changed since it was planned. Run isthmus plan again/)

    writeFileSync(path('changing.raw'), writeRaw(heights))
    const raw = await (await planned('changing-raw', path('changing.raw')))()
    writeFileSync(path('changing.raw'), writeRaw(heights).subarray(0, 500))
    await expect(raw.window(0, 0, 9, 9)).rejects.toThrow(/another size/)

    cut('changing', terrain, 64, (column, row) => `${row}_${column}.png`)
    const pieces = await (await planned('changing-pieces', path('changing')))()
    writeFileSync(path('changing/0_1.png'), writePngMap(generate('open', { width: 64, height: 64 })))
    expect((await pieces.window(0, 0, 64, 64)).length).toBe(64 * 64)
    await expect(pieces.window(60, 0, 9, 9)).rejects.toThrow(/0_1.png .*changed/)
    rmSync(path('changing/0_1.png'))
    await expect(pieces.window(60, 0, 9, 9)).rejects.toThrow(/0_1.png is gone/)
  })

  it('is refused where its own description was changed or is missing', async () => {
    const open = await planned('described', `generate:open:${WIDTH}x${HEIGHT}`)
    const { source } = readPlan(readFileSync(path('described/plan.json')))
    const text = readFileSync(path(`described/${source}`), 'utf8')
    writeFileSync(path(`described/${source}`), text.replace('open', 'maze'))
    await expect(open()).rejects.toThrow(expect.objectContaining({ code: 'BAD_PLAN' }))
    rmSync(path(`described/${source}`))
    await expect(open()).rejects.toThrow(/is missing/)
  })
})

describe('isthmus plan', () => {
  it.each([
    [['generate:terain:90x90'], /Did you mean terrain/],
    [['generate:maze:90x90'], /draws across the whole map/],
    [['generate:terrain:90x90:1:costmax=3'], /no option costmax. Did you mean costMax/],
    [['generate:terrain:90'], /write generate:KIND:WIDTHxHEIGHT/],
    [['generate:terrain:0x90'], /whole number of cells/],
    [['generate:terrain:90x90', '--tile', '100'], /--tile is 100: it must be a multiple of 32/],
  ])('refuses %j', async (argv, message) => {
    const { status, err } = await runCli('plan', ...argv, '-o', path('refused'))
    expect(err).toMatch(message)
    expect(status).toBe(2)
  })

  it('names the command that takes files of map editors', async () => {
    writeFileSync(path('land.tmx'), '<map orientation="orthogonal"/>')
    const { status, err } = await runCli('plan', path('land.tmx'), '-o', path('drawn'))
    expect([status, err]).toEqual([
      1,
      expect.stringMatching(/land.tmx is a file of a map editor.*isthmus bake .*land.tmx/),
    ])
  })

  it('refuses folders that are no map, or more than one', async () => {
    mkdirSync(path('empty'))
    expect((await runCli('plan', path('empty'), '-o', path('no'))).err).toMatch(/no piece of a map/)
    cut('zooms', terrain, 64, (column, row) => `3/${column}/${row}.png`)
    cut('zooms', terrain, 64, (column, row) => `4/${column}/${row}.png`)
    expect((await runCli('plan', path('zooms'), '-o', path('no'))).err).toMatch(/2 zooms.*--names 4\/\{x\}\/\{y\}.png/)
    const names = ['--names', '3/{x}/{y}.png']
    expect((await runCli('plan', path('zooms'), '-o', path('chosen'), ...names)).status).toBe(0)
    cut('misfit', terrain, 64, (column, row) => `${row}_${column}.png`)
    writeFileSync(path('misfit/0_0.png'), writePngMap(generate('open', { width: 60, height: 64 })))
    expect((await runCli('plan', path('misfit'), '-o', path('no'))).err).toMatch(/0_0.png .* 60 x 64 .* 64 x 64/)
  })

  it('writes over no input and into no file', async () => {
    writeFileSync(path('input.map'), writeMovingAi(terrain))
    expect((await runCli('plan', path('input.map'), '-o', path('input.map'))).err).toMatch(/is the source as well/)
    writeFileSync(path('other'), 'mine')
    expect((await runCli('plan', path('input.map'), '-o', path('other'))).err).toMatch(/is a file/)
    expect(readFileSync(path('other'), 'utf8')).toBe('mine')
  })

  it('tells whether the plan was there before', async () => {
    const argv = ['plan', 'generate:open:999x70', '-o', path('twice'), '--tile', '96', '--json']
    const first = JSON.parse((await runCli(...argv)).out)
    expect(first).toMatchObject({ width: 999, height: 70, columns: 11, rows: 1, tiles: 11, isNew: true })
    expect(JSON.parse((await runCli(...argv)).out)).toEqual({ ...first, isNew: false })
  })
})
