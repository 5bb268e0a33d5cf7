/** The JSON of every command: what its help declares is what it prints, no more and no less. */
import { writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../src/app/cli/command.ts'
import { JSON_VERSION } from '../../src/app/cli/io.ts'
import { COMMANDS } from '../../src/app/cli/run.ts'
import { jsonOf, runCli, temporaryFolder } from '../support/cli.ts'

const { path } = temporaryFolder()
const ATLAS = path('world.atlas')
const MAP = path('world.txt')
const WORLD = ['......#...', '......#...', '....###...', '..........'].map(row =>
  row.replace('..........', '######....'),
)

beforeAll(async () => {
  writeFileSync(MAP, `${WORLD.join('\n')}\n`)
  await runCli('bake', MAP, '-o', ATLAS)
  await runCli('plan', MAP, '-o', path('joined'))
  await runCli('farm', path('joined'))
  await runCli('edit', ATLAS, '--set', '0,0=0', '-o', path('kept.atlas'), '--journal', path('kept.journal'))
  const door = { id: 'door', from: { map: 'a', x: 0, y: 0 }, to: { map: 'a', x: 9, y: 0 } }
  const place = { name: 'well', kind: '', map: 'a', x: 0, y: 0 }
  const world = { maps: { a: 'world.txt' }, portals: [door], places: [place] }
  writeFileSync(path('world.json'), JSON.stringify(world))
  // The last one costs less than the file says is possible: a problem to report.
  const rows = ['0 0 1 1 1.41421356', '0 0 9 0 -1', '0 0 5 0 9']
  writeFileSync(path('good.scen'), `version 1\n${rows.map(row => `0 world.txt 10 4 ${row}\n`).join('')}`)
})

/** Runs of each command that together print every field. */
const RUNS: Record<string, readonly (readonly string[])[]> = {
  generate: [['generate', 'open', '--size', '5', '-o', path('open.map'), '--json']],
  bake: [['bake', MAP, '-o', path('again.atlas'), '--json']],
  info: [
    ['info', ATLAS, '--survey', '--json'],
    ['info', path('joined'), '--json'],
  ],
  path: [
    ['path', ATLAS, '0,0', '3,1', '--explain', '--json'],
    ['path', ATLAS, '0,0', '9,0', '--explain', '--json'],
    ['path', path('joined'), '0,0', '3,1', '--json'],
  ],
  render: [['render', ATLAS, '-o', path('a.png'), '--path', '0,0', '9,0', '--json']],
  scen: [['scen', ATLAS, path('good.scen'), '--json']],
  verify: [
    ['verify', ATLAS, '--map', MAP, '--samples', '2', '--json'],
    ['verify', ATLAS, '--json'],
  ],
  world: [
    ['world', 'bake', path('world.json'), '-o', path('a.world'), '--json'],
    ['world', 'path', path('a.world'), 'a:0,0', 'a:9,3', '--explain', '--json'],
    ['world', 'render', path('a.world'), '-o', path('world.png'), '--json'],
  ],
  edit: [['edit', ATLAS, '--set', '0,0=0', '1,0=9', '-o', path('b.atlas'), '--journal', path('b.journal'), '--json']],
  log: [['log', ATLAS, path('kept.journal'), '--json']],
  plan: [['plan', MAP, '-o', path('plan'), '--json']],
  farm: [['farm', path('joined'), '--json']],
  'bake-tile': [['bake-tile', path('joined'), '--index', '0', '--json']],
  join: [['join', path('joined'), '--json']],
  export: [['export', ATLAS, '-o', path('a.gexf'), '--level', '0', '--json']],
}

/** `levels[].entries` for each value at the end of a way through the document. */
function leavesOf(value: unknown, at: string): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(item => leavesOf(item, `${at}[]`))), `${at}[]`]
  if (typeof value !== 'object' || value === null) return [at]
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, at === '' ? key : `${at}.${key}`))
}

function declaredIn(fields: readonly Row[]): string[] {
  return ['version', ...fields.flatMap(([paths]) => paths.split(', '))]
}

/** A field describes what stands below it as well, unless fields of their own do. */
function covers(declared: string, leaf: string): boolean {
  return leaf === declared || leaf.startsWith(`${declared}.`) || leaf.startsWith(`${declared}[`)
}

