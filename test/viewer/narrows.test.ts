/** Widths, dead ends and choke points on the page, in a real browser: colours are those of what the library finds. */

import { describe, expect, it } from 'vitest'
import { CHOKE, DEAD_END, DEAD_END_OPACITY, GROUND, mix, NARROW, narrowOpacity } from '../../src/app/draw/palette.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'
import { chokePoints, deadEnds, widthAt } from '../../src/travellers.ts'
import { browserForTests } from '../support/browser.ts'
import { isColour, lacksBrowser, look, placeOnScreen, screen, settled } from '../support/chromium.ts'

const isSkipped = lacksBrowser()
const { visit, serveWorld } = browserForTests(isSkipped)

describe.skipIf(isSkipped)('the page', () => {
  it('shows by keys and switches what the map knows of its narrow places', async () => {
    const bytes = await bake(generate('terrain', { width: 300, height: 300, seed: 5 }))
    const atlas = openAtlas(bytes)
    const { page } = await visit(await serveWorld(bytes))
    const [choke] = chokePoints(atlas, { least: 20 })
    const { inside } = deadEnds(atlas, { least: 20 })[0]
    await look(page, `#at=${inside.x},${inside.y},20&from=0,0&layers=terrain`)
    const colourOf = async (x: number, y: number) =>
      (await screen(page)).colourAt(...placeOnScreen(inside.x, inside.y, 20)(x, y))
    // Off the middle of the cell, where no dot lies.
    const beside = [inside.x + 0.35, inside.y - 0.35] as const
    expect(isColour(await colourOf(...beside), GROUND, 2)).toBe(true)
    await page.keyboard.press('x')
    await settled(page)
    const dead = mix(GROUND, DEAD_END, DEAD_END_OPACITY)
    expect(isColour(await colourOf(...beside), dead)).toBe(true)
    await page.click('#layer-dead-ends')
    await page.keyboard.press('w')
    await settled(page)
    const opacity = narrowOpacity(widthAt(atlas, inside.x, inside.y))
    expect(isColour(await colourOf(...beside), mix(GROUND, NARROW, opacity))).toBe(true)
    expect(await page.isVisible('#widths-legend')).toBe(true)
    await look(page, `#at=${choke.x},${choke.y},20&from=0,0&layers=terrain,chokes`)
    const onChoke = placeOnScreen(choke.x, choke.y, 20)(choke.x, choke.y)
    expect(isColour((await screen(page)).colourAt(...onChoke), CHOKE)).toBe(true)
    expect(await page.getAttribute('#layer-chokes', 'aria-pressed')).toBe('true')
    expect(await page.textContent('#layer-chokes kbd')).toBe('K')
  })
})
