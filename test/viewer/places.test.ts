/** The viewer's page elsewhere: on a static host, on a telephone, in the dark, on bad input, on a large world. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { SCHEMES, type SchemeName } from '../../src/app/draw/palette.ts'
import { type SiteFile, siteOf } from '../../src/app/viewer/folder.ts'
import { readAddress } from '../../src/app/viewer/page/address.ts'
import { LOOK, type Look } from '../../src/app/viewer/page/permalink.ts'
import { pageFiles } from '../../src/app/viewer/page-files.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'
import { browserForTests } from '../support/browser.ts'
import { isColour, lacksBrowser, look, mapPixelsOf, placeOnScreen, screen, settled, VIEW } from '../support/chromium.ts'
import { fixture } from '../support/fixtures.ts'

const isSkipped = lacksBrowser()
const { visit, serveWorld, onEnd } = browserForTests(isSkipped)
/** Of the page itself, without its worker: it never holds what grows with the map. */
const PAGE_HEAP_BYTES_MAX = 32e6

/** Where the page looks from, once its address tells what is waited for. */
async function lookOf(page: Page, isAwaited: (view: Look) => boolean) {
  for (let waits = 0; ; waits++) {
    const hash = await page.evaluate(() => location.hash)
    const { at: view } = readAddress(hash, { at: LOOK }).values
    if (view !== null && isAwaited(view)) return view
    if (waits === 400) throw new Error(`The page still looks from elsewhere: ${hash}`)
    await page.waitForTimeout(50)
  }
}

const terrain = () => bake(generate('terrain', { width: 300, height: 300, seed: 9 }))

/** Islands from side to side with walls between them: baked in a fraction of the time of a terrain. */
function stripes(side: number): Promise<Uint8Array> {
  const cost = new Uint8Array(side * side).fill(1)
  for (let y = 40; y < side; y += 41) cost.fill(0, y * side, (y + 1) * side)
  return bake({ width: side, height: side, cost })
}

