/**
 * What an LDtk project defines once for all its levels: the names of IntGrid values, and the tags and custom data of tiles.
 *
 * A value costs what its name says, else what its layer's name says. Cells without a value are free where any value is a
 * wall: such a designer draws walls. Where no value is a wall the designer draws floor, and cells without a value are walls.
 */
import { type Fields, listOf, textOf, wholeOf } from '../world/fields.ts'
import { type Meaning, SILENT } from '../world/meaning.ts'

export type Definitions = ReturnType<typeof definitionsOf>

type Costs = ReadonlyMap<number, number>
type NamesOfCost = Map<number, Set<string>>

export function definitionsOf(defs: Fields, meaning: Meaning, path: string) {
  const where = `${path}, defs`
  const namesOfCost: NamesOfCost = new Map()
  const byNumber = (list: string, costsOf: (fields: Fields) => Costs) =>
    new Map(listOf(defs, list, path).map(fields => [wholeOf(fields, 'uid', where), costsOf(fields)]))
  const ofLayer = byNumber('layers', layer => costsOfValues(layer, meaning, namesOfCost, where))
  const ofTileset = byNumber('tilesets', tileset => costsOfTiles(tileset, meaning, where))
  const costOfEmpty = meaning.costOfEmpty ?? (namesOfCost.has(0) ? meaning.costOfTile : 0)
  return {
    /** The cost of a cell without an IntGrid value. */
    costOfEmpty,
    /** How the IntGrid values were read, in a sentence for the author of the map; none without values. */
    notes: namesOfCost.size > 0 ? [noteOf(path, meaning, namesOfCost, costOfEmpty)] : [],
    /** Whether any value of the layer means a wall. */
    hasWalls: (layer: number) => [...(ofLayer.get(layer)?.values() ?? [])].includes(0),
    /** SILENT if neither the value's name nor its layer's name gives a cost. */
    ofValue: (layer: number, value: number) => ofLayer.get(layer)?.get(value) ?? SILENT,
    ofTile: (tileset: number, tile: number) => ofTileset.get(tileset)?.get(tile) ?? SILENT,
  }
}

function costsOfValues(layer: Fields, meaning: Meaning, namesOfCost: NamesOfCost, where: string): Costs {
  const costs = new Map<number, number>()
  const layerName = textOf(layer, 'identifier', where)
  const byLayer = meaning.ofName(layerName)
  for (const one of listOf(layer, 'intGridValues', where)) {
    const value = wholeOf(one, 'value', where)
    // The number stands for a missing name.
    const name = textOf(one, 'identifier', where) || String(value)
    const byName = meaning.ofName(name)
    const cost = byName === SILENT ? byLayer : byName
    costs.set(value, cost)
    const known = cost === SILENT ? meaning.costOfTile : cost
    const names = namesOfCost.get(known) ?? new Set()
    namesOfCost.set(known, names.add(byName === SILENT ? `${name} (of ${layerName || 'a layer'})` : name))
  }
  return costs
}

function noteOf(path: string, meaning: Meaning, namesOfCost: NamesOfCost, costOfEmpty: number): string {
  const costText = (cost: number) => (cost === 0 ? 'a wall' : `cost ${cost}`)
  const values = [...namesOfCost].map(([cost, names]) => `${[...names].join(', ')}: ${costText(cost)}`)
  const byWalls = namesOfCost.has(0) ? 'as some values are walls' : 'as no value is a wall'
  const why = meaning.costOfEmpty !== null ? 'as asked' : byWalls
  return (
    `${path}: IntGrid values were read as ${values.join('; ')}. ` +
    `Cells without a value: ${costText(costOfEmpty)}, ${why}. Other costs by name: costs (--cost NAME=N); for these cells: empty (--empty N).`
  )
}

function costsOfTiles(tileset: Fields, meaning: Meaning, where: string): Costs {
  const costs = new Map<number, number>()
  const set = (tile: unknown, cost: number) => {
    if (typeof tile === 'number' && cost !== SILENT) costs.set(tile, cost)
  }
  for (const tag of listOf(tileset, 'enumTags', where)) {
    const cost = meaning.ofName(textOf(tag, 'enumValueId', where))
    if (Array.isArray(tag.tileIds)) for (const tile of tag.tileIds) set(tile, cost)
  }
  for (const custom of listOf(tileset, 'customData', where)) {
    set(custom.tileId, costOfCustomData(textOf(custom, 'data', where), meaning, where))
  }
  return costs
}

/** Custom data is any text; a text that is a JSON object is read as properties. */
function costOfCustomData(data: string, meaning: Meaning, where: string): number {
  if (!data.trimStart().startsWith('{')) return meaning.ofName(data.trim())
  try {
    return meaning.ofProperties(JSON.parse(data), where)
  } catch (error) {
    if (error instanceof SyntaxError) return SILENT
    throw error
  }
}
