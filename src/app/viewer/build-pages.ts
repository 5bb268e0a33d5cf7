/**
 * A step of `npm run build`: writes the files of the two pages to where an installed package looks for them.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { bundlePage, bundleWorldPage } from './bundle-pages.ts'

for (const [name, files] of [['web', await bundlePage()] as const, ['web-world', await bundleWorldPage()] as const]) {
  const folder = new URL(`../../../dist/app/viewer/${name}/`, import.meta.url)
  await rm(fileURLToPath(folder), { recursive: true, force: true })
  await mkdir(fileURLToPath(folder), { recursive: true })
  for (const { name, bytes } of files) await writeFile(new URL(name, folder), bytes)
}
