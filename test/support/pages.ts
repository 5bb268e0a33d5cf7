/**
 * Programs and command lines on pages of documentation, taken out to be compiled and run: in a project of its own beside the
 * repository, in which `isthmus` is this source to the compiler, and its twin in JavaScript when it runs.
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

/** What a program prints, by its own comments. */
export function printedByComments(program: string): string[] {
  return [...program.matchAll(/^ *console\.log\(.*\) \/\/ (.*)$/gm)].map(([, expected]) => expected)
}

/** The source behind each of the package's doors, as a path in the repository. */
function doors(): Record<string, string> {
  const { exports } = JSON.parse(pageText('package.json')) as { exports: Record<string, { default?: string }> }
  const paths = Object.entries(exports).flatMap(([door, target]) => {
    const source = target.default?.replace('./dist/', 'src/').replace(/\.js$/, '.ts')
    return source === undefined ? [] : [[door.replace('.', 'isthmus'), source]]
  })
  return Object.fromEntries(paths)
}

export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'isthmus-pages-'))
  private readonly files: string[] = []

  constructor(lib: readonly string[] = ['es2023']) {
    writeFileSync(join(this.folder, 'package.json'), '{ "type": "module" }')
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'))
    const paths = Object.fromEntries(Object.entries(doors()).map(([door, source]) => [door, [join(ROOT, source)]]))
    const compilerOptions = { paths, types: ['node'], lib, noUnusedLocals: false }
    const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['*.ts'] }
    writeFileSync(join(this.folder, 'tsconfig.json'), JSON.stringify(config))
  }

  add(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text)
    this.files.push(name)
  }

  /** What the compiler has to say of the programs: nothing. */
  compile(): string {
    try {
      return this.node(join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', this.folder)
    } catch (error) {
      return (error as { stdout: string }).stdout
    }
  }

  run(name: string): string {
    const { code } = transformSync(readFileSync(join(this.folder, name), 'utf8'), { loader: 'ts', target: 'es2022' })
    const sources = doors()
    const program = code.replace(/(\bfrom |\bimport\()"(isthmus[^"]*)"/g, (_, before, door) => {
      return `${before}"${pathToFileURL(nativePath(sources[door])).href}"`
    })
    const twin = name.replace(/\.ts$/, '.run.js')
    writeFileSync(join(this.folder, twin), program)
    return this.node(twin)
  }

  private node(...args: string[]): string {
    return execFileSync(process.execPath, args, {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
}
