/**
 * Ground and marks of the map, drawn from tiles that a worker paints.
 *
 * Tiles of ground have the detail that fits the zoom. Until one is painted, a part of a coarser one stands for it. The
 * coarsest tiles cover the whole map, are painted first, and are always kept.
 *
 * Tiles of marks (borders, entries, choke points) are of one scale: a sheet. While the zoom changes, the sheet is
 * stretched. Once the zoom rests, a new sheet is drawn, which replaces the old one when it covers the view.
 */
import type { MapLook } from '../../draw/layers.ts'
import { type CostRange, cssOf, groundColour, type Scheme } from '../../draw/palette.ts'
import { type GroundJob, MARKS_PIXELS, type MarksJob, type Rect, SHRINK_MAX, TILE_PIXELS } from '../protocol.ts'
import type { Camera } from './camera.ts'

interface StoredTile {
  readonly bitmap: ImageBitmap
  /** The layers that it was painted with. */
  readonly look: string
}

/**
 * Painted tiles by place. A tile with other layers than those on now is shown until a new one comes, so switching a layer
 * leaves no hole. The tiles least recently shown are dropped first.
 */
class TileStore {
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

/** A tile takes 256 KB. */
const GROUND_TILES_MAX = 320
/** A tile is drawn up to this much larger than it was painted; beyond, finer tiles are requested. */
const STRETCH_MAX = 1.3

/** Tiles of another name are old. */
function nameOfLook(look: MapLook, version: number): string {
  return `${Object.values(look).join()}/${version}`
}

interface Place {
  readonly shrink: number
  readonly x: number
  readonly y: number
}

export class GroundLayer {
  private readonly mapWidth: number
  private readonly mapHeight: number
  private readonly tiles = new TileStore(GROUND_TILES_MAX)
  private readonly overview = new TileStore(Number.POSITIVE_INFINITY)

  constructor(mapWidth: number, mapHeight: number) {
    this.mapWidth = mapWidth
    this.mapHeight = mapHeight
  }

  receive(key: string, bitmap: ImageBitmap): void {
    const [place, look] = key.split('|')
    this.storeOf(Number(place.split('/')[1])).set(place, { bitmap, look })
  }

  clear(): void {
    this.tiles.clear()
    this.overview.clear()
  }

  draw(context: CanvasRenderingContext2D, camera: Camera): void {
    for (const place of this.placesInView(camera)) this.drawPlace(context, camera, place)
  }

  /** Tiles to paint: the overview first, then those in view from the middle outwards. */
  wanted(camera: Camera, look: MapLook, version: number): GroundJob[] {
    const name = nameOfLook(look, version)
    return [...this.overviewPlaces(), ...this.placesInView(camera)].flatMap(({ shrink, x, y }) => {
      const place = nameOf({ shrink, x, y })
      if (this.storeOf(shrink).get(place)?.look === name) return []
      return [{ kind: 'ground', key: `${place}|${name}`, shrink, tileX: x, tileY: y, look }]
    })
  }

  private storeOf(shrink: number): TileStore {
    return shrink === SHRINK_MAX ? this.overview : this.tiles
  }

  private *overviewPlaces(): Iterable<Place> {
    const cells = TILE_PIXELS << SHRINK_MAX
    for (let y = 0; y * cells < this.mapHeight; y++) {
      for (let x = 0; x * cells < this.mapWidth; x++) yield { shrink: SHRINK_MAX, x, y }
    }
  }

  private placesInView(camera: Camera): Place[] {
    const shrink = shrinkFor(camera.scale)
    const cells = TILE_PIXELS << shrink
    const places = camera.tilesInView(cells).map(({ x, y }) => ({ shrink, x, y }))
    const middle = camera.middle()
    const distance = ({ x, y }: Place) => Math.hypot((x + 0.5) * cells - middle.x, (y + 0.5) * cells - middle.y)
    return places.sort((a, b) => distance(a) - distance(b))
  }

