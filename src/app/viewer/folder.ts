/**
 * The site that shows a map, a world or a crowd: its page's files, a title, and an atlas or a world. The local server
 * and a folder for any static host hold the same site, byte for byte. The folder's world.json has a digest of each
 * file. A later export replaces files that are unchanged, and nothing else without --force.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, writeBytes } from '../cli/files.ts'
import { fileProblem, inputProblem } from '../cli/problem.ts'

/**
 * Refuses a folder with files of other names than `ours` and, unless forced, one whose files are not as an export wrote
 * them.
 */
export async function checkFolder(folder: string, ours: readonly string[], isForced: boolean): Promise<void> {
  let names: string[]
  try {
    names = await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw fileProblem('write', folder, error)
  }
  const written = await writtenTo(folder)
  const foreign = names.find(name => !ours.includes(name) && written[name] === undefined)
  if (foreign !== undefined) {
    throw inputProblem(
      `The folder ${folder} holds ${foreign}, which is not the viewer's. Name a new or an empty folder.`,
    )
  }
  if (isForced) return
  for (const name of names) {
    const isAsWritten =
      name === ABOUT_FILE
        ? Object.keys(written).length > 0
        : written[name] === digestOf(await readFile(join(folder, name)).catch(() => ''))
    if (isAsWritten) continue
    const what = written[name] === undefined ? 'no export has written' : 'was changed since it was exported'
    throw inputProblem(
      `The folder ${folder} holds ${name}, which ${what}. Name a new or an empty folder, or write over it with --force.`,
    )
  }
}

export async function writeSite(site: readonly SiteFile[], folder: string): Promise<void> {
  try {
    await makeFolder(folder)
  } catch (error) {
    throw fileProblem('write', folder, error)
  }
  const written = Object.fromEntries(
    site.filter(({ name }) => name !== ABOUT_FILE).map(({ name, bytes }) => [name, digestOf(bytes)]),
  )
  for (const { name, bytes } of site) {
    const about = name === ABOUT_FILE ? { ...JSON.parse(new TextDecoder().decode(bytes)), written } : null
    const content = about === null ? bytes : new TextEncoder().encode(`${JSON.stringify(about)}\n`)
    await writeBytes(join(folder, name), content)
  }
}

/** The digests of the last export by file name; empty without one. */
async function writtenTo(folder: string): Promise<Readonly<Record<string, string>>> {
  try {
    const { written } = JSON.parse(await readFile(join(folder, ABOUT_FILE), 'utf8'))
    return typeof written === 'object' && written !== null ? { ...written } : {}
  } catch {
    return {}
  }
}

function digestOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}

/** The content of a page. */
export interface ShownMap {
  /** A name for people. */
  readonly title: string
  readonly atlas: Uint8Array
}

export type PageName = 'map' | 'world' | 'crowd'

export interface SiteFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const ABOUT_FILE = 'world.json'
const ATLAS_FILE = 'world.atlas'
export const WORLD_FILES: readonly string[] = [ABOUT_FILE, ATLAS_FILE]

export function siteOf(page: readonly SiteFile[], world: ShownMap): SiteFile[] {
  const about = { title: world.title, atlas: ATLAS_FILE, sizeBytes: world.atlas.length }
  return [
    ...page,
    { name: ABOUT_FILE, bytes: new TextEncoder().encode(`${JSON.stringify(about)}\n`) },
    { name: ATLAS_FILE, bytes: world.atlas },
  ]
}
