/**
 * Operations of the service's threads: facts about a cell, and tiles of a map's picture, 256 x 256 pixels each. On the
 * deepest zoom a pixel is a cell. Each zoom above shows twice as many cells per side, up to zoom 0, where one tile
 * shows all.
 */

import type { AtlasColumns } from '../../atlas/columns.ts'
import { writePng } from '../../format/png-write.ts'
import type { OpenedMap } from '../../pool/opened-map.ts'
import { costRangeOf } from '../draw/costs.ts'
import { GroundPainter } from '../draw/ground-painter.ts'
import type { MapLook } from '../draw/layers.ts'

export const TILE_PIXELS = 256

export interface TileJob {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** The zoom on which a pixel is a cell. */
export function zoomMaxOf(width: number, height: number): number {
  return Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / TILE_PIXELS)))
}

const LOOK: MapLook = { layers: ['terrain'], level: 0, scheme: 'light' }
const painters = new WeakMap<AtlasColumns, GroundPainter>()

export function drawTile(opened: OpenedMap, { z, x, y }: TileJob): Uint8Array {
  const cells = 1 << (zoomMaxOf(opened.info.width, opened.info.height) - z)
  const side = TILE_PIXELS
  const area = { cells, left: x * side * cells, top: y * side * cells, width: side, height: side }
  const words = new Uint32Array(side * side)
  painterOf(opened.map.columns).paint(area, LOOK, words)
  return writePng({ width: side, height: side, depth: 8, channels: 3, data: rgbOf(words) })
}

function painterOf(columns: AtlasColumns): GroundPainter {
  let painter = painters.get(columns)
  if (painter === undefined) {
    painter = new GroundPainter(columns, costRangeOf(columns.terrain))
    painters.set(columns, painter)
  }
  return painter
}

/** Pixels outside the map are white. */
function rgbOf(words: Uint32Array): Uint8Array {
  const rgb = new Uint8Array(3 * words.length)
  for (let i = 0; i < words.length; i++) {
    const word = words[i] === 0 ? 0xffffff : words[i]
    rgb[3 * i] = word & 0xff
    rgb[3 * i + 1] = (word >> 8) & 0xff
    rgb[3 * i + 2] = (word >> 16) & 0xff
  }
  return rgb
}

export interface LocateJob {
  readonly x: number
  readonly y: number
  readonly traveller: string | undefined
}

export interface Located {
  readonly inside: boolean
  readonly free: boolean
  readonly cost: number
  readonly island: number | null
  readonly nearest: [number, number] | null
}

export function locate(opened: OpenedMap, { x, y, traveller }: LocateJob): Located {
  const seen = opened.seenBy(traveller)
  const { width, height } = opened.info
  const island = seen.islandOf(x, y)
  // A path from a cell to itself begins at the closest free cell.
  const near = opened.finder(traveller).find(x, y, x, y, { nearest: true })
  return {
    inside: x >= 0 && y >= 0 && x < width && y < height,
    free: island >= 0,
    cost: seen.costAt(x, y),
    island: island >= 0 ? island : null,
    nearest: near.status === 'found' ? [near.goal.x, near.goal.y] : null,
  }
}
