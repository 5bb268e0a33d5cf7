/**
 * The sources as plain JavaScript, made anew for each run of the tests, in a folder that goes away with it. A test that
 * imports `src/x.ts` gets this twin of it: Node loads it as it is, so that hot loops run as fast as in the package (in
 * vitest's own loader each use of an import calls a getter), and programs that tests start need no loader.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'
import type { Plugin } from 'vitest/config'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SRC = join(ROOT, 'src/')
const FOLDER_NAME = 'ISTHMUS_NATIVE'
/** They bundle files that lie beside them, or are no script. */
const LEFT_ALONE = /^app\/(package\/|viewer\/bundle-pages\.ts)|^kernel\/source\//

/** Programs that start as processes or threads of Node. */
const STARTED = [
  'app/cli/main.js',
  'app/farm/queue/tile-processor.js',
  'app/farm/tile-thread.js',
  'app/service/service-worker.js',
  'pool/pool-worker.js',
  'threads/bake-worker.js',
]

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
  const pages = writePages(folder)
  await Promise.all(names.filter(name => !LEFT_ALONE.test(name)).map(name => writeTwin(folder, name)))
  copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  await Promise.all([pages, bundlePrograms(folder)])
  return () => rmSync(folder, { recursive: true, force: true })
}

async function writePages(folder: string): Promise<void> {
  const { bundlePage, PAGE_NAMES } = await import('../../src/app/viewer/bundle-pages.ts')
  const writePage = async (page: (typeof PAGE_NAMES)[number]) => {
    const web = join(folder, 'src/app/viewer', `web-${page}`)
    mkdirSync(web, { recursive: true })
    for (const { name, bytes } of await bundlePage(page)) writeFileSync(join(web, name), bytes)
  }
  await Promise.all(PAGE_NAMES.map(writePage))
}

/**
 * Bundles the programs of processes and threads as a build would, so that each starts in half the time: Node takes about a
 * millisecond for a module. What they start themselves is bundled too.
 */
async function bundlePrograms(folder: string): Promise<void> {
  const { PROGRAMS } = await import('../../src/app/package/modules.ts')
  const entryPoints = PROGRAMS.map(path => join(folder, 'src', path))
  const [outdir, outbase] = [join(folder, 'programs'), join(folder, 'src')]
  const external = ['*/viewer/page-files.js']
  const common = { bundle: true, splitting: true, format: 'esm', platform: 'neutral', packages: 'external' } as const
  await build({ ...common, entryPoints, outdir, outbase, external, chunkNames: 'shared/[hash]' })
  const pages = 'app/viewer/page-files.js'
  mkdirSync(dirname(join(outdir, pages)), { recursive: true })
  writeFileSync(join(outdir, pages), `export * from '../../../src/${pages}'\n`)
  for (const path of STARTED) {
    const up = '../'.repeat(path.split('/').length)
    writeFileSync(join(folder, 'src', path), `import '${up}programs/${path}'\n`)
  }
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
