/** What commands write: never over an input or another output, never half, and journals only where they belong. */
import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { openAtlas, openLive } from '../../src/index.ts'
import { jsonOf, runCli, temporaryFolder } from '../support/cli.ts'

const { path, names } = temporaryFolder()
const bytesOf = (name: string) => new Uint8Array(readFileSync(path(name)))
const MAP = '.....\n.....\n.....\n'

beforeAll(async () => {
  writeFileSync(path('a.txt'), MAP)
  writeFileSync(path('b.txt'), `${MAP}.....\n`)
  await jsonOf('bake', path('a.txt'), '-o', path('a.atlas'))
  await jsonOf('bake', path('b.txt'), '-o', path('b.atlas'))
  mkdirSync(path('realm'))
  writeFileSync(path('realm/land.txt'), MAP)
  writeFileSync(path('realm/world.json'), JSON.stringify({ maps: { land: 'land.txt' } }))
  await jsonOf('world', 'bake', path('realm'), '-o', path('realm.world'))
  const who = { grounds: { '.': 'grass' }, travellers: { man: { costs: { grass: 1 } } } }
  writeFileSync(path('who.json'), JSON.stringify(who))
  symlinkSync(path('a.atlas'), path('soft.atlas'))
  linkSync(path('a.atlas'), path('hard.atlas'))
  writeFileSync(path('tiled.tmj'), JSON.stringify({ orientation: 'orthogonal', layers: [] }))
})

const edit = (...more: string[]) => ['edit', path('a.atlas'), '--set', '1,1=0', ...more]

describe('an output that is an input, or another output', () => {
  it.each([
    ['bake, its map', () => ['bake', path('a.txt'), '-o', path('a.txt')]],
    ['bake, its travellers', () => ['bake', path('a.txt'), '--travellers', path('who.json'), '-o', path('who.json')]],
    ['export', () => ['export', path('a.atlas'), '-o', path('soft.atlas')]],
    ['render', () => ['render', path('a.atlas'), '-o', path('hard.atlas')]],
    ['render, its Tiled map', () => ['render', path('a.atlas'), '--tiled', path('tiled.tmj'), '-o', path('tiled.tmj')]],
    ['edit', () => edit('-o', path('hard.atlas'))],
    ['edit, its journal', () => edit('-o', path('c.atlas'), '--journal', path('soft.atlas'))],
    ['edit, twice one name', () => edit('-o', path('c.atlas'), '--journal', path('./c.atlas'))],
    ['world bake, a map of its folder', () => ['world', 'bake', path('realm'), '-o', path('realm/land.txt')]],
    ['world bake, its world.json', () => ['world', 'bake', path('realm'), '-o', path('realm/world.json')]],
    ['world render', () => ['world', 'render', path('realm.world'), '-o', path('realm.world')]],
  ])('is refused before anything is written: %s', async (_, argv) => {
    const files = ['a.txt', 'who.json', 'a.atlas', 'tiled.tmj', 'realm/land.txt', 'realm/world.json', 'realm.world']
    const before = files.map(bytesOf)
    const list = names()
    const { status, err } = await runCli(...argv())
    expect([status, err]).toEqual([2, expect.stringMatching(/as well: choose another name/)])
    expect(files.map(bytesOf)).toEqual(before)
    expect(names()).toEqual(list)
  })

  it('is refused where it cannot be written in the end, before the other one is', async () => {
    const { status, err } = await runCli(...edit('-o', path('never.atlas'), '--journal', path('nodir/j')))
    expect([status, err]).toEqual([1, expect.stringContaining('Create its folder first')])
    expect(existsSync(path('never.atlas'))).toBe(false)
  })
})

