/** Visits to the viewer's page in a browser that lives as long as the process that runs the tests. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type SiteFile, siteOf } from '../../src/app/viewer/folder.ts'
import { pageFiles } from '../../src/app/viewer/page-files.ts'
import { serve } from '../../src/app/viewer/server.ts'
import { launchBrowser, VIEW } from './chromium.ts'

export interface Visit {
  readonly page: Page
  readonly url: string
  /** Whatever the page complained of: it should be nothing. */
  readonly complaints: string[]
  /** Addresses that it asked for. */
  readonly requests: string[]
}

/** All files of tests that run in this process share it. It ends with the process. */
let shared: Browser | undefined

/** Visits to pages, for a file of tests. Whatever is open when the tests end is closed. */
export function browserForTests(isSkipped: boolean) {
  const closing: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    if (!isSkipped && !shared?.isConnected()) shared = await launchBrowser()
  })
  afterAll(async () => {
    for (const close of closing) await close()
  })

  /** A page that a test opens would draw on beside the pages of later tests. */
  const closeAfterUse = (close: () => Promise<unknown>) => {
    try {
      onTestFinished(async () => void (await close()))
    } catch {
      // Opened before the tests, for all of them.
      closing.push(close)
    }
  }

  /** Views change without flights, which take time, unless a test asks for motion. */
  const visit = async (url: string, options: BrowserContextOptions = {}): Promise<Visit> => {
    const context = await shared!.newContext({ viewport: VIEW, reducedMotion: 'reduce', ...options })
    closeAfterUse(() => context.close())
    const page = await context.newPage()
    const complaints: string[] = []
    const requests: string[] = []
    page.on('console', message => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', error => complaints.push(error.message))
    page.on('request', request => requests.push(request.url()))
    await page.goto(url)
    return { page, url, complaints, requests }
  }

  /** Serves a world as `isthmus view` does. */
  const serveWorld = async (atlas: Uint8Array, change: (site: SiteFile[]) => SiteFile[] = site => site) => {
    const site = siteOf(await pageFiles(), { title: 'a world for tests', atlas })
    const server = await serve(change(site), 0)
    closing.push(() => server.close())
    return server.url
  }
  return { visit, serveWorld, onEnd: (close: () => Promise<unknown>) => closing.push(close) }
}

/** Drops files on a page, by their names and contents. */
export const dropOn = (page: Page, files: Readonly<Record<string, string | Uint8Array>>) =>
  page.evaluate(
    named => {
      const dataTransfer = new DataTransfer()
      for (const [name, bytes] of named) dataTransfer.items.add(new File([Uint8Array.from(bytes)], name))
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
    },
    Object.entries(files).map(([name, content]) => [name, [...Buffer.from(content)]] as const),
  )
