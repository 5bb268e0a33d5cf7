/**
 * What an LDtk project defines once for all its levels: the names of IntGrid values, and the tags and custom data of tiles.
 */
import { type Fields, listOf, textOf, wholeOf } from '../world/fields.ts'
import { type Meaning, SILENT } from '../world/meaning.ts'

export class Definitions {
  private readonly meaning: Meaning
  /** By the layer's number, then by value. */
  private readonly costOfValue = new Map<number, Map<number, number>>()
  /** By the tileset's number, then by tile. */
  private readonly costOfTile = new Map<number, Map<number, number>>()

  constructor(defs: Fields, meaning: Meaning, path: string) {
    this.meaning = meaning
    for (const layer of listOf(defs, 'layers', path)) this.addLayer(layer, `${path}, defs`)
    for (const tileset of listOf(defs, 'tilesets', path)) this.addTileset(tileset, `${path}, defs`)
  }

  /** SILENT where the value's name says nothing. */
  ofValue(layer: number, value: number): number {
    return this.costOfValue.get(layer)?.get(value) ?? SILENT
  }

  ofTile(tileset: number, tile: number): number {
    return this.costOfTile.get(tileset)?.get(tile) ?? SILENT
  }

  private addLayer(layer: Fields, where: string): void {
    const costs = new Map<number, number>()
    for (const value of listOf(layer, 'intGridValues', where)) {
      costs.set(wholeOf(value, 'value', where), this.meaning.ofName(textOf(value, 'identifier', where)))
    }
    this.costOfValue.set(wholeOf(layer, 'uid', where), costs)
  }

  private addTileset(tileset: Fields, where: string): void {
    const costs = new Map<number, number>()
    const set = (tile: unknown, cost: number) => {
      if (typeof tile === 'number' && cost !== SILENT) costs.set(tile, cost)
    }
    for (const tag of listOf(tileset, 'enumTags', where)) {
      const cost = this.meaning.ofName(textOf(tag, 'enumValueId', where))
      if (Array.isArray(tag.tileIds)) for (const tile of tag.tileIds) set(tile, cost)
    }
    for (const custom of listOf(tileset, 'customData', where)) {
      set(custom.tileId, this.ofCustomData(textOf(custom, 'data', where), where))
    }
    this.costOfTile.set(wholeOf(tileset, 'uid', where), costs)
  }

  /** Custom data is any text: asked are texts that are JSON objects. */
  private ofCustomData(data: string, where: string): number {
    if (!data.trimStart().startsWith('{')) return this.meaning.ofName(data.trim())
    try {
      return this.meaning.ofProperties(JSON.parse(data), where)
    } catch (error) {
      if (error instanceof SyntaxError) return SILENT
      throw error
    }
  }
}
