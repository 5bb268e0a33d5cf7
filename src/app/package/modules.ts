/**
 * The last step of `npm run build`: rewrites the compiler's declarations, writes the viewer's pages to where an installed
 * package looks for them, and bundles the compiled modules into few files. Each door has the modules that only it needs,
 * and chunks have what doors share. Node takes about a millisecond for a module however small, and the query half has
 * some seventy. Files that look for others beside themselves stay in place.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { SECTION_TYPES } from '../../base/section-file.ts'
import { bundlePage, PAGE_NAMES } from '../viewer/bundle-pages.ts'

/**
 * Programs of threads and processes, and the files that start them by a name beside their own. No other file may share
 * such a file's code: that would move it.
 */
export const PROGRAMS = [
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
    mangleProps: await privateNames(),
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

const SOURCES = fileURLToPath(new URL('../../', import.meta.url))
/** Doors, and rooms that meet Node, graphology, files or other programs. */
const IS_OUTER = /^(?:(?:app|format|graph|pool|threads|tiles|world)\/.*|[^/]*)$/
const PRIVATE = /^ {2}private (?:static )?(?:readonly )?(?:async )?\*?(?:[gs]et )?(\w+)/gm

/**
 * The private members that all modules get short names for, which saves pages some 2 % of their bytes. A name stays if
 * an outer file, the page of reference, a quoted word or JavaScript has it too.
 */
export async function privateNames(): Promise<RegExp> {
  const names = new Set<string>()
  const kept = new Set(namesOfJavaScript())
  for (const file of await readdir(SOURCES, { recursive: true })) {
    if (!file.endsWith('.ts') && file !== 'REFERENCE.md') continue
    const text = (await readFile(join(SOURCES, file), 'utf8')).replace(/\/\*[\s\S]*?\*\//g, '')
    for (const [, name] of text.matchAll(PRIVATE)) names.add(name)
    const words = IS_OUTER.test(file.replaceAll('\\', '/')) ? /\w+/g : /(?<=['"`])\w+(?=['"`])/g
    for (const [word] of text.matchAll(words)) kept.add(word)
  }
  return new RegExp(`^(?:${[...names].filter(name => !kept.has(name)).join('|')})$`)
}

/** The doors of a package, as paths in the folder of the build. */
export async function doorsOf(manifestPath: string): Promise<string[]> {
  const { exports } = JSON.parse(await readFile(manifestPath, 'utf8')) as { exports: Record<string, unknown> }
  const targets = Object.values(exports) as (string | { readonly default: string })[]
  return targets.flatMap(at => (typeof at === 'string' ? [] : [at.default.replace('./dist/', '')]))
}

const WITH_BUFFER = /\b((?:Uint8Clamped|Uint8|Uint16|Uint32|Int8|Int16|Int32|Float32|Float64)Array)<(ArrayBuffer\w*)>/g

/**
 * Makes declarations readable for compilers before TypeScript 5.7, which do not know `Int32Array<ArrayBuffer>`. The return
 * type of `slice` is that type for a new compiler, and the plain array for an old one.
 */
export function readableFromFiveOn(declarations: string): string {
  return declarations.replace(WITH_BUFFER, (_, array: string, buffer: string) =>
    buffer === 'ArrayBuffer' ? `ReturnType<${array}['slice']>` : array,
  )
}

const LITE_DOOR = 'lite.js'

/**
 * The text of the smallest door: one minified file in which inner properties have short names, which saves a tenth of the
 * bytes. Names that callers use, names built from words, and those of JavaScript itself stay.
 */
export async function liteModule(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../lite.ts', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'warning',
    // Fields are set in the constructor only, which takes fewer bytes.
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
    mangleProps: /^[a-z]/i,
    reserveProps: await keptNames(),
  })
  return outputFiles[0].text
}

/** The names on the door's page of reference, those of sections, and those of JavaScript. */
async function keptNames(): Promise<RegExp> {
  const page = await readFile(join(SOURCES, 'REFERENCE.md'), 'utf8')
  const words = /^## isthmus\/lite$([\s\S]*?)^## /m.exec(page)![1].match(/\w+/g)!
  return new RegExp(`^(?:${[...words, 'code', ...SECTION_TYPES, ...namesOfJavaScript()].join('|')})$`)
}

function namesOfJavaScript(): string[] {
  const globals: unknown[] = Object.getOwnPropertyNames(globalThis).map(name => Reflect.get(globalThis, name))
  const things = [...globals, ...Object.values(Reflect.get(globalThis, 'WebAssembly')), Array.prototype.keys()]
  // The names of an iterator's result and of a template's strings.
  return [...things.flatMap(namesOf), 'done', 'value', 'raw']
}

/** The property names of a thing and of its prototype, inherited ones included. */
function namesOf(thing: unknown): string[] {
  const names: string[] = []
  for (const first of [thing, (thing as { prototype?: unknown } | null | undefined)?.prototype]) {
    let at: unknown = first
    for (; (typeof at === 'object' && at) || typeof at === 'function'; at = Object.getPrototypeOf(at))
      names.push(...Object.getOwnPropertyNames(at))
  }
  return names.filter(name => /^\w+$/.test(name))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = new URL('../../../', import.meta.url)
  const folder = fileURLToPath(new URL('dist/', root))

  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue
    const path = join(folder, name)
    await writeFile(path, readableFromFiveOn(await readFile(path, 'utf8')))
  }
  await bundleModules(folder, await doorsOf(fileURLToPath(new URL('package.json', root))))
  for (const page of PAGE_NAMES) {
    const place = join(folder, `app/viewer/web-${page}`)
    await mkdir(place, { recursive: true })
    for (const { name, bytes } of await bundlePage(page)) await writeFile(join(place, name), bytes)
  }
}
