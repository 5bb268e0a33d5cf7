/** Small Tiled maps: tiles 1 (cost 3) and 2 (a wall) on a floor of 3 x 2 cells, changed as a test wants them. */
import type { ReadWorldOptions, WorldDescription } from '../../src/format/world/description.ts'
import { readWorld } from '../../src/format/world/read-world.ts'

export const encode = (text: string) => new TextEncoder().encode(text)
export const json = (value: unknown) => encode(JSON.stringify(value))
export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
export const bytesOf = (tiles: number[]) => new Uint8Array(Uint32Array.from(tiles).buffer)

export const GRASS_AND_WATER = {
  firstgid: 1,
  name: 'ground',
  tiles: [
    { id: 0, properties: [{ name: 'cost', type: 'int', value: 3 }] },
    { id: 1, properties: [{ name: 'wall', type: 'bool', value: true }] },
  ],
}

export function tmj(fields: object): Record<string, unknown> {
  return {
    ...{ type: 'map', orientation: 'orthogonal', width: 3, height: 2, tilewidth: 16, tileheight: 16, infinite: false },
    ...{ tilesets: [GRASS_AND_WATER], layers: [layer([1, 2, 1, 0, 1, 2])] },
    ...fields,
  }
}

export function layer(data: unknown, fields: object = {}): Record<string, unknown> {
  return { type: 'tilelayer', name: 'floor', width: 3, height: 2, x: 0, y: 0, data, ...fields }
}

export const noFiles = (path: string): Uint8Array => {
  throw new Error(`no file ${path}`)
}

export function read(file: object | string, options?: ReadWorldOptions, files: Record<string, Uint8Array> = {}) {
  const bytes = typeof file === 'string' ? encode(file) : json(file)
  return readWorld(bytes, path => files[path] ?? noFiles(path), options)
}

export const costsOf = (world: WorldDescription, name = 'map') => Array.from(world.maps[name].cost)
