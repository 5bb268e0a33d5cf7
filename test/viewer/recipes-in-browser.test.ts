/**
 * The recipes for pages, each in a real browser as it stands on its page, bundled as any bundler does it; and a pool of threads in
 * one, on a page that may share memory and on one that may not.
 */

import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bake, gridFromCosts, openAtlas } from '../../src/index.ts'
import { browserForTests } from '../support/browser.ts'
import { browserFiles } from '../support/browser-files.ts'
import { lacksBrowser } from '../support/chromium.ts'
import { PROGRAMS, Project, ROOT } from '../support/pages.ts'

const isSkipped = lacksBrowser()
const { visit, onEnd } = browserForTests(isSkipped)
const project = new Project()
afterAll(() => rmSync(project.folder, { recursive: true }))

const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }
/** Open ground with a wall across it that has a gap at its southern end. */
const [WIDTH, HEIGHT, WALL_X] = [300, 200, 150]
const costs = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, cell) =>
  cell % WIDTH === WALL_X && cell < WIDTH * (HEIGHT - 20) && cell > 9 * WIDTH ? 0 : 1,
)
const PAIRS = [2, 2, 290, 50, 140, 60, 160, 60, WALL_X, 60, 0, 0]
const POOL_PROGRAM = `
  import { FinderPool } from 'isthmus/pool'
  globalThis.askPool = async pairs => {
    const file = new Uint8Array(await (await fetch('/world.atlas')).arrayBuffer())
    const pool = new FinderPool(file, { threads: 2 })
    const { status, cost, cells } = await pool.find(pairs, { cells: true })
    const table = await pool.costs([{ x: 2, y: 2 }], [{ x: 290, y: 50 }])
    await pool.close()
    return { status: [...status], cost: [...cost], cells: [...cells], table: [...table] }
  }`

const files = new Map<string, string | Uint8Array>()
let file: Uint8Array

beforeAll(async () => {
  if (isSkipped) return
  file = await bake(gridFromCosts(costs, WIDTH))
  const entries: string[] = []
  for (const { name, kind, text } of PROGRAMS) {
    if (kind !== 'browser') continue
    // What the page of the fog does is seen from outside.
    project.add(name, name === 'fog.ts' ? `${text}\nObject.assign(globalThis, { live, scout, units })` : text)
    entries.push(join(project.folder, name))
  }
  project.add('pool-page.ts', POOL_PROGRAM)
  const options = {
    bundle: true,
    write: false as const,
    outdir: '/',
    format: 'esm' as const,
    platform: 'browser' as const,
    logLevel: 'silent' as const,
    tsconfig: join(project.folder, 'tsconfig.json'),
    plugins: [browserFiles],
  }
  const pages = await build({
    ...options,
    splitting: true,
    entryPoints: [...entries, join(project.folder, 'pool-page.ts')],
  })
  // Programs of threads are files of their own, as bundlers make them that know `new URL(.., import.meta.url)`.
  const threads = [join(project.folder, 'path-worker.ts'), join(ROOT, 'src/pool/pool-web-worker.ts')]
  const made = await Promise.all(threads.map(entry => build({ ...options, entryPoints: [entry] })))
  expect([pages, ...made].flatMap(({ warnings }) => warnings)).toEqual([])
  for (const { path, text } of [...pages.outputFiles, ...made.flatMap(({ outputFiles }) => outputFiles)])
    files.set(path, text)
  files.set('/path-worker.ts', files.get('/path-worker.js')!)
  files.set('/world.atlas', file)
})

/** A page that runs a program; the atlas takes its time to come. */
async function pageOf(program: string, headers: Record<string, string> = {}) {
  const server = createServer(({ url }, response) => {
    const isPage = url === '/'
    const body = isPage
      ? `<!doctype html><link rel="icon" href="data:,"><canvas width="1200" height="800"></canvas><script type="module" src="/${program}"></script>`
      : files.get(url!)
    const type = isPage ? 'text/html' : typeof body === 'string' ? 'text/javascript' : 'application/octet-stream'
    const send = () =>
      response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': type, ...headers }).end(body)
    setTimeout(send, url === '/world.atlas' ? 300 : 0)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onEnd(async () => server.close())
  return visit(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

describe.skipIf(isSkipped)('the recipes for a browser', () => {
  it('are all tried here', () => {
    const ofBrowsers = PROGRAMS.filter(({ kind }) => kind === 'browser')
    expect(ofBrowsers.map(({ name }) => name)).toEqual(['path-worker.ts', 'page.ts', 'fog.ts'])
  })

  it('draw the path to a click, though it was asked for before the atlas was there', async () => {
    const { page, complaints } = await pageOf('page.js')
    await page.locator('canvas').click({ position: { x: 4 * 290, y: 4 * 50 } })
    const isDrawn = `[...document.querySelector('canvas').getContext('2d').getImageData(0, 0, 1200, 800).data].some(value => value > 0)`
    await page.waitForFunction(isDrawn)
    const cells = openAtlas(file).finder().find(2, 2, 290, 50).cells()
    const at = (cells.length >> 2) << 1
    const drawn = await page.evaluate(
      `document.querySelector('canvas').getContext('2d').getImageData(${4 * cells[at] + 1}, ${4 * cells[at + 1] + 1}, 3, 3).data.some(value => value > 0)`,
    )
    // The browser's advice is about this test, which reads the canvas.
    const others = complaints.filter(text => !text.startsWith('Canvas2D: Multiple readback'))
    expect([drawn, others]).toEqual([true, []])
  })

  it('lead many units through fog, and around a wall that is clicked into their way', async () => {
    const { page, complaints } = await pageOf('fog.js')
    await page.waitForFunction('globalThis.units?.[0].x > 4')
    await page.mouse.click(4 * 120, 4 * 90)
    await page.waitForFunction('live.version === 1')
    expect(await page.evaluate('[live.costAt(120, 90), live.costAt(124, 90)]')).toEqual([0, 1])
    const x = (await page.evaluate('units[0].x')) as number
    await page.waitForFunction(`units[0].x > ${x + 2}`)
    expect(await page.evaluate('[scout.costAt(150, 100), scout.costAt(2, 2)]')).toEqual([1, 1])
    expect(complaints).toEqual([])
  })
})

describe.skipIf(isSkipped)('a pool in a browser', () => {
  it.each([
    ['shares memory where the page is isolated', ISOLATED],
    ['copies the file elsewhere', {}],
  ])('answers as a finder does: it %s', async (_name, headers) => {
    const { page, complaints, requests } = await pageOf('pool-page.js', headers)
    await page.waitForFunction('globalThis.askPool !== undefined')
    const answer = await page.evaluate(`askPool(${JSON.stringify(PAIRS)})`)
    const finder = openAtlas(file).finder()
    const routes = [0, 4, 8].map(at => finder.find(PAIRS[at], PAIRS[at + 1], PAIRS[at + 2], PAIRS[at + 3]))
    expect(answer).toEqual({
      status: [0, 0, 2],
      cost: routes.map(({ cost }) => cost),
      cells: routes.flatMap(route => [...route.cells()]),
      table: [...finder.costs({ x: 2, y: 2 }, { x: 290, y: 50 })],
    })
    expect(requests.filter(url => url.endsWith('/pool-web-worker.js')).length).toBe(2)
    expect(complaints).toEqual([])
  })
})
