/** The page of a world by keys alone, with names, and on a phone. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { siteOf } from '../../src/app/viewer/folder.ts'
import { pageFiles } from '../../src/app/viewer/page-files.ts'
import { serve } from '../../src/app/viewer/server.ts'
import { generate } from '../../src/index.ts'
import { bakeWorld } from '../../src/world.ts'
import { browserForTests, dropOn } from '../support/browser.ts'
import { lacksBrowser, restedAddress } from '../support/chromium.ts'

const isSkipped = lacksBrowser()
const { visit, onEnd } = browserForTests(isSkipped)
const meadow = generate('open', { width: 40, height: 30, seed: 1 })

describe.skipIf(isSkipped)('the page of a world', () => {
  let url: string
  beforeAll(async () => {
    const file = await bakeWorld({
      maps: { meadow, cave: meadow },
      portals: [{ id: 'gate', from: { map: 'meadow', x: 35, y: 20 }, to: { map: 'cave', x: 5, y: 20 } }],
      places: [{ name: 'inn', kind: '', map: 'meadow', x: 2, y: 3 }],
    })
    const server = await serve(siteOf(await pageFiles('world'), { title: 'two maps', atlas: file }), 0)
    onEnd(() => server.close())
    url = server.url
  })

  it('takes ends that are typed, as places and as cells, and says what is none', async () => {
    const { page, complaints } = await visit(url)
    await page.waitForSelector('#panel:not([hidden])')
    for (const end of ['goal', 'start']) {
      await page.focus(`#${end}-cell`)
      expect(await page.textContent('#trip')).toBe(`Click the maps to set the ${end}, or type its cell above.`)
    }
    await page.keyboard.type('inn')
    await page.keyboard.press('Enter')
    await page.focus('#goal-cell')
    await page.keyboard.type('cave:20,20')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('#trip')?.textContent?.includes('cell lengths'))
    expect(await page.textContent('#legs')).toContain('then gate')
    expect(await page.inputValue('#start-cell')).toBe('meadow:inn')
    await page.waitForFunction(() => location.hash.includes('from=2,3,meadow&to=20,20,cave'))
    await page.fill('#goal-cell', 'attic:1,1')
    await page.keyboard.press('Enter')
    expect(await page.textContent('#end-problem')).toMatch(/The goal is no cell of a map/)
    expect(await page.textContent('#legs')).toContain('then gate')
    expect(complaints).toEqual([])
  })

  it('leaves both maps and the start in sight on a phone', async () => {
    const { page } = await visit(url, { viewport: { width: 390, height: 800 }, hasTouch: true })
    await page.waitForSelector('#panel:not([hidden])')
    await page.waitForFunction(() => location.hash.includes('at='))
    const [, y, pixels] = (await page.evaluate(() => location.hash))
      .match(/at=([^&]*)/)![1]
      .split(',')
      .map(Number)
    const panelTop = await page.evaluate(() => document.querySelector<HTMLElement>('#panel')!.offsetTop)
    expect(panelTop).toBeGreaterThan(400)
    // Both maps lie in the first 30 rows or, one below the other, within the plan: their last row is above the panel.
    const screenY = (row: number) => 400 + (row - y) * pixels
    expect(screenY(0)).toBeGreaterThanOrEqual(0)
    expect(screenY(30)).toBeLessThan(panelTop)
  })

  it('shows places and portals by name where there is room', async () => {
    const { page } = await visit(`${url}#at=20,15,12`)
    await page.waitForSelector('#panel:not([hidden])')
    const named = await page.evaluate(async () => {
      const texts: string[] = []
      const fillText = CanvasRenderingContext2D.prototype.fillText
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        texts.push(text)
        fillText.call(this, text, ...place)
      }
      window.dispatchEvent(new Event('hashchange'))
      while (!['inn', 'gate', 'meadow'].every(name => texts.includes(name))) await new Promise(requestAnimationFrame)
      return texts
    })
    expect(named).toEqual(expect.arrayContaining(['inn', 'gate', 'meadow']))
  })

  it('fits the maps again when the page is turned, and goes back by the ends that a person chose', async () => {
    const { page } = await visit(`${url}#from=2,3,meadow&to=20,20,cave&has=gold`, {
      viewport: { width: 390, height: 800 },
    })
    await page.waitForSelector('#panel:not([hidden])')
    expect(await page.textContent('#notice')).toBe('This link says has=gold, which means nothing in this world.')
    const scale = async () => Number((await restedAddress(page)).split(',').at(-1))
    const upright = await scale()
    await page.setViewportSize({ width: 1600, height: 1200 })
    expect(await scale()).toBeGreaterThan(1.5 * upright)
    await page.keyboard.press('s')
    await page.waitForFunction(() => location.hash.includes('from=20,20,cave'))
    await page.goBack()
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#start-cell')?.value === 'meadow:inn')
  })

  it('opens what is dropped on it: a baked world, or the maps of an editor with their portals', async () => {
    const { page, complaints } = await visit(url)
    await page.waitForSelector('#panel:not([hidden])')
    const other = await bakeWorld({ maps: { attic: meadow }, portals: [] })
    await dropOn(page, { strange: Uint8Array.of(1, 2, 3) })
    await page.waitForSelector('#notice:not([hidden])')
    expect(await page.textContent('#notice')).toContain('These bytes are no map that is known here')
    expect(await page.textContent('#world-facts')).toMatch(/^2 maps/)
    await dropOn(page, { 'attic.world': other })
    await page.waitForFunction(() => document.querySelector('#world-facts')?.textContent?.startsWith('1 map '))
    expect(await page.textContent('#world-title')).toBe('attic.world')
    await dropOn(page, { 'two-caves.ldtk': readFileSync('fixtures/two-caves.ldtk') })
    await page.waitForFunction(() => document.querySelector('#world-title')?.textContent === 'two-caves.ldtk')
    expect(await page.textContent('#world-facts')).toMatch(/^2 maps · 2 portals · /)
    const maps = ['east', 'west'].map(name => ({ fileName: `${name}.tmx`, x: 0, y: name === 'east' ? 0 : 32 }))
    const tmx = `<map orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
      <layer name="floor" width="2" height="1"><data encoding="csv">0,0</data></layer></map>`
    await dropOn(page, { 'east.tmx': tmx, 'lands.world': JSON.stringify({ type: 'world', maps }), 'west.tmx': tmx })
    await page.waitForFunction(() => document.querySelector('#world-title')?.textContent === 'lands.world')
    expect([await page.textContent('#world-facts'), complaints]).toEqual([expect.stringMatching(/^2 maps/), []])
  })
})
