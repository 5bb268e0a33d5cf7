/** The library as one module, with a mechanism left out: lines of its sources are replaced while they are bundled. */
import { mkdirSync, readFileSync } from 'node:fs'
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
            const own = cuts.filter(([of]) => of === file)
            if (own.length === 0) return undefined
            return { contents: own.reduce(withCut, readFileSync(path, 'utf8')), loader: 'ts' }
          })
        },
      },
    ],
  })
  return (await import(`${pathToFileURL(outfile).href}?${copies++}`)) as Isthmus
}

function withCut(source: string, [file, from, to]: Cut): string {
  const cut = source.replace(from, to)
  if (cut === source) throw new Error(`src/${file} has no ${from} any more: correct bench/pays/mechanisms.ts.`)
  return cut
}