describe('the JSON', () => {
  it.each(COMMANDS.filter(({ json }) => json.length > 0).map(command => [command.name, command] as const))(
    'of %s is what its help declares, with a version',
    async (name, command) => {
      const documents = []
      for (const argv of RUNS[name]) documents.push(JSON.parse((await runCli(...argv)).out))
      for (const document of documents) expect(document.version).toBe(JSON_VERSION)
      const leaves = documents.flatMap(document => leavesOf(document, ''))
      const declared = declaredIn(command.json)
      const ends = leaves.filter(leaf => !leaves.some(longer => longer !== leaf && longer.startsWith(leaf)))
      expect(ends.filter(leaf => !declared.some(field => covers(field, leaf)))).toEqual([])
      expect(declared.filter(field => !leaves.some(leaf => covers(field, leaf)))).toEqual([])
      const help = (await runCli(name, '--help')).out
      for (const [paths] of command.json) expect(help).toContain(`  ${paths} `)
    },
  )

  it('is declared by every command that prints one', () => {
    const silent = COMMANDS.filter(
      ({ declared, json }) => declared.some(({ name }) => name === 'json') !== json.length > 0,
    )
    expect(silent.map(({ name }) => name)).toEqual([])
  })
})

describe('many pairs in one call', () => {
  it('get a line of JSON each, in their order: the document of a call of its own', async () => {
    writeFileSync(path('pairs.csv'), 'x0,y0,x1,y1\n0,0,3,1\n\n# to the other island\n0;0;9;0\r\n -5  0\t0,0')
    const { status, out, err } = await runCli('path', ATLAS, '--pairs', path('pairs.csv'), '--cells')
    expect([status, err]).toEqual([0, ''])
    const lines = out.trim().split('\n')
    const ends = ['0,0 3,1', '0,0 9,0', '-5,0 0,0']
    expect(lines).toHaveLength(3)
    for (const [i, line] of lines.entries()) {
      expect(JSON.parse(line)).toEqual(await jsonOf('path', ATLAS, ...ends[i].split(' ')))
    }
  })

  it('come without their cells unless these are asked for', async () => {
    writeFileSync(path('one.csv'), '0,0,3,1')
    const [plain, full] = [
      await runCli('path', ATLAS, '--pairs', path('one.csv')),
      await runCli('path', ATLAS, '--pairs', path('one.csv'), '--cells'),
    ]
    const { cells, ...rest } = JSON.parse(full.out)
    expect(cells[0]).toEqual([0, 0])
    expect(JSON.parse(plain.out)).toEqual(rest)
  })

  it.each([
    ['a column too few', '0,0,3,1\n0,0,3', 'Line 2 is "0,0,3": write four whole numbers'],
    ['a fraction', '0.5,0,3,1', 'Line 1 is "0.5,0,3,1"'],
    ['words', 'x,y,u,v\na,b,c,d', 'Line 2 is "a,b,c,d"'],
    ['no line ends', 'x'.repeat(2_000_000), 'it is no text of lines'],
  ])('end at %s, in one line', async (_, text, message) => {
    writeFileSync(path('bad.csv'), text)
    const { status, err } = await runCli('path', ATLAS, '--pairs', path('bad.csv'))
    expect(status).toBe(1)
    expect(err).toContain(message)
    expect(err.length).toBeLessThan(400)
  })

  it('name the ends, so that no others may be given', async () => {
    writeFileSync(path('noise.csv'), 'no \x07pair\n'.repeat(50))
    const noise = await runCli('path', ATLAS, '--pairs', path('noise.csv'))
    expect(noise.err.split('\n')).toHaveLength(22)
    expect(noise.err).toMatch(/Line 2 is "no \?pair": write four .*\n(.*\n)+.*noise.csv: 29 more lines are no pair/)
    expect((await runCli('path', ATLAS, '0,0', '1,1', '--pairs', path('pairs.csv'))).status).toBe(2)
    expect((await runCli('path', ATLAS, '0,0')).err).toContain(
      'GOAL is missing: give START and GOAL as X,Y, or --pairs',
    )
  })
})
