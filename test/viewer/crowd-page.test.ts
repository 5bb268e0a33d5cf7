/** The page of a crowd in a real browser: units that move, a goal by a click, walls drawn while they walk, a fleet. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { ENTRY, GROUND, START, WALL } from '../../src/app/draw/palette.ts'
import { type SiteFile, siteOf } from '../../src/app/viewer/folder.ts'
import { pageFiles } from '../../src/app/viewer/page-files.ts'
import { serve } from '../../src/app/viewer/server.ts'
import { bake, generate } from '../../src/index.ts'
import { browserForTests, dropOn, type Visit } from '../support/browser.ts'
import { isColour, lacksBrowser, type Rgb, screen } from '../support/chromium.ts'

const isSkipped = lacksBrowser()
const { visit, onEnd } = browserForTests(isSkipped)
const SIDE = 60

let site: SiteFile[]
let shown: Visit
let scaleTop: number

beforeAll(async () => {
  if (isSkipped) return
  site = siteOf(await pageFiles('crowd'), {
    title: 'a meadow',
    atlas: await bake(generate('open', { width: SIDE, height: SIDE, seed: 1 })),
  })
  const server = await serve(site, 0)
  onEnd(() => server.close())
  shown = await visit(`${server.url}#way=passing&count=200`)
  await shown.page.waitForSelector('#panel:not([hidden])')
  await unitsAre(/^200 units/)
  scaleTop = (await shown.page.locator('#place-card').boundingBox())!.y
})

const unitsAre = (pattern: RegExp) =>
  shown.page.waitForFunction(
    ([source]) => new RegExp(source).test(document.getElementById('units-text')?.textContent ?? ''),
    [pattern.source],
  )

/** The whole map lies beside the panel and above the scale. */
function placeOf(x: number, y: number): [number, number] {
  const [left, top, right, bottom] = [356 + 16, 16, 1280 - 16, scaleTop - 16]
  const scale = (bottom - top) / SIDE
  return [(left + right) / 2 + (x + 0.5 - SIDE / 2) * scale, top + (y + 0.5) * scale]
}

const countOf = async (colour: Rgb) => (await screen(shown.page)).countOf(colour, 372, 4)

describe.skipIf(isSkipped)('the page of a crowd', () => {
  it('shows the size of the map apart from its name, which may be long', async () => {
    expect(await shown.page.textContent('#world-title')).toBe('a meadow')
    expect(await shown.page.textContent('#world-facts')).toBe('60 \u00d7 60 cells')
  })

  it('shows all units on the ground, and what a tick and a frame take', async () => {
    expect(await countOf(ENTRY)).toBeGreaterThan(200 * 30)
    expect(await countOf(GROUND)).toBeGreaterThan(100_000)
    expect(await shown.page.textContent('#budget-text')).toMatch(/^A tick takes \d+\.\d of 33 ms\.$/)
    expect(await shown.page.textContent('#frame-text')).toMatch(/^A frame takes \d+\.\d of 16\.7 ms\.$/)
  })

  it('fits the map again by a key, lists its keys, and stays as it is where a dropped file is no map', async () => {
    const { page } = shown
    const isLarger = async () => (await page.textContent('#rule-text')) !== whole
    const whole = await page.textContent('#rule-text')
    for (let times = 0; times < 3; times++) await page.keyboard.press('+')
    await expect.poll(isLarger).toBe(true)
    await page.keyboard.press('0')
    await expect.poll(isLarger).toBe(false)
    expect(await page.textContent('#help-keys')).toContain('send all units there')
    await dropOn(page, { 'other.tmj': '{' })
    await page.waitForSelector('#notice:not([hidden])')
    expect(await page.textContent('#notice')).not.toBe('')
    expect(await page.isVisible('#cover')).toBe(false)
    expect(await page.textContent('#world-title')).toContain('a meadow')
  })

  it('sends all units where one clicks, and shows who is there', async () => {
    const { page } = shown
    await page.mouse.click(...placeOf(30, 30))
    expect(await page.isChecked('#wanders')).toBe(false)
    await unitsAre(/[1-9]\d+ are there/)
    await expect.poll(() => countOf(START)).toBeGreaterThan(500)
  })

  it('draws walls while they walk, and ground again', async () => {
    const { page } = shown
    const colourAt = async (x: number, y: number) => (await screen(page)).colourAt(...placeOf(x, y))
    const drag = async (name: string) => {
      await page.getByRole('button', { name }).click()
      await page.mouse.move(...placeOf(10, 5))
      await page.mouse.down()
      await page.mouse.move(...placeOf(20, 5), { steps: 4 })
      await page.mouse.up()
    }
    await drag('Wall')
    await expect.poll(async () => isColour(await colourAt(15, 5), WALL)).toBe(true)
    await unitsAre(/^200 units/)
    await drag('Ground')
    await expect.poll(async () => isColour(await colourAt(15, 5), WALL)).toBe(false)
  })

  it('moves the same units without avoidance, and as a fleet', async () => {
    const { page } = shown
    await page.getByRole('button', { name: 'No avoidance' }).click()
    await expect.poll(() => page.textContent('#budget-text')).toContain('of 167 ms')
    await page.getByRole('button', { name: 'Fleet' }).click()
    await unitsAre(/[1-9]\d* goals reached/)
    expect(new URL(page.url()).hash).toBe('#way=fleet&count=200')
    await page.fill('#count', '100')
    await unitsAre(/^100 units/)
  })

  it('shows a map of an editor that is dropped on it, and moves units there', async () => {
    const { page } = shown
    await dropOn(page, { 'top-down.ldtk': readFileSync('fixtures/top-down.ldtk', 'utf8') })
    await page.waitForFunction(() => document.getElementById('world-title')?.textContent?.includes('top-down.ldtk'))
    await page.getByRole('button', { name: 'Pass each other' }).click()
    // The map has 40 cells, so it does not take all of the 100 units.
    await unitsAre(/^\d\d units, [1-9]\d* are there/)
    expect(await page.locator('canvas').count()).toBe(2)
  })

  it('asks nobody else for anything, and complains of nothing', async () => {
    const { origin } = new URL(shown.url)
    expect(await shown.page.textContent('#problem')).toBe('')
    expect(shown.complaints).toEqual([])
    expect(shown.requests.filter(url => !url.startsWith(origin))).toEqual([])
  })

  it('says so if its worker cannot start', async () => {
    const bytes = new TextEncoder().encode('throw new Error()')
    const broken = site.map(file => (file.name === 'crowd-worker.js' ? { ...file, bytes } : file))
    const server = await serve(broken, 0)
    onEnd(() => server.close())
    const { page } = await visit(server.url)
    await page.waitForFunction(() => /came to a halt/.test(document.getElementById('cover-text')?.textContent ?? ''))
    expect(await page.isVisible('#cover')).toBe(true)
  })
})
