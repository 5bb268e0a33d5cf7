/**
 * The objects of a Tiled map. Rectangles that stand for walls or costs are painted; the others are spots. A spot refers
 * to the objects that its properties of type object name. It refers to an object of another map by its property
 * `target`, as "map#name".
 */
import { type Fields, listOf, numberOf, textOf, wholeOf } from '../world/fields.ts'
import type { Reference, Spot } from '../world/links.ts'
import { type Canvas, type Meaning, SILENT } from '../world/meaning.ts'
import type { TiledLayer } from './tiled-layers.ts'
import { classOf, propertiesOf, referencesOf } from './tileset.ts'

/** How pixels become cells: the size of a cell in the objects' pixels, and the first cell of the map. */
export interface Scale {
  readonly cellWidth: number
  readonly cellHeight: number
  readonly firstX: number
  readonly firstY: number
}

/** The objects of one map: the settings for reading them, and the results. */
export interface Objects {
  readonly map: string
  readonly scale: Scale
  readonly canvas: Canvas
  readonly meaning: Meaning
  readonly spots: Spot[]
  readonly notes: string[]
}

/** Reads the objects of a layer; `cost` is the cost of the layer as a whole. */
export function readObjects(objects: Objects, layer: TiledLayer, cost: number): void {
  for (const object of listOf(layer.fields, 'objects', layer.where)) {
    // Objects of old files may lack a number. As in Tiled they get one, but no reference can name it.
    const isNameless = object.id === undefined
    const number = isNameless ? `without id ${objects.spots.length + 1}` : wholeOf(object, 'id', layer.where)
    const where = `${layer.where}, object ${number}`
    // On a spot, the property `cost` is the cost of a portal, not of the ground.
    const { wall } = propertiesOf(object, where)
    const own = objects.meaning.ofProperties({ wall }, where)
    if (own === SILENT && cost === SILENT) addSpot(objects, object, number, where)
    else paint(objects, object, own === SILENT ? cost : own, where)
  }
}

/** Paints the cells whose middles the object covers. */
function paint({ canvas, scale, notes }: Objects, object: Fields, cost: number, where: string): void {
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

function addSpot(
  { map, scale, canvas, spots, notes }: Objects,
  object: Fields,
  number: number | string,
  where: string,
): void {
  const { x, y } = cellOf(scale, object, where)
  const name = textOf(object, 'name', where)
  const properties = propertiesOf(object, where)
  const references: Reference[] = referencesOf(object, where).map(({ by, number }) => ({
    by,
    to: `${map}#${number}`,
  }))
  const { target } = properties
  if (typeof target === 'string' && target !== '') references.push({ by: 'target', to: target })
  if (!canvas.isInside(x, y)) {
    notes.push(`${where}: it lies outside the map and was passed over.`)
    return
  }
  const key = `${map}#${number}`
  const alias = name === '' ? '' : `${map}#${name}`
  const kind = classOf(object, where)
  spots.push({ key, alias, name, kind, cell: { map, x, y }, references, properties, where })
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
