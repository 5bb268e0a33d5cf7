/**
 * A step of `npm run build`: writes the files of the pages to where an installed package looks for them.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { bundlePage, PAGE_NAMES } from './bundle-pages.ts'

for (const page of PAGE_NAMES) {
  const place = new URL(`../../../dist/app/viewer/web-${page}/`, import.meta.url)
  await rm(fileURLToPath(place), { recursive: true, force: true })
  await mkdir(fileURLToPath(place), { recursive: true })
  for (const { name, bytes } of await bundlePage(page)) await writeFile(new URL(name, place), bytes)
}
