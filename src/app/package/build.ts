/**
 * A step of `npm run build`: rewrites the declarations that the compiler has just written.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readableFromFiveOn } from './declarations.ts'

const folder = fileURLToPath(new URL('../../../dist/', import.meta.url))

for (const name of await readdir(folder, { recursive: true })) {
  if (!name.endsWith('.d.ts')) continue
  const path = join(folder, name)
  await writeFile(path, readableFromFiveOn(await readFile(path, 'utf8')))
}
