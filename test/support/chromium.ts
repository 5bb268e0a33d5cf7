/**
 * A real browser for the tests of the viewer: Debian's chromium without its windows, a third of the work for a page, or
 * whatever of its family is installed. Where none is, a person's machine skips these tests with a word; in CI they fail.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { decode } from 'fast-png'
import { type Browser, chromium, type Page } from 'playwright-core'

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** As root, without a screen, and without asking anybody anything. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const VIEW = { width: 1280, height: 800 }

function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return NAMES.flatMap(name => folders.map(folder => join(folder, name))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether to skip, and why: printed once, so that nobody takes a skipped test for a passed one. */
export function lacksBrowser(): boolean {
  if (findBrowser() !== undefined) return false
  if (process.env.CI === 'true') throw new Error(`No browser: install one of ${NAMES.join(', ')}.`)
  console.warn(`The viewer is not tested in a browser: none of ${NAMES.join(', ')} is installed.`)
  return true
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser()!, args: FLAGS })
}

/** Waits until the map shows all that it should: no query under way, no tile missing, nothing about to be drawn. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('#panel:not([hidden])')
  // The page itself counts its frames: each question from here would cost more than the frame.
  await page.evaluate(async () => {
    for (let calm = 0; calm < 3; ) {
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      calm = document.getElementById('map')?.getAttribute('aria-busy') === 'false' ? calm + 1 : 0
    }
  })
}

/**
 * The address, once it tells where the view rests: it follows 350 ms after the last frame. The page itself waits, so its timers
 * end in their order however busy the machine is.
 */
export async function restedAddress(page: Page): Promise<string> {
  await settled(page)
  return page.evaluate(async () => {
    await new Promise(done => setTimeout(done, 400))
    return location.hash
  })
}

/** Changes the address, as a link on the page itself would. */
export async function look(page: Page, hash: string): Promise<void> {
  await page.evaluate(text => {
    location.hash = text
  }, hash)
  await settled(page)
}

export type Rgb = readonly [red: number, green: number, blue: number]

/** What is on the screen, and its colours by place. */
export async function screen(page: Page) {
  const { width, height, data, channels } = decode(await page.screenshot())
  const colourAt = (x: number, y: number): Rgb => {
    const at = (Math.floor(y) * width + Math.floor(x)) * channels
    return [data[at], data[at + 1], data[at + 2]]
  }
  /** Pixels of a colour from a column on, to the right edge. */
  const countOf = ([red, green, blue]: Rgb, fromX: number, slack: number): number => {
    const isNear = (value: number, expected: number) => Math.abs(value - expected) <= slack
    let pixels = 0
    for (let y = 0; y < height; y++) {
      for (let at = (y * width + fromX) * channels; at < (y + 1) * width * channels; at += channels) {
        if (isNear(data[at], red) && isNear(data[at + 1], green) && isNear(data[at + 2], blue)) pixels++
      }
    }
    return pixels
  }
  return { colourAt, countOf }
}

/** Pixels of exactly this colour on the canvas of the map. */
export function mapPixelsOf(page: Page, colour: Rgb): Promise<number> {
  return page.evaluate(([red, green, blue]) => {
    const map = document.querySelector('canvas')!
    const { data } = map.getContext('2d')!.getImageData(0, 0, map.width, map.height)
    let count = 0
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] === red && data[i + 1] === green && data[i + 2] === blue) count++
    }
    return count
  }, colour)
}

/** Whether two colours are the same except for the rounding of screens. */
export function isColour(shown: Rgb, expected: Rgb, slack = 6): boolean {
  return shown.every((value, channel) => Math.abs(value - expected[channel]) <= slack)
}

/** Where the middle of a cell is on the screen, for an address with `at=middleX,middleY,cellPixels`. */
export function placeOnScreen(middleX: number, middleY: number, cellPixels: number, view = VIEW) {
  return (x: number, y: number): [number, number] => [
    (x + 0.5 - middleX) * cellPixels + view.width / 2,
    (y + 0.5 - middleY) * cellPixels + view.height / 2,
  ]
}
