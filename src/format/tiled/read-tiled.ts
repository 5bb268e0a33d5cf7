/**
 * Reads a Tiled map, TMJ or TMX, into a grid and its spots. Isometric maps are grids as well; maps without square
 * neighbours are refused.
 */
import { syntaxOf } from '../syntax.ts'
import type { Load } from '../world/description.ts'
import { type Fields, failMap, jsonOf, listOf, numberOf, pathFrom, textOf, wholeOf } from '../world/fields.ts'
import type { ReadMap, Reference, Spot } from '../world/links.ts'
import { type Canvas, canvasOf, type Meaning, type Told } from '../world/meaning.ts'
import { boxOf, layersOf, type Piece, piecesOf, type TiledLayer } from './tiled-layers.ts'
import { classOf, propertiesOf, referencesOf, type TilesetCosts, tilesetCosts } from './tileset.ts'
import { parseTiledXml } from './xml.ts'

const TILESETS_MAX = 1024

/** A map or a tileset, as JSON or as XML. */
export function parseTiled(bytes: Uint8Array, where: string): Fields {
  return syntaxOf(bytes) === 'xml' ? parseTiledXml(bytes, where) : jsonOf(bytes, where)
}

/** Reads the map `name` from the parsed file at `path`; `load` reads the files that it names. */
export async function readTiledMap(
  map: Fields,
  name: string,
  path: string,
  meaning: Meaning,
  load: Load,
): Promise<ReadMap & Scale> {
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
  const canvas = canvasOf(box.width, box.height, meaning)
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

async function tileCosts(map: Fields, path: string, meaning: Meaning, load: Load): Promise<TilesetCosts> {
  const costs = tilesetCosts(meaning)
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

function costOfLayer({ fields, name, where }: TiledLayer, meaning: Meaning): Told {
  const { type: _, ...withoutKind } = fields
  const byProperty = meaning.ofProperties(propertiesOf(fields, where), where)
  return byProperty ?? meaning.ofName(classOf(withoutKind, where)) ?? meaning.ofName(name)
}

function paint(
  canvas: Canvas,
  piece: Piece,
  { firstX, firstY }: Scale,
  costs: TilesetCosts,
  ofLayer: Told,
  where: string,
) {
  canvas.expect(piece.width * piece.height, where)
  const numbers = piece.numbers()
  for (let y = 0, i = 0; y < piece.height; y++) {
    for (let x = 0; x < piece.width; x++, i++) {
      if (numbers[i] === 0) continue
      const cost = costs.of(numbers[i], where) ?? ofLayer
      const atX = piece.x + x - firstX
      const atY = piece.y + y - firstY
      if (!canvas.isInside(atX, atY)) failMap(where, `it has a tile at ${atX},${atY}, outside the map.`)
      canvas.paint(atX, atY, cost)
    }
  }
}

/** How pixels become cells. */
interface Scale {
  /** The size of a cell in the objects' pixels. */
  readonly cellWidth: number
  readonly cellHeight: number
  /** The place of the grid's first cell, in cells of the file: an infinite map may begin anywhere. */
  readonly firstX: number
  readonly firstY: number
}

/** The objects of one map: the settings for reading them, and the results. */
interface Objects {
  readonly map: string
  readonly scale: Scale
  readonly canvas: Canvas
  readonly meaning: Meaning
  readonly spots: Spot[]
  readonly notes: string[]
}

/**
 * Reads the objects of a layer; `ofLayer` is the cost of the layer as a whole. Rectangles that stand for walls or costs are
 * painted; the others are spots. A spot refers to the objects that its properties of type object name. Its property
 * `target`, as "map#name", refers to another map.
 */
function readObjects(objects: Objects, layer: TiledLayer, ofLayer: Told): void {
  for (const object of listOf(layer.fields, 'objects', layer.where)) {
    // Objects of old files may lack a number. As in Tiled they get one, but no reference can name it.
    const isNameless = object.id === undefined
    const number = isNameless ? `without id ${objects.spots.length + 1}` : wholeOf(object, 'id', layer.where)
    const where = `${layer.where}, object ${number}`
    // On a spot, the property `cost` is the cost of a portal, not of the ground.
    const { wall } = propertiesOf(object, where)
    const cost = objects.meaning.ofProperties({ wall }, where) ?? ofLayer
    if (cost === undefined) objects.spots.push(spotOf(objects, object, number, where))
    else paintRectangle(objects, object, cost, where)
  }
}

/** Paints the cells whose middles the object covers. */
function paintRectangle({ canvas, scale, notes }: Objects, object: Fields, cost: number, where: string): void {
  if (object.polygon !== undefined || object.polyline !== undefined || object.ellipse === true || object.rotation) {
    notes.push(`${where}: only upright rectangles are painted; this object was passed over.`)
    return
  }
  const left = numberOf(object, 'x', where) / scale.cellWidth - scale.firstX
  const top = numberOf(object, 'y', where) / scale.cellHeight - scale.firstY
  const right = left + numberOf(object, 'width', where, 0) / scale.cellWidth
  const bottom = top + numberOf(object, 'height', where, 0) / scale.cellHeight
  const yEnd = Math.min(canvas.height, Math.ceil(bottom - 0.5))
  const xEnd = Math.min(canvas.width, Math.ceil(right - 0.5))
  const [x0, y0] = [Math.max(0, Math.ceil(left - 0.5)), Math.max(0, Math.ceil(top - 0.5))]
  canvas.expect(Math.max(0, xEnd - x0) * Math.max(0, yEnd - y0), where)
  for (let y = y0; y < yEnd; y++) for (let x = x0; x < xEnd; x++) canvas.paint(x, y, cost)
}

function spotOf({ map, scale }: Objects, object: Fields, number: number | string, where: string): Spot {
  const cell = { map, ...cellOf(scale, object, where) }
  const name = textOf(object, 'name', where)
  const properties = propertiesOf(object, where)
  const references: Reference[] = referencesOf(object, where).map(({ by, number }) => ({
    by,
    to: `${map}#${number}`,
  }))
  const { target } = properties
  if (typeof target === 'string' && target !== '') references.push({ by: 'target', to: target })
  return { key: `${map}#${number}`, name, kind: classOf(object, where), cell, references, properties, where }
}

/** The cell of an object's middle. The origin of a tile placed as an object is its lower left corner. */
function cellOf(
  { cellWidth, cellHeight, firstX, firstY }: Scale,
  object: Fields,
  where: string,
): { x: number; y: number } {
  const isTile = object.gid !== undefined
  const x = numberOf(object, 'x', where) + numberOf(object, 'width', where, 0) / 2
  const y = numberOf(object, 'y', where) + ((isTile ? -1 : 1) * numberOf(object, 'height', where, 0)) / 2
  return { x: Math.floor(x / cellWidth) - firstX, y: Math.floor(y / cellHeight) - firstY }
}
