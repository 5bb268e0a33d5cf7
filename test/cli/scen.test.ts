import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { exactCost } from '../../src/exact.ts'
import { type Grid, generate, readMap } from '../../src/index.ts'
import { jsonOf, runCli, temporaryFolder } from '../support/cli.ts'

const { path } = temporaryFolder()
const HEAD = 'version 1\n'
const COUNT = 60

beforeAll(async () => {
  await runCli('generate', 'terrain', '--size', '120', '--seed', '3', '-o', path('world.map'))
  await runCli('bake', path('world.map'), '-o', path('world.atlas'))
  writeFileSync(path('all.scen'), HEAD + scenarioLines().join(''))
})

/** Queries between random free cells, with the oracle's lengths as a benchmark prints them: six digits, -1 for none. */
function scenarioLines(change: (optimum: number) => number = optimum => optimum): string[] {
  const grid = generate('terrain', { width: 120, height: 120, seed: 3 })
  const random = new Random(5)
  return Array.from({ length: COUNT }, () => {
    const [x0, y0, x1, y1] = [...freeCell(grid, random), ...freeCell(grid, random)]
    const optimum = exactCost(mapOf(grid), x0, y0, x1, y1)
    const length = optimum === Number.POSITIVE_INFINITY ? -1 : change(optimum)
    return `1\tworld.map\t120\t120\t${x0}\t${y0}\t${x1}\t${y1}\t${Number(length.toPrecision(6))}\n`
  })
}

function freeCell(grid: Grid, random: Random): [number, number] {
  for (;;) {
    const cell = random.below(grid.cost.length)
    if (grid.cost[cell] > 0) return [cell % grid.width, Math.floor(cell / grid.width)]
  }
}

function mapOf({ width, height, cost }: Grid) {
  const costAt = (x: number, y: number) => (x < 0 || y < 0 || x >= width || y >= height ? 0 : cost[y * width + x])
  return { width, height, directions: 8 as const, costAt }
}

/** How many cells the paths have at least: a diagonal step goes furthest. */
function cellsAtLeast(): number {
  const lengths = scenarioLines().map(line => Number(line.split('\t').at(-1)))
  return lengths.filter(length => length >= 0).reduce((sum, length) => sum + 1 + length / Math.SQRT2, 0)
}

describe('isthmus scen', () => {
  it('finds what can be reached, refuses the rest, and measures both', async () => {
    const report = await jsonOf('scen', path('world.atlas'), path('all.scen'))
    const unreachable = scenarioLines().filter(line => line.endsWith('\t-1\n')).length
    expect(unreachable).toBeGreaterThan(0)
    expect(report).toMatchObject({
      queries: COUNT,
      found: COUNT - unreachable,
      refused: unreachable,
      missed: 0,
      illegal: 0,
      problems: [],
    })
    // Every path has its start, and a cell for each step.
    expect(report.cells).toBeGreaterThan(cellsAtLeast())
    expect(report.cells).toBeLessThan(1.5 * cellsAtLeast())
    expect(report.excessPercent.mean).toBeGreaterThan(-0.001)
    expect(report.excessPercent.max).toBeLessThan(20)
    for (const times of [report.routeUs, report.routeAndCellsUs]) {
      expect(times.mean).toBeGreaterThan(0)
      const { p50, p95, p99, max } = times
      expect([p50, p95, p99, max]).toEqual([p50, p95, p99, max].sort((a, b) => a - b))
    }
  })

  it('gives the excess of each path over the length in the file', async () => {
    // Against lengths of nine tenths every path is ninth parts too long, and more.
    writeFileSync(path('short.scen'), HEAD + scenarioLines(optimum => optimum * 0.9).join(''))
    const exact = await jsonOf('scen', path('world.atlas'), path('all.scen'))
    const short = await jsonOf('scen', path('world.atlas'), path('short.scen'))
    const expected = ((1 + exact.excessPercent.mean / 100) / 0.9 - 1) * 100
    expect(short.excessPercent.mean).toBeCloseTo(expected, 2)
  })

  it('runs several files as one', async () => {
    const report = await jsonOf('scen', path('world.atlas'), path('all.scen'), path('all.scen'))
    expect(report.queries).toBe(2 * COUNT)
    expect(report.scenarios).toHaveLength(2)
  })

  it('counts a path cheaper than the optimum as illegal', async () => {
    writeFileSync(path('long.scen'), HEAD + scenarioLines(optimum => optimum * 2).join(''))
    const { status, out, err } = await runCli('scen', path('world.atlas'), path('long.scen'), '--json')
    const report = JSON.parse(out)
    expect(status).toBe(1)
    expect(report.illegal).toBeGreaterThan(report.found / 2)
    expect(err).toMatch(/isthmus scen: Query \d+, \d+,\d+ to \d+,\d+: The path costs [\d.]+, less than the optimum/)
  })

  it('counts a path where there should be none as illegal, and a refusal where there is one as missed', async () => {
    const lines = scenarioLines().map(line =>
      line.endsWith('\t-1\n') ? line.replace('-1', '9') : line.replace(/\S+\n$/, '-1\n'),
    )
    writeFileSync(path('swapped.scen'), HEAD + lines.join(''))
    const { status, out } = await runCli('scen', path('world.atlas'), path('swapped.scen'), '--json')
    const report = JSON.parse(out)
    expect(status).toBe(1)
    expect([report.illegal, report.missed]).toEqual([report.found, report.refused])
  })

  it('takes a length of 0 between two cells for "no way", as old files mean it', async () => {
    const lines = scenarioLines().map(line => line.replace(/-1\n$/, '0\n'))
    writeFileSync(path('old.scen'), `${HEAD}${lines.join('')}0\tworld.map\t120\t120\t1\t1\t1\t1\t0\n`)
    expect(await jsonOf('scen', path('world.atlas'), path('old.scen'))).toMatchObject({ missed: 0, illegal: 0 })
  })

  it('leaves lengths alone that are not of its movement', async () => {
    await runCli('bake', path('world.map'), '-o', path('four.atlas'), '--directions', '4')
    const { status, out } = await runCli('scen', path('four.atlas'), path('all.scen'), '--json')
    expect(status).toBe(0)
    expect(JSON.parse(out).excessPercent).toBeNull()
    const words = await runCli('scen', path('four.atlas'), path('all.scen'))
    expect(words.out).toContain('The optimal lengths of the file do not apply')
  })

  it('takes a file with no queries', async () => {
    writeFileSync(path('none.scen'), HEAD)
    expect(await jsonOf('scen', path('world.atlas'), path('none.scen'))).toMatchObject({ queries: 0, routeUs: null })
  })

  it('prints a table for people', async () => {
    const { status, out, err } = await runCli('scen', path('world.atlas'), path('all.scen'))
    expect([status, err]).toEqual([0, ''])
    expect(out).toMatch(/^60 queries: \d+ found, \d+ refused, 0 missed, 0 illegal/)
    expect(out).toMatch(/\n {2}cost over optimal( +[\d.]+ %){5}\n/)
    expect(out).toMatch(/\n {2}us a query, route and cells( +[\d.]+){5}\n/)
  })
})

