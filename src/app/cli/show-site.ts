/**
 * Shows a page in the browser: serves it until it is interrupted, or writes it to a folder for any static host.
 */
import { join } from 'node:path'
import { WORKERS_MAX } from '../../bake.ts'
import { openInBrowser } from '../viewer/browser.ts'
import { checkFolder, writeSite } from '../viewer/folder.ts'
import { pageFiles } from '../viewer/page-files.ts'
import { serve } from '../viewer/server.ts'
import { type Baking, type Show, showOf } from '../viewer/shown-map.ts'
import { siteOf, WORLD_FILES } from '../viewer/site.ts'
import { type Arguments, isGiven, type OptionDeclaration, textOf } from './arguments.ts'
import { checkApart } from './files.ts'
import type { Io } from './io.ts'
import { usageProblem } from './problem.ts'
import { loadSource } from './source.ts'
import { oneOf, wholeNumber } from './values.ts'
import { bytesText } from './words.ts'

export const SITE_OPTIONS: readonly OptionDeclaration[] = [
  { name: 'open', about: 'open the page in your browser' },
  { name: 'port', values: ['N'], about: 'the port to listen on (any free one)' },
  { name: 'export', values: ['DIR'], about: 'write the page to a folder for any static host, instead of serving it' },
  { name: 'force', about: 'with --export: write over files that were not written by an export' },
]

/** `load` tells what is shown; it is made once it is known where it can go. */
export async function showSite(load: () => Promise<Show>, args: Arguments, io: Io): Promise<0> {
  const folder = textOf(args, 'export')
  const portText = textOf(args, 'port')
  if (folder !== undefined && (portText !== undefined || isGiven(args, 'open'))) {
    throw usageProblem('--export writes a folder and serves nothing: leave out --port and --open.')
  }
  const port = portText === undefined ? 0 : wholeNumber('--port', portText, 1, 65_535)
  if (isGiven(args, 'force') && folder === undefined) throw usageProblem('--force goes with --export DIR.')
  const show = await load()
  const page = await pageFiles(show.page)
  if (folder !== undefined) {
    const names = [...page.map(({ name }) => name), ...WORLD_FILES]
    const paths = names.map(name => join(folder, name))
    await checkApart(paths, show.read)
    await checkFolder(folder, names, isGiven(args, 'force'))
  }
  const site = siteOf(page, await show.make())
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

/** What a file holds, baked first where that is needed. */
export async function showFile(path: string, args: Arguments, io: Io): Promise<Show> {
  return showOf(await loadSource(path, args, io), path, textOf(args, 'only'), bakingOf(args), io)
}

export function bakingOf(args: Arguments): Baking {
  const directions = oneOf('--directions', textOf(args, 'directions') ?? '8', ['4', '8']) === '4' ? 4 : 8
  const workers = textOf(args, 'workers')
  return { directions, ...(workers !== undefined && { workers: wholeNumber('--workers', workers, 1, WORKERS_MAX) }) }
}

function untilInterrupted(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}
