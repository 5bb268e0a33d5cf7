/**
 * The files of the page. An installed package holds them, made by its build; in a checkout they are made of the sources,
 * anew each time, in some tens of milliseconds.
 */
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { SiteFile } from './site.ts'

/** Where the build puts the page's files, beside this module. */
const BUILT_PAGE = new URL('web/', import.meta.url)

export async function pageFiles(): Promise<SiteFile[]> {
  if (import.meta.url.endsWith('.ts')) {
    const { bundlePage } = await import('./bundle.ts')
    return bundlePage()
  }
  const names = await readdir(fileURLToPath(BUILT_PAGE))
  return Promise.all(names.map(async name => ({ name, bytes: await readFile(new URL(name, BUILT_PAGE)) })))
}
