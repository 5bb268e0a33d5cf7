/**
 * A step of `npm run build`: writes the page's files to where an installed package looks for them.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { bundlePage } from './bundle.ts'

const folder = new URL('../../../dist/app/viewer/web/', import.meta.url)

await rm(fileURLToPath(folder), { recursive: true, force: true })
await mkdir(fileURLToPath(folder), { recursive: true })
for (const { name, bytes } of await bundlePage()) await writeFile(new URL(name, folder), bytes)
