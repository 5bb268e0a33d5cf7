/**
 * Peers are installed apart, by `npm ci --prefix bench/peers`, so that nobody has to install them to work on this project.
 * They are looked up from that folder, wherever this code runs from.
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const MANIFEST = 'bench/peers/package.json'

export interface Load {
  has(name: string): boolean
  /** What the package exports; a CommonJS package's exports are its default. */
  <Exports>(name: string): Promise<Exports>
}

export function loaderOfPeers(): Load {
  const { resolve } = createRequire(join(repositoryRoot(), MANIFEST))
  const load = async <Exports>(name: string) => {
    const module = await import(pathToFileURL(resolve(name)).href)
    return (module.default ?? module) as Exports
  }
  const has = (name: string) => {
    try {
      return resolve(name) !== ''
    } catch {
      return false
    }
  }
  return Object.assign(load, { has })
}

/** Compiled code lies deeper than its source. */
export function repositoryRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, MANIFEST))) {
    const parent = dirname(folder)
    if (parent === folder)
      throw new Error(`No folder above this code holds ${MANIFEST}: run the benches in a checkout.`)
    folder = parent
  }
  return folder
}
