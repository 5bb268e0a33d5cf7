/**
 * Reads an LDtk project: each level becomes a map. A level is in the project or in its own file; its layers come
 * topmost first. Entities that refer to entities, of the same level or another, may become portals.
 *
 * A value of an IntGrid costs what its name says, else what its layer's name says. Cells without a value are free where any
 * value is a wall: such a designer draws walls. Where no value is a wall the designer draws floor, and such cells are walls.
 */
import type { Point } from '../../base/answer.ts'
import { textOf as shown } from '../../base/given.ts'
import type { Load, WorldDescription } from '../world/description.ts'
import { type Fields, failMap, fieldsOf, jsonOf, listOf, pathFrom, textOf, wholeOf } from '../world/fields.ts'
import { type ReadMap, type Reference, type Spot, worldOf } from '../world/links.ts'
import { type Canvas, canvasOf, type Meaning, type Told } from '../world/meaning.ts'

const LEVELS_MAX = 100_000

/** LDtk marks all its files at the top; only projects have levels and definitions too. */
export function isLdtk(file: Fields): boolean {
  return typeof file.jsonVersion === 'string' && Array.isArray(file.levels) && typeof file.defs === 'object'
}

export async function readLdtk(project: Fields, path: string, meaning: Meaning, load: Load): Promise<WorldDescription> {
  const version = textOf(project, 'jsonVersion', path)
  if (/^0\.[0-7]\./.test(version)) failMap(path, `it is of LDtk ${version}: open it in a newer LDtk, and save it.`)
  const definitions = definitionsOf(fieldsOf(project.defs, `${path}, defs`), meaning, path)
  const maps = new Map<string, ReadMap & Point>()
  const levels = levelsOf(project, path)
  if (levels.length > LEVELS_MAX) failMap(path, `it has ${levels.length} levels, more than ${LEVELS_MAX}.`)
  const files = new Set<string>()
  for (const stub of levels) {
    const name = textOf(stub, 'identifier', path)
    if (name === '' || maps.has(name)) failMap(path, `it has a level without a name of its own: "${name}".`)
    const file = textOf(stub, 'externalRelPath', path)
    const levelPath = file === '' ? path : pathFrom(path, file)
    if (file !== '' && files.has(levelPath)) failMap(path, `two of its levels are in the file "${file}".`)
    files.add(levelPath)
    const level = file === '' ? stub : jsonOf(await load(levelPath, path), levelPath)
    const read = readLevel(level, name, `${levelPath}, level "${name}"`, definitions, meaning)
    const cells = (field: string) => Math.floor(wholeOf(stub, field, path, 0) / read.cellPixels)
    maps.set(name, { ...read, x: cells('worldX'), y: cells('worldY') })
  }
  if (levels.length === 0) failMap(path, 'it has no level.')
  return worldOf(maps, definitions.notes)
}

/** The levels of the project and, if it has several worlds, of each world. */
function levelsOf(project: Fields, path: string): Fields[] {
  const worlds = listOf(project, 'worlds', path)
  return [...listOf(project, 'levels', path), ...worlds.flatMap(world => listOf(world, 'levels', path))]
}

/**
 * One level: its IntGrid layers as a grid, its entities as spots. The IntGrid decides what is floor. Tiles placed by rules
 * are decoration. Tiles placed by hand count if they have a cost, or if the level has no IntGrid. All painted layers have
 * cells of one size, that of the first IntGrid that has walls.
 */
