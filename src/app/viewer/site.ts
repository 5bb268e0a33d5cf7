/**
 * The site that shows a world: the files of the page, the world's name and its atlas. The local server and a static host
 * serve the same site, byte for byte.
 *
 * An installed package holds the page's files, made by its build; in a checkout they are made of the sources, anew each
 * time, in some tens of milliseconds.
 */
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { World } from './world.ts'

export interface SiteFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const ABOUT_FILE = 'world.json'
const ATLAS_FILE = 'world.atlas'
export const WORLD_FILES: readonly string[] = [ABOUT_FILE, ATLAS_FILE]
/** Where the build puts the page's files, beside this module. */
const BUILT_PAGE = new URL('web/', import.meta.url)

export function siteOf(page: readonly SiteFile[], world: World): SiteFile[] {
  const about = { title: world.title, atlas: ATLAS_FILE, sizeBytes: world.atlas.length }
  return [
    ...page,
    { name: ABOUT_FILE, bytes: new TextEncoder().encode(`${JSON.stringify(about)}\n`) },
    { name: ATLAS_FILE, bytes: world.atlas },
  ]
}

export async function pageFiles(): Promise<SiteFile[]> {
  if (import.meta.url.endsWith('.ts')) {
    const { bundlePage } = await import('./bundle.ts')
    return bundlePage()
  }
  const names = await readdir(fileURLToPath(BUILT_PAGE))
  return Promise.all(names.map(async name => ({ name, bytes: await readFile(new URL(name, BUILT_PAGE)) })))
}
