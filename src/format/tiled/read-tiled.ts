/**
 * Reads a Tiled map, TMJ or TMX, into a grid and its spots. Isometric maps are grids as well; maps without square
 * neighbours are refused.
 */
import type { Point } from '../../base/answer.ts'
import { syntaxOf } from '../syntax.ts'
import type { Load } from '../world/description.ts'
import { Item, pathFrom } from '../world/fields.ts'
import type { ReadMap, Reference, Spot } from '../world/links.ts'
import { type Canvas, canvasOf, type Meaning, type Told } from '../world/meaning.ts'
import { boxOf, layersOf, type Piece, piecesOf, type TiledLayer } from './tiled-layers.ts'
import { classOf, propertiesOf, referencesOf, type TilesetCosts, tilesetCosts } from './tileset.ts'
import { parseTiledXml } from './xml.ts'

const TILESETS_MAX = 1024

/** A map or a tileset, as JSON or as XML. */
export function parseTiled(bytes: Uint8Array, where: string): Item {
  return syntaxOf(bytes) === 'xml' ? new Item(parseTiledXml(bytes, where), where) : Item.ofJson(bytes, where)
}

/** Reads the map `name` from a parsed file; `load` reads the files that it names. */
export async function readTiledMap(map: Item, name: string, meaning: Meaning, load: Load): Promise<ReadMap & Scale> {
  const orientation = map.text('orientation')
  if (orientation === '') map.fail('it is no map of Tiled or LDtk: it has no orientation and no levels.')
  if (orientation !== 'orthogonal' && orientation !== 'isometric') {
    map.fail(`its orientation is "${orientation}": cells have square neighbours on orthogonal and isometric maps only.`)
  }
  const costs = await tileCosts(map, meaning, load)
  const layers = layersOf(map)
  const tileLayers = layers
    .filter(({ kind }) => kind === 'tilelayer')
    .map(layer => ({ layer, pieces: piecesOf(layer) }))
  const pieces = tileLayers.flatMap(layer => layer.pieces)
  const box = boxOf(map, pieces)
  const canvas = canvasOf(box.width, box.height, meaning)
  const scale: Scale = { ...cellSizeOf(map), firstX: box.x, firstY: box.y }
  const objects: Objects = { map: name, scale, canvas, meaning, spots: [], notes: [] }
  const piecesOfLayer = new Map(tileLayers.map(({ layer, pieces }) => [layer, pieces]))
  for (const layer of layers) {
    const cost = costOfLayer(layer, meaning)
    if (layer.kind === 'objectgroup') readObjects(objects, layer.item, cost)
    for (const piece of piecesOfLayer.get(layer) ?? []) paint(canvas, piece, scale, costs, cost, layer.item)
  }
  const grid = canvas.grid(meaning.costOfTile, meaning.costOfEmpty ?? 0)
  return { grid, spots: objects.spots, notes: [...costs.notes(map.where), ...objects.notes], ...scale }
}

/** The size of a cell in pixels, as objects measure it: isometric maps use the height of a cell along both axes. */
export function cellSizeOf(map: Item): { cellWidth: number; cellHeight: number } {
  const cellHeight = map.number('tileheight')
  const cellWidth = map.fields.orientation === 'isometric' ? cellHeight : map.number('tilewidth')
  if (!(cellWidth > 0 && cellHeight > 0)) map.fail(`its tiles have ${cellWidth} x ${cellHeight} pixels.`)
  return { cellWidth, cellHeight }
}

async function tileCosts(map: Item, meaning: Meaning, load: Load): Promise<TilesetCosts> {
  const path = map.where
  const costs = tilesetCosts(meaning)
  const tilesets = map.list('tilesets')
  if (tilesets.length > TILESETS_MAX) map.fail(`it has ${tilesets.length} tilesets, more than ${TILESETS_MAX}.`)
  for (const tileset of tilesets) {
    const firstNumber = tileset.whole('firstgid')
    const source = tileset.text('source')
    if (source === '') {
      costs.add(firstNumber, tileset.at(`tileset "${tileset.text('name')}"`))
      continue
    }
    const sourcePath = pathFrom(path, source)
    costs.add(firstNumber, parseTiled(await load(sourcePath, path), sourcePath))
  }
  return costs
}