/** A host that knows nothing of the viewer: files below a folder, and the plainest of headers. */
async function staticHost(site: readonly SiteFile[]): Promise<string> {
  const types: Record<string, string> = {
    html: 'text/html',
    js: 'text/javascript',
    css: 'text/css',
    svg: 'image/svg+xml',
  }
  const server = createServer((request, response) => {
    const name = (request.url ?? '').replace(/^\/maps\/one\//, '') || 'index.html'
    const file = site.find(candidate => candidate.name === name)
    response.writeHead(file === undefined ? 404 : 200, { 'Content-Type': types[name.split('.')[1]] ?? '' })
    response.end(file?.bytes)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onEnd(() => new Promise(resolve => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/maps/one/`
}

describe.skipIf(isSkipped)('the page', () => {
  it('works the same from a folder of a static host', async () => {
    const bytes = await terrain()
    const site = siteOf(await pageFiles(), { title: 'elsewhere', atlas: bytes })
    const { page, complaints } = await visit(await staticHost(site))
    await settled(page)
    await page.keyboard.press('r')
    await settled(page)
    const [start, goal] = await Promise.all(['start', 'goal'].map(end => page.inputValue(`#${end}-cell`)))
    const numbers = `${start}, ${goal}`.split(', ').map(Number) as [number, number, number, number]
    const cost = openAtlas(bytes)
      .finder()
      .find(...numbers).cost
    expect(await page.textContent('#cost')).toBe(cost.toFixed(1))
    expect(await page.textContent('#time')).toMatch(/^[\d.]+ (ns|\u00b5s|ms)$/)
    expect(complaints).toEqual([])
  })

  it('is a map with a sheet below it on a telephone, where a tap sets the goal and a long one the start', async () => {
    const view = { width: 390, height: 780 }
    const url = await serveWorld(await bake(fixture('four-rooms')))
    const { page, complaints } = await visit(url, { viewport: view, hasTouch: true, isMobile: true })
    await settled(page)
    const { width, height } = fixture('four-rooms')
    await look(page, `#at=${width / 2},${height / 2},6&from=${Math.floor(width / 2)},2`)
    const onScreen = placeOnScreen(width / 2, height / 2, 6, view)
    const atlas = openAtlas(await bake(fixture('four-rooms')))
    const free = [...Array(width * height).keys()].filter(
      cell => atlas.islandOf(cell % width, Math.floor(cell / width)) >= 0,
    )
    const [from, to] = [free[0], free.at(-1)!].map(cell => [cell % width, Math.floor(cell / width)] as const)
    await page.touchscreen.tap(...onScreen(...to))
    await settled(page)
    expect(await page.inputValue('#goal-cell')).toBe(to.join(', '))
    const touch = await page.context().newCDPSession(page)
    const [x, y] = onScreen(...from)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await page.waitForFunction(
      text => (document.querySelector('#start-cell') as HTMLInputElement).value === text,
      from.join(', '),
    )
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await settled(page)
    const { cost } = atlas.finder().find(...from, ...to)
    expect(await page.textContent('#cost')).toBe(cost.toFixed(1))
    const panel = (await page.locator('#panel').boundingBox())!
    expect([panel.x, panel.width, Math.round(panel.y + panel.height)]).toEqual([0, 390, 780])
    expect(panel.y).toBeGreaterThan(400)
    expect(await page.isVisible('#layers')).toBe(false)
    await page.tap('#fold')
    expect(await page.isVisible('#layers')).toBe(true)
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect([isTooWide, complaints]).toEqual([false, []])
  })

  it('is dark where the system is, until it is told otherwise', async () => {
    const url = await serveWorld(await bake(fixture('door')))
    // With ends of its own the page does not fly to a pair that it draws at random: the corner stays beside the map.
    const { page } = await visit(`${url}#from=0,0&to=9,9`, { colorScheme: 'dark' })
    await settled(page)
    const corner = async () => (await screen(page)).colourAt(1270, 5)
    expect(Math.max(...(await corner()))).toBeLessThan(60)
    const groundPixels = (name: SchemeName) => mapPixelsOf(page, SCHEMES[name].ground)
    expect(await groundPixels('dark')).toBeGreaterThan(10_000)
    await page.keyboard.press('d')
    await settled(page)
    expect(await groundPixels('light')).toBeGreaterThan(10_000)
    expect(Math.min(...(await corner()))).toBeGreaterThan(150)
    await page.reload()
    await settled(page)
    expect(Math.min(...(await corner()))).toBeGreaterThan(150)
  })

  it('can be used by keys alone', async () => {
    const { page } = await visit(await serveWorld(await terrain()))
    await settled(page)
    await page.keyboard.press('?')
    expect(await page.isVisible('#help')).toBe(true)
    expect(await page.textContent('#help-keys')).toContain('a random long pair')
    await page.keyboard.press('Escape')
    expect(await page.isVisible('#help')).toBe(false)
    const [start, goal] = [await page.inputValue('#start-cell'), await page.inputValue('#goal-cell')]
    await page.keyboard.press('s')
    await settled(page)
    expect([await page.inputValue('#goal-cell'), await page.inputValue('#start-cell')]).toEqual([start, goal])
    await page.keyboard.press('3')
    await settled(page)
    expect(await page.getAttribute('#layer-regions', 'aria-pressed')).toBe('true')
    await page.keyboard.press(']')
    await settled(page)
    expect(await page.textContent('#level-facts')).toMatch(/^Level [1-9]/)
    for (const key of ['+', 'ArrowRight', '-', '0']) {
      const before = await page.evaluate(() => location.hash)
      await page.keyboard.press(key)
      await page.waitForFunction(hash => location.hash !== hash, before)
    }
  })

  it.each([1, 33])('shows a world of %i x 1 cells', async width => {
    const url = await serveWorld(await bake({ width, height: 1, cost: new Uint8Array(width).fill(1) }))
    const { page, complaints } = await visit(`${url}#from=0,0&to=${width - 1},0`)
    await settled(page)
    expect(await page.textContent('#cell-count')).toBe(String(width))
    expect(complaints).toEqual([])
  })

  it('shows a world without a free cell, and says that its cells are walls', async () => {
    const url = await serveWorld(await bake(fixture('no-free-cell')))
    const { page, complaints } = await visit(`${url}#from=0,0&to=1,0`)
    await settled(page)
    expect(await page.textContent('#refusal')).toBe('The start 0,0 is a wall.')
    expect(await page.isVisible('#take-nearest')).toBe(false)
    await page.keyboard.press('r')
    await page.keyboard.press('t')
    await settled(page)
    expect(complaints).toEqual([])
  })
})

describe.skipIf(isSkipped)('bad input', () => {
  const changed = (change: (bytes: Uint8Array) => Uint8Array) => (site: SiteFile[]) =>
    site.map(file => (file.name === 'world.atlas' ? { ...file, bytes: change(file.bytes) } : file))

  it.each<[string, (site: SiteFile[]) => SiteFile[], RegExp]>([
    ['is no atlas', changed(() => new TextEncoder().encode('<!doctype html>not found')), /This is no atlas/],
    ['is damaged', changed(bytes => bytes.map((byte, i) => (i === 700 ? byte ^ 4 : byte))), /The atlas is damaged/],
    ['is cut short', changed(bytes => bytes.slice(0, 800)), /The atlas is damaged/],
    [
      'has another version',
      changed(bytes => bytes.map((byte, i) => (i === 8 ? 99 : byte))),
      /Atlas format 99; this reader/,
    ],
    ['is missing', site => site.filter(({ name }) => name !== 'world.atlas'), /cannot be loaded: the server says 404/],
  ])('is met with a sentence: an atlas that %s', async (_, change, sentence) => {
    const { page } = await visit(await serveWorld(await bake(fixture('door')), change))
    await page.waitForFunction(() => /cannot be shown/.test(document.body.textContent ?? ''))
    expect(await page.textContent('#cover-text')).toMatch(sentence)
    expect(await page.isVisible('#panel')).toBe(false)
  })

  it('is met with a sentence: a browser that cannot draw in workers', async () => {
    const url = await serveWorld(await bake(fixture('door')))
    const { page } = await visit('about:blank')
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'OffscreenCanvas'))
    await page.goto(url)
    expect(await page.textContent('#cover-text')).toMatch(/lacks drawing in workers \(OffscreenCanvas\)/)
  })
})

