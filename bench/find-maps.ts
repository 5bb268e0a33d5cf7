/** Finds benchmark maps below a folder: each NAME.map with scenario files NAME.*.scen beside it. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { MapWorld } from './world.ts'

export function findMaps(folder: string): MapWorld[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  return files
    .filter(file => file.endsWith('.map'))
    .map(mapFile => {
      const stem = mapFile.slice(0, -'map'.length)
      return { mapFile, scenarioFiles: files.filter(file => file.startsWith(stem) && file.endsWith('.scen')) }
    })
    .filter(({ scenarioFiles }) => scenarioFiles.length > 0)
}
