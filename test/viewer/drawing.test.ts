/** Drawing on the map and bringing files: every stroke becomes the map that the library would bake of it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { SCHEMES } from '../../src/app/draw/palette.ts'
import { areasOfLine } from '../../src/app/viewer/page/drawing.ts'
import { DrawnMap } from '../../src/app/viewer/worker/making.ts'
import { type Atlas, bake, openAtlas } from '../../src/index.ts'
import { browserForTests, dropOn } from '../support/browser.ts'
import { isColour, lacksBrowser, placeOnScreen, screen, settled } from '../support/chromium.ts'
import { strokeOver } from '../support/strokes.ts'
import { worldOfSeed } from '../support/worlds.ts'

const isSkipped = lacksBrowser()
const { visit, serveWorld } = browserForTests(isSkipped)
const SIDE = 160

const costsOf = (atlas: Atlas) =>
  Array.from({ length: atlas.width * atlas.height }, (_, i) =>
    atlas.costAt(i % atlas.width, Math.floor(i / atlas.width)),
  )

/** The facts of an atlas, without the landmarks: a map that changes keeps their number, and a bake chooses it by the ground. */
function toldBy(atlas: Atlas) {
  const { byteLength, bytesPerCell, columns, ...rest } = atlas.stats()
  const bytes = columns.find(({ name }) => name === 'costToLandmark')?.bytes ?? 0
  expect(byteLength).toBeGreaterThan(bytes)
  expect(bytesPerCell).toBe(byteLength / (atlas.width * atlas.height))
  return { ...rest, columns: columns.filter(({ name }) => name !== 'costToLandmark') }
}

describe('a stroke', () => {
  it.each([1, 3, 5, 13])('of %i cells covers each disc along its line, and nothing far from it', size => {
    const [from, to] = [
      { x: 4, y: -3 },
      { x: 40, y: 21 },
    ]
    const cells = new Set(
      areasOfLine(from, to, size).flatMap(({ x, y, width }) =>
        Array.from({ length: width }, (_, i) => `${x + i},${y}`),
      ),
    )
    const radius = (size - 1) / 2
    for (let step = 0; step <= 36; step++) {
      const [x, y] = [from.x + step, Math.round(from.y + (24 * step) / 36)]
      expect([...cells].some(cell => Math.abs(Number(cell.split(',')[0]) - x) <= 1 && cell.endsWith(`,${y}`))).toBe(
        true,
      )
    }
    for (const cell of cells) {
      const [x, y] = cell.split(',').map(Number)
      const along = Math.min(1, Math.max(0, ((x - from.x) * 36 + (y - from.y) * 24) / (36 ** 2 + 24 ** 2)))
      expect(Math.hypot(x - from.x - 36 * along, y - from.y - 24 * along)).toBeLessThan(radius + 1.3)
    }
  })
})

describe('a map that is drawn on', () => {
  it.each([1, 2, 3])('is at each commit what a bake of the edited grid gives: world %i', async seed => {
    const { grid, directions } = worldOfSeed(seed, 90)
    const live = new DrawnMap(await bake(grid, { directions }))
    const cost = grid.cost.slice()
    for (const [at, drawn] of [0, 7, 255].entries()) {
      const area = { x: grid.width - 20, y: at * 9 - 3, width: 40, height: 8 }
      let cells = 0
      for (let i = 0; i < cost.length; i++) {
        const [x, y] = [i % grid.width, Math.floor(i / grid.width)]
        if (x < area.x || y < area.y || y >= area.y + area.height || cost[i] === drawn) continue
        cost[i] = drawn
        cells++
      }
      live.draw(strokeOver(area, drawn, at))
      expect(live.commit()).toMatchObject({ version: at + 1, cells })
      expect(costsOf(live.snapshot())).toEqual([...cost])
      expect(toldBy(live.snapshot())).toEqual(toldBy(openAtlas(await bake({ ...grid, cost }, { directions }))))
    }
  })

  it('takes all strokes that wait into one version', async () => {
    const map = new DrawnMap(await bake({ width: 64, height: 64, cost: new Uint8Array(4096).fill(1) }))
    for (const stroke of [1, 2, 3]) map.draw(strokeOver({ x: stroke, y: 0, width: 1, height: 9 }, 0, stroke))
    expect(map.isBehind).toBe(true)
    expect(map.commit()).toMatchObject({ version: 1, stroke: 4, cells: 27, undoCount: 3 })
    expect(map.isBehind).toBe(false)
    expect([1, 2, 3, 4].map(x => map.snapshot().costAt(x, 5))).toEqual([0, 0, 0, 1])
  })
})