  /** Draws the tile, or this part of the finest coarser tile. */
  private drawPlace(context: CanvasRenderingContext2D, camera: Camera, place: Place): void {
    for (let shrink = place.shrink; shrink <= SHRINK_MAX; shrink++) {
      const apart = shrink - place.shrink
      const tile = this.storeOf(shrink).get(nameOf({ shrink, x: place.x >> apart, y: place.y >> apart }))
      if (tile === undefined) continue
      const part = TILE_PIXELS >> apart
      const inTile = (at: number) => (at & ((1 << apart) - 1)) * part
      const side = TILE_PIXELS << place.shrink
      const at = camera.pixelsOf({ x: place.x * side, y: place.y * side, width: side, height: side })
      context.imageSmoothingEnabled = camera.scale * 2 ** shrink < 1
      const [left, top] = [inTile(place.x), inTile(place.y)]
      context.drawImage(tile.bitmap, left, top, part, part, at.x, at.y, at.width, at.height)
      return
    }
  }
}

/** Draws strokes that no tile shows yet. */
export function drawAreas(
  context: CanvasRenderingContext2D,
  camera: Camera,
  { areas, cost }: { readonly areas: readonly Rect[]; readonly cost: number },
  costs: CostRange,
  scheme: Scheme,
): void {
  const range = { min: Math.min(costs.min, cost), max: Math.max(costs.max, cost) }
  context.fillStyle = cssOf(cost === 0 ? scheme.wall : groundColour(cost, range, scheme))
  for (const area of areas) {
    const { x, y, width, height } = camera.pixelsOf(area)
    context.fillRect(x, y, Math.max(1, width), Math.max(1, height))
  }
}

function nameOf({ shrink, x, y }: Place): string {
  return `ground/${shrink}/${x}/${y}`
}

/** The shrink of the coarsest tiles that are not stretched too far. */
function shrinkFor(scale: number): number {
  const shrink = Math.floor(Math.log2(STRETCH_MAX / scale))
  return Math.max(0, Math.min(SHRINK_MAX, shrink))
}

/** A tile takes a megabyte. */
const MARKS_TILES_MAX = 96

interface Sheet {
  readonly scale: number
  readonly tiles: TileStore
}

export class MarksLayer {
  private sheet: Sheet | null = null
  private older: Sheet | null = null

  receive(key: string, bitmap: ImageBitmap): void {
    const [place, look, scale] = key.split('|')
    if (this.sheet !== null && String(this.sheet.scale) === scale) this.sheet.tiles.set(place, { bitmap, look })
    else bitmap.close()
  }

  /** Tiles to draw; none while the zoom changes or without marks. */
  wanted(camera: Camera, look: MapLook, version: number, isZooming: boolean): MarksJob[] {
    if (look.layers.length === 0) {
      this.drop()
      return []
    }
    if (isZooming) return []
    if (this.sheet?.scale !== camera.scale) this.turnPage(camera.scale)
    const { tiles } = this.sheet!
    const name = nameOfLook(look, version)
    const { scale, density } = camera
    return camera
      .tilesInView(MARKS_PIXELS / scale)
      .filter(({ x, y }) => tiles.get(`marks/${x}/${y}`)?.look !== name)
      .map(({ x, y }) => {
        const key = `marks/${x}/${y}|${name}|${scale}`
        return { kind: 'marks', key, tileX: x, tileY: y, scale, density, look }
      })
  }

  draw(context: CanvasRenderingContext2D, camera: Camera): void {
    if (this.sheet === null) return
    if (this.older !== null && this.covers(camera, this.sheet)) {
      this.older.tiles.clear()
      this.older = null
    }
    this.drawSheet(context, camera, this.older ?? this.sheet)
  }

  private drop(): void {
    this.sheet?.tiles.clear()
    this.older?.tiles.clear()
    this.sheet = null
    this.older = null
  }

  private turnPage(scale: number): void {
    // The older of two sheets is on show.
    if (this.older === null) this.older = this.sheet
    else this.sheet?.tiles.clear()
    this.sheet = { scale, tiles: new TileStore(MARKS_TILES_MAX) }
  }

  private covers(camera: Camera, sheet: Sheet): boolean {
    const places = camera.tilesInView(MARKS_PIXELS / sheet.scale)
    return places.every(({ x, y }) => sheet.tiles.get(`marks/${x}/${y}`) !== undefined)
  }

  private drawSheet(context: CanvasRenderingContext2D, camera: Camera, { scale, tiles }: Sheet): void {
    context.imageSmoothingEnabled = true
    const side = MARKS_PIXELS / scale
    for (const { x, y } of camera.tilesInView(side)) {
      const tile = tiles.get(`marks/${x}/${y}`)
      if (tile === undefined) continue
      const at = camera.pixelsOf({ x: x * side, y: y * side, width: side, height: side })
      context.drawImage(tile.bitmap, at.x, at.y, at.width, at.height)
    }
  }
}
