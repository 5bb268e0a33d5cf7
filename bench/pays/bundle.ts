/** The library as one module, with a mechanism left out: lines of its sources are replaced while they are bundled. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type * as Library from '../../src/index.ts'
import { repositoryRoot } from '../peers/load.ts'
import type { Cut, Mechanism } from './mechanisms.ts'

export type Isthmus = typeof Library

let copies = 0

/** Each call gives a copy that the compiler has not seen yet. */
export async function bundleWithout({ name, cuts }: Pick<Mechanism, 'name' | 'cuts'>): Promise<Isthmus> {
  const folder = join(repositoryRoot(), 'bench/dist/pays')
  const outfile = join(folder, `${name.replaceAll(/\W+/g, '-')}.mjs`)
  const sources = join(repositoryRoot(), 'src')
  const cutOfFile = cutFiles(cuts)
  mkdirSync(folder, { recursive: true })
  await build({
    entryPoints: [join(sources, 'index.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
    plugins: [
      {
        name: 'cuts',
        setup({ onLoad }) {
          onLoad({ filter: /src[\\/].*\.ts$/ }, ({ path }) => {
            const file = relative(sources, path).split(sep).join('/')
            const contents = cutOfFile.get(file)
            return contents === undefined ? undefined : { contents, loader: 'ts' }
          })
        },
      },
    ],
  })
  return (await import(`${pathToFileURL(outfile).href}?${copies++}`)) as Isthmus
}

/** The sources that change, by their names below src. */
export function cutFiles(cuts: readonly Cut[]): Map<string, string> {
  const files = new Map<string, string>()
  for (const cut of cuts) files.set(cut[0], withCut(files.get(cut[0]) ?? sourceOf(cut[0]), cut))
  return files
}

function sourceOf(file: string): string {
  const path = join(repositoryRoot(), 'src', file)
  if (!existsSync(path)) throw new Error(`There is no src/${file} any more: correct bench/pays/mechanisms.ts.`)
  return readFileSync(path, 'utf8')
}

function withCut(source: string, [file, from, to]: Cut): string {
  const cut = source.replace(from, to)
  if (cut === source) throw new Error(`src/${file} has no ${from} any more: correct bench/pays/mechanisms.ts.`)
  return cut
}
