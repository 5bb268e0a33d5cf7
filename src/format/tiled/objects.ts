/**
 * The objects of a Tiled map: rectangles that stand for walls or costs are painted, the others are spots, of which some
 * refer to others: to those that properties of type object name, and, on another map, to the one that its property
 * `target` names, as "map#name".
 */
import type { Canvas } from '../world/canvas.ts'
import { type Fields, listOf, numberOf, textOf, wholeOf } from '../world/fields.ts'
import type { Reference, Spot } from '../world/links.ts'
import { type Meaning, SILENT } from '../world/meaning.ts'
import { classOf, propertiesOf, referencesOf } from './properties.ts'
import type { TiledLayer } from './tiled-layers.ts'

/** How pixels become cells: of the objects' own pixels, one cell is so wide and high, and the map begins at this cell. */
export interface Scale {
  readonly cellWidth: number
  readonly cellHeight: number
  readonly firstX: number
  readonly firstY: number
}

export class ObjectReader {
  readonly spots: Spot[] = []
  readonly notes: string[] = []
  private readonly map: string
  private readonly scale: Scale
  private readonly canvas: Canvas
  private readonly meaning: Meaning
  private namelessCount = 0

  constructor(map: string, scale: Scale, canvas: Canvas, meaning: Meaning) {
    this.map = map
    this.scale = scale
    this.canvas = canvas
    this.meaning = meaning
  }

  /** `cost` is what the layer as a whole says. */
  read(layer: TiledLayer, cost: number): void {
    for (const object of listOf(layer.fields, 'objects', layer.where)) {
      const number = this.numberOf(object, layer.where)
      const where = `${layer.where}, object ${number}`
      // Its property cost is what a portal costs, not the ground.
      const { wall } = propertiesOf(object, where)
      const own = this.meaning.ofProperties({ wall }, where)
      if (own === SILENT && cost === SILENT) this.addSpot(object, number, where)
      else this.paint(object, own === SILENT ? cost : own, where)
    }
  }

  /** Paints the cells whose middles the object covers. */
  private paint(object: Fields, cost: number, where: string): void {
    const { canvas, scale } = this
    if (object.polygon !== undefined || object.polyline !== undefined || object.ellipse === true || object.rotation) {
      this.notes.push(`${where}: only upright rectangles are painted; this object was passed over.`)
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

  /** Objects of old files may lack a number: as in Tiled they get one, which no reference names. */
  private numberOf(object: Fields, where: string): number | string {
    return object.id === undefined ? `without id ${++this.namelessCount}` : wholeOf(object, 'id', where)
  }

  private addSpot(object: Fields, number: number | string, where: string): void {
    const { map, canvas } = this
    const { x, y } = this.cellOf(object, where)
    const name = textOf(object, 'name', where)
    const properties = propertiesOf(object, where)
    const references: Reference[] = referencesOf(object, where).map(({ by, number }) => ({
      by,
      to: `${map}#${number}`,
    }))
    const { target } = properties
    if (typeof target === 'string' && target !== '') references.push({ by: 'target', to: target })
    if (!canvas.isInside(x, y)) {
      this.notes.push(`${where}: it lies outside the map and was passed over.`)
      return
    }
    const key = `${map}#${number}`
    const alias = name === '' ? '' : `${map}#${name}`
    const kind = classOf(object, where)
    this.spots.push({ key, alias, name, kind, cell: { map, x, y }, references, properties, where })
  }

  /** The cell of an object's middle. Tiles placed as objects hang from their lower left corner. */
  private cellOf(object: Fields, where: string): { x: number; y: number } {
    const { cellWidth, cellHeight, firstX, firstY } = this.scale
    const isTile = object.gid !== undefined
    const x = numberOf(object, 'x', where) + numberOf(object, 'width', where, 0) / 2
    const y = numberOf(object, 'y', where) + ((isTile ? -1 : 1) * numberOf(object, 'height', where, 0)) / 2
    return { x: Math.floor(x / cellWidth) - firstX, y: Math.floor(y / cellHeight) - firstY }
  }
}
