/**
 * The promises of README, guide and recipes are run: their programs print what the page says, those for a browser are bundled;
 * command lines run as they stand there, and print what is shown below them except for measured numbers. That the programs
 * compile is a test of the package, against what it declares.
 * @first
 */
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { COMMANDS, run } from '../../src/app/cli/run.ts'
import { blocksOf, PROGRAMS, Project, pageText, ROOT } from '../support/pages.ts'

const README = pageText('README.md')
const PAGES = ['README.md', 'src/GUIDE.md']
const ALL_PAGES = [...PAGES, 'src/RECIPES.md', 'bench/RESULTS.md']
const README_LINES_MAX = 250

const [project, shell] = [new Project(), new Project()]
afterAll(() => {
  for (const { folder } of [project, shell]) rmSync(folder, { recursive: true })
})

async function bundle(name: string, platform: 'browser' | 'node'): Promise<string> {
  const { outputFiles, warnings } = await build({
    entryPoints: [join(project.folder, name)],
    ...{ bundle: true, write: false, format: 'esm', platform, logLevel: 'silent' },
    tsconfig: join(project.folder, 'tsconfig.json'),
  })
  expect(warnings).toEqual([])
  return outputFiles[0].text
}

describe('the programs of README, guide and recipes', () => {
  const kindOf = (kind: string) => PROGRAMS.filter(program => program.kind === kind)
  for (const { name, text } of PROGRAMS) project.add(name, text)

  it.each(kindOf('browser'))('bundle for a browser: $name', async ({ name }) => {
    const text = await bundle(name, 'browser')
    expect(/["']node:/.test(text)).toBe(false)
  })

  it('print what their comments say, in the order of the pages', async () => {
    for (const { name } of kindOf('worker')) project.add(name.replace('.ts', '.js'), await bundle(name, 'node'))
    const programs = kindOf('')
    expect(programs.length).toBeGreaterThan(7)
    expect(Math.min(...programs.slice(0, 2).map(({ printed }) => printed.length))).toBeGreaterThan(4)
    expect(project.run(programs)).toEqual(new Map(programs.map(({ name, printed }) => [name, printed])))
  })
})

describe('the command lines of README and guide', () => {
  /** Times become N, and the size of the page's site, which follows its code: all else is the same on every machine. */
  const words = (text: string) =>
    text
      .replace(/\d[\d,.]* ((ns|us|ms|s|min)\b|MB in)/g, 'N')
      .replace(/ +/g, ' ')
      .trim()

  /** What a line prints, with warnings. The program runs in this process; what it is piped into, and other lines, in a shell. */
  async function printedBy(line: string): Promise<string> {
    const inShell = (command: string, input = '') =>
      execFileSync('sh', ['-c', `${command} 2>&1`], { cwd: shell.folder, encoding: 'utf8', input })
    const [, argv, rest = ''] = /^isthmus (.*?)(?: (?:\| |(?=>))(.*))?$/.exec(line) ?? []
    if (argv === undefined) return inShell(line)
    let [all, out] = ['', '']
    const io = { isErrTerminal: false, errColumns: 80, nowMs: () => performance.now() }
    const say = (text: string) => {
      all += text
    }
    await run(argv.split(' '), {
      ...io,
      out: text => {
        say(text)
        out += text
      },
      err: say,
    })
    return rest === '' ? all : inShell(rest.startsWith('>') ? `cat ${rest}` : rest, out)
  }

  it('run, and print what is shown', async () => {
    const steps = PAGES.flatMap(page => blocksOf(pageText(page), 'console')).flatMap(block =>
      block.split(/^\$ /m).slice(1),
    )
    expect(steps.length).toBeGreaterThan(12)
    // A line that both pages show is run once.
    const shown = new Map(steps.map(step => [step.slice(0, step.indexOf('\n')), step]))
    const folder = process.cwd()
    process.chdir(shell.folder)
    try {
      for (const [command, step] of shown) {
        expect(words(await printedBy(command)), command).toBe(words(step.slice(command.length)))
      }
    } finally {
      process.chdir(folder)
    }
  })

  it('show every command', () => {
    const names = [...pageText('src/GUIDE.md').matchAll(/^\$ isthmus ([\w-]+)/gm)].map(([, name]) => name)
    expect([...new Set(names)].sort()).toEqual(COMMANDS.map(({ name }) => name).sort())
  })
})

describe('the pages', () => {
  it('begin with a README that is read at one sitting', () => {
    expect(README.split('\n').length).toBeLessThanOrEqual(README_LINES_MAX)
  })

  it('show one table of figures in the README, of eight rows: the long ones are in the results', () => {
    const tables = [...README.matchAll(/^\|[-:| ]*-:[-:| ]*\|\n((?:\|.*\n)+)/gm)].map(([, rows]) =>
      rows.trim().split('\n'),
    )
    expect(tables.map(rows => rows.length)).toEqual([8])
  })

  it.each(ALL_PAGES)('link to files and places that are there: %s', page => {
    const targets = [...pageText(page).matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target)
    for (const target of targets.filter(target => !target.startsWith('https:'))) {
      const [file, place] = target.split('#')
      const path = file === '' ? page : join(dirname(page), file)
      expect(existsSync(join(ROOT, path)), target).toBe(true)
      if (place !== undefined) expect(anchorsOf(pageText(path)), target).toContain(place)
    }
  })

  it.each(ALL_PAGES)('name no script that package.json does not have: %s', page => {
    const { scripts } = JSON.parse(pageText('package.json'))
    const named = [...pageText(page).matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name)
    expect(named.filter(name => scripts[name] === undefined)).toEqual([])
  })
})

/** GitHub's names for the headings of a page. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}
