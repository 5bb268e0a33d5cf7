/** A page reads tiles from a web server by range, within the memory it gives them, and finds the routes that Node finds. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { generate } from '../../src/index.ts'
import { openTiles } from '../../src/tiled.ts'
import { browserForTests } from '../support/browser.ts'
import { browserFiles } from '../support/browser-files.ts'
import { lacksBrowser } from '../support/chromium.ts'
import { tiled } from '../support/tiled-maps.ts'

const isSkipped = lacksBrowser()
const { visit, onEnd } = browserForTests(isSkipped)
const PAIRS = [
  [5, 5, 640, 480],
  [600, 20, 30, 470],
  [320, 250, 330, 260],
]
const PROGRAM = `
  import { HttpStore, openTiles } from './src/tiled.ts'
  globalThis.ask = async pairs => {
    const atlas = await openTiles(new HttpStore(location.origin + '/land'), { memoryBytes: 100_000 })
    const answers = []
    for (const [x0, y0, x1, y1] of pairs) {
      const route = await atlas.find(x0, y0, x1, y1)
      answers.push([route.status, route.estimate, ...await route.cells()])
    }
    return { answers, bytesAtHand: atlas.stats().tileBytesAtHand }
  }`

it.skipIf(isSkipped)('finds the routes of Node, by ranges', async () => {
  const { store } = await tiled(generate('roads', { width: 660, height: 500, seed: 3 }), 128)
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    plugins: [browserFiles],
  })
  let parts = 0
  const server = createServer((request, response) => {
    if (request.url === '/')
      return response.end(
        '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
      )
    if (request.url === '/page.js')
      return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(outputFiles[0].text)
    const bytes = store.objects.get(request.url!.slice('/land/'.length))
    if (bytes === undefined) return response.writeHead(404).end()
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (from === undefined) return response.end(bytes)
    parts++
    return response.writeHead(206).end(bytes.subarray(Number(from), Number(to) + 1))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onEnd(async () => server.close())
  const { page, complaints } = await visit(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.waitForFunction('globalThis.ask')
  const { answers, bytesAtHand } = (await page.evaluate(`ask(${JSON.stringify(PAIRS)})`)) as {
    answers: unknown[][]
    bytesAtHand: number
  }
  const atlas = await openTiles(store)
  for (const [i, [x0, y0, x1, y1]] of PAIRS.entries()) {
    const route = await atlas.find(x0, y0, x1, y1)
    expect(answers[i]).toEqual([route.status, route.estimate, ...(await route.cells())])
  }
  expect(answers[0].length).toBeGreaterThan(600)
  expect([parts > 5, bytesAtHand < 250_000, complaints]).toEqual([true, true, []])
})
