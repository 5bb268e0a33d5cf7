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
import { type Fields, Item, pathFrom } from '../world/fields.ts'
import { type ReadMap, type Reference, type Spot, worldOf } from '../world/links.ts'
import { type Canvas, canvasOf, type Meaning, type Told } from '../world/meaning.ts'

const LEVELS_MAX = 100_000

/** LDtk marks all its files at the top; only projects have levels and definitions too. */
export function isLdtk({ fields: { jsonVersion, levels, defs } }: Item): boolean {
  return typeof jsonVersion === 'string' && Array.isArray(levels) && typeof defs === 'object'
}

export async function readLdtk(project: Item, meaning: Meaning, load: Load): Promise<WorldDescription> {
  const path = project.where
  const version = project.text('jsonVersion')
  if (/^0\.[0-7]\./.test(version)) project.fail(`it is of LDtk ${version}: open it in a newer LDtk, and save it.`)
  const definitions = definitionsOf(project.item('defs'), meaning)
  const maps = new Map<string, ReadMap & Point>()
  const levels = [project, ...project.list('worlds')].flatMap(owner => owner.list('levels'))
  if (levels.length > LEVELS_MAX) project.fail(`it has ${levels.length} levels, more than ${LEVELS_MAX}.`)
  const files = new Set<string>()
  for (const stub of levels) {
    const name = stub.text('identifier')
    if (name === '' || maps.has(name)) project.fail(`it has a level without a name of its own: "${name}".`)
    const file = stub.text('externalRelPath')
    const levelPath = file === '' ? path : pathFrom(path, file)
    if (file !== '' && files.has(levelPath)) project.fail(`two of its levels are in the file "${file}".`)
    files.add(levelPath)
    const level = file === '' ? stub : Item.ofJson(await load(levelPath, path), levelPath)
    const read = readLevel(level.at(`level "${name}"`), name, definitions, meaning)
    const cells = (field: string) => Math.floor(stub.whole(field, 0) / read.cellPixels)
    maps.set(name, { ...read, x: cells('worldX'), y: cells('worldY') })
  }
  if (levels.length === 0) project.fail('it has no level.')
  return worldOf(maps, definitions.notes)
}

/**
 * One level: its IntGrid layers as a grid, its entities as spots. The IntGrid decides what is floor. Tiles placed by rules
 * are decoration. Tiles placed by hand count if they have a cost, or if the level has no IntGrid. All painted layers have
 * cells of one size, that of the first IntGrid that has walls.
 */
function readLevel(level: Item, map: string, definitions: Definitions, meaning: Meaning) {
  if ((level.fields.layerInstances ?? null) === null) {
    level.fail('it has no layers: save the project with its levels, or give the files of its levels too.')
  }
  const layers = level.list('layerInstances').toReversed()
  const typeOf = ({ fields }: Item) => fields.__type
  const painted = layers.filter(layer => typeOf(layer) !== 'Entities')
  const grids = painted.filter(layer => typeOf(layer) === 'IntGrid')
  const hasWalls = (layer: Item) => definitions.hasWalls(layer.whole('layerDefUid', -1))
  const first = grids.find(hasWalls) ?? grids[0] ?? painted[0] ?? layers[0]
  if (first === undefined) level.fail('it has no layers.')
  const cellPixels = first.whole('__gridSize')
  if (cellPixels < 1) level.fail(`its cells are ${cellPixels} pixels wide.`)
  const canvas = canvasOf(first.whole('__cWid'), first.whole('__cHei'), meaning)
  const notes: string[] = []
  for (const one of painted) {
    const name = one.text('__identifier')
    const layer = one.at(`layer "${name}"`)
    if (layer.whole('__gridSize') !== cellPixels) {
      if (typeOf(layer) !== 'AutoLayer')
        notes.push(`${layer.where}: its cells have another size than those of the map and were passed over.`)
      continue
    }
    const ofLayer = meaning.ofName(name)
    if (typeOf(layer) === 'IntGrid') paintValues(canvas, layer, definitions, ofLayer)
    else paintTiles(canvas, layer, definitions, ofLayer, cellPixels, grids.length === 0)
  }
  const entities = layers.flatMap(layer => layer.list('entityInstances'))
  const spots = entities.map((entity, number) => spotOf(entity, number, map, cellPixels))
  return { grid: canvas.grid(meaning.costOfTile, definitions.costOfEmpty), spots, notes, cellPixels }
}

function paintValues(canvas: Canvas, layer: Item, definitions: Definitions, ofLayer: Told): void {
  const values = layer.fields.intGridCsv
  if (!Array.isArray(values) || values.length === 0) return
  if (values.length !== canvas.width * canvas.height) {
    layer.fail(`it has ${values.length} values for ${canvas.width} x ${canvas.height} cells.`)
  }
  const number = layer.whole('layerDefUid')
  values.forEach((value, cell) => {
    if (value === 0) return
    if (!Number.isInteger(value)) layer.fail(`its value ${cell} is ${shown(value)}.`)
    const cost = definitions.ofValue(number, value) ?? ofLayer
    canvas.paint(cell % canvas.width, Math.floor(cell / canvas.width), cost)
  })
}

