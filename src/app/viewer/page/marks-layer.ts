/**
 * Borders, entries and graph, from tiles that are drawn for one scale: a sheet. While the zoom changes, the sheet at hand
 * is stretched; as soon as it rests a new one is drawn, and takes the old one's place when it covers the view.
 */
import type { MarksJob } from '../protocol.ts'
import { MARKS_PIXELS, type MarksLook } from '../worker/marks-tile.ts'
import type { Camera } from './camera.ts'
import { TileStore } from './tile-store.ts'

/** A megabyte each. */
const TILES_MAX = 96

interface Sheet {
  readonly scale: number
  readonly tiles: TileStore
}

interface Place {
  readonly x: number
  readonly y: number
}

export class MarksLayer {
  private readonly mapWidth: number
  private readonly mapHeight: number
  private sheet: Sheet | null = null
  private older: Sheet | null = null

  constructor(mapWidth: number, mapHeight: number) {
    this.mapWidth = mapWidth
    this.mapHeight = mapHeight
  }

  receive(key: string, bitmap: ImageBitmap): void {
    const [place, look, scale] = key.split('|')
    if (this.sheet !== null && String(this.sheet.scale) === scale) this.sheet.tiles.set(place, { bitmap, look })
    else bitmap.close()
  }

  /** What is still to be drawn; nothing while the zoom changes, or where no mark is shown. */
  wanted(camera: Camera, look: MarksLook, version: number, isZooming: boolean): MarksJob[] {
    const { level, showsBorders, showsEntries, showsGraph, showsChokes } = look
    if (!showsBorders && !showsEntries && !showsGraph && !showsChokes) {
      this.drop()
      return []
    }
    if (isZooming) return []
    if (this.sheet?.scale !== camera.scale) this.turnPage(camera.scale)
    const { tiles } = this.sheet!
    const name =
      [version, level, showsBorders, showsEntries, showsGraph, showsChokes].map(Number).join('/') + look.scheme
    const { scale, density } = camera
    return this.placesInView(camera, scale).flatMap(({ x, y }) =>
      tiles.get(`marks/${x}/${y}`)?.look === name
        ? []
        : [{ kind: 'marks', key: `marks/${x}/${y}|${name}|${scale}`, ...look, scale, density, tileX: x, tileY: y }],
    )
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
    // Of two sheets the older one has what can be shown.
    if (this.older === null) this.older = this.sheet
    else this.sheet?.tiles.clear()
    this.sheet = { scale, tiles: new TileStore(TILES_MAX) }
  }

  private covers(camera: Camera, sheet: Sheet): boolean {
    return this.placesInView(camera, sheet.scale).every(({ x, y }) => sheet.tiles.get(`marks/${x}/${y}`) !== undefined)
  }

  private drawSheet(context: CanvasRenderingContext2D, camera: Camera, { scale, tiles }: Sheet): void {
    context.imageSmoothingEnabled = true
    for (const { x, y } of this.placesInView(camera, scale)) {
      const tile = tiles.get(`marks/${x}/${y}`)
      if (tile === undefined) continue
      const cells = MARKS_PIXELS / scale
      const left = Math.round(camera.screenX(x * cells))
      const top = Math.round(camera.screenY(y * cells))
      const right = Math.round(camera.screenX((x + 1) * cells))
      const bottom = Math.round(camera.screenY((y + 1) * cells))
      context.drawImage(tile.bitmap, left, top, right - left, bottom - top)
    }
  }

  private placesInView(camera: Camera, scale: number): Place[] {
    const cells = MARKS_PIXELS / scale
    const endX = Math.ceil(Math.min(this.mapWidth, camera.x + camera.width / camera.scale) / cells)
    const endY = Math.ceil(Math.min(this.mapHeight, camera.y + camera.height / camera.scale) / cells)
    const places: Place[] = []
    for (let y = Math.max(0, Math.floor(camera.y / cells)); y < endY; y++) {
      for (let x = Math.max(0, Math.floor(camera.x / cells)); x < endX; x++) places.push({ x, y })
    }
    return places
  }
}
