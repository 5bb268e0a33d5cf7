/** What a designer looks for: everything in sight, in contrast, in words, and in reach of keys alone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { pageFiles } from '../../src/app/viewer/page-files.ts'
import { type Atlas, bake, generate, openAtlas } from '../../src/index.ts'
import { browserForTests, type Visit } from '../support/browser.ts'
import { lacksBrowser, look, mapPixelsOf, restedAddress, settled } from '../support/chromium.ts'
import { fixture } from '../support/fixtures.ts'

const isSkipped = lacksBrowser()
const { visit, serveWorld, onEnd } = browserForTests(isSkipped)
const SIDE = 240

let atlas: Atlas
let url: string

/** Open ground with two walls: paths at any angle, and corners of the map to hide ends in. */
beforeAll(async () => {
  if (isSkipped) return
  const cost = new Uint8Array(SIDE * SIDE).fill(1)
  for (let y = 30; y < SIDE; y++) cost[y * SIDE + 80] = 0
  for (let y = 0; y < SIDE - 37; y++) cost[y * SIDE + 161] = 0
  const bytes = await bake({ width: SIDE, height: SIDE, cost })
  atlas = openAtlas(bytes)
  url = await serveWorld(bytes)
})

/** What lies on top where an end is drawn: the map, or a card. */
async function topmostAt(page: Page, x: number, y: number): Promise<string> {
  const [, middleX, middleY, cellPixels] = (await page.evaluate(() => location.hash))
    .match(/at=([\d.-]+),([\d.-]+),([\d.]+)/)!
    .map(Number)
  return page.evaluate(
    ([left, top]) => document.elementFromPoint(innerWidth / 2 + left, innerHeight / 2 + top)?.id ?? 'nothing',
    [(x + 0.5 - middleX) * cellPixels, (y + 0.5 - middleY) * cellPixels] as const,
  )
}

async function expectEndsInSight(page: Page, ends: readonly (readonly [number, number])[]): Promise<void> {
  await restedAddress(page)
  for (const [x, y] of ends) expect([x, y, await topmostAt(page, x, y)]).toEqual([x, y, 'map'])
}

const CORNERS = [
  [1, SIDE - 2],
  [SIDE - 2, SIDE - 2],
  [SIDE - 2, 1],
] as const

describe.skipIf(isSkipped)('the page, as it opens', () => {
  it.each([
    [1440, 900],
    [1024, 640],
    [844, 390],
    [390, 844],
  ])('has no end under a card: %i x %i', async (width, height) => {
    const [a, b, c] = CORNERS
    const { page } = await visit(`${url}#from=${a}&to=${b}`, {
      viewport: { width, height },
      reducedMotion: 'no-preference',
    })
    await settled(page)
    await expectEndsInSight(page, [a, b])
    await look(page, `#from=${b}&to=${c}`)
    await expectEndsInSight(page, [b, c])
    const wrapped = await page.$$eval('.actions button', buttons =>
      buttons.filter(({ clientHeight }) => clientHeight > 44).map(({ textContent }) => textContent),
    )
    expect(wrapped).toEqual([])
  })

  it('shows map and ends above the sheet that a telephone unfolds', async () => {
    const [a, b] = CORNERS
    const view = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
    const { page } = await visit(`${url}#from=${a}&to=${b}`, view)
    await settled(page)
    await page.tap('#fold')
    await settled(page)
    expect((await page.locator('#panel').boundingBox())!.height).toBeLessThan(844 / 2)
    await expectEndsInSight(page, [a, b])
  })

  it('says in words that a map has no free cell', async () => {
    const { page } = await visit(await serveWorld(await bake(fixture('no-free-cell'))))
    await settled(page)
    expect(await page.textContent('#hint')).toMatch(/^This map has no free cell/)
    expect(await page.isDisabled('#random')).toBe(true)
  })

  it('says at once that it needs a server, when it is opened from a disk', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'isthmus-page-'))
    onEnd(async () => rmSync(folder, { recursive: true }))
    for (const { name, bytes } of await pageFiles()) writeFileSync(join(folder, name), bytes)
    const { page } = await visit(pathToFileURL(join(folder, 'index.html')).href)
    expect(await page.textContent('#cover-title')).toBe('This page needs a server')
  })
})

