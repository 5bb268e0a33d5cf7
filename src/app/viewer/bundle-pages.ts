/**
 * Makes the files of the page from their sources. The query half of the library becomes a file of its own, which the
 * page's worker loads as anybody's page would: so the page runs what it shows, and its size is what it says.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import type { SiteFile } from './site.ts'

const QUERY_FILE = 'isthmus-query.js'
const COPIED = ['index.html', 'icon.svg'] as const

export async function bundlePage(): Promise<SiteFile[]> {
  const query = await bundleQuery()
  const { outputFiles } = await build({
    ...common(),
    entryPoints: [
      source('page/page.ts'),
      source('page/at-once.ts'),
      source('page/page.css'),
      source('worker/worker.ts'),
      source('worker/making.ts'),
    ],
    define: { QUERY_GZIP_BYTES: String(gzipSync(query.bytes, { level: 9 }).length) },
    plugins: [queryApart],
    outdir: 'web',
    entryNames: '[name]',
  })
  const made = outputFiles.map(({ path, contents }) => ({ name: path.replace(/^.*[\\/]/, ''), bytes: contents }))
  const copied = await Promise.all(
    COPIED.map(async name => ({ name, bytes: await readFile(new URL(`page/${name}`, import.meta.url)) })),
  )
  return [...copied, ...made, query]
}

/** The page of a world, which searches where it draws and needs no worker. */
export function bundleWorldPage(): Promise<SiteFile[]> {
  return bundleOwn('world-page', { page: 'world-page/world-page.ts' })
}

/** The page of a crowd, and the worker that moves its units. */
export function bundleCrowdPage(): Promise<SiteFile[]> {
  const scripts = { page: 'crowd-page/crowd-page.ts', 'crowd-worker': 'crowd-worker/crowd-worker.ts' }
  return bundleOwn('crowd-page', scripts)
}

/** A page that has all it needs in scripts of its own, and whose style and document lie in `folder`. */
async function bundleOwn(folder: string, scripts: Readonly<Record<string, string>>): Promise<SiteFile[]> {
  const entries = Object.entries(scripts).map(([out, path]) => ({ in: source(path), out }))
  const { outputFiles } = await build({
    ...common(),
    entryPoints: [...entries, { in: source(`${folder}/page.css`), out: 'page' }],
    outdir: 'web',
    entryNames: '[name]',
  })
  const made = outputFiles.map(({ path, contents }) => ({ name: path.replace(/^.*[\\/]/, ''), bytes: contents }))
  const copied = { 'index.html': `${folder}/index.html`, 'icon.svg': 'page/icon.svg' }
  const read = ([name, path]: [string, string]) => readFile(source(path)).then(bytes => ({ name, bytes }))
  return [...(await Promise.all(Object.entries(copied).map(read))), ...made]
}

/** By what they show, each with the folder that a build puts it in. */
export const PAGES = {
  map: { folder: 'web', bundle: bundlePage },
  world: { folder: 'web-world', bundle: bundleWorldPage },
  crowd: { folder: 'web-crowd', bundle: bundleCrowdPage },
}

/** The query half alone: what a page of one's own would load. */
export async function bundleQuery(): Promise<SiteFile> {
  const { outputFiles } = await build({ ...common(), entryPoints: [source('../../query.ts')], outdir: 'web' })
  return { name: QUERY_FILE, bytes: outputFiles[0].contents }
}

function source(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

/** `platform: browser` refuses whatever needs Node. */
function common() {
  return {
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
  } satisfies BuildOptions
}

/** The finder, and what makes atlases, which is loaded when it is needed. */
const queryApart: Plugin = {
  name: 'query-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/making\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './making.js', external: true } : undefined,
    )
    onResolve({ filter: /\/query\.ts$/ }, () => ({ path: `./${QUERY_FILE}`, external: true }))
  },
}
