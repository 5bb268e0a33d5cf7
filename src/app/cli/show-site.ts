/**
 * Shows a page in the browser: serves it until it is interrupted, or writes it to a folder for any static host.
 */
import { spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import { WORKERS_MAX } from '../../bake.ts'
import { type BakeOptions, bake, type Grid, openAtlas } from '../../index.ts'
import { bakeWorld, openWorld, type WorldProgress, type WorldSource } from '../../world.ts'
import { checkFolder, type PageName, type ShownMap, siteOf, WORLD_FILES, writeSite } from '../viewer/folder.ts'
import { pageFiles } from '../viewer/page-files.ts'
import { serve } from '../viewer/server.ts'
import type { Arguments } from './arguments.ts'
import { checkApart } from './files.ts'
import { type Io, untilInterrupted } from './io.ts'
import { inFile, usageProblem } from './problem.ts'
import { bakeProgress, withProgress } from './progress.ts'
import { gridOf, loadSource } from './source.ts'
import { bytesText } from './words.ts'

/** Rows of a page. */
export const SITE_OPTIONS = `
      --open  open the page in your browser
      --port N  the port to listen on (any free one)
      --export DIR  write the page to a folder for any static host, instead of serving it
      --force  with --export: write over files that were not written by an export
`.trim()

/** What to show, and on which page; `make` may take long. */
export interface Show {
  readonly page: PageName
  /** The files that it comes from. */
  readonly read: readonly string[]
  make(): Promise<ShownMap>
}

type Baking = Pick<BakeOptions, 'directions' | 'workers'>

/** `load` tells what is shown; it is made once it is known where it can go. */
export async function showSite(load: () => Promise<Show>, args: Arguments, io: Io): Promise<0> {
  const folder = args.text('export')
  if (folder !== undefined && (args.has('port') || args.has('open'))) {
    throw usageProblem('--export writes a folder and serves nothing: leave out --port and --open.')
  }
  const port = args.whole('port', 1, 65_535, 0)
  if (args.has('force') && folder === undefined) throw usageProblem('--force goes with --export DIR.')
  const show = await load()
  const page = await pageFiles(show.page)
  if (folder !== undefined) {
    const names = [...page.map(({ name }) => name), ...WORLD_FILES]
    const paths = names.map(name => join(folder, name))
    await checkApart(paths, show.read)
    await checkFolder(folder, names, args.has('force'))
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
  if (args.has('open')) openInBrowser(server.url)
  await untilInterrupted()
  await server.close()
  return 0
}

/** Shows a baked file as it is, and bakes others: several maps, or one with portals, as a world. */
export async function showFile(path: string, args: Arguments, io: Io): Promise<Show> {
  const [source, only, baking] = [await loadSource(path, args, io), args.text('only'), bakingOf(args)]
  const title = basename(path)
  const { read } = source
  if (source.kind === 'atlas' || source.kind === 'world') {
    const { kind, bytes } = source
    inFile(path, () => (kind === 'atlas' ? openAtlas(bytes) : openWorld(bytes)))
    return { page: kind === 'atlas' ? 'map' : 'world', read, make: async () => ({ title, atlas: bytes }) }
  }
  if (source.kind === 'map' || only !== undefined || isPlain(source.maps)) {
    const grid = gridOf(source, path, only, io)
    return { page: 'map', read, make: async () => ({ title, atlas: await baked(grid, baking, io) }) }
  }
  const { maps } = source
  return { page: 'world', read, make: async () => ({ title, atlas: await bakedWorld(maps, baking, io) }) }
}

/** Whether it is one map, not baked yet and without portals, which needs no world. */
function isPlain({ maps, portals }: WorldSource): boolean {
  const [first, ...others] = Object.values(maps)
  return others.length === 0 && portals.length === 0 && !(first instanceof Uint8Array)
}

export function baked(grid: Grid, baking: Baking, io: Io): Promise<Uint8Array> {
  return withProgress(io, progress => bake(grid, { ...baking, onProgress: bakeProgress(progress) }))
}

export function bakedWorld(maps: WorldSource, baking: Baking, io: Io): Promise<Uint8Array> {
  return withProgress(io, progress => {
    const onProgress = ({ map, done, total }: WorldProgress) => progress.update(`baking ${map}`, done / total)
    return bakeWorld(maps, { ...baking, onProgress })
  })
}

export function bakingOf(args: Arguments): Baking {
  const workers = args.whole('workers', 1, WORKERS_MAX, undefined)
  return { directions: args.directions(), ...(workers !== undefined && { workers }) }
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  // `start` is part of the shell; its first argument in quotes is the title of a window.
  win32: ['cmd', '/c', 'start', '""'],
}

/** Opens an address by the opener of this system. Without one, as on a server, nothing happens: the address was printed. */
function openInBrowser(url: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
