/**
 * Baking in a real browser, by a page that a bundler made of isthmus/bake and isthmus/query without a word from anybody: on
 * the page's own thread anywhere, on web workers where the page is isolated; to the byte what Node bakes.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, expect, it } from 'vitest'
import { bake, generate, openAtlas } from '../../src/index.ts'
import { browserForTests } from '../support/browser.ts'
import { browserFiles } from '../support/browser-files.ts'
import { lacksBrowser } from '../support/chromium.ts'

const isSkipped = lacksBrowser()
const { visit, onEnd } = browserForTests(isSkipped)
const SOURCES = fileURLToPath(new URL('../../src', import.meta.url))
/** Threads are started from 2^20 cells on. */
const MAP = { width: 1024, height: 1024, seed: 3 }

const PROGRAM = `
  import { bake } from './baking.ts'
  import { generate } from './map/generate/index.ts'
  import { openAtlas } from './query.ts'
  globalThis.bakeHere = async workers => {
    const file = await bake(generate('open', ${JSON.stringify(MAP)}), { workers })
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', file))
    const hex = Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
    return { hex, islands: openAtlas(file).islandCount }
  }`

const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }

const files = new Map<string, string>()

beforeAll(async () => {
  if (isSkipped) return
  const options = { bundle: true, write: false, outdir: '/', format: 'esm', platform: 'browser' } as const
  const page = await build({
    ...options,
    stdin: { contents: PROGRAM, resolveDir: SOURCES, sourcefile: 'page.ts' },
    splitting: true,
    logLevel: 'silent',
    plugins: [browserFiles],
  })
  expect([...page.warnings, ...page.errors]).toEqual([])
  // The thread's program is a file of its own, as bundlers make it that know `new URL(.., import.meta.url)`.
  const thread = await build({ ...options, entryPoints: [`${SOURCES}/threads/web-worker.ts`] })
  for (const { path, text } of [...page.outputFiles, ...thread.outputFiles]) files.set(path, text)
  files.set('/', '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/stdin.js"></script>')
})

async function serve(headers: Record<string, string>): Promise<string> {
  const server = createServer(({ url }, response) => {
    const text = files.get(url!)
    const type = url === '/' ? 'text/html' : 'text/javascript'
    response.writeHead(text === undefined ? 404 : 200, { 'Content-Type': type, ...headers }).end(text)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onEnd(async () => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** What a bake on the page gives, or what it says; and how often the thread's program was loaded. */
async function bakedOn(headers: Record<string, string>, workers: number): Promise<{ baked: unknown; threads: number }> {
  const { page, complaints, requests } = await visit(await serve(headers))
  await page.waitForFunction('globalThis.bakeHere !== undefined')
  const baked = await page.evaluate(`bakeHere(${workers}).catch(error => error.message)`)
  expect(complaints).toEqual([])
  return { baked, threads: requests.filter(url => url.endsWith('/web-worker.js')).length }
}

it.skipIf(isSkipped)(
  'bakes on web workers what Node bakes, where the page is isolated, and elsewhere on its own thread',
  async () => {
    const file = await bake(generate('open', MAP))
    const baked = { hex: createHash('sha256').update(file).digest('hex'), islands: openAtlas(file).islandCount }
    expect(await bakedOn(ISOLATED, 2)).toEqual({ baked, threads: 2 })
    expect(await bakedOn({}, 1)).toEqual({ baked, threads: 0 })
  },
)

it.skipIf(isSkipped)('says what threads need, where the page is not isolated', async () => {
  const { baked, threads } = await bakedOn({}, 2)
  expect(baked).toMatch(/Cross-Origin-Opener-Policy.* or bake with 1 worker/)
  expect(threads).toBe(0)
})
