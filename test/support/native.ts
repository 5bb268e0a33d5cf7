/**
 * The sources as plain JavaScript, made anew for each run of the tests, in a folder that goes away with it. A test that
 * imports `src/x.ts` gets this twin of it: Node loads it as it is, so that hot loops run as fast as in the package (in
 * vitest's own loader each use of an import calls a getter), and programs that tests start need no loader.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'
import type { Plugin } from 'vitest/config'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SRC = join(ROOT, 'src/')
const FOLDER_NAME = 'ISTHMUS_NATIVE'
/** They bundle files that lie beside them, or are no script. */
const LEFT_ALONE = /^app\/(package\/|viewer\/bundle-pages\.ts)|^kernel\/source\//

/** Where the twins of this run lie: `src/` below a copy of package.json. */
export const nativePath = (source: string) => join(process.env[FOLDER_NAME]!, source.replace(/\.ts$/, '.js'))

/** Leads imports of sources to their twins. A watch of the tests keeps to the sources, which change. */
export function nativeSources(): Plugin {
  let isWatch = false
  return {
    name: 'native-sources',
    enforce: 'pre',
    configResolved(config) {
      isWatch = config.test?.watch === true
    },
    resolveId(id, importer) {
      if (isWatch || importer === undefined || !/^\.\.?\/.*\.ts$/.test(id)) return null
      const path = resolve(dirname(importer), id)
      if (!path.startsWith(SRC) || LEFT_ALONE.test(path.slice(SRC.length))) return null
      return { id: nativePath(`src/${path.slice(SRC.length)}`), external: true }
    },
  }
}

/** Once before all tests: writes the twins, and the pages of the viewer as a build would. */
export async function setup(): Promise<() => void> {
  const folder = join(ROOT, `node_modules/.cache/isthmus-${process.pid}`)
  process.env[FOLDER_NAME] = folder
  const names = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
  await Promise.all(names.filter(name => !LEFT_ALONE.test(name)).map(name => writeTwin(folder, name)))
  copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  const { bundlePage, PAGE_NAMES } = await import('../../src/app/viewer/bundle-pages.ts')
  for (const page of PAGE_NAMES) {
    const web = join(folder, 'src/app/viewer', `web-${page}`)
    mkdirSync(web, { recursive: true })
    for (const { name, bytes } of await bundlePage(page)) writeFileSync(join(web, name), bytes)
  }
  return () => rmSync(folder, { recursive: true, force: true })
}

async function writeTwin(folder: string, name: string): Promise<void> {
  const path = join(SRC, name)
  const { code } = await transform(readFileSync(path, 'utf8'), {
    loader: 'ts',
    target: 'es2022',
    sourcefile: path,
    sourcemap: 'inline',
  })
  const twin = join(folder, 'src', name.replace(/\.ts$/, '.js'))
  mkdirSync(dirname(twin), { recursive: true })
  writeFileSync(twin, code.replace(/(\bfrom |\bimport |\bimport\()"(\.[^"]*)\.ts"/g, '$1"$2.js"'))
}