describe('a journal on the command line', () => {
  it('goes on with one of the same atlas, and the new atlas has all its edits', async () => {
    await jsonOf(...edit('-o', path('c.atlas'), '--journal', path('on.journal')))
    const second = ['edit', path('a.atlas'), '--set', '2,2=0', '-o', path('c.atlas'), '--journal', path('on.journal')]
    expect(await jsonOf(...second)).toMatchObject({ cells: 1, commits: 2 })
    expect(await jsonOf('log', path('a.atlas'), path('on.journal'))).toMatchObject({ commits: [1, 1], problem: '' })
    const { terrain } = openAtlas(bytesOf('c.atlas'))
    expect([terrain.costAt(1, 1), terrain.costAt(2, 2)]).toEqual([0, 0])
    expect(openLive(bytesOf('a.atlas'), bytesOf('on.journal')).save()).toEqual(bytesOf('c.atlas'))
  })

  it('of another atlas, or what is no journal, is refused and stays as it is', async () => {
    await jsonOf('edit', path('b.atlas'), '--set', '1,1=0', '-o', path('d.atlas'), '--journal', path('b.journal'))
    writeFileSync(path('letter'), 'Good day, this is no journal at all.')
    for (const [name, words] of [
      ['b.journal', 'of another atlas'],
      ['letter', 'not a journal'],
    ]) {
      const before = bytesOf(name)
      const { status, err } = await runCli(...edit('-o', path('e.atlas'), '--journal', path(name)))
      expect([status, err]).toEqual([1, expect.stringContaining(words)])
      expect(bytesOf(name)).toEqual(before)
      expect(existsSync(path('e.atlas'))).toBe(false)
    }
  })

  it('with a damaged end is cut there before it goes on', async () => {
    await jsonOf(...edit('-o', path('c.atlas'), '--journal', path('cut.journal')))
    const whole = bytesOf('cut.journal')
    writeFileSync(path('cut.journal'), Buffer.concat([whole, Uint8Array.of(9, 9, 9, 9, 9)]))
    const { status, err } = await runCli(
      'edit',
      path('a.atlas'),
      '--set',
      '3,1=0',
      '-o',
      path('c.atlas'),
      '--journal',
      path('cut.journal'),
    )
    expect([status, err]).toEqual([0, expect.stringMatching(/The last 5 bytes.*cut off/)])
    expect(bytesOf('cut.journal').subarray(0, whole.length)).toEqual(whole)
    expect(await jsonOf('log', path('a.atlas'), path('cut.journal'))).toMatchObject({ commits: [1, 1], problem: '' })
  })
})

describe('an exported page', () => {
  it('is written again over itself, but over nothing else without --force', async () => {
    const asked = ['view', path('a.atlas'), '--export', path('site')]
    expect(await runCli(...asked)).toMatchObject({ status: 0 })
    expect(await runCli(...asked)).toMatchObject({ status: 0 })
    writeFileSync(path('site/index.html'), '<p>my own</p>')
    const changed = await runCli(...asked)
    expect([changed.status, changed.err]).toEqual([1, expect.stringMatching(/index.html, which was changed.*--force/)])
    expect(readFileSync(path('site/index.html'), 'utf8')).toBe('<p>my own</p>')
    expect(await runCli(...asked, '--force')).toMatchObject({ status: 0 })
    mkdirSync(path('own'))
    for (const name of ['index.html', 'world.json']) {
      writeFileSync(path(`own/${name}`), '{}')
      expect((await runCli('view', path('a.atlas'), '--export', path('own'))).err).toContain(
        'which no export has written',
      )
    }
  })

  it('never goes over what it shows', async () => {
    const { status, err } = await runCli('view', path('realm'), '--export', path('realm'), '--force')
    expect([status, err]).toEqual([2, expect.stringContaining('world.json is the input as well')])
  })
})

describe('many pairs', () => {
  it('name each line that is none, and the others are answered', async () => {
    writeFileSync(path('pairs'), '0,0,4,2\n0,0,4\n1,1,2,2\nx,y,z,1\n3,0,0,2\n')
    const { status, out, err } = await runCli('path', path('a.atlas'), '--pairs', path('pairs'))
    expect(status).toBe(1)
    expect(
      out
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).status),
    ).toEqual(['found', 'found', 'found'])
    expect(err).toMatch(/Line 2 is "0,0,4"(.|\n)*Line 4 is "x,y,z,1"/)
  })
})

describe('danger on ground of 16 bits', () => {
  it('goes as far as its costs do', async () => {
    const wide = Uint16Array.from({ length: 100 }, () => 400)
    writeFileSync(path('wide'), new Uint8Array(wide.buffer))
    await jsonOf('bake', path('wide'), '--raw-width', '10', '--raw-bits', '16', '-o', path('wide.atlas'))
    const asked = (by: string) => ['path', path('wide.atlas'), '0,0', '9,9', '--raise', `5,5,2=${by}`]
    expect(await jsonOf(...asked('60000'))).toMatchObject({ status: 'found' })
    expect((await runCli(...asked('70000'))).err).toContain('from 0 to 65535')
    expect((await runCli('path', path('a.atlas'), '0,0', '1,1', '--raise', '1,1,1=300')).err).toContain('from 0 to 255')
  })
})

describe('the help of a world', () => {
  it('tells of all its actions', async () => {
    const { out } = await runCli('world', 'bake', '--help')
    for (const action of ['bake', 'info', 'path', 'render', 'view']) expect(out).toContain(`${action}: `)
  })
})