describe.skipIf(isSkipped)('a world of 4096 x 4096', () => {
  it('pans and zooms without a hole, and the page itself holds next to nothing of it', async () => {
    const { page, complaints } = await visit(await serveWorld(await stripes(4096)))
    await settled(page)
    // Ends far from where the map is dragged: a drag that begins on one moves that.
    await look(page, '#from=0,0&to=0,0&at=2048,2048,0.2&layers=terrain,islands,regions,entries,path')
    await page.mouse.move(800, 400)
    for (let turn = 0; turn < 2; turn++) {
      // Wheels and drags may still be on their way when the page rests: its address says when they have arrived.
      for (let step = 0; step < 12; step++) await page.mouse.wheel(0, -120)
      const { x } = await lookOf(page, view => view.cellPixels > 2)
      await settled(page)
      await page.mouse.down()
      await page.mouse.move(500 + 60 * turn, 260, { steps: 20 })
      await page.mouse.up()
      await page.mouse.move(800, 400)
      await lookOf(page, view => view.x > x + 80)
      await settled(page)
      for (let step = 0; step < 12; step++) await page.mouse.wheel(0, 120)
      await lookOf(page, view => view.cellPixels < 0.201)
    }
    await settled(page)
    const view = await lookOf(page, () => true)
    const { colourAt } = await screen(page)
    const onMap = (pixel: number, side: number, middle: number) => {
      const cell = middle + (pixel - side / 2) / view.cellPixels
      return cell > 5 && cell < 4091
    }
    // Below its tiles the map has the colour of walls. Walls of one row do not show it at this scale: where it is seen, a tile never
    // came. A tile has thousands of these points; rims of entries may have the same colour at a few.
    const { wall } = SCHEMES.light
    let holes = 0
    let seen = 0
    for (let y = 60; y < 580; y += 4) {
      for (let x = 440; x < 1060; x += 4) {
        if (!onMap(x, VIEW.width, view.x) || !onMap(y, VIEW.height, view.y)) continue
        seen++
        if (isColour(colourAt(x, y), wall, 1)) holes++
      }
    }
    expect(seen).toBeGreaterThan(15_000)
    expect(holes).toBeLessThan(20)
    const heapBytes = await page.evaluate(
      () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
    )
    expect(heapBytes).toBeLessThan(PAGE_HEAP_BYTES_MAX)
    console.info(
      `4096 x 4096: ${await page.textContent('#foot')} Heap of the page: ${(heapBytes / 1e6).toFixed(1)} MB.`,
    )
    expect(complaints).toEqual([])
  })
})
