/**
 * The last step of `npm run build`. It rewrites the compiler's declarations, bundles its modules, and writes the
 * viewer's pages to where an installed package looks for them.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundlePage, PAGE_NAMES } from '../viewer/bundle-pages.ts'
import { bundleModules, doorsOf, readableFromFiveOn } from './modules.ts'

const root = new URL('../../../', import.meta.url)
const folder = fileURLToPath(new URL('dist/', root))

for (const name of await readdir(folder, { recursive: true })) {
  if (!name.endsWith('.d.ts')) continue
  const path = join(folder, name)
  await writeFile(path, readableFromFiveOn(await readFile(path, 'utf8')))
}
await bundleModules(folder, await doorsOf(fileURLToPath(new URL('package.json', root))))
for (const page of PAGE_NAMES) {
  const place = join(folder, `app/viewer/web-${page}`)
  await mkdir(place, { recursive: true })
  for (const { name, bytes } of await bundlePage(page)) await writeFile(join(place, name), bytes)
}
