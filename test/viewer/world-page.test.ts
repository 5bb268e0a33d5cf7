/** The page of a world in a real browser: maps side by side, portals as arcs, a trip by two clicks, keys that open a way. */
import { beforeAll, describe, expect, it } from 'vitest'
import { EDGE, GROUND, groundColour, PATH, REFUSAL } from '../../src/app/draw/palette.ts'
import { siteOf } from '../../src/app/viewer/folder.ts'
import { pageFiles } from '../../src/app/viewer/page-files.ts'
import { serve } from '../../src/app/viewer/server.ts'
import { generate } from '../../src/index.ts'
import { bakeWorld, openWorld } from '../../src/world.ts'
import { browserForTests, type Visit } from '../support/browser.ts'
import { isColour, lacksBrowser, type Rgb, screen } from '../support/chromium.ts'

const isSkipped = lacksBrowser()
const { visit, onEnd } = browserForTests(isSkipped)

const SIDE = 100
const FIELD_COST = 9
const meadow = generate('open', { width: SIDE, height: SIDE, seed: 1 })
const field = { ...meadow, cost: meadow.cost.map(cost => cost * FIELD_COST) }
const file = await bakeWorld({
  maps: { meadow, field, cave: meadow },
  portals: [
    { id: 'gate', from: { map: 'meadow', x: 90, y: 20 }, to: { map: 'field', x: 10, y: 20 } },
    { id: 'grate', from: { map: 'field', x: 50, y: 90 }, to: { map: 'cave', x: 50, y: 10 }, needs: ['red'] },
  ],
  origins: { meadow: { x: 0, y: 0 }, field: { x: 120, y: 0 }, cave: { x: 120, y: 120 } },
})
const CELLS = 220

let shown: Visit
let scaleTop: number

beforeAll(async () => {
  if (isSkipped) return
  const server = await serve(siteOf(await pageFiles('world'), { title: 'three maps', atlas: file }), 0)
  onEnd(() => server.close())
  shown = await visit(server.url)
  await drawn()
  scaleTop = (await shown.page.locator('#place-card').boundingBox())!.y
})

async function drawn(): Promise<void> {
  await shown.page.waitForSelector('#panel:not([hidden])')
  const twoFrames = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  for (let calm = 0; calm < 3; ) {
    await shown.page.evaluate(twoFrames)
    calm = (await shown.page.getAttribute('#map', 'aria-busy')) === 'false' ? calm + 1 : 0
  }
}

/** The whole plan, with its gaps of 4 cells, lies beside the panel and above the scale. */
function placeOf(x: number, y: number): [number, number] {
  const [left, top, right, bottom] = [356 + 16, 16, 1280 - 16, scaleTop - 16]
  const scale = (bottom - top) / (CELLS + 8)
  return [(left + right) / 2 + (x + 0.5 - CELLS / 2) * scale, top + (y + 4.5) * scale]
}

const countOf = async (colour: Rgb) => (await screen(shown.page)).countOf(colour, 372, 2)

