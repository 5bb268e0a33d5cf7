/**
 * The files of the pages: of a map, of a world, of a crowd. An installed package holds them beside this module, as its
 * build made them; a checkout makes them from the sources each time, in some tens of milliseconds.
 */
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PageName } from './shown-map.ts'
import type { SiteFile } from './site.ts'

export async function pageFiles(shown: PageName = 'map'): Promise<SiteFile[]> {
  if (import.meta.url.endsWith('.ts')) {
    const { bundlePage } = await import('./bundle-pages.ts')
    return bundlePage(shown)
  }
  const folder = new URL(`web-${shown}/`, import.meta.url)
  const names = await readdir(fileURLToPath(folder))
  return Promise.all(names.map(async name => ({ name, bytes: await readFile(new URL(name, folder)) })))
}