describe.skipIf(isSkipped)('the page', () => {
  let shown: Visit
  beforeAll(async () => {
    shown = await visit(`${url}#from=5,5`)
    await settled(shown.page)
  })

  it('takes ends by keys alone, sets the active one by a click, and refuses in words what is no cell', async () => {
    const { page, complaints } = shown
    const ends = () => Promise.all(['start', 'goal'].map(end => page.inputValue(`#${end}-cell`)))
    await page.keyboard.press('f')
    await page.keyboard.type('70, 200')
    await page.keyboard.press('Enter')
    await settled(page)
    expect(await ends()).toEqual(['5, 5', '70, 200'])
    expect(await page.textContent('#cost')).toBe(atlas.finder().find(5, 5, 70, 200).cost.toFixed(1))
    await page.keyboard.type('999 3')
    await page.keyboard.press('Enter')
    expect(await page.textContent('#end-problem')).toBe('The goal is a cell: type x, y from 0, 0 to 239, 239.')
    await page.keyboard.press('Escape')
    expect([await page.textContent('#end-problem'), ...(await ends())]).toEqual(['', '5, 5', '70, 200'])
    await page.click('#start-cell')
    await page.mouse.click(800, 400)
    await settled(page)
    const [start, goal] = await ends()
    expect([start === '5, 5', goal]).toEqual([false, '70, 200'])
    expect(complaints).toEqual([])
  })

  it('speaks: the answer in a status, the map by its role', async () => {
    const { page } = shown
    await look(page, '#from=5,5&to=60,5')
    await page.waitForFunction(() =>
      /^Cost 55\.0, 56 cells, found in /.test(document.querySelector('#announcer')!.textContent!),
    )
    expect(await page.getAttribute('#announcer', 'role')).toBe('status')
    expect(await page.getAttribute('#map', 'role')).toBe('application')
  })

  it('draws the optimum, dashed, where the path is not it', async () => {
    const bytes = await bake(generate('caves', { width: SIDE, height: SIDE, seed: 4 }))
    const caves = openAtlas(bytes)
    const finder = caves.finder()
    const ends = Array.from({ length: 900 }, (_, i) => [7 * (i % 30), 9, 239 - 5 * Math.floor(i / 30), 230] as const)
    const costOf = (end: (typeof ends)[number], quality: 'fast' | 'exact') => finder.find(...end, { quality }).cost
    const far = ends.find(end => caves.isReachable(...end) && costOf(end, 'fast') > costOf(end, 'exact') + 1)!
    const { page } = await visit(`${await serveWorld(bytes)}#from=${far.slice(0, 2)}&to=${far.slice(2)}&quality=fast`)
    await settled(page)
    const dark = () => mapPixelsOf(page, [20, 24, 40])
    expect(await dark()).toBe(0)
    await page.keyboard.press('e')
    await page.waitForSelector('#optimum-key:not([hidden])')
    await settled(page)
    expect(await dark()).toBeGreaterThan(100)
  })

  it('asks with the quality that is chosen', async () => {
    const { page } = shown
    await look(page, '#from=3,239&to=237,2')
    for (const quality of ['exact', 'fast', 'default'] as const) {
      await page.keyboard.press('q')
      await settled(page)
      const { cost } = atlas.finder().find(3, 239, 237, 2, { quality })
      expect([quality, await page.textContent('#cost')]).toEqual([quality, cost.toFixed(1)])
    }
  })

  it('brings the result of a stress into view', async () => {
    const { page } = await visit(`${url}#from=5,5&to=60,5`, { viewport: { width: 1024, height: 640 } })
    await settled(page)
    await page.keyboard.press('t')
    await page.waitForFunction(() => /Fire again/.test(document.body.textContent ?? ''))
    const text = (await page.locator('#stress-text').boundingBox())!
    const panel = (await page.locator('#panel').boundingBox())!
    expect(text.y + text.height).toBeLessThanOrEqual(panel.y + panel.height + 1)
  })

  it('tells where the pointer is while it drags', async () => {
    const { page } = shown
    await look(page, '#from=5,5&to=60,100&at=100,120,4')
    const at = (x: number, y: number) => [640 + (x + 0.5 - 100) * 4, 400 + (y + 0.5 - 120) * 4] as const
    await page.mouse.move(...at(60, 100))
    await page.mouse.down()
    await page.mouse.move(...at(120, 150), { steps: 5 })
    await page.waitForFunction(() => document.querySelector('#place')?.textContent === '120, 150 \u00b7 island 0')
    await page.mouse.up()
  })

  it.each(['light', 'dark'] as const)('has text and key hints of a contrast of 4.5 and more: %s', async colorScheme => {
    const { page } = shown
    await page.emulateMedia({ colorScheme })
    await look(page, '#from=5,5&to=160,5&layers=terrain,regions,search,path')
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(colorScheme)
    const poor = await page.evaluate(() => {
      const rgb = (text: string) => (text.match(/[\d.]+/g) ?? []).map(Number)
      const light = ([r, g, b]: number[]) => {
        const [x, y, z] = [r, g, b].map(v =>
          v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
        )
        return 0.2126 * x + 0.7152 * y + 0.0722 * z
      }
      /** What is painted on top of what lies below. */
      const over = (top: number[], below: number[], opacity = top[3] ?? 1) =>
        [0, 1, 2].map(i => top[i] * opacity + below[i] * (1 - opacity))
      const groundOf = (part: Element | null): number[] => {
        if (part === null) return [255, 255, 255]
        return over(rgb(getComputedStyle(part).backgroundColor), groundOf(part.parentElement))
      }
      const opacityOf = (part: Element | null): number =>
        part === null ? 1 : Number(getComputedStyle(part).opacity) * opacityOf(part.parentElement)
      const texts = [...document.querySelectorAll('#panel *, #corner *')].filter(
        part =>
          part.checkVisibility() && [...part.childNodes].some(node => node.nodeType === 3 && node.textContent!.trim()),
      )
      return texts.flatMap(part => {
        const ground = groundOf(part)
        const ink = over(rgb(getComputedStyle(part).color), ground, opacityOf(part))
        const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x)
        const contrast = (a + 0.05) / (b + 0.05)
        return contrast < 4.5 ? [`${part.textContent} ${contrast.toFixed(2)}`] : []
      })
    })
    expect(poor).toEqual([])
  })
})
