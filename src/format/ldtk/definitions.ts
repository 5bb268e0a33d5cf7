/**
 * What an LDtk project defines once for all its levels: the names of IntGrid values, and the tags and custom data of tiles.
 *
 * A value costs what its name says, else what its layer's name says. Cells without a value are free where any value is a
 * wall: such a designer draws walls. Where no value is a wall the designer draws floor, and cells without a value are walls.
 */
import { type Fields, listOf, textOf, wholeOf } from '../world/fields.ts'
import { type Meaning, SILENT } from '../world/meaning.ts'

export class Definitions {
  /** What a cell costs that has no IntGrid value. */
  readonly costOfEmpty: number
  /** What was made of the IntGrid values, a sentence for the author of the map; none where there are no values. */
  readonly notes: readonly string[]
  private readonly meaning: Meaning
  /** By the layer's number, then by value. */
  private readonly costOfValue = new Map<number, Map<number, number>>()
  /** By the tileset's number, then by tile. */
  private readonly costOfTile = new Map<number, Map<number, number>>()
  private readonly namesOfCost = new Map<number, Set<string>>()

  constructor(defs: Fields, meaning: Meaning, path: string) {
    this.meaning = meaning
    for (const layer of listOf(defs, 'layers', path)) this.addLayer(layer, `${path}, defs`)
    for (const tileset of listOf(defs, 'tilesets', path)) this.addTileset(tileset, `${path}, defs`)
    const hasValues = this.namesOfCost.size > 0
    const isFree = this.namesOfCost.has(0)
    this.costOfEmpty = meaning.costOfEmpty ?? (isFree ? meaning.costOfTile : 0)
    this.notes = hasValues ? [this.note(path, isFree)] : []
  }

  /** Whether any value of the layer means a wall. */
  hasWalls(layer: number): boolean {
    return [...(this.costOfValue.get(layer)?.values() ?? [])].includes(0)
  }

  /** SILENT where neither the value's name nor that of its layer says anything. */
  ofValue(layer: number, value: number): number {
    return this.costOfValue.get(layer)?.get(value) ?? SILENT
  }

  ofTile(tileset: number, tile: number): number {
    return this.costOfTile.get(tileset)?.get(tile) ?? SILENT
  }

  private addLayer(layer: Fields, where: string): void {
    const costs = new Map<number, number>()
    const layerName = textOf(layer, 'identifier', where)
    const byLayer = this.meaning.ofName(layerName)
    for (const one of listOf(layer, 'intGridValues', where)) {
      const value = wholeOf(one, 'value', where)
      // A value without a name is called by its number.
      const name = textOf(one, 'identifier', where) || String(value)
      const byName = this.meaning.ofName(name)
      const cost = byName === SILENT ? byLayer : byName
      costs.set(value, cost)
      const known = cost === SILENT ? this.meaning.costOfTile : cost
      const names = this.namesOfCost.get(known) ?? new Set()
      this.namesOfCost.set(known, names.add(byName === SILENT ? `${name} (of ${layerName || 'a layer'})` : name))
    }
    this.costOfValue.set(wholeOf(layer, 'uid', where), costs)
  }

  private note(path: string, isFree: boolean): string {
    const costText = (cost: number) => (cost === 0 ? 'a wall' : `cost ${cost}`)
    const values = [...this.namesOfCost].map(([cost, names]) => `${[...names].join(', ')}: ${costText(cost)}`)
    const why =
      this.meaning.costOfEmpty !== null ? 'as asked' : isFree ? 'as some values are walls' : 'as no value is a wall'
    return (
      `${path}: IntGrid values were read as ${values.join('; ')}. ` +
      `Cells without a value: ${costText(this.costOfEmpty)}, ${why}. Other costs by name: costs (--cost NAME=N); for these cells: empty (--empty N).`
    )
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
