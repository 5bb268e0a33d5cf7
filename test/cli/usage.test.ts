import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/app/cli/run.ts'
import { runCli, temporaryFolder } from '../support/cli.ts'

const { path, names } = temporaryFolder()

beforeAll(async () => {
  await runCli('generate', 'terrain', '--size', '160', '--seed', '4', '-o', path('world.map'))
  await runCli('bake', path('world.map'), '-o', path('world.atlas'))
})

describe('help', () => {
  it('lists every command, with and without being asked', async () => {
    const asked = await runCli('--help')
    expect(asked.status).toBe(0)
    const longest = Math.max(...COMMANDS.map(({ name }) => name.length))
    for (const { name, summary } of COMMANDS) expect(asked.out).toContain(`${name.padEnd(longest)}  ${summary}\n`)
    expect(await runCli()).toEqual({ status: 2, out: '', err: asked.out })
    expect(await runCli('help')).toEqual(asked)
    expect(await runCli('-h')).toEqual(asked)
  })

  it.each(COMMANDS.map(command => command.name))('of %s teaches by example and fits a terminal', async name => {
    const { status, out, err } = await runCli(name, '--help')
    expect([status, err]).toEqual([0, ''])
    expect(out).toContain(`Usage: isthmus ${name} `)
    expect(out).toMatch(/\nExamples?:\n {2}isthmus /)
    expect(Math.max(...out.split('\n').map(line => line.length))).toBeLessThanOrEqual(96)
    expect(out).not.toMatch(/[?!,;:]\./)
    expect(await runCli('help', name)).toEqual({ status, out, err })
  })

  it.each(COMMANDS.flatMap(command => command.examples.map(([line]) => [line])))(
    'shows an example that the command understands: %s',
    async line => {
      // Its files do not exist, so all that may be wrong is the input.
      // Variables of the environment may come first.
      const words = line.split(' ')
      const argv = words.slice(words.indexOf('isthmus') + 1)
      if (argv[0] === 'generate') argv[argv.length - 1] = path('none/world.map')
      // Maps that are generated need no file: the place of the plan is a file instead.
      if (argv[1]?.startsWith('generate:')) argv[argv.length - 1] = fileURLToPath(import.meta.url)
      // Without a file it would make a world and serve it until it is stopped.
      if (argv[0] === 'view' && argv.includes('--kind')) argv.push('--export', takenFolder())
      expect((await runCli(...argv)).status).toBe(1)
    },
  )

  it('is given wherever it is asked for, whatever else is wrong', async () => {
    const { status, out } = await runCli('bake', '--frobnicate', 'a', 'b', 'c', '-h')
    expect(status).toBe(0)
    expect(out).toContain('Usage: isthmus bake ')
  })

  it('is a file behind a double dash', async () => {
    const { status, err } = await runCli('info', '--', '--help')
    expect([status, err.startsWith('isthmus info: Cannot read --help: ')]).toEqual([1, true])
  })

  it('names a command that was meant', async () => {
    expect(await runCli('rednr')).toMatchObject({ status: 2, out: '' })
    expect((await runCli('rendr')).err).toBe(
      'isthmus: There is no command rendr. Did you mean render? See isthmus --help.\n',
    )
  })

  it('knows the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    for (const option of ['--version', '-v', '-V']) {
      expect(await runCli(option)).toEqual({ status: 0, out: `${version}\n`, err: '' })
    }
  })
})

describe('wrong usage', () => {
  it.each([
    ['bake'],
    ['bake', 'a.map'],
    ['bake', 'a.map', 'b.map', '-o', 'c'],
    ['bake', 'a.map', '-o', 'c', '--directions', '6'],
    ['bake', 'a.map', '-o', 'c', '--workers', '0'],
    ['bake', 'a.map', '-o', 'c', '--colours', 'white=1'],
    ['bake', 'a.map', '-o', ''],
    ['bake', 'a.map', '-o', '-', '--json'],
    ['generate', 'open', '--size', '9', '-o', '-'],
    ['generate', 'open', '--size', '9', '--format', 'jpeg', '-o', 'a.map'],
    ['path', 'a.atlas', '1,2', '3,4', '--pairs', 'a.csv'],
    ['generate', 'terrain', '--size', '9', '--weighted', '-o', '/tmp/never-written.map'],
    ['path'],
    ['path', 'a.atlas', '1,2'],
    ['path', 'a.atlas', '1,2', '3'],
    ['path', 'a.atlas', '1,2', '3,4', '5,6'],
    ['path', 'a.atlas', '1,2', '3,4', '--json', '--cells'],
    ['info'],
    ['scen', 'a.atlas'],
    ['generate', '-o', 'a.map'],
    ['generate', 'moon', '--size', '9', '-o', 'a.map'],
    ['generate', 'open', '-o', 'a.map'],
    ['generate', 'open', '--size', '9'],
    ['generate', 'open', '--size', '0', '-o', 'a.map'],
    ['generate', 'open', '--size', '9', '--width', '9', '-o', 'a.map'],
    ['generate', 'open', '--width', '9', '-o', 'a.map'],
    ['generate', 'open', '--size', '9', '-o', 'a.jpeg'],
    ['generate', 'open', '--size', '9', '--corridor-cells', '2', '-o', 'a.map'],
    ['generate', 'maze', '--size', '9', '--corridor-cells', '0', '-o', 'a.map'],
    ['generate', 'scatter', '--size', '9', '--wall-share', '1.5', '-o', 'a.map'],
    ['generate', 'open', '--size', '9', '--seed', '1e3', '-o', 'a.map'],
    ['render', 'a.atlas'],
    ['render', 'a.atlas', '-o', 'a.png', '--layers', 'terrain,sky'],
    ['render', 'a.atlas', '-o', 'a.png', '--scale', '2', '--max-side', '100'],
    ['render', 'a.atlas', '-o', 'a.png', '--path', '1,2', '--scale', '2'],
    ['export', 'a.atlas'],
    ['export', 'a.atlas', '-o', 'a.gexf', '--level', 'top'],
    ['verify'],
    ['verify', 'a.atlas', '--map', 'a.map', '--samples', '0'],
    ['edit', 'a.atlas', '-o', 'b.atlas'],
    ['edit', 'a.atlas', '--set', '1,2=3', '-o', 'b.atlas', '--journal', '-'],
    ['plan', 'a.map'],
    ['plan', 'a.map', '-o', 'http://host/plan'],
    ['plan', 'package.json', '-o', 'plan', '--names', 'x'],
    ['farm', 'plan', '--threads', '2', '--redis', 'redis://host'],
    ['view', 'a.map', '--force'],
  ])('isthmus %s %s %s %s %s %s %s is refused in one line', async (...argv) => {
    const given = argv.filter(text => text !== undefined)
    for (const more of [[], ['--json']]) {
      if (more.length > 0 && given.includes('--json')) continue
      const { status, out, err } = await runCli(...given, ...more)
      expect([status, out]).toEqual([2, ''])
      expect(err).toMatch(new RegExp(`^isthmus ${argv[0]}: .+ See isthmus ${argv[0]} --help\\.\n$`))
    }
  })
})

