/**
 * Shows a page in the browser: serves it until it is interrupted, or writes it to a folder for any static host.
 */
import { openInBrowser } from '../viewer/browser.ts'
import { checkFolder, writeSite } from '../viewer/folder.ts'
import { pageFiles } from '../viewer/page-files.ts'
import { serve } from '../viewer/server.ts'
import type { ShownMap } from '../viewer/shown-map.ts'
import { siteOf } from '../viewer/site.ts'
import { type Arguments, isGiven, textOf } from './arguments.ts'
import type { Io } from './io.ts'
import { usageProblem } from './problem.ts'
import { wholeNumber } from './values.ts'
import { bytesText } from './words.ts'

/** `load` is asked for what is shown once it is known that it can be. */
export async function showSite(
  shown: 'map' | 'world',
  load: () => Promise<ShownMap>,
  args: Arguments,
  io: Io,
): Promise<0> {
  const folder = textOf(args, 'export')
  const portText = textOf(args, 'port')
  if (folder !== undefined && (portText !== undefined || isGiven(args, 'open'))) {
    throw usageProblem('--export writes a folder and serves nothing: leave out --port and --open.')
  }
  const port = portText === undefined ? 0 : wholeNumber('--port', portText, 1, 65_535)
  const page = await pageFiles(shown)
  if (folder !== undefined) await checkFolder(folder, page)
  const site = siteOf(page, await load())
  if (folder !== undefined) {
    await writeSite(site, folder)
    const sizeBytes = site.reduce((sum, { bytes }) => sum + bytes.length, 0)
    io.out(
      `${folder}: ${bytesText(sizeBytes)} in ${site.length} files. Serve it over HTTP: browsers open no such page from a disk.\n`,
    )
    return 0
  }
  const server = await serve(site, port)
  io.out(`${server.url}\n`)
  io.err('Ctrl-C ends the server.\n')
  if (isGiven(args, 'open')) openInBrowser(server.url)
  await untilInterrupted()
  await server.close()
  return 0
}

function untilInterrupted(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}