function readLevel(level: Fields, map: string, where: string, definitions: Definitions, meaning: Meaning) {
  if (level.layerInstances === null || level.layerInstances === undefined) {
    failMap(where, 'it has no layers: save the project with its levels, or give the files of its levels too.')
  }
  const layers = listOf(level, 'layerInstances', where).toReversed()
  const painted = layers.filter(layer => layer.__type !== 'Entities')
  const grids = painted.filter(layer => layer.__type === 'IntGrid')
  const hasWalls = (layer: Fields) => definitions.hasWalls(wholeOf(layer, 'layerDefUid', where, -1))
  const first = grids.find(hasWalls) ?? grids[0] ?? painted[0] ?? layers[0]
  if (first === undefined) failMap(where, 'it has no layers.')
  const cellPixels = wholeOf(first, '__gridSize', where)
  if (cellPixels < 1) failMap(where, `its cells are ${cellPixels} pixels wide.`)
  const canvas = canvasOf(wholeOf(first, '__cWid', where), wholeOf(first, '__cHei', where), meaning)
  const notes: string[] = []
  for (const layer of painted) {
    const place = `${where}, layer "${textOf(layer, '__identifier', where)}"`
    if (wholeOf(layer, '__gridSize', place) !== cellPixels) {
      if (layer.__type !== 'AutoLayer')
        notes.push(`${place}: its cells have another size than those of the map and were passed over.`)
      continue
    }
    const ofLayer = meaning.ofName(textOf(layer, '__identifier', where))
    if (layer.__type === 'IntGrid') paintValues(canvas, layer, definitions, ofLayer, place)
    else paintTiles(canvas, layer, definitions, ofLayer, cellPixels, grids.length === 0, place)
  }
  const entities = layers.flatMap(layer => listOf(layer, 'entityInstances', where))
  const spots = entities.map((entity, number) => spotOf(entity, number, map, cellPixels, where))
  return { grid: canvas.grid(meaning.costOfTile, definitions.costOfEmpty), spots, notes, cellPixels }
}

function paintValues(canvas: Canvas, layer: Fields, definitions: Definitions, ofLayer: Told, where: string): void {
  const values = layer.intGridCsv
  if (!Array.isArray(values) || values.length === 0) return
  if (values.length !== canvas.width * canvas.height) {
    failMap(where, `it has ${values.length} values for ${canvas.width} x ${canvas.height} cells.`)
  }
  const number = wholeOf(layer, 'layerDefUid', where)
  values.forEach((value, cell) => {
    if (value === 0) return
    if (!Number.isInteger(value)) failMap(where, `its value ${cell} is ${shown(value)}.`)
    const cost = definitions.ofValue(number, value) ?? ofLayer
    canvas.paint(cell % canvas.width, Math.floor(cell / canvas.width), cost)
  })
}

function paintTiles(
  canvas: Canvas,
  layer: Fields,
  definitions: Definitions,
  ofLayer: Told,
  cellPixels: number,
  isFloor: boolean,
  where: string,
): void {
  const tileset = layer.__tilesetDefUid
  for (const tile of listOf(layer, 'gridTiles', where)) {
    const [pixelX, pixelY] = pairOf(tile.px)
    if (!Number.isFinite(pixelX + pixelY)) failMap(where, 'one of its tiles has no place "px".')
    const x = Math.floor(pixelX / cellPixels)
    const y = Math.floor(pixelY / cellPixels)
    // A level made smaller keeps the tiles outside it.
    if (!canvas.isInside(x, y)) continue
    const ofTile = typeof tileset === 'number' ? definitions.ofTile(tileset, wholeOf(tile, 't', where)) : undefined
    const cost = ofTile ?? ofLayer
    if (cost !== undefined || isFloor) canvas.paint(x, y, cost)
  }
}

/** An entity as a spot. A field of type EntityRef refers to other entities; other fields are its properties. */
function spotOf(entity: Fields, number: number, map: string, cellPixels: number, levelWhere: string): Spot {
  // Before LDtk 1.0, entities have no iid, so nothing can refer to them.
  const key = textOf(entity, 'iid', levelWhere) || `${map}#${number} without iid`
  const kind = textOf(entity, '__identifier', levelWhere)
  const where = `${levelWhere}, entity "${kind}" ${key}`
  const fields = listOf(entity, 'fieldInstances', where)
  const properties = propertiesOf(fields, where)
  const name = typeof properties.name === 'string' ? properties.name : ''
  const cell = { map, ...cellOf(entity, cellPixels, where) }
  return { key, name, kind, cell, references: referencesOf(fields, where), properties, where }
}