describe('bad input', () => {
  it('is named at its beginning and its end only, where it is long', async () => {
    writeFileSync(path('long.json'), `{"maps":{"${'x'.repeat(100_000)}":5}}`)
    const { err } = await runCli('world', 'bake', path('long.json'), '-o', path('long.world'))
    expect(err.length).toBeLessThan(3000)
    expect(err).toMatch(/xxx.* \.\.\. .* is 5: the name of a file was expected\.\n$/)
  })

  it.each([
    ['a missing atlas', ['info', 'none.atlas'], 'Cannot read none.atlas: it does not exist.'],
    ['a folder', ['info', '/'], 'Cannot read /: it is a folder.'],
    [
      'a map for an atlas',
      ['info', 'MAP'],
      'world.map: This is no atlas but seems to be a map: bake it first, with isthmus bake',
    ],
    ['an atlas for a world', ['world', 'info', 'ATLAS'], 'world.atlas: This is no world but an atlas: isthmus info'],
    ['bytes that may be costs', ['bake', 'NOISE', '-o', 'OUT'], '(--raw-width)'],
    ['bytes for a scenario', ['scen', 'ATLAS', 'NOISE'], "Line 1: '?' was found"],
    ['a text for a map of Tiled', ['render', 'ATLAS', '-o', 'OUT', '--tiled', 'MAP'], 'world.map is no map of Tiled'],
    ['an atlas for a map', ['bake', 'ATLAS', '-o', 'OUT'], 'world.atlas is an atlas, which is baked already'],
    ['a map that is none', ['bake', 'NOISE', '-o', 'OUT'], 'noise: '],
    ['an atlas cut short', ['path', 'SHORT', '1,1', '2,2'], 'short: The atlas is damaged'],
    ['a changed byte', ['info', 'FLIPPED'], 'flipped: The atlas is damaged'],
    ['an atlas of another version', ['info', 'VERSION'], 'version: Atlas format'],
    ['an empty file', ['info', 'EMPTY'], 'empty: The atlas is empty: 0 bytes.'],
    ['a scenario that is none', ['scen', 'ATLAS', 'MAP'], 'world.map: Line 1'],
    ['a scenario of another map', ['scen', 'ATLAS', 'SCEN'], 'is for a map of 9 x 9 (other.map)'],
    ['an output nowhere', ['bake', 'MAP', '-o', '/none/out'], 'Cannot write /none/out: it does not exist. Create its'],
    ['a picture too large', ['render', 'ATLAS', '-o', 'OUT', '--scale', '64'], 'the picture would be 10240 pixels'],
  ])('such as %s is told in one line, and leaves no file', async (_, argv, message) => {
    const atlas = new Uint8Array(readFileSync(path('world.atlas')))
    writeFileSync(path('noise'), Uint8Array.of(0, 1, 2, 255))
    writeFileSync(path('short'), atlas.subarray(0, atlas.length - 64))
    writeFileSync(path('flipped'), atlas.with(atlas.length >> 1, atlas[atlas.length >> 1] ^ 4))
    writeFileSync(path('version'), atlas.with(8, 200))
    writeFileSync(path('empty'), '')
    writeFileSync(path('other.scen'), 'version 1\n0\tother.map\t9\t9\t1\t1\t2\t2\t1.41421\n')
    const files: Record<string, string> = { MAP: 'world.map', ATLAS: 'world.atlas', SCEN: 'other.scen', OUT: 'out' }
    const real = argv.map(word => (/^[A-Z]+$/.test(word) ? path(files[word] ?? word.toLowerCase()) : word))
    const before = names()
    const { status, out, err } = await runCli(...real, '--json')
    expect([status, out]).toEqual([1, ''])
    expect(err).toContain(message)
    expect(err).toMatch(/^isthmus [a-z]+: [^\n]+[.?!]\n$/)
    expect(names()).toEqual(before)
  })
})

/** A folder that holds somebody else's file. */
function takenFolder(): string {
  mkdirSync(path('taken'), { recursive: true })
  writeFileSync(path('taken/letter'), '')
  return path('taken')
}
