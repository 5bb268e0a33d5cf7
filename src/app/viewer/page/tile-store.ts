/**
 * Painted tiles by place. A tile with other layers than those on now is shown until a new one comes, so switching a layer
 * leaves no hole. The tiles least recently shown are dropped first.
 */
export interface StoredTile {
  readonly bitmap: ImageBitmap
  /** The layers that it was painted with. */
  readonly look: string
}

export class TileStore {
  /** In order of use: a Map keeps the order in which keys were added. */
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
