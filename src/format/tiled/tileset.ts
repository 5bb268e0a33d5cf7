/**
 * The costs of the tiles of a Tiled map, by their numbers. A number names a tile of one of the map's tilesets. Its four
 * highest bits say how the tile is turned, which does not matter here. As in Tiled, a number beyond the last tileset is
 * a missing tile of that tileset. Its cell is not empty, but its cost is unknown, and a note names it.
 */
import type { Fields, Item } from '../world/fields.ts'
import type { Meaning, Told } from '../world/meaning.ts'

export function propertiesOf(owner: Item): Fields {
  const properties: Record<string, unknown> = Object.create(null)
  for (const property of owner.list('properties')) properties[property.text('name')] = property.fields.value
  return properties
}

/**
 * The numbers of the objects that its properties refer to, with the name of the property; a list of objects gives
 * several.
 */
export function referencesOf(owner: Item): { by: string; number: number }[] {
  return owner.list('properties').flatMap(property => {
    const { type, value } = property.fields
    const items = type === 'list' && Array.isArray(value) ? value : [property.fields]
    return (items as Fields[])
      .filter(item => item?.type === 'object' && typeof item.value === 'number' && item.value !== 0)
      .map(item => ({ by: property.text('name'), number: item.value as number }))
  })
}

/** The class of a thing; older versions call it `type`. */
export function classOf(owner: Item): string {
  return owner.text('class') || owner.text('type')
}

const FLIP_BITS = 0xf0000000

interface Tileset {
  readonly firstNumber: number
  readonly name: string
  /** The tile count that the tileset declares; Infinity if it declares none. */
  readonly tileCount: number
  readonly costOfTile: ReadonlyMap<number, number>
  /** The cost of the tileset as a whole. */
  readonly cost: Told
}

export type TilesetCosts = ReturnType<typeof tilesetCosts>

export function tilesetCosts(meaning: Meaning) {
  const tilesets: Tileset[] = []
  const known = new Map<number, Told>()
  /** Numbers that no tileset has, with the tileset to which Tiled assigns them. */
  const missing = new Map<number, Tileset>()
  const add = (firstNumber: number, tileset: Item) => {
    const costOfTile = new Map<number, number>()
    let idEnd = 0
    for (const tile of tileset.list('tiles')) {
      const id = tile.whole('id')
      idEnd = Math.max(idEnd, id + 1)
      const byProperty = meaning.ofProperties(propertiesOf(tile), `${tile.where}, tile ${id}`)
      const cost = byProperty ?? meaning.ofName(classOf(tile))
      if (cost !== undefined) costOfTile.set(id, cost)
    }
    const cost = meaning.ofProperties(propertiesOf(tileset), tileset.where)
    const counted = tileset.whole('tilecount', 0)
    // Tiles with pictures of their own may have numbers beyond the count.
    const tileCount = counted > 0 ? Math.max(counted, idEnd) : Infinity
    const name = tileset.text('name')
    tilesets.push({ firstNumber, name, tileCount, costOfTile, cost })
    tilesets.sort((a, b) => b.firstNumber - a.firstNumber)
  }
  /** The cost of a tile number from a layer, which is not 0. */
  const of = (number: number, layer: Item): Told => {
    const plain = (number & ~FLIP_BITS) >>> 0
    if (known.has(plain)) return known.get(plain)
    const tileset = tilesets.find(({ firstNumber }) => firstNumber <= plain)
    if (tileset === undefined) layer.fail(`its tile number ${plain} is of no tileset of the map.`)
    if (plain - tileset.firstNumber >= tileset.tileCount) missing.set(plain, tileset)
    const cost = tileset.costOfTile.get(plain - tileset.firstNumber) ?? tileset.cost
    known.set(plain, cost)
    return cost
  }
  /** Notes about the tile numbers passed to `of` that no tileset has. */
  const notes = (path: string): string[] => {
    const [first] = missing
    if (first === undefined) return []
    const [number, { name, tileCount }] = first
    const more = missing.size === 1 ? '' : `, and ${missing.size - 1} others like it`
    return [
      `${path}: tile number ${number} is missing in the tileset "${name}" of ${tileCount} tiles${more}. ` +
        'Such cells count as tiles of which nothing is known, as in Tiled.',
    ]
  }
  return { add, of, notes }
}