function costOfLayer({ item, name }: TiledLayer, meaning: Meaning): Told {
  // The type of a layer is its kind.
  const byProperty = meaning.ofProperties(propertiesOf(item), item.where)
  return byProperty ?? meaning.ofName(item.text('class')) ?? meaning.ofName(name)
}

function paint(
  canvas: Canvas,
  piece: Piece,
  { firstX, firstY }: Scale,
  costs: TilesetCosts,
  ofLayer: Told,
  layer: Item,
) {
  canvas.expect(piece.width * piece.height, layer.where)
  const numbers = piece.numbers()
  for (let y = 0, i = 0; y < piece.height; y++) {
    for (let x = 0; x < piece.width; x++, i++) {
      if (numbers[i] === 0) continue
      const cost = costs.of(numbers[i], layer) ?? ofLayer
      const atX = piece.x + x - firstX
      const atY = piece.y + y - firstY
      if (!canvas.isInside(atX, atY)) layer.fail(`it has a tile at ${atX},${atY}, outside the map.`)
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
function readObjects(objects: Objects, layer: Item, ofLayer: Told): void {
  for (const one of layer.list('objects')) {
    // Objects of old files may lack a number. As in Tiled they get one, but no reference can name it.
    const isNameless = one.fields.id === undefined
    const number = isNameless ? `without id ${objects.spots.length + 1}` : one.whole('id')
    const object = one.at(`object ${number}`)
    // On a spot, the property `cost` is the cost of a portal, not of the ground.
    const { wall } = propertiesOf(object)
    const cost = objects.meaning.ofProperties({ wall }, object.where) ?? ofLayer
    if (cost === undefined) objects.spots.push(spotOf(objects, object, number))
    else paintRectangle(objects, object, cost)
  }
}

/** Paints the cells whose middles the object covers. */
function paintRectangle({ canvas, scale, notes }: Objects, object: Item, cost: number): void {
  const { polygon, polyline, ellipse, rotation } = object.fields
  if (polygon !== undefined || polyline !== undefined || ellipse === true || rotation) {
    notes.push(`${object.where}: only upright rectangles are painted; this object was passed over.`)
    return
  }
  const left = object.number('x') / scale.cellWidth - scale.firstX
  const top = object.number('y') / scale.cellHeight - scale.firstY
  const right = left + object.number('width', 0) / scale.cellWidth
  const bottom = top + object.number('height', 0) / scale.cellHeight
  const yEnd = Math.min(canvas.height, Math.ceil(bottom - 0.5))
  const xEnd = Math.min(canvas.width, Math.ceil(right - 0.5))
  const [x0, y0] = [Math.max(0, Math.ceil(left - 0.5)), Math.max(0, Math.ceil(top - 0.5))]
  canvas.expect(Math.max(0, xEnd - x0) * Math.max(0, yEnd - y0), object.where)
  for (let y = y0; y < yEnd; y++) for (let x = x0; x < xEnd; x++) canvas.paint(x, y, cost)
}

function spotOf({ map, scale }: Objects, object: Item, number: number | string): Spot {
  const cell = { map, ...cellOf(scale, object) }
  const name = object.text('name')
  const properties = propertiesOf(object)
  const references: Reference[] = referencesOf(object).map(({ by, number }) => ({
    by,
    to: `${map}#${number}`,
  }))
  const { target } = properties
  if (typeof target === 'string' && target !== '') references.push({ by: 'target', to: target })
  const { where } = object
  return { key: `${map}#${number}`, name, kind: classOf(object), cell, references, properties, where }
}

/** The cell of an object's middle. The origin of a tile placed as an object is its lower left corner. */
function cellOf({ cellWidth, cellHeight, firstX, firstY }: Scale, object: Item): Point {
  const isTile = object.fields.gid !== undefined
  const x = object.number('x') + object.number('width', 0) / 2
  const y = object.number('y') + ((isTile ? -1 : 1) * object.number('height', 0)) / 2
  return { x: Math.floor(x / cellWidth) - firstX, y: Math.floor(y / cellHeight) - firstY }
}
