/**
 * The README's promises are run: its library blocks are pieces of one program, which must compile, and print what the page
 * says; its command lines run as they stand there, and print what is shown below them but for measured numbers.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { BEGIN, END } from '../../bench/report/readme.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
const TIMEOUT_MS = 120_000
const LOADER = pathToFileURL(join(ROOT, 'node_modules/tsx/dist/loader.mjs')).href

/** A project of its own beside the repository, in which `isthmus` is this source. */
const folder = mkdtempSync(join(tmpdir(), 'isthmus-readme-'))
afterAll(() => rmSync(folder, { recursive: true }))

function blocksOf(language: string): string[] {
  return [...README.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'gm'))].map(([, text]) => text)
}

function node(...args: string[]): string {
  const env = { ...process.env, TSX_TSCONFIG_PATH: join(folder, 'tsconfig.json') }
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** What the page's program prints, by its own comments. */
function printedByComments(program: string): string[] {
  return [...program.matchAll(/^ *console\.log\(.*\) \/\/ (.*)$/gm)].map(([, expected]) => expected)
}

describe('the library of the README', () => {
  const program = blocksOf('ts').join('\n')

  function makeProject(): void {
    const compilerOptions = {
      paths: {
        isthmus: [join(ROOT, 'src/index.ts')],
        'isthmus/query': [join(ROOT, 'src/query.ts')],
        'isthmus/graph': [join(ROOT, 'src/graph.ts')],
      },
      types: ['node'],
      noUnusedLocals: false,
    }
    const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['program.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'program.ts'), `${program}\nexport {}\n`)
    if (!existsSync(join(folder, 'node_modules'))) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  }

  it('compiles', { timeout: TIMEOUT_MS }, () => {
    makeProject()
    expect(() => node(join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', folder)).not.toThrow()
  })

  it('prints what its comments say', { timeout: TIMEOUT_MS }, () => {
    makeProject()
    const expected = printedByComments(program)
    expect(expected.length).toBeGreaterThan(15)
    expect(node('--import', LOADER, 'program.ts').trimEnd().split('\n')).toEqual(expected)
  })
})

describe('the command line of the README', () => {
  /** Times become N, and the size of the page's site, which follows its code: all else is the same on every machine. */
  const words = (text: string) =>
    text
      .replace(/\d[\d,.]* ((ns|us|ms|s|min)\b|MB in)/g, 'N')
      .replace(/ +/g, ' ')
      .trim()

  it('runs, and prints what is shown', { timeout: TIMEOUT_MS }, () => {
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    const script = `#!/bin/sh\nexec '${process.execPath}' --import '${LOADER}' '${join(ROOT, 'src/app/cli/main.ts')}' "$@"\n`
    writeFileSync(join(bin, 'isthmus'), script, { mode: 0o755 })
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
    const steps = blocksOf('console').flatMap(block => block.split(/^\$ /m).slice(1))
    expect(steps.length).toBeGreaterThan(9)
    for (const step of steps) {
      const command = step.slice(0, step.indexOf('\n'))
      const printed = execFileSync('sh', ['-c', `${command} 2>&1`], { cwd: folder, encoding: 'utf8', env })
      expect(words(printed), command).toBe(words(step.slice(command.length)))
    }
  })

  it('shows every command', () => {
    const names = [...README.matchAll(/^\$ isthmus (\w+)/gm)].map(([, name]) => name)
    const known = ['bake', 'export', 'generate', 'info', 'path', 'render', 'scen', 'verify', 'view']
    expect([...new Set(names)].sort()).toEqual(known)
  })
})

describe('the rest of the README', () => {
  it('has the files and the places on the page that it links to', () => {
    const targets = [...README.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target)
    const headings = [...README.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading))
    const files = targets.filter(target => !/^(https:|#)/.test(target))
    expect(files.filter(file => !existsSync(join(ROOT, file)))).toEqual([])
    const places = targets.filter(target => target.startsWith('#')).map(target => target.slice(1))
    expect(places.filter(place => !headings.includes(place))).toEqual([])
    expect(files.length * places.length).toBeGreaterThan(0)
  })

  it('has a place for what the benches measure', () => {
    expect(README.split(BEGIN).length).toBe(2)
    expect(README.indexOf(END)).toBeGreaterThan(README.indexOf(BEGIN))
  })

  it('names no script that package.json does not have', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const named = [...README.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name)
    expect(named.filter(name => scripts[name] === undefined)).toEqual([])
    expect(named).toContain('demo')
  })
})

/** GitHub's name for a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}