describe.skipIf(isSkipped)('the page', () => {
  let open: Uint8Array
  beforeAll(async () => {
    open = await bake({ width: SIDE, height: SIDE, cost: new Uint8Array(SIDE * SIDE).fill(1) })
  })
  const at = placeOnScreen(80, 80, 4)

  it('draws walls and costs with a brush, shows them at once, and the path goes around', async () => {
    const { page, complaints } = await visit(`${await serveWorld(open)}#from=40,80&to=120,80&at=80,80,4`)
    await settled(page)
    expect(await page.textContent('#cost')).toBe('80.0')
    await page.keyboard.press('b')
    await page.mouse.move(...at(80, 60))
    await page.mouse.down()
    await page.mouse.move(...at(80, 100), { steps: 4 })
    await page.mouse.up()
    await settled(page)
    const { colourAt } = await screen(page)
    for (const y of [60, 80, 100]) expect(isColour(colourAt(...at(80, y)), SCHEMES.light.wall)).toBe(true)
    const cost = Number(await page.textContent('#cost'))
    expect(cost).toBeGreaterThan(90)
    expect(await page.textContent('#draw-facts')).toMatch(/^Version \d+: .*cells? in [\d,.]+ .s.*; the path in/)
    expect(await page.inputValue('#goal-cell')).toBe('120, 80')
    // Ground again over the middle of the wall: the path is straight as before.
    await page.keyboard.press('b')
    await page.mouse.click(...at(80, 80))
    await settled(page)
    expect(await page.textContent('#cost')).toBe('80.0')
    // Expensive ground all around the goal.
    await page.keyboard.press('b')
    await page.mouse.click(...at(100, 80))
    await settled(page)
    expect(Number(await page.textContent('#cost'))).toBeGreaterThan(80)
    expect(await page.isVisible('#legend')).toBe(true)
    expect(complaints).toEqual([])
  })

  it('opens a map that is dropped on it and an atlas that is chosen, and keeps its map when a file is none', async () => {
    const { page, complaints } = await visit(await serveWorld(open))
    await settled(page)
    const drop = (text: string) => dropOn(page, { 'dropped.txt': text })
    const facts = (text: string) =>
      page.waitForFunction(part => document.querySelector('#world-facts')?.textContent?.startsWith(part), text)
    await page.keyboard.press('t')
    await page.waitForSelector('#stress-result:not([hidden])')
    await drop(`${'.'.repeat(30)}\n`.repeat(20))
    await facts('30 \u00d7 20 cells')
    await settled(page)
    expect(await page.isVisible('#stress-result')).toBe(false)
    expect(await page.textContent('#world-title')).toBe('dropped.txt')
    await drop('\u0000\u0001 no map at all')
    await page.waitForSelector('#notice:not([hidden])')
    expect(await page.textContent('#notice')).toMatch(/no map/)
    expect([await page.isVisible('#cover'), await page.textContent('#world-title')]).toEqual([false, 'dropped.txt'])
    await page.setInputFiles('#file', { name: 'open.atlas', mimeType: '', buffer: Buffer.from(open) })
    await facts('160 \u00d7 160 cells')
    await settled(page)
    await page.keyboard.press('f')
    await page.keyboard.type('159, 159')
    await page.keyboard.press('Enter')
    await settled(page)
    expect(await page.inputValue('#goal-cell')).toBe('159, 159')
    expect(complaints).toEqual([])
  })
})
