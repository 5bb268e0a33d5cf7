/**
 * Makes the files of each page: a document that all share, and a panel, a style and scripts of its own. The page of a
 * map loads the query half of the library as a file of its own, as any page would. So the size that it shows is true.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import type { PageName, SiteFile } from './folder.ts'

const QUERY_FILE = 'isthmus-query.js'

interface PageSource {
  /** Where the page's own panel and style lie. */
  readonly place: string
  readonly scripts: Readonly<Record<string, string>>
  /** Whether the query half is a file of its own. */
  readonly isQueryApart: boolean
  /** The labels of map and panel for screen readers. */
  readonly map: string
  readonly panel: string
}

const SOURCES: Record<PageName, PageSource> = {
  map: {
    place: 'page',
    scripts: { page: 'page/page.ts', worker: 'worker/worker.ts' },
    isQueryApart: true,
    map: 'The map. R asks for a random path, a click sets an end',
    panel: 'Query, layers and measurements',
  },
  world: {
    place: 'world-page',
    scripts: { page: 'world-page/world-page.ts' },
    isQueryApart: false,
    map: 'The maps of the world. A click sets the end whose field is active, with Shift the other one',
    panel: 'Trip and keys',
  },
  crowd: {
    place: 'crowd-page',
    scripts: { page: 'crowd-page/crowd-page.ts', 'crowd-worker': 'crowd-worker/crowd-worker.ts' },
    isQueryApart: false,
    map: 'Units on the map. A click sends all of them there; with a brush a drag draws walls or ground',
    panel: 'Units',
  },
}

export const PAGE_NAMES = Object.keys(SOURCES) as PageName[]

export async function bundlePage(name: PageName = 'map'): Promise<SiteFile[]> {
  const page = SOURCES[name]
  const query = page.isQueryApart ? [await bundleQuery()] : []
  const scripts = { 'at-once': 'page/at-once.ts', making: 'worker/making.ts', ...page.scripts }
  const { outputFiles } = await build({
    ...COMMON,
    entryPoints: [
      ...Object.entries(scripts).map(([out, path]) => ({ in: source(path), out })),
      { in: source(`${page.place}/page.css`), out: 'page' },
    ],
    define: {
      QUERY_GZIP_BYTES: JSON.stringify(query.map(({ bytes }) => gzipSync(bytes, { level: 9 }).length)[0] ?? 0),
    },
    plugins: page.isQueryApart ? [makingApart, queryApart] : [makingApart],
    outdir: 'web',
  })
  const made = outputFiles.map(({ path, contents }) => ({ name: path.replace(/^.*[\\/]/, ''), bytes: contents }))
  const icon = { name: 'icon.svg', bytes: await readFile(source('page/icon.svg')) }
  return [{ name: 'index.html', bytes: await documentOf(page) }, icon, ...made, ...query]
}

/** The document of all pages, with the panel of this one. */
async function documentOf({ place, map, panel }: PageSource): Promise<Uint8Array> {
  const [shell, own, ends] = await Promise.all(
    ['page/shell.html', `${place}/panel.html`, 'page/ends.html'].map(path => readFile(source(path), 'utf8')),
  )
  const filled = shell.replace('<!-- panel -->', () => own).replace('<!-- ends -->', () => ends)
  return new TextEncoder().encode(filled.replace('{map}', map).replace('{panel}', panel))
}

/** The query half alone, as any page would load it. */
export async function bundleQuery(): Promise<SiteFile> {
  const { outputFiles } = await build({ ...COMMON, entryPoints: [source('../../query.ts')], outdir: 'web' })
  return { name: QUERY_FILE, bytes: outputFiles[0].contents }
}

function source(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

/** `platform: browser` refuses code that needs Node. */
const COMMON = {
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'silent',
} as const satisfies BuildOptions

/** Keeps making.js apart: it is loaded when it is needed. */
const makingApart: Plugin = {
  name: 'making-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/making\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './making.js', external: true } : undefined,
    )
  },
}

const queryApart: Plugin = {
  name: 'query-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/query\.ts$/ }, () => ({ path: `./${QUERY_FILE}`, external: true }))
  },
}
