/**
 * Painted tiles by place. A tile that was painted with other layers than those asked for now is shown until a new one
 * comes, so switching a layer never leaves a hole. Tiles that were not shown for long are given up first.
 */
export interface StoredTile {
  readonly bitmap: ImageBitmap
  /** With which layers it was painted. */
  readonly look: string
}

export class TileStore {
  /** In order of use: a map keeps the order in which its keys were added. */
  private readonly tileOfPlace = new Map<string, StoredTile>()
  private readonly tilesMax: number

  constructor(tilesMax: number) {
    this.tilesMax = tilesMax
  }

  get(place: string): StoredTile | undefined {
    const tile = this.tileOfPlace.get(place)
    if (tile !== undefined) {
      this.tileOfPlace.delete(place)
      this.tileOfPlace.set(place, tile)
    }
    return tile
  }

  set(place: string, tile: StoredTile): void {
    this.tileOfPlace.get(place)?.bitmap.close()
    this.tileOfPlace.delete(place)
    this.tileOfPlace.set(place, tile)
    for (const [oldest, { bitmap }] of this.tileOfPlace) {
      if (this.tileOfPlace.size <= this.tilesMax) break
      this.tileOfPlace.delete(oldest)
      bitmap.close()
    }
  }

  clear(): void {
    for (const { bitmap } of this.tileOfPlace.values()) bitmap.close()
    this.tileOfPlace.clear()
  }
}