describe.skipIf(isSkipped)('the page of a world', () => {
  it('shows maps where they lie, by cost, and portals as arcs', async () => {
    const { colourAt } = await screen(shown.page)
    const range = { min: 1, max: FIELD_COST }
    expect(isColour(colourAt(...placeOf(30, 60)), GROUND)).toBe(true)
    expect(isColour(colourAt(...placeOf(150, 60)), groundColour(FIELD_COST, range) as Rgb)).toBe(true)
    expect(isColour(colourAt(...placeOf(200, 180)), GROUND)).toBe(true)
    expect(isColour(colourAt(...placeOf(110, 60)), GROUND)).toBe(false)
    expect(await countOf(EDGE)).toBeGreaterThan(100)
    expect(await countOf(REFUSAL)).toBeGreaterThan(100)
    expect(await countOf(PATH)).toBe(0)
  })

  it('finds the trip between two clicks, as the library does, once its key is at hand', async () => {
    const { page } = shown
    await page.mouse.click(...placeOf(10, 80))
    await page.mouse.click(...placeOf(200, 200))
    expect(await page.textContent('#trip')).toBe('There would be a way, but grate wants the red.')
    await page.check('#keys input')
    await drawn()
    const [start, goal] = [
      { map: 'meadow', x: 10, y: 80 },
      { map: 'cave', x: 80, y: 80 },
    ]
    const trip = openWorld(file)
      .finder()
      .find(start, goal, { has: ['red'] })
    expect(await page.textContent('#trip')).toBe(`${trip.cost.toLocaleString('en-US', DIGITS)} cell lengths`)
    expect(await page.locator('#legs li').allTextContents()).toEqual([
      expect.stringMatching(/^meadow: .*, then gate$/),
      expect.stringMatching(/^field: .*, then grate$/),
      expect.stringMatching(/^cave: /),
    ])
    expect(await countOf(PATH)).toBeGreaterThan(500)
    expect(await countOf(REFUSAL)).toBe(0)
  })

  it('shows the trip, the keys and the view that its address tells', async () => {
    const { page } = await visit(`${shown.url}#from=10,80,meadow&to=80,80,cave&has=red&at=60,60,6`)
    await page.waitForSelector('#panel:not([hidden])')
    const trip = openWorld(file)
      .finder()
      .find({ map: 'meadow', x: 10, y: 80 }, { map: 'cave', x: 80, y: 80 }, { has: ['red'] })
    expect(await page.textContent('#trip')).toBe(`${trip.cost.toLocaleString('en-US', DIGITS)} cell lengths`)
    expect(await page.isChecked('#keys input')).toBe(true)
    await page.uncheck('#keys input')
    await page.check('#islands')
    await page.waitForFunction(() => location.hash.includes('islands=1') && !location.hash.includes('has='))
    expect(new URL(page.url()).hash).toBe('#from=10,80,meadow&to=80,80,cave&islands=1&at=60,60,6')
  })

  it('is moved by fingers: two zoom, one drags an end or the view, one held down sets the start', async () => {
    const view = { viewport: { width: 700, height: 600 }, hasTouch: true, isMobile: true }
    const { page } = await visit(`${shown.url}#from=50,50,meadow&to=90,50,meadow&at=60,54,5`, view)
    await page.waitForSelector('#panel:not([hidden])')
    const touch = await page.context().newCDPSession(page)
    const send = (type: string, ...places: [number, number][]) =>
      touch.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: places.map(([x, y], id) => ({ x, y, id })),
      })
    const { left, top, width, height } = await page.$eval('#map', canvas => canvas.getBoundingClientRect().toJSON())
    const GAP = 4
    /** Where a cell of the meadow is on the page, which looks at the place (60, 54) of the plan. */
    const at = (x: number, y: number, cellPixels: number): [number, number] => [
      left + width / 2 + (x + 0.5 + GAP - 60) * cellPixels,
      top + height / 2 + (y + 0.5 + GAP - 54) * cellPixels,
    ]
    const hashHas = (text: string) => page.waitForFunction(said => location.hash.includes(said), text)
    await send('touchStart', at(90, 50, 5))
    await send('touchMove', at(88, 46, 5))
    await send('touchMove', at(86, 44, 5))
    await send('touchEnd')
    await hashHas('to=86,44,meadow')
    await send('touchStart', at(60, 60, 5))
    await hashHas('from=60,60,meadow')
    await send('touchEnd')
    const middle = left + width / 2
    await send('touchStart', [middle - 50, top + 200], [middle + 50, top + 200])
    await send('touchMove', [middle - 100, top + 200], [middle + 100, top + 200])
    await send('touchEnd')
    await page.waitForFunction(() => Number(location.hash.split(',').at(-1)) === 10)
    expect(new URL(page.url()).hash).toContain('#from=60,60,meadow&to=86,44,meadow&at=')
  })

  it('asks nobody else for anything, and complains of nothing', () => {
    expect(shown.complaints).toEqual([])
    expect(shown.requests.filter(url => !url.startsWith(shown.url))).toEqual([])
  })
})

const DIGITS = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
