/** What the benches say of themselves, without measuring anything. */
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cutFiles } from '../../bench/pays/bundle.ts'
import { MECHANISMS } from '../../bench/pays/mechanisms.ts'

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>
}
const benches = Object.entries(scripts).flatMap(([name, line]) => {
  const file = /^bench/.test(name) ? /bench\/([a-z-]+)\.[jt]s$/.exec(line)?.[1] : undefined
  return file === undefined ? [] : [{ name, file }]
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

/** What it prints, and the status it ends with. */
async function run(file: string, ...given: string[]) {
  let [out, err, status] = ['', '', -1]
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', `${file}.js`, ...given])
  vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    out += String(text)
    return true
  })
  vi.spyOn(process.stderr, 'write').mockImplementation(text => {
    err += String(text)
    return true
  })
  vi.spyOn(process, 'exit').mockImplementation(code => {
    status = Number(code)
    throw new Error('the process ends')
  })
  await expect(import(`../../bench/${file}.ts`)).rejects.toThrow('the process ends')
  return { out, err, status }
}

describe('every bench', () => {
  it.each(benches)('$name tells what it may be asked, and refuses what it does not know', async ({ name, file }) => {
    const help = await run(file, '--help')
    expect(help).toMatchObject({ status: 0, err: '' })
    expect(help.out.startsWith(`npm run ${name} `)).toBe(true)
    vi.resetModules()
    const wrong = await run(file, '--unheard-of')
    expect(wrong).toMatchObject({ status: 2, out: '' })
    expect(wrong.err).toMatch(/^bench: Unknown option '--unheard-of'/)
    expect(wrong.err).toContain(help.out)
  })
})

/** The bench of what each mechanism buys keeps up with the sources: each mechanism can be left out of them. */
describe('a mechanism', () => {
  it.each(MECHANISMS)('can be left out: $name', ({ cuts }) => {
    expect(cutFiles(cuts).size).toBe(new Set(cuts.map(([file]) => file)).size)
  })

  it('is refused by name where its file or its line is gone', () => {
    expect(() => cutFiles([['path/gone.ts', 'a', 'b']])).toThrow('There is no src/path/gone.ts any more')
    expect(() => cutFiles([['path/connect.ts', 'no such line', '']])).toThrow('src/path/connect.ts has no no such line')
  })
})
