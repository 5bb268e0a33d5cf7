/**
 * The site that shows a map, a world or a crowd: the files of its page, a title, and the bytes of an atlas or a world. The
 * local server and a static host serve the same site, byte for byte.
 */
import type { ShownMap } from './shown-map.ts'

export interface SiteFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export const ABOUT_FILE = 'world.json'
const ATLAS_FILE = 'world.atlas'
export const WORLD_FILES: readonly string[] = [ABOUT_FILE, ATLAS_FILE]

export function siteOf(page: readonly SiteFile[], world: ShownMap): SiteFile[] {
  const about = { title: world.title, atlas: ATLAS_FILE, sizeBytes: world.atlas.length }
  return [
    ...page,
    { name: ABOUT_FILE, bytes: new TextEncoder().encode(`${JSON.stringify(about)}\n`) },
    { name: ATLAS_FILE, bytes: world.atlas },
  ]
}