function paintTiles(
  canvas: Canvas,
  layer: Item,
  definitions: Definitions,
  ofLayer: Told,
  cellPixels: number,
  isFloor: boolean,
): void {
  const tileset = layer.fields.__tilesetDefUid
  for (const tile of layer.list('gridTiles')) {
    const [pixelX, pixelY] = pairOf(tile.fields.px)
    if (!Number.isFinite(pixelX + pixelY)) layer.fail('one of its tiles has no place "px".')
    const x = Math.floor(pixelX / cellPixels)
    const y = Math.floor(pixelY / cellPixels)
    // A level made smaller keeps the tiles outside it.
    if (!canvas.isInside(x, y)) continue
    const ofTile = typeof tileset === 'number' ? definitions.ofTile(tileset, tile.whole('t')) : undefined
    const cost = ofTile ?? ofLayer
    if (cost !== undefined || isFloor) canvas.paint(x, y, cost)
  }
}

/** An entity as a spot. A field of type EntityRef refers to other entities; other fields are its properties. */
function spotOf(given: Item, number: number, map: string, cellPixels: number): Spot {
  // Before LDtk 1.0, entities have no iid, so nothing can refer to them.
  const key = given.text('iid') || `${map}#${number} without iid`
  const kind = given.text('__identifier')
  const entity = given.at(`entity "${kind}" ${key}`)
  const fields = entity.list('fieldInstances')
  const properties = propertiesOf(fields)
  const name = typeof properties.name === 'string' ? properties.name : ''
  const cell = { map, ...cellOf(entity, cellPixels) }
  return { key, name, kind, cell, references: referencesOf(fields), properties, where: entity.where }
}

/** The cell of the entity's middle; `px` is the place of its pivot. */
function cellOf(entity: Item, cellPixels: number): Point {
  const { fields } = entity
  const [x, y] = pairOf(fields.px)
  const [pivotX, pivotY] = pairOf(fields.__pivot ?? [0, 0])
  if (!Number.isFinite(x + y + pivotX + pivotY)) entity.fail('it has no place "px".')
  const width = typeof fields.width === 'number' ? fields.width : cellPixels
  const height = typeof fields.height === 'number' ? fields.height : cellPixels
  return {
    x: Math.floor((x + (0.5 - pivotX) * width) / cellPixels),
    y: Math.floor((y + (0.5 - pivotY) * height) / cellPixels),
  }
}

function pairOf(value: unknown): [number, number] {
  return Array.isArray(value) ? [value[0], value[1]] : [Number.NaN, Number.NaN]
}

function propertiesOf(fields: readonly Item[]): Fields {
  const properties: Record<string, unknown> = Object.create(null)
  for (const field of fields) {
    const value = field.fields.__value
    if (value === null || value === undefined) continue
    const isTexts = Array.isArray(value) && value.every(one => typeof one === 'string')
    properties[field.text('__identifier').toLowerCase()] = isTexts ? value.join(',') : value
  }
  return properties
}

function referencesOf(fields: readonly Item[]): Reference[] {
  return fields.flatMap(field => {
    const values = [field.fields.__value].flat()
    return values
      .map(value => (value as { entityIid?: unknown } | null | undefined)?.entityIid)
      .filter(iid => typeof iid === 'string')
      .map(to => ({ by: field.text('__identifier'), to }))
  })
}

type Definitions = ReturnType<typeof definitionsOf>

type Costs = ReadonlyMap<number, Told>
type NamesOfCost = Map<number, Set<string>>

/** What the project defines once for all levels: the names of IntGrid values, and the tags and custom data of tiles. */
function definitionsOf(defs: Item, meaning: Meaning) {
  const namesOfCost: NamesOfCost = new Map()
  const byNumber = (list: string, costsOf: (one: Item) => Costs) => {
    const items = defs.list(list).map(one => one.at('defs'))
    return new Map(items.map(one => [one.whole('uid'), costsOf(one)]))
  }
  const ofLayer = byNumber('layers', layer => costsOfValues(layer, meaning, namesOfCost))
  const ofTileset = byNumber('tilesets', tileset => costsOfTiles(tileset, meaning))
  const costOfEmpty = meaning.costOfEmpty ?? (namesOfCost.has(0) ? meaning.costOfTile : 0)
  return {
    costOfEmpty,
    /** How the IntGrid values were read, in a sentence for the author of the map; none without values. */
    notes: namesOfCost.size > 0 ? [noteOf(defs.where, meaning, namesOfCost, costOfEmpty)] : [],
    hasWalls: (layer: number) => [...(ofLayer.get(layer)?.values() ?? [])].includes(0),
    /** By the value's name, else by its layer's name. */
    ofValue: (layer: number, value: number) => ofLayer.get(layer)?.get(value),
    ofTile: (tileset: number, tile: number) => ofTileset.get(tileset)?.get(tile),
  }
}

function costsOfValues(layer: Item, meaning: Meaning, namesOfCost: NamesOfCost): Costs {
  const costs = new Map<number, Told>()
  const layerName = layer.text('identifier')
  const byLayer = meaning.ofName(layerName)
  for (const one of layer.list('intGridValues')) {
    const value = one.whole('value')
    // The number stands for a missing name.
    const name = one.text('identifier') || String(value)
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

function costsOfTiles(tileset: Item, meaning: Meaning): Costs {
  const costs = new Map<number, number>()
  const set = (tile: unknown, cost: Told) => {
    if (typeof tile === 'number' && cost !== undefined) costs.set(tile, cost)
  }
  for (const tag of tileset.list('enumTags')) {
    const { tileIds } = tag.fields
    const cost = meaning.ofName(tag.text('enumValueId'))
    if (Array.isArray(tileIds)) for (const tile of tileIds) set(tile, cost)
  }
  for (const custom of tileset.list('customData')) {
    set(custom.fields.tileId, costOfCustomData(custom.text('data'), meaning, custom.where))
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
