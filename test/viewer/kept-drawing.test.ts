/** What is drawn can be taken back, saved, and is not lost without a word; addresses that a person can go back by. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { readAddress } from '../../src/app/viewer/page/address.ts'
import { cellsOfMap, mapFields } from '../../src/app/viewer/page/map-cells.ts'
import { DrawnMap } from '../../src/app/viewer/worker/making.ts'
import { type Atlas, bake, openAtlas, readMap } from '../../src/index.ts'
import { browserForTests, dropOn } from '../support/browser.ts'
import { lacksBrowser, placeOnScreen, restedAddress, settled } from '../support/chromium.ts'
import { strokeOver } from '../support/strokes.ts'

const isSkipped = lacksBrowser()
const { visit, serveWorld } = browserForTests(isSkipped)
const SIDE = 160
const open = (side = SIDE) => bake({ width: side, height: side, cost: new Uint8Array(side * side).fill(1) })

const costsOf = ({ width, height, terrain }: Atlas) =>
  Array.from({ length: width * height }, (_, i) => terrain.costAt(i % width, Math.floor(i / width)))

describe('gestures on a map', () => {
  it('are taken back and made again one by one, whatever they drew over, and end as a bake of the same cells', async () => {
    const drawn = new DrawnMap(await open(64))
    const states = [costsOf(drawn.snapshot())]
    const areas = [
      [{ x: 4, y: 4, width: 20, height: 3 }, 0],
      [{ x: 10, y: 0, width: 3, height: 40 }, 7],
      [{ x: 0, y: 5, width: 80, height: 1 }, 0],
    ] as const
    for (const [gesture, [area, cost]] of areas.entries()) {
      drawn.draw(strokeOver(area, cost, gesture))
      drawn.draw(strokeOver({ ...area, y: area.y + 1 }, cost, gesture))
      drawn.commit()
      states.push(costsOf(drawn.snapshot()))
    }
    for (const at of [2, 1, 0]) {
      drawn.step('undo', 9)
      expect(drawn.commit()).toMatchObject({ undoCount: at, redoCount: 3 - at })
      expect(costsOf(drawn.snapshot())).toEqual(states[at])
    }
    drawn.step('undo', 9)
    expect(drawn.commit()).toMatchObject({ cells: 0, undoCount: 0 })
    for (const at of [1, 2, 3]) {
      drawn.step('redo', 9)
      drawn.commit()
      expect(costsOf(drawn.snapshot())).toEqual(states[at])
    }
    drawn.step('undo', 9)
    drawn.draw(strokeOver({ x: 1, y: 1, width: 1, height: 1 }, 0, 9))
    expect(drawn.commit()).toMatchObject({ undoCount: 3, redoCount: 0 })
    const cost = Uint8Array.from(costsOf(drawn.snapshot()))
    expect(drawn.save()).toEqual(await bake({ width: 64, height: 64, cost }))
  })

  it('answer on a map too large to be put in order as on one that is', async () => {
    const drawn = new DrawnMap(await open(96), 0)
    drawn.draw(strokeOver({ x: 0, y: 40, width: 96, height: 1 }, 0, 1))
    drawn.commit()
    const atlas = drawn.snapshot()
    const baked = openAtlas(await bake({ width: 96, height: 96, cost: Uint8Array.from(costsOf(atlas)) }))
    expect(atlas.isReachable(3, 3, 3, 80)).toBe(false)
    expect(atlas.finder().find(3, 3, 90, 30).cost).toBe(baked.finder().find(3, 3, 90, 30).cost)
  })
})

describe('an address', () => {
  it('says what of it means nothing on this map', () => {
    const fields = mapFields(cellsOfMap({ width: 100, height: 50 }), 3)
    const of = (text: string) => readAddress(text, fields).strange
    expect(of('#from=1,2&to=99,49&at=3,4,5&layers=islands,path&level=1&quality=fast')).toEqual([])
    expect(of('')).toEqual([])
    expect(of('#from=1,50&to=x&level=7&quality=qualtiy&layers=isle&foo')).toEqual([
      ...['from=1,50', 'to=x', 'level=7', 'quality=qualtiy', 'layers=isle', 'foo='],
    ])
  })
})

describe.skipIf(isSkipped)('the page', () => {
  let atlas: Uint8Array
  beforeAll(async () => {
    atlas = await open()
  })
  const at = placeOnScreen(80, 80, 4)

  async function drawWall(page: Page): Promise<void> {
    await page.keyboard.press('b')
    await page.mouse.move(...at(80, 60))
    await page.mouse.down()
    await page.mouse.move(...at(80, 100), { steps: 4 })
    await page.mouse.up()
    await settled(page)
  }

  it('takes a stroke back with Ctrl Z, draws it again, and saves the map as atlas, map and picture', async () => {
    const { page, complaints } = await visit(`${await serveWorld(atlas)}#from=40,80&to=120,80&at=80,80,4`)
    await settled(page)
    await drawWall(page)
    const cost = await page.textContent('#cost')
    expect(Number(cost)).toBeGreaterThan(90)
    const saved = async (form: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.click(`#save-${form}`)])
      return { name: file.suggestedFilename(), bytes: new Uint8Array(readFileSync(await file.path())) }
    }
    const file = await saved('atlas')
    expect(file.name).toBe('a world for tests.atlas')
    const walls = costsOf(openAtlas(file.bytes))
    expect(walls[80 * SIDE + 80]).toBe(0)
    for (const form of ['map', 'png'] as const) {
      const { name, bytes } = await saved(form)
      expect([name.split('.')[1], Array.from(readMap(bytes).cost)]).toEqual([form, walls])
    }
    await page.keyboard.press('Control+z')
    await settled(page)
    expect(await page.textContent('#cost')).toBe('80.0')
    expect([await page.isVisible('#undo'), await page.isVisible('#redo')]).toEqual([false, true])
    await page.keyboard.press('Control+Shift+z')
    await settled(page)
    expect(await page.textContent('#cost')).toBe(cost)
    expect(complaints).toEqual([])
  })

  it('opens a map of an editor with the files that it names, and names the command for several maps', async () => {
    const { page } = await visit(await serveWorld(atlas))
    await settled(page)
    const tileset = '<tileset name="t" tilewidth="8" tileheight="8" tilecount="1" columns="1"/>'
    const layer = '<layer id="1" name="ground" width="3" height="2"><data encoding="csv">1,1,1,1,1,1</data></layer>'
    const map = `<map orientation="orthogonal" width="3" height="2" tilewidth="8" tileheight="8"><tileset firstgid="1" source="tiles/t.tsx"/>${layer}</map>`
    await dropOn(page, { 'room.tmx': map })
    await page.waitForSelector('#notice:not([hidden])')
    expect(await page.textContent('#notice')).toMatch(/t\.tsx.*together with the map/)
    await dropOn(page, { 't.tsx': tileset, 'room.tmx': map })
    await page.waitForFunction(() =>
      document.querySelector('#world-facts')?.textContent?.startsWith('3 \u00d7 2 cells'),
    )
    expect(await page.textContent('#world-title')).toBe('room.tmx')
    await dropOn(page, { 'two-caves.ldtk': readFileSync('fixtures/two-caves.ldtk', 'utf8') })
    await page.waitForFunction(() =>
      /has 2 maps.*isthmus view/.test(document.querySelector('#notice')?.textContent ?? ''),
    )
    await dropOn(page, { 'top-down.ldtk': readFileSync('fixtures/top-down.ldtk', 'utf8') })
    await page.waitForFunction(() => document.querySelector('#world-title')?.textContent === 'top-down.ldtk')
  })

  it('keeps its map where a folder is dropped, and says so', async () => {
    const { page, complaints } = await visit(await serveWorld(atlas))
    await settled(page)
    await page.evaluate(() => {
      const folder = { name: 'maps', arrayBuffer: () => Promise.reject(new Error('a folder')) }
      window.dispatchEvent(
        Object.assign(new Event('drop', { cancelable: true }), { dataTransfer: { files: [folder] } }),
      )
    })
    await page.waitForSelector('#notice:not([hidden])')
    expect(await page.textContent('#notice')).toBe('maps cannot be read here: drop files, not a folder.')
    expect([await page.isVisible('#cover'), complaints]).toEqual([false, []])
  })

  it('asks before a dropped file takes the place of what was drawn', async () => {
    const { page } = await visit(`${await serveWorld(atlas)}#from=40,80&to=120,80&at=80,80,4`)
    await settled(page)
    const drop = (content: string) => dropOn(page, { 'dropped.txt': content })
    await drawWall(page)
    const asked: string[] = []
    page.once('dialog', dialog => {
      asked.push(dialog.message())
      dialog.dismiss()
    })
    await drop('...\n...\n')
    expect(asked).toEqual([expect.stringMatching(/lose what you drew/)])
    expect(await page.textContent('#world-facts')).toMatch(/^160/)
    const isAsked = await page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    expect(isAsked).toBe(true)
    await page.keyboard.press('Control+z')
    await settled(page)
    await drop('...\n...\n')
    await page.waitForFunction(() => document.querySelector('#world-facts')?.textContent?.startsWith('3 '))
  })

  it('goes back by the ends that a person chose, and says what a link has wrong', async () => {
    const { page } = await visit(`${await serveWorld(atlas)}#from=40,80&to=120,80&at=80,80,4&quality=qualtiy`)
    await settled(page)
    expect(await page.textContent('#notice')).toMatch(/quality=qualtiy/)
    const ends = () => Promise.all([page.inputValue('#start-cell'), page.inputValue('#goal-cell')])
    const hashHas = (text: string) => page.waitForFunction(said => location.hash.includes(said), text)
    const before = await page.evaluate(() => history.length)
    await page.click('#random')
    await settled(page)
    await page.waitForFunction(() => !location.hash.includes('from=40,80'))
    expect(await page.evaluate(() => history.length)).toBe(before)
    const chance = await ends()
    await page.fill('#start-cell', '10, 20')
    await page.keyboard.press('Enter')
    await hashHas('from=10,20')
    await page.fill('#goal-cell', '30, 40')
    await page.keyboard.press('Enter')
    await hashHas('to=30,40')
    expect(await page.evaluate(() => history.length)).toBe(before + 2)
    await page.goBack()
    await settled(page)
    expect(await ends()).toEqual(['10, 20', chance[1]])
    await page.goBack()
    await settled(page)
    expect(await ends()).toEqual(chance)
  })

  it('shows the whole map on a phone that is turned, as it did before', async () => {
    const phone = { viewport: { width: 390, height: 800 }, hasTouch: true }
    const { page } = await visit(await serveWorld(atlas), phone)
    await settled(page)
    await page.click('#zoom-fit')
    const scale = async () => Number((await restedAddress(page)).match(/at=[^&]*,([^,&]+)/)![1])
    const upright = await scale()
    await page.setViewportSize({ width: 1600, height: 1200 })
    expect(await scale()).toBeGreaterThan(1.5 * upright)
    await page.setViewportSize({ width: 390, height: 800 })
    expect(Math.abs((await scale()) - upright)).toBeLessThan(0.05 * upright)
  })
})
