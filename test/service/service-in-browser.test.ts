/** The service from a browser: its own page, and isthmus/client on pages of other origins. */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { bake, generate, openAtlas } from '../../src/index.ts'
import { browserForTests } from '../support/browser.ts'
import { lacksBrowser } from '../support/chromium.ts'
import { temporaryFolder } from '../support/cli.ts'
import { ROOT } from '../support/pages.ts'
import { serveFiles } from '../support/service.ts'

const isSkipped = lacksBrowser()
const { visit, onEnd } = browserForTests(isSkipped)
const { path } = temporaryFolder()
let file: Uint8Array
let client: string

beforeAll(async () => {
  if (isSkipped) return
  file = await bake(generate('open', { width: 200, height: 200 }))
  writeFileSync(path('open.atlas'), file)
  const entryPoints = [join(ROOT, 'src/client.ts')]
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: 'esm' })
  client = outputFiles[0].text
})

/** The origin of a page that has the client. */
async function pageServer(): Promise<string> {
  const page = `<!doctype html><link rel="icon" href="data:,"><script type="module">
    import { MapClient } from '/client.js'
    globalThis.MapClient = MapClient</script>`
  const server = createServer(({ url }, response) =>
    url === '/'
      ? response.writeHead(200, { 'content-type': 'text/html' }).end(page)
      : response.writeHead(200, { 'content-type': 'text/javascript' }).end(client),
  )
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onEnd(async () => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe.skipIf(isSkipped)('the service in a browser', () => {
  it('has a page that draws the path between two clicks', async () => {
    const service = await serveFiles({ open: path('open.atlas') })
    onEnd(() => service.close())
    const { page, complaints } = await visit(service.url)
    const isShown = `document.querySelector('canvas').getContext('2d').getImageData(100, 100, 1, 1).data[3] > 0`
    // The page allows no text to be run as a program, as waitForFunction would.
    while (!(await page.evaluate(isShown))) await new Promise(resolve => setTimeout(resolve, 20))
    await page.locator('canvas').click({ position: { x: 20, y: 20 } })
    await page.locator('canvas').click({ position: { x: 300, y: 20 } })
    await page.getByText(/The path costs 1[34]\d\.\d/).waitFor()
    expect(complaints.filter(text => !text.startsWith('Canvas2D'))).toEqual([])
  })

  it('answers the client on pages of origins that are allowed, and of no others', async () => {
    const [own, foreign] = [await pageServer(), await pageServer()]
    const service = await serveFiles({ open: path('open.atlas') }, { gate: { origins: [own] } })
    onEnd(() => service.close())
    const asking = `new MapClient('${service.url}/v1/open').find([1, 1, 150, 90], { cells: true })
        .then(({ status, cost, cells }) => [status[0], cost[0], [...cells]], error => error.name)`
    const { page } = await visit(own)
    await page.waitForFunction('globalThis.MapClient')
    const route = openAtlas(file).finder().find(1, 1, 150, 90)
    expect(await page.evaluate(asking)).toEqual([0, route.cost, [...route.cells()]])
    const { page: other } = await visit(foreign)
    await other.waitForFunction('globalThis.MapClient')
    expect(await other.evaluate(asking)).toBe('TypeError')
  })
})