describe('isthmus verify', () => {
  it('proves an atlas of each kind and prints a line for each check', async () => {
    await runCli('generate', 'terrain', '--size', '90', '--weighted', '-o', path('heavy.txt'))
    await runCli('generate', 'scatter', '--size', '70', '--wall-share', '0.4', '-o', path('scatter.map'))
    for (const [map, ...more] of [['world.map'], ['heavy.txt'], ['scatter.map', '--directions', '4']]) {
      await runCli('bake', path(map), '-o', path('proof.atlas'), ...more)
      const { status, out, err } = await runCli('verify', path('proof.atlas'), '--map', path(map), '--samples', '80')
      expect([status, err]).toEqual([0, ''])
      expect(out.match(/^✓ (terrain|regions|levels|ground|tables|landmarks|paths) /gm)).toHaveLength(7)
    }
  })

  it('tells what it looked at as JSON', async () => {
    const report = await jsonOf(
      'verify',
      path('world.atlas'),
      '--map',
      path('world.map'),
      '--samples',
      '9',
      '--seed',
      '2',
    )
    expect(report).toMatchObject({ ok: true, samples: 9, seed: 2 })
    expect(report.checks.map((check: { ok: boolean; name: string }) => [check.name, check.ok])).toEqual(
      ['terrain', 'regions', 'levels', 'ground', 'tables', 'landmarks', 'paths'].map(name => [name, true]),
    )
  })

  it('refuses a map that differs in one cell, and names the cell', async () => {
    const text = readFileSync(path('world.map'), 'latin1')
    const at = text.indexOf('.', text.length >> 1)
    writeFileSync(path('other.map'), `${text.slice(0, at)}@${text.slice(at + 1)}`, 'latin1')
    const other = readMap(new Uint8Array(readFileSync(path('other.map'))))
    const world = readMap(new Uint8Array(readFileSync(path('world.map'))))
    const cell = world.cost.findIndex((cost, i) => cost !== other.cost[i])
    const { status, out, err } = await runCli('verify', path('world.atlas'), '--map', path('other.map'))
    expect(status).toBe(1)
    expect(out).toContain(`✗ terrain`)
    expect(out).toContain(`Cell ${cell % 120},${Math.floor(cell / 120)} costs 0 in the map and 1 in the atlas`)
    expect(err).toMatch(/^isthmus verify: .* does not belong to .*\n$/)
  })

  it('refuses a map of another size', async () => {
    await runCli('generate', 'open', '--width', '120', '--height', '119', '-o', path('low.map'))
    const { status, out } = await runCli('verify', path('world.atlas'), '--map', path('low.map'))
    expect(status).toBe(1)
    expect(out).toContain('The map has 120 x 119 cells, the atlas 120 x 120.')
  })
})
