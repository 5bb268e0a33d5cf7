/**
 * Takes the pictures of the viewer that the README shows, in the same browser and by the same means as the tests:
 *
 *   npx tsx test/support/view-pictures.ts .github/pictures
 */
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { siteOf } from '../../src/app/viewer/folder.ts'
import { pageFiles } from '../../src/app/viewer/page-files.ts'
import { serve } from '../../src/app/viewer/server.ts'
import { bake, generate } from '../../src/index.ts'
import { launchBrowser, settled } from './chromium.ts'

const SIDE_CELLS = 4096
const SEED = 25
const WIDE = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const QUERY = 'from=1343,667&to=2055,3726'
/** As long as times of queries are still being measured. */
const REST_MS = 1500

const PICTURES: readonly { name: string; hash: string; options: BrowserContextOptions; keys?: string }[] = [
  { name: 'view-light.png', hash: QUERY, options: WIDE },
  { name: 'view-dark.png', hash: QUERY, options: { ...WIDE, colorScheme: 'dark' }, keys: 't' },
  {
    name: 'view-levels.png',
    hash: `${QUERY}&at=1300,2700,0.8&layers=terrain,islands,regions,entries,route,path`,
    options: WIDE,
  },
  { name: 'view-search.png', hash: `${QUERY}&layers=terrain,search,path`, options: WIDE },
  { name: 'view-phone.png', hash: QUERY, options: PHONE },
]

const [folder] = process.argv.slice(2)
const atlas = await bake(generate('terrain', { width: SIDE_CELLS, height: SIDE_CELLS, seed: SEED }))
const server = await serve(siteOf(await pageFiles(), { title: `terrain, seed ${SEED}`, atlas }), 0)
const browser = await launchBrowser()
for (const { name, hash, options, keys = '' } of PICTURES) {
  const page = await browser.newPage(options)
  await page.goto(`${server.url}#${hash}`)
  await settled(page)
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForFunction(() => /Fire again/.test(document.body.textContent ?? ''), null, { timeout: 60_000 })
  }
  await page.waitForTimeout(REST_MS)
  await settled(page)
  await page.screenshot({ path: join(folder, name) })
  await page.close()
}
await browser.close()
await server.close()
