/** The maps of fixtures/, by name. */
import { readdirSync, readFileSync } from 'node:fs'
import { readMap } from '../../src/format/read-map.ts'
import type { Grid } from '../../src/map/grid.ts'

const FOLDER = new URL('../../fixtures/', import.meta.url)

export function fixtureNames(): string[] {
  return readdirSync(FOLDER)
    .filter(file => file.endsWith('.txt'))
    .map(file => file.slice(0, -'.txt'.length))
    .sort()
}

export function fixture(name: string): Grid {
  return readMap(readFileSync(new URL(`${name}.txt`, FOLDER)))
}
