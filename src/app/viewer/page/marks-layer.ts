/**
 * Borders, entries and graph, from tiles drawn at one scale: a sheet. While the zoom changes, the sheet is stretched. Once
 * the zoom rests, a new sheet is drawn, which replaces the old one when it covers the view.
 */
import { MARKS_PIXELS, type MarksJob, type MarksLook } from '../protocol.ts'
import type { Camera } from './camera.ts'
import { TileStore } from './ground-layer.ts'

/** A tile takes a megabyte. */
const TILES_MAX = 96

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
  wanted(camera: Camera, look: MarksLook, version: number, isZooming: boolean): MarksJob[] {
    if (!look.showsBorders && !look.showsEntries && !look.showsChokes) {
      this.drop()
      return []
    }
    if (isZooming) return []
    if (this.sheet?.scale !== camera.scale) this.turnPage(camera.scale)
    const { tiles } = this.sheet!
    const name = `${Object.values(look).map(String).join()}/${version}`
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
    this.sheet = { scale, tiles: new TileStore(TILES_MAX) }
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
