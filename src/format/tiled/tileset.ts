/**
 * What the tiles of a Tiled map cost, by their numbers. A number names a tile of one of the map's tilesets and, in its four
 * highest bits, how that tile is turned, which makes no difference to who walks on it.
 */
import { type Fields, failMap, listOf, wholeOf } from '../world/fields.ts'
import { type Meaning, SILENT } from '../world/meaning.ts'
import { classOf, propertiesOf } from './properties.ts'

const FLIP_BITS = 0xf0000000

interface Tileset {
  readonly firstNumber: number
  readonly costOfTile: ReadonlyMap<number, number>
  /** What the tileset as a whole says. */
  readonly cost: number
}

export class TilesetCosts {
  private readonly tilesets: Tileset[] = []
  private readonly meaning: Meaning
  private readonly known = new Map<number, number>()

  constructor(meaning: Meaning) {
    this.meaning = meaning
  }

  /** Adds a tileset, whose tiles count from `firstNumber`. */
  add(firstNumber: number, tileset: Fields, where: string): void {
    const { meaning } = this
    const costOfTile = new Map<number, number>()
    for (const tile of listOf(tileset, 'tiles', where)) {
      const id = wholeOf(tile, 'id', where)
      const byProperty = meaning.ofProperties(propertiesOf(tile, where), `${where}, tile ${id}`)
      const cost = byProperty === SILENT ? meaning.ofName(classOf(tile, where)) : byProperty
      if (cost !== SILENT) costOfTile.set(id, cost)
    }
    const byProperty = meaning.ofProperties(propertiesOf(tileset, where), where)
    this.tilesets.push({ firstNumber, costOfTile, cost: byProperty })
    this.tilesets.sort((a, b) => b.firstNumber - a.firstNumber)
  }

  /** The cost of a tile as a layer has it, SILENT where its tileset says nothing; `number` is not 0. */
  of(number: number, where: string): number {
    const plain = (number & ~FLIP_BITS) >>> 0
    let cost = this.known.get(plain)
    if (cost === undefined) {
      const tileset = this.tilesets.find(({ firstNumber }) => firstNumber <= plain)
      if (tileset === undefined) failMap(where, `its tile number ${plain} is of no tileset of the map.`)
      cost = tileset.costOfTile.get(plain - tileset.firstNumber) ?? tileset.cost
      this.known.set(plain, cost)
    }
    return cost
  }
}