/** The cell of the entity's middle; `px` is the place of its pivot. */
function cellOf(entity: Fields, cellPixels: number, where: string): { x: number; y: number } {
  const [x, y] = pairOf(entity.px)
  const [pivotX, pivotY] = pairOf(entity.__pivot ?? [0, 0])
  if (!Number.isFinite(x + y + pivotX + pivotY)) failMap(where, 'it has no place "px".')
  const width = typeof entity.width === 'number' ? entity.width : cellPixels
  const height = typeof entity.height === 'number' ? entity.height : cellPixels
  return {
    x: Math.floor((x + (0.5 - pivotX) * width) / cellPixels),
    y: Math.floor((y + (0.5 - pivotY) * height) / cellPixels),
  }
}

function pairOf(value: unknown): [number, number] {
  return Array.isArray(value) ? [value[0], value[1]] : [Number.NaN, Number.NaN]
}

function propertiesOf(fields: readonly Fields[], where: string): Fields {
  const properties: Record<string, unknown> = Object.create(null)
  for (const field of fields) {
    const value = field.__value
    if (value === null || value === undefined) continue
    const isTexts = Array.isArray(value) && value.every(one => typeof one === 'string')
    properties[textOf(field, '__identifier', where).toLowerCase()] = isTexts ? value.join(',') : value
  }
  return properties
}

function referencesOf(fields: readonly Fields[], where: string): Reference[] {
  return fields.flatMap(field => {
    const values = Array.isArray(field.__value) ? field.__value : [field.__value]
    return values
      .map(value => (value as { entityIid?: unknown } | null | undefined)?.entityIid)
      .filter(iid => typeof iid === 'string')
      .map(to => ({ by: textOf(field, '__identifier', where), to }))
  })
}

type Definitions = ReturnType<typeof definitionsOf>

type Costs = ReadonlyMap<number, Told>
type NamesOfCost = Map<number, Set<string>>

/** What the project defines once for all levels: the names of IntGrid values, and the tags and custom data of tiles. */
function definitionsOf(defs: Fields, meaning: Meaning, path: string) {
  const where = `${path}, defs`
  const namesOfCost: NamesOfCost = new Map()
  const byNumber = (list: string, costsOf: (fields: Fields) => Costs) =>
    new Map(listOf(defs, list, path).map(fields => [wholeOf(fields, 'uid', where), costsOf(fields)]))
  const ofLayer = byNumber('layers', layer => costsOfValues(layer, meaning, namesOfCost, where))
  const ofTileset = byNumber('tilesets', tileset => costsOfTiles(tileset, meaning, where))
  const costOfEmpty = meaning.costOfEmpty ?? (namesOfCost.has(0) ? meaning.costOfTile : 0)
  return {
    costOfEmpty,
    /** How the IntGrid values were read, in a sentence for the author of the map; none without values. */
    notes: namesOfCost.size > 0 ? [noteOf(path, meaning, namesOfCost, costOfEmpty)] : [],
    hasWalls: (layer: number) => [...(ofLayer.get(layer)?.values() ?? [])].includes(0),
    /** By the value's name, else by its layer's name. */
    ofValue: (layer: number, value: number) => ofLayer.get(layer)?.get(value),
    ofTile: (tileset: number, tile: number) => ofTileset.get(tileset)?.get(tile),
  }
}

function costsOfValues(layer: Fields, meaning: Meaning, namesOfCost: NamesOfCost, where: string): Costs {
  const costs = new Map<number, Told>()
  const layerName = textOf(layer, 'identifier', where)
  const byLayer = meaning.ofName(layerName)
  for (const one of listOf(layer, 'intGridValues', where)) {
    const value = wholeOf(one, 'value', where)
    // The number stands for a missing name.
    const name = textOf(one, 'identifier', where) || String(value)
    const byName = meaning.ofName(name)
    const cost = byName ?? byLayer
    costs.set(value, cost)
    const known = cost ?? meaning.costOfTile
    const names = namesOfCost.get(known) ?? new Set()
    namesOfCost.set(known, names.add(byName === undefined ? `${name} (of ${layerName || 'a layer'})` : name))
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
  const set = (tile: unknown, cost: Told) => {
    if (typeof tile === 'number' && cost !== undefined) costs.set(tile, cost)
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
function costOfCustomData(data: string, meaning: Meaning, where: string): Told {
  if (!data.trimStart().startsWith('{')) return meaning.ofName(data.trim())
  try {
    return meaning.ofProperties(JSON.parse(data), where)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
