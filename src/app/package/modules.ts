/**
 * Bundles the compiled modules into few files: each door with the modules that only it needs, and chunks that doors share.
 * Node takes about a millisecond for a module however small, and the query half has some seventy. Files that look for
 * others beside themselves stay in place.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { LITE_DOOR, liteModule } from './lite-door.ts'

/** Programs of threads and processes, beside the doors that the manifest names. */
const PROGRAMS = [
  'app/cli/main.js',
  'threads/workers.js',
  'threads/web-workers.js',
  'threads/bake-worker.js',
  'threads/web-worker.js',
  'pool/node-threads.js',
  'pool/web-threads.js',
  'pool/pool-worker.js',
  'pool/pool-web-worker.js',
  'app/service/service.js',
  'app/service/service-worker.js',
  'app/farm/tile-threads.js',
  'app/farm/tile-thread.js',
  'app/farm/queue/queue-worker.js',
  'app/farm/queue/tile-processor.js',
]
/** Reads the pages that lie beside it. */
const LEFT_ALONE = 'app/viewer/page-files.js'
const PAGES = /^app\/viewer\/web/

/** Bundles the compiled modules in `folder` in place; `doors` are the paths of those that can be imported. */
export async function bundleModules(folder: string, doors: readonly string[]): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [...doors.filter(door => door !== LITE_DOOR), ...PROGRAMS].map(path => join(folder, path)),
    outdir: folder,
    outbase: folder,
    bundle: true,
    splitting: true,
    chunkNames: 'shared/[hash]',
    // Puts the values of constants where they are used: between modules an engine looks them up each time.
    minifySyntax: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    external: [`*/${LEFT_ALONE.replace(/^.*?\//, '')}`],
    target: 'es2022',
    logLevel: 'warning',
    allowOverwrite: true,
  })
  for (const name of await readdir(folder, { recursive: true })) {
    const path = name.replaceAll('\\', '/')
    const isOld = path.endsWith('.js') && path !== LEFT_ALONE && !PAGES.test(path)
    const isInner = path.startsWith('app/') && path.endsWith('.d.ts')
    if (isOld || isInner) await rm(join(folder, name))
  }
  for (const { path, contents } of outputFiles) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, contents)
  }
  await writeFile(join(folder, LITE_DOOR), await liteModule())
}

/** The doors of a package, as paths in the folder of the build. */
export async function doorsOf(manifestPath: string): Promise<string[]> {
  const { exports } = JSON.parse(await readFile(manifestPath, 'utf8')) as { exports: Record<string, unknown> }
  const targets = Object.values(exports) as (string | { readonly default: string })[]
  return targets.flatMap(at => (typeof at === 'string' ? [] : [at.default.replace('./dist/', '')]))
}
