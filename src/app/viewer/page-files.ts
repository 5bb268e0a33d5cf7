/**
 * The files of the pages: of a map, of a world, of a crowd. An installed package holds them, made by its build; in a checkout
 * they are made of the sources, anew each time, in some tens of milliseconds.
 */
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PageName } from './shown-map.ts'
import type { SiteFile } from './site.ts'

/** Where the build puts the pages' files, beside this module. */
const BUILT_PAGES: Record<PageName, URL> = {
  map: new URL('web/', import.meta.url),
  world: new URL('web-world/', import.meta.url),
  crowd: new URL('web-crowd/', import.meta.url),
}

export async function pageFiles(shown: PageName = 'map'): Promise<SiteFile[]> {
  if (import.meta.url.endsWith('.ts')) {
    const { bundlePage } = await import('./bundle-pages.ts')
    return bundlePage(shown)
  }
  const folder = BUILT_PAGES[shown]
  const names = await readdir(fileURLToPath(folder))
  return Promise.all(names.map(async name => ({ name, bytes: await readFile(new URL(name, folder)) })))
}
