/**
 * The tiles that are at hand, the least recently asked let go of first. What a tile says is checked as it comes: by the
 * digest that the crown has of it, and as any atlas is.
 */
import { WORD_CHECKSUM } from '../atlas/layout.ts'
import { openColumns } from '../atlas/open-columns.ts'
import { IsthmusError } from '../base/errors.ts'
import type { Crown } from './crown-file.ts'
import { LoadedTile } from './loaded-tile.ts'
import type { TileStore } from './object-store.ts'
import { damaged, hexOfWords, missing } from './sections.ts'
import { windowOf } from './tile-plan.ts'

export class TileCache {
  /** What the tiles at hand take. */
  bytes = 0
  /** How many were read from the store. */
  readCount = 0
  private readonly crown: Crown
  private readonly store: TileStore
  private readonly memoryBytes: number
  /** The least recently asked first. */
  private readonly tiles = new Map<number, LoadedTile>()
  private readonly loading = new Map<number, Promise<LoadedTile>>()

  constructor(crown: Crown, store: TileStore, memoryBytes: number) {
    this.crown = crown
    this.store = store
    this.memoryBytes = memoryBytes
  }

  /** How many tiles are at hand. */
  get count(): number {
    return this.tiles.size
  }

  /** A tile that is at hand. */
  at(index: number): LoadedTile | undefined {
    const tile = this.tiles.get(index)
    if (tile !== undefined) {
      this.tiles.delete(index)
      this.tiles.set(index, tile)
    }
    return tile
  }

  async get(index: number): Promise<LoadedTile> {
    const known = this.at(index)
    if (known !== undefined) return known
    let loading = this.loading.get(index)
    if (loading === undefined) {
      loading = this.load(index).finally(() => this.loading.delete(index))
      this.loading.set(index, loading)
    }
    return loading
  }

  /** Begins to read a tile that is asked for soon; what goes wrong is heard of then. */
  expect(index: number): void {
    if (!this.tiles.has(index)) this.get(index).catch(() => {})
  }

  private async load(index: number): Promise<LoadedTile> {
    const { crown, store } = this
    const [low, high] = crown.digestOfTile.subarray(2 * index, 2 * index + 2)
    const name = `tiles/${index}-${hexOfWords(low, high)}.atlas`
    const bytes = await store.read(name)
    if (bytes === null) throw missing(name)
    if (bytes.length !== crown.bytesOfTile[index])
      throw damaged(name, `it has ${bytes.length} bytes instead of ${crown.bytesOfTile[index]}`)
    const tile = this.open(index, name, bytes, low, high)
    this.readCount++
    this.tiles.set(index, tile)
    this.bytes += tile.bytes
    for (const [other, { bytes }] of this.tiles) {
      if (this.bytes <= this.memoryBytes || other === index) break
      this.tiles.delete(other)
      this.bytes -= bytes
    }
    return tile
  }

  private open(index: number, name: string, bytes: Uint8Array, low: number, high: number): LoadedTile {
    try {
      const columns = openColumns(bytes)
      const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const isNamed =
        header.getInt32(4 * WORD_CHECKSUM, true) === low && header.getInt32(4 * WORD_CHECKSUM + 4, true) === high
      const { width, height } = windowOf(this.crown.plan, index)
      const { terrain } = columns
      if (!isNamed || terrain.width !== width || terrain.height !== height) throw damaged(name, 'it is another tile')
      return new LoadedTile(this.crown, index, name, columns, bytes.length)
    } catch (error) {
      if (error instanceof IsthmusError && error.code !== 'TILE_DAMAGED') throw damaged(name, error.message)
      throw error
    }
  }
}
