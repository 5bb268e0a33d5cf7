/** The viewer in a real browser: what it draws is looked at pixel by pixel, what it finds is what the library finds. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { percentText } from '../../src/app/cli/words.ts'
import { mainlandOf } from '../../src/app/draw/costs.ts'
import {
  EDGE,
  ENTRY,
  GROUND,
  ISLAND_OPACITY,
  ISLANDS,
  islandTint,
  mix,
  PATH,
  ROUTE,
  SMOOTH,
  WALL,
} from '../../src/app/draw/palette.ts'
import { exactCost } from '../../src/exact.ts'
import { type Atlas, bake, generate, openAtlas, type Route } from '../../src/index.ts'
import { makeCurve } from '../../src/shape/curve.ts'
import { WaypointShaper } from '../../src/shape/waypoints.ts'
import { browserForTests, type Visit } from '../support/browser.ts'
import { isColour, lacksBrowser, look, placeOnScreen, screen, settled } from '../support/chromium.ts'

const isSkipped = lacksBrowser()
const { visit, serveWorld } = browserForTests(isSkipped)

/** Where the tests look from: one pixel to a cell of a world of 700 cells, right of the panel. */
const AT_ONE = 'at=290,350,1'
const onScreen = placeOnScreen(290, 350, 1)

let atlas: Atlas
let shown: Visit

beforeAll(async () => {
  if (isSkipped) return
  const bytes = await bake(generate('terrain', { width: 700, height: 700, seed: 5 }))
  atlas = openAtlas(bytes)
  shown = await visit(await serveWorld(bytes))
  await settled(shown.page)
})

/** Two far cells of the mainland, and one of another island, all in view right of the panel. */
function places() {
  const mainland = mainlandOf(atlas.columns)
  const cells: [number, number][] = []
  let abroad: [number, number] | undefined
  for (let y = 60; y < 640; y += 7) {
    for (let x = 60; x < 640; x += 7) {
      const island = atlas.islandOf(x, y)
      if (island === mainland) cells.push([x, y])
      else if (island >= 0 && abroad === undefined) abroad = [x, y]
    }
  }
  const [start] = cells
  const far = ([x, y]: [number, number]) => Math.hypot(x - start[0], y - start[1])
  const goal = cells.reduce((best, cell) => (far(cell) > far(best) ? cell : best))
  return { start, goal, abroad: abroad! }
}

const textOf = (id: string) => shown.page.textContent(`#${id}`)
const costText = (cost: number) => cost.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Every cell of the path has the path's colour, and hardly a pixel more than its width asks for. */
async function expectPathDrawn(route: Route): Promise<void> {
  const { colourAt, countOf } = await screen(shown.page)
  const cells = route.cells()
  const nearEnd = (i: number) =>
    [route.start, route.goal].some(end => Math.hypot(cells[i] - end.x, cells[i + 1] - end.y) < 24)
  for (let i = 0; i < cells.length; i += 2) {
    if (nearEnd(i)) continue
    const colour = colourAt(...onScreen(cells[i], cells[i + 1]))
    if (!isColour(colour, PATH)) expect.fail(`cell ${cells[i]},${cells[i + 1]} of the path shows ${colour}`)
  }
  const pixels = countOf(PATH, 360, 2)
  expect(pixels).toBeGreaterThan(cells.length / 2)
  expect(pixels).toBeLessThan((cells.length / 2) * 4.5)
}

async function expectAnswer(route: Route): Promise<void> {
  expect(await textOf('cost')).toBe(costText(route.cost))
  expect(await textOf('cell-count')).toBe((route.cells().length / 2).toLocaleString('en-US'))
}

