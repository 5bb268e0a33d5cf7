/** The files of the repository by name and text, for tests that hold the house itself. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Programs and pages below a folder, as paths from the top of the repository. */
export function filesUnder(folder: string): string[] {
  if (!existsSync(join(ROOT, folder))) return []
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(ts|js|mjs|html|css)$/.test(entry.name))
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter(file => !/\/(node_modules|dist)\//.test(file))
}

export const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
