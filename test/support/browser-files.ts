/** The manifest's map from files for Node to files for browsers, for bundles of sources. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The source of a built file. */
export const sourceOf = (built: string) =>
  resolve(ROOT, built.replace('./dist/', 'src/').replace(/\.(d\.ts|js)$/, '.ts'))

export const browserFiles: Plugin = {
  name: 'browser-files',
  setup({ onResolve }) {
    const { browser } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8'))
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      const mapped = Object.entries<string>(browser).find(([from]) => sourceOf(from) === resolve(resolveDir, path))
      return mapped && { path: sourceOf(mapped[1]) }
    })
  },
}