describe.skipIf(isSkipped)('the viewer', () => {
  beforeEach(async () => {
    await look(shown.page, `#${AT_ONE}&from=0,0&layers=terrain,islands,path`)
  })

  it('shows every cell in its colour: walls, ground, islands', async () => {
    const { colourAt } = await screen(shown.page)
    const mainland = mainlandOf(atlas.columns)
    let seen = 0
    for (let y = 20; y < 690; y += 3) {
      for (let x = 30; x < 690; x += 3) {
        const [left, top] = onScreen(x, y)
        const isUnderCard = left < 362 || (left > 1080 && top > 600)
        if (isUnderCard || top < 0 || top >= 800) continue
        const island = atlas.islandOf(x, y)
        const tinted = island === mainland ? GROUND : mix(GROUND, ISLANDS[islandTint(island)], ISLAND_OPACITY)
        const expected = island < 0 ? WALL : tinted
        const colour = colourAt(left, top)
        if (!isColour(colour, expected, 2)) expect.fail(`cell ${x},${y} of island ${island} shows ${colour}`)
        seen++
      }
    }
    expect(seen).toBeGreaterThan(20_000)
  })

  it('finds with two clicks the path that the library finds, and draws each cell of it', async () => {
    const { start, goal } = places()
    await shown.page.keyboard.down('Shift')
    await shown.page.mouse.click(...onScreen(...start))
    await shown.page.keyboard.up('Shift')
    await shown.page.mouse.click(...onScreen(...goal))
    await settled(shown.page)
    const route = atlas.finder().find(...start, ...goal)
    expect(await shown.page.inputValue('#start-cell')).toBe(start.join(', '))
    expect(await shown.page.inputValue('#goal-cell')).toBe(goal.join(', '))
    await expectAnswer(route)
    await expectPathDrawn(route)
  })

  it('keeps up with a drag: wherever the pointer rests, there the path ends', async () => {
    const { start, goal } = places()
    await look(shown.page, `#${AT_ONE}&from=${start}&to=${start[0] + 40},${start[1]}`)
    const finder = atlas.finder()
    const { mouse } = shown.page
    await mouse.move(...onScreen(start[0] + 40, start[1]))
    await mouse.down()
    for (const share of [0.3, 0.5, 0.8, 1]) {
      const x = Math.round(start[0] + (goal[0] - start[0]) * share)
      const y = Math.round(start[1] + (goal[1] - start[1]) * share)
      await mouse.move(...onScreen(x, y), { steps: 25 })
      await settled(shown.page)
      const route = finder.find(...start, x, y)
      expect(await shown.page.inputValue('#goal-cell')).toBe(`${x}, ${y}`)
      if (route.status === 'found') await expectAnswer(route)
      else expect(await textOf('refusal')).toBe(route.message)
    }
    await mouse.up()
    await expectPathDrawn(finder.find(...start, ...goal))
  })

  it('refuses an unreachable goal in plain sight, and offers the closest reachable cell', async () => {
    const { start, abroad } = places()
    await look(shown.page, `#${AT_ONE}&from=${start}`)
    await shown.page.mouse.click(...onScreen(...abroad))
    await settled(shown.page)
    const finder = atlas.finder()
    expect(await shown.page.isVisible('#refused')).toBe(true)
    expect(await shown.page.isVisible('#found')).toBe(false)
    expect(await textOf('refusal')).toBe(finder.find(...start, ...abroad).message)
    const nearest = finder.find(...start, ...abroad, { nearest: true })
    expect(await textOf('take-nearest')).toContain(`Move the goal to ${nearest.goal.x}, ${nearest.goal.y}`)
    await shown.page.keyboard.press('n')
    await settled(shown.page)
    expect(await shown.page.isVisible('#refused')).toBe(false)
    await expectAnswer(nearest)
  })

  it('says that an end is a wall', async () => {
    const { start } = places()
    const wall = [...Array(700).keys()].find(x => x > 300 && atlas.islandOf(x, 350) < 0)!
    await look(shown.page, `#${AT_ONE}&from=${start}&to=${wall},350`)
    expect(await textOf('refusal')).toBe(`The goal ${wall},350 is a wall.`)
  })

  it('draws each layer where it is, and nothing of it when it is off', async () => {
    const at = placeOnScreen(330, 320, 5)
    const [entry] = [...Array(atlas.entryCount(0)).keys()].filter(id => {
      const [x, y] = atlas.entryCells(id)
      return x > 310 && x < 400 && y > 270 && y < 370
    })
    const [xA, yA, xB, yB] = atlas.entryCells(entry)
    const place = at((xA + xB) / 2, (yA + yB) / 2)
    const colourWith = async (layers: string, [x, y]: readonly [number, number]) => {
      await look(shown.page, `#at=330,320,5&from=0,0&level=0&layers=terrain${layers}`)
      return (await screen(shown.page)).colourAt(x, y)
    }
    expect(isColour(await colourWith(',entries', place), ENTRY)).toBe(true)
    const border = xA === xB ? at(xA - 1, yA + 0.5) : at(xA + 0.5, yA - 1)
    const isPlain = async (layers: string) => isColour(await colourWith(layers, border), GROUND, 2)
    expect(isColour(await colourWith('', place), GROUND, 2)).toBe(true)
    expect(await isPlain('')).toBe(true)
    expect(await isPlain(',regions')).toBe(false)
    expect(isColour(await colourWith(',graph', place), ENTRY)).toBe(true)
    // What the graph offers at an entry shows when one points at it.
    await shown.page.mouse.move(...place)
    await expect.poll(async () => isColour((await screen(shown.page)).colourAt(...place), EDGE)).toBe(true)
  })

  it('draws the route from entry to entry', async () => {
    const { start, goal } = places()
    await look(shown.page, `#${AT_ONE}&from=${start}&to=${goal}&layers=terrain,route`)
    const { colourAt } = await screen(shown.page)
    const entries = atlas
      .finder()
      .find(...start, ...goal)
      .entries()
    let seen = 0
    for (let i = 0; i < entries.length; i += 2) {
      const isUnderEnd = Math.hypot(entries[i] - start[0], entries[i + 1] - start[1]) < 24
      if (isUnderEnd) continue
      expect(isColour(colourAt(...onScreen(entries[i], entries[i + 1])), ROUTE)).toBe(true)
      seen++
    }
    expect(seen).toBeGreaterThan(3)
  })

  it('draws the path as a curve that the library makes of it', async () => {
    const { start, goal } = places()
    await look(shown.page, `#${AT_ONE}&from=${start}&to=${goal}&layers=terrain`)
    await shown.page.keyboard.press('9')
    await settled(shown.page)
    const waypoints = new WaypointShaper(atlas.terrain).shape(
      atlas
        .finder()
        .find(...start, ...goal)
        .cells(),
    )
    expect(await textOf('search-facts')).toContain(`As a curve it has ${waypoints.length / 2} waypoints`)
    const curve = makeCurve(atlas.terrain, waypoints)
    const { colourAt } = await screen(shown.page)
    for (let i = 2; i + 2 < curve.length; i += 2) {
      const isUnderEnd = [start, goal].some(([x, y]) => Math.hypot(curve[i] - x, curve[i + 1] - y) < 24)
      if (isUnderEnd) continue
      expect(isColour(colourAt(...onScreen(curve[i], curve[i + 1])), SMOOTH, 60)).toBe(true)
    }
  })

  it('proves on request how far a path is from the optimum', async () => {
    const { start, goal } = places()
    await look(shown.page, `#${AT_ONE}&from=${start}&to=${goal}`)
    await shown.page.keyboard.press('e')
    await shown.page.waitForFunction(() => /optimal|over the optimum of/.test(document.body.textContent ?? ''))
    const optimum = exactCost(atlas.terrain, ...start, ...goal)
    const { cost } = atlas.finder().find(...start, ...goal)
    const isOptimal = cost < optimum * (1 + 1e-9)
    const excess = percentText((cost / optimum - 1) * 100)
    const verdict = isOptimal ? 'This path is optimal.' : `${excess} over the optimum of ${costText(optimum)}.`
    expect(await textOf('excess-text')).toContain(verdict)
  })

  it('shows the same again by its address, and takes part in going back', async () => {
    const { start, goal } = places()
    await look(shown.page, `#${AT_ONE}&from=${start}&to=${goal}`)
    await shown.page.keyboard.press('3')
    await shown.page.keyboard.press('1')
    await shown.page.waitForFunction(() => location.hash.includes('layers=islands,regions,path'))
    const before = await shown.page.screenshot({ clip: { x: 380, y: 0, width: 600, height: 580 } })
    const again = await visit(shown.page.url())
    await settled(again.page)
    expect((await again.page.screenshot({ clip: { x: 380, y: 0, width: 600, height: 580 } })).equals(before)).toBe(true)
    await look(again.page, `#${AT_ONE}&from=${goal}&to=${start}`)
    await again.page.goBack()
    await settled(again.page)
    expect(await again.page.inputValue('#start-cell')).toBe(start.join(', '))
    expect(again.complaints).toEqual([])
  })

  it('fires thousands of queries and shows how their times are spread', async () => {
    await shown.page.keyboard.press('t')
    await shown.page.waitForFunction(() => /Fire again/.test(document.body.textContent ?? ''), null, {
      timeout: 40_000,
    })
    expect(await textOf('stress-text')).toMatch(/Median .+ p95 .+ p99 .+ paths a second/)
    expect(await shown.page.locator('#histogram .bar').count()).toBeGreaterThan(3)
  })

  it('did all that without a complaint, and asked nobody but its own server', () => {
    expect(shown.complaints).toEqual([])
    expect(shown.requests.filter(url => !url.startsWith(shown.url))).toEqual([])
  })
})
