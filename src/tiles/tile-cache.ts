/**
 * The tiles that are at hand, the least recently asked let go of first. What a tile says is checked as it comes: by the
 * digest that the crown has of it, and as any atlas is.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { openColumns } from '../atlas/open-columns.ts'
import { IsthmusError } from '../base/errors.ts'
import type { Crown } from './crown-file.ts'
import { LoadedTile } from './loaded-tile.ts'
import type { TileStore } from './object-store.ts'
import { readReach } from './reach-file.ts'
import { damaged, digestOf, digestOfAtlas, hexOfWords, missing } from './sections.ts'
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
    const { crown } = this
    const [atlas, reach] = (['atlas', 'reach'] as const).map((kind, i) => {
      const at = 4 * index + 2 * i
      const [low, high] = crown.digestsOfTile.subarray(at, at + 2)
      return { name: `tiles/${index}-${hexOfWords(low, high)}.${kind}`, bytes: crown.bytesOfTile[2 * index + i] }
    })
    const [atlasBytes, reachBytes] = await Promise.all([this.read(atlas), this.read(reach)])
    const columns = this.open(index, atlas.name, atlasBytes)
    if (`tiles/${index}-${digestOf(reachBytes)}.reach` !== reach.name) throw damaged(reach.name, 'it is another one')
    const size = atlas.bytes + reach.bytes
    const tile = new LoadedTile(crown, index, atlas.name, columns, readReach(reach.name, reachBytes, columns), size)
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

  private async read({ name, bytes: size }: { name: string; bytes: number }): Promise<Uint8Array> {
    const bytes = await this.store.read(name)
    if (bytes === null) throw missing(name)
    if (bytes.length !== size) throw damaged(name, `it has ${bytes.length} bytes instead of ${size}`)
    return bytes
  }

  private open(index: number, name: string, bytes: Uint8Array): AtlasColumns {
    try {
      const columns = openColumns(bytes)
      const { width, height } = windowOf(this.crown.plan, index)
      const { terrain } = columns
      const isNamed = `tiles/${index}-${digestOfAtlas(bytes)}.atlas` === name
      if (!isNamed || terrain.width !== width || terrain.height !== height) throw damaged(name, 'it is another tile')
      return columns
    } catch (error) {
      if (error instanceof IsthmusError && error.code !== 'TILE_DAMAGED') throw damaged(name, error.message)
      throw error
    }
  }
}
