/** Atlases of several travellers on the command line: baked from characters, costs and colours, asked and told of. */
import { writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { writePngMap } from '../../src/maps.ts'
import { runCli, temporaryFolder } from '../support/cli.ts'

const { path } = temporaryFolder()

const MAP = 'type octile\nheight 3\nwidth 6\nmap\n..T...\n.@@@@.\n..WW..\n'
const travellers = {
  soldier: { costs: { grass: 1, forest: 3 } },
  duck: { costs: { grass: 2, water: 1 } },
  tank: { costs: { grass: 1, water: 1 }, size: 2, turn: 45 },
}
const write = (name: string, content: unknown) => writeFileSync(path(name), JSON.stringify(content))

beforeAll(async () => {
  writeFileSync(path('a.map'), MAP)
  write('a.json', { grounds: { '.': 'grass', T: 'forest', W: 'water', '@': 'rock' }, travellers })
  const baked = await runCli('bake', path('a.map'), '-o', path('a.atlas'), '--travellers', path('a.json'))
  expect(baked).toMatchObject({ status: 0 })
})

describe('isthmus with travellers', () => {
  it.each([
    ['--root', path('')],
    ['--cost', 'swamp=2'],
    ['--empty', '1'],
  ])('refuses %s for a map of no editor', async (option, value) => {
    const argv = ['bake', path('a.map'), '-o', path('a.atlas'), '--travellers', path('a.json'), '--force']
    expect(await runCli(...argv, option, value)).toMatchObject({ status: 2, out: '' })
  })

  it('finds the way of the one that is named, and of the first unless one is', async () => {
    const costOf = async (...named: string[]) => {
      const { out } = await runCli('path', path('a.atlas'), '0,0', '5,0', '--json', ...named)
      return JSON.parse(out) as { status: string; cost: number }
    }
    expect(await costOf()).toMatchObject({ status: 'found', cost: 7 })
    expect(await costOf('--traveller', 'duck')).toMatchObject({ status: 'found', cost: 16 })
    expect(await costOf('--traveller', 'tank')).toMatchObject({ status: 'blocked' })
    const wrong = await runCli('path', path('a.atlas'), '0,0', '5,0', '--traveller', 'dog')
    expect(wrong).toMatchObject({ status: expect.any(Number), out: '' })
    expect(wrong.status).not.toBe(0)
    expect(wrong.err).toContain("no traveller 'dog'")
  })

  it('starts with the heading that is given, and says who has none', async () => {
    const open = path('open.map')
    writeFileSync(open, `type octile\nheight 9\nwidth 9\nmap\n${'.........\n'.repeat(9)}`)
    const costs = { grass: 1 }
    write('turn.json', { grounds: { '.': 'grass' }, travellers: { walker: { costs }, tank: { costs, turn: 45 } } })
    await runCli('bake', open, '-o', path('turn.atlas'), '--travellers', path('turn.json'))
    const asked = (...rest: string[]) => runCli('path', path('turn.atlas'), '4,4', '8,4', ...rest)
    for (const also of [[], ['--raise', '0,0,0=5']]) {
      const first = async (heading: string) =>
        (await asked('--traveller', 'tank', '--cells', '--heading', heading, ...also)).out.split('\n').slice(0, 2)
      expect(await first('1,0')).toEqual(['4,4', '5,4'])
      expect(['3,3', '3,4', '3,5']).toContain((await first('-1,0'))[1])
      const likes = await asked('--heading', '1,0', ...also)
      expect(likes).toMatchObject({ status: 2, out: '' })
      expect(likes.err).toContain("'walker' turns as it likes: leave --heading out")
    }
    for (const wrong of ['2,0', '0,0', 'east']) {
      const refused = await asked('--traveller', 'tank', '--heading', wrong)
      expect(refused).toMatchObject({ status: 2, out: '' })
      expect(refused.err).toContain(`--heading is "${wrong}"`)
    }
  })

  it('lists them in info', async () => {
    const { out } = await runCli('info', path('a.atlas'))
    expect(out).toContain('Travellers')
    expect(out).toMatch(/tank +2 +45 +0 +grass 1, water 1/)
    const document = JSON.parse((await runCli('info', path('a.atlas'), '--json')).out) as { travellers: object[] }
    expect(document.travellers[2]).toEqual({ name: 'tank', ...travellers.tank })
  })

  it('reads grounds from the colours of a picture, and from costs', async () => {
    const grid = { width: 6, height: 3, cost: Uint8Array.from([1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]) }
    writeFileSync(path('b.png'), writePngMap(grid))
    const walker = { walker: { costs: { grass: 1 } } }
    write('b.json', { grounds: { '#ffffff': 'grass', '#000000': 'rock' }, travellers: walker })
    write('c.json', { grounds: { 1: 'grass', 0: 'rock' }, travellers: walker })
    for (const name of ['b', 'c']) {
      const baked = await runCli(
        'bake',
        path('b.png'),
        '-o',
        path(`${name}.atlas`),
        '--travellers',
        path(`${name}.json`),
      )
      expect(baked.err).toBe('')
      expect(baked.status).toBe(0)
    }
    const answers = ['b', 'c'].map(name => runCli('path', path(`${name}.atlas`), '0,0', '5,0', '--json'))
    const [fromColours, fromCosts] = await Promise.all(answers)
    expect(JSON.parse(fromColours.out)).toMatchObject({ status: 'found', cost: 9 })
    expect(fromCosts.out).toBe(fromColours.out)
  })

  it.each([
    ['no JSON', '{', 'is no travellers file'],
    ['other JSON', '[]', 'is no travellers file'],
    [
      'a ground that is no name',
      '{ "grounds": { ".": 7 }, "travellers": {} }',
      '. of the grounds is 7: a text was expected',
    ],
    ['a slip of the keyboard', '{ "grounds": {}, "travellers": {}, "ground": {} }', 'Did you mean grounds? It is JSON'],
    [
      'keys of two kinds',
      '{ "grounds": { "#ffffff": "a", "ab": "b" }, "travellers": { "x": { "costs": {} } } }',
      'of one kind',
    ],
    [
      'a character without a ground',
      '{ "grounds": { ".": "a" }, "travellers": { "x": { "costs": {} } } }',
      'has no ground',
    ],
    ['no travellers', '{ "grounds": { ".": "a", "T": "a", "@": "b", "W": "b" }, "travellers": {} }', '0 travellers'],
  ])('refuses a file with %s', async (_what, text, reason) => {
    writeFileSync(path('bad.json'), text)
    const { status, err } = await runCli(
      'bake',
      path('a.map'),
      '-o',
      path('bad.atlas'),
      '--travellers',
      path('bad.json'),
    )
    expect(err).toContain(reason)
    expect(status).toBe(1)
  })
})
