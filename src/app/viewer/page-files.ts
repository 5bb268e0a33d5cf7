/**
 * The files of the pages of maps, worlds and crowds. An installed package has them beside this module; a checkout makes
 * them from the sources each time, in less than half a second.
 */
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PageName, SiteFile } from './folder.ts'

export async function pageFiles(shown: PageName = 'map'): Promise<SiteFile[]> {
  if (import.meta.url.endsWith('.ts')) {
    const { bundlePage } = await import('./bundle-pages.ts')
    return bundlePage(shown)
  }
  const folder = new URL(`web-${shown}/`, import.meta.url)
  const names = await readdir(fileURLToPath(folder))
  return Promise.all(names.map(async name => ({ name, bytes: await readFile(new URL(name, folder)) })))
}
