/**
 * A step of `npm run build`: writes the files of the pages to where an installed package looks for them.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PAGES } from './bundle-pages.ts'

for (const { folder, bundle } of PAGES) {
  const place = new URL(`../../../dist/app/viewer/${folder}/`, import.meta.url)
  await rm(fileURLToPath(place), { recursive: true, force: true })
  await mkdir(fileURLToPath(place), { recursive: true })
  for (const { name, bytes } of await bundle()) await writeFile(new URL(name, place), bytes)
}
