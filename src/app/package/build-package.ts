/**
 * A step of `npm run build`: rewrites the declarations that the compiler has just written, and bundles its modules.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readableFromFiveOn } from './declarations.ts'
import { bundleModules, doorsOf } from './modules.ts'

const root = new URL('../../../', import.meta.url)
const folder = fileURLToPath(new URL('dist/', root))

for (const name of await readdir(folder, { recursive: true })) {
  if (!name.endsWith('.d.ts')) continue
  const path = join(folder, name)
  await writeFile(path, readableFromFiveOn(await readFile(path, 'utf8')))
}
await bundleModules(folder, await doorsOf(fileURLToPath(new URL('package.json', root))))
