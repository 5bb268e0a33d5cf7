/**
 * Programs and command lines on pages of documentation, taken out to be run: in a folder of their own beside the repository, in
 * which `isthmus` is this source to a bundler, and its twin in JavaScript when it runs.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { transformSync } from 'esbuild'
import { nativePath } from './native.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export const pageText = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

export function blocksOf(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'gm'))].map(([, text]) => text)
}

export interface Program {
  readonly name: string
  /** 'browser' or 'worker' where it is bundled; empty where it runs by itself. */
  readonly kind: string
  readonly text: string
  /** What it prints, by its own comments. */
  readonly printed: readonly string[]
}

function program(name: string, kind: string, text: string): Program {
  const printed = [...text.matchAll(/^ *console\.log\(.*\) \/\/ (.*)$/gm)].map(([, expected]) => expected)
  return { name, kind, text: `${text}\nexport {}\n`, printed }
}

/** The blocks of a page are pieces of one program; each block of the recipes names its own file. */
export const PROGRAMS: readonly Program[] = [
  ...['README', 'src/GUIDE'].map(page =>
    program(`${page.replace('src/', '').toLowerCase()}.ts`, '', blocksOf(pageText(`${page}.md`), 'ts').join('\n')),
  ),
  ...blocksOf(pageText('src/RECIPES.md'), 'ts').map(text => {
    const [, name, kind = ''] = /^\/\/ ([\w-]+\.ts)(?: \((\w+)\))?\n/.exec(text)!
    return program(name, kind, text)
  }),
]

/** The source behind each of the package's doors, as a path in the repository. */
function doors(): Record<string, string> {
  const { exports } = JSON.parse(pageText('package.json')) as { exports: Record<string, { default?: string }> }
  const paths = Object.entries(exports).flatMap(([door, target]) => {
    const source = target.default?.replace('./dist/', 'src/').replace(/\.js$/, '.ts')
    return source === undefined ? [] : [[door.replace('.', 'isthmus'), source]]
  })
  return Object.fromEntries(paths)
}

/** Imports programs one by one, each when the one before has nothing left to do, and prints the name of each first. */
const RUNNER = `
const names = process.argv.slice(2)
process.on('beforeExit', async () => {
  const name = names.shift()
  if (name === undefined) return
  console.log('# ' + name)
  await import('./' + name)
})
`

export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'isthmus-pages-'))

  constructor() {
    writeFileSync(join(this.folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(this.folder, 'runner.js'), RUNNER)
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'))
    const paths = Object.fromEntries(Object.entries(doors()).map(([door, source]) => [door, [join(ROOT, source)]]))
    const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions: { paths } }
    writeFileSync(join(this.folder, 'tsconfig.json'), JSON.stringify(config))
  }

  add(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text)
  }

  /** What programs print that run one after another in one process, line by line. */
  run(programs: readonly Program[]): Map<string, string[]> {
    const sources = doors()
    for (const { name, text } of programs) {
      const { code } = transformSync(text, { loader: 'ts', target: 'es2022' })
      const twin = code.replace(/(\bfrom |\bimport\()"(isthmus[^"]*)"/g, (_, before, door) => {
        return `${before}"${pathToFileURL(nativePath(sources[door])).href}"`
      })
      this.add(`${name}.js`, twin)
    }
    const argv = ['runner.js', ...programs.map(({ name }) => `${name}.js`)]
    const stdio = ['ignore', 'pipe', 'pipe'] as const
    const printed = execFileSync(process.execPath, argv, { cwd: this.folder, encoding: 'utf8', stdio: [...stdio] })
    const parts = printed.split(/^# (.*)\.js\n/m).slice(1)
    return new Map(
      programs.map(({ name }) => {
        const place = parts.indexOf(name)
        return [name, place < 0 ? ['did not run'] : parts[place + 1].split('\n').filter(Boolean)]
      }),
    )
  }
}
