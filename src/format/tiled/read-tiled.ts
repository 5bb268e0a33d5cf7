/**
 * Reads a Tiled map, TMJ or TMX, into a grid and its spots. Isometric maps are grids as well; maps without square
 * neighbours are refused.
 */
import { syntaxOf } from '../syntax.ts'
import { type Fields, failMap, listOf, numberOf, parseJson, pathFrom, textOf, wholeOf } from '../world/fields.ts'
import type { ReadMap } from '../world/links.ts'
import { Canvas, type Meaning, SILENT } from '../world/meaning.ts'
import { type Objects, readObjects, type Scale } from './objects.ts'
import { boxOf, layersOf, type Piece, piecesOf, type TiledLayer } from './tiled-layers.ts'
import { classOf, propertiesOf, TilesetCosts } from './tileset.ts'
import { parseTiledXml } from './xml.ts'

const TILESETS_MAX = 1024

interface TiledMap extends ReadMap {
  /** The place of the grid's first cell, in cells of the file: an infinite map may begin anywhere. */
  readonly firstX: number
  readonly firstY: number
  readonly cellWidth: number
  readonly cellHeight: number
}

/** A map or a tileset, as JSON or as XML. */
export function parseTiled(bytes: Uint8Array, where: string): Fields {
  return syntaxOf(bytes) === 'xml' ? parseTiledXml(bytes, where) : parseJson(bytes, where)
}

/** Reads the map `name` from the parsed file at `path`; `load` reads the files that it names. */
export async function readTiledMap(
  map: Fields,
  name: string,
  path: string,
  meaning: Meaning,
  load: (path: string, by: string) => Promise<Uint8Array>,
): Promise<TiledMap> {
  const orientation = textOf(map, 'orientation', path)
  if (orientation === '') failMap(path, 'it is no map of Tiled or LDtk: it has no orientation and no levels.')
  if (orientation !== 'orthogonal' && orientation !== 'isometric') {
    failMap(
      path,
      `its orientation is "${orientation}": cells have square neighbours on orthogonal and isometric maps only.`,
    )
  }
  const costs = await tileCosts(map, path, meaning, load)
  const layers = layersOf(map, path)
  const tileLayers = layers
    .filter(({ kind }) => kind === 'tilelayer')
    .map(layer => ({ layer, pieces: piecesOf(layer) }))
  const pieces = tileLayers.flatMap(layer => layer.pieces)
  const box = boxOf(map, pieces, path)
  const canvas = new Canvas(box.width, box.height, meaning)
  const scale: Scale = { ...cellSizeOf(map, path), firstX: box.x, firstY: box.y }
  const objects: Objects = { map: name, scale, canvas, meaning, spots: [], notes: [] }
  const piecesOfLayer = new Map(tileLayers.map(({ layer, pieces }) => [layer, pieces]))
  for (const layer of layers) {
    const cost = costOfLayer(layer, meaning)
    if (layer.kind === 'objectgroup') readObjects(objects, layer, cost)
    for (const piece of piecesOfLayer.get(layer) ?? []) paint(canvas, piece, scale, costs, cost, layer.where)
  }
  const grid = canvas.grid(meaning.costOfTile, meaning.costOfEmpty ?? 0)
  return { grid, spots: objects.spots, notes: [...costs.notes(path), ...objects.notes], ...scale }
}

/** The size of a cell in pixels, as objects measure it: isometric maps use the height of a cell along both axes. */
export function cellSizeOf(map: Fields, path: string): { cellWidth: number; cellHeight: number } {
  const cellHeight = numberOf(map, 'tileheight', path)
  const cellWidth = map.orientation === 'isometric' ? cellHeight : numberOf(map, 'tilewidth', path)
  if (!(cellWidth > 0 && cellHeight > 0)) failMap(path, `its tiles have ${cellWidth} x ${cellHeight} pixels.`)
  return { cellWidth, cellHeight }
}

async function tileCosts(
  map: Fields,
  path: string,
  meaning: Meaning,
  load: (path: string, by: string) => Promise<Uint8Array>,
): Promise<TilesetCosts> {
  const costs = new TilesetCosts(meaning)
  const tilesets = listOf(map, 'tilesets', path)
  if (tilesets.length > TILESETS_MAX) failMap(path, `it has ${tilesets.length} tilesets, more than ${TILESETS_MAX}.`)
  for (const tileset of tilesets) {
    const firstNumber = wholeOf(tileset, 'firstgid', path)
    const source = textOf(tileset, 'source', path)
    if (source === '') {
      costs.add(firstNumber, tileset, `${path}, tileset "${textOf(tileset, 'name', path)}"`)
      continue
    }
    const sourcePath = pathFrom(path, source)
    costs.add(firstNumber, parseTiled(await load(sourcePath, path), sourcePath), sourcePath)
  }
  return costs
}

function costOfLayer({ fields, name, where }: TiledLayer, meaning: Meaning): number {
  const byProperty = meaning.ofProperties(propertiesOf(fields, where), where)
  if (byProperty !== SILENT) return byProperty
  const { type: _, ...withoutKind } = fields
  const byClass = meaning.ofName(classOf(withoutKind, where))
  return byClass === SILENT ? meaning.ofName(name) : byClass
}

function paint(
  canvas: Canvas,
  piece: Piece,
  { firstX, firstY }: Scale,
  costs: TilesetCosts,
  ofLayer: number,
  where: string,
) {
  canvas.expect(piece.width * piece.height, where)
  const numbers = piece.numbers()
  for (let y = 0, i = 0; y < piece.height; y++) {
    for (let x = 0; x < piece.width; x++, i++) {
      if (numbers[i] === 0) continue
      const ofTile = costs.of(numbers[i], where)
      const atX = piece.x + x - firstX
      const atY = piece.y + y - firstY
      if (!canvas.isInside(atX, atY)) failMap(where, `it has a tile at ${atX},${atY}, outside the map.`)
      canvas.paint(atX, atY, ofTile === SILENT ? ofLayer : ofTile)
    }
  }
}
