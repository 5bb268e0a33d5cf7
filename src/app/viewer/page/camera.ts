/**
 * The part of the map that the canvas shows. Pixels here are those of the screen; `density` of them make one pixel of the
 * page. Cell (x, y) covers the square from (x, y) to (x + 1, y + 1).
 */
import type { Cell, Rect } from '../protocol.ts'

/** Margins in pixels of the page. */
export interface Insets {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A box of cells. */
export type Box = Insets

const CELL_PIXELS_MAX = 64
/** The furthest zoom: the whole map fills this share of the canvas. */
const FIT_SHARE_MIN = 0.4

export class Camera {
  /** The place on the map at the upper left corner of the canvas. */
  x = 0
  y = 0
  /** Screen pixels to the side of a cell. */
  scale = 1
  width = 1
  height = 1
  density = 1
  private readonly mapWidth: number
  private readonly mapHeight: number

  constructor(mapWidth: number, mapHeight: number) {
    this.mapWidth = mapWidth
    this.mapHeight = mapHeight
  }

  /** Takes a new size of the canvas; the middle of the view stays. */
  resize(width: number, height: number, density: number): void {
    const { x, y } = this.middle()
    this.scale *= density / this.density
    this.width = width
    this.height = height
    this.density = density
    this.lookAt(x, y, this.scale)
  }

  screenX(x: number): number {
    return (x - this.x) * this.scale
  }

  screenY(y: number): number {
    return (y - this.y) * this.scale
  }

  cellAt(screenX: number, screenY: number): Cell {
    return { x: Math.floor(this.x + screenX / this.scale), y: Math.floor(this.y + screenY / this.scale) }
  }

  middle(): { x: number; y: number } {
    return { x: this.x + this.width / 2 / this.scale, y: this.y + this.height / 2 / this.scale }
  }

  panBy(pixelsX: number, pixelsY: number): void {
    this.x += pixelsX / this.scale
    this.y += pixelsY / this.scale
    this.keepOnMap()
  }

  /** Zooms by a factor; the place under (screenX, screenY) stays there. */
  zoomAt(screenX: number, screenY: number, factor: number): void {
    const x = this.x + screenX / this.scale
    const y = this.y + screenY / this.scale
    this.scale = this.limited(this.scale * factor)
    this.x = x - screenX / this.scale
    this.y = y - screenY / this.scale
    this.keepOnMap()
  }

  lookAt(middleX: number, middleY: number, scale: number): void {
    this.scale = this.limited(scale)
    this.x = middleX - this.width / 2 / this.scale
    this.y = middleY - this.height / 2 / this.scale
    this.keepOnMap()
  }

  /**
   * The view in which `box` fills the canvas inside the insets. Where possible, it shows no place off the map.
   */
  viewOf(box: Box, insets: Insets): { x: number; y: number; scale: number } {
    const { left, top, right, bottom } = insets
    const freeWidth = Math.max(1, this.width - (left + right) * this.density)
    const freeHeight = Math.max(1, this.height - (top + bottom) * this.density)
    const fitting = Math.min(freeWidth / (box.right - box.left), freeHeight / (box.bottom - box.top))
    const scale = this.limited(fitting)
    const x = keptInside((box.left + box.right) / 2, freeWidth / scale, this.mapWidth)
    const y = keptInside((box.top + box.bottom) / 2, freeHeight / scale, this.mapHeight)
    return {
      x: x + ((right - left) * this.density) / 2 / scale,
      y: y + ((bottom - top) * this.density) / 2 / scale,
      scale,
    }
  }

  wholeMap(): Box {
    return { left: 0, top: 0, right: this.mapWidth, bottom: this.mapHeight }
  }

  /** The tiles in view, by column and row. */
  tilesInView(cells: number): Cell[] {
    const endX = Math.ceil(Math.min(this.mapWidth, this.x + this.width / this.scale) / cells)
    const endY = Math.ceil(Math.min(this.mapHeight, this.y + this.height / this.scale) / cells)
    const tiles: Cell[] = []
    for (let y = Math.max(0, Math.floor(this.y / cells)); y < endY; y++) {
      for (let x = Math.max(0, Math.floor(this.x / cells)); x < endX; x++) tiles.push({ x, y })
    }
    return tiles
  }

  /** The place of a rectangle of cells in whole pixels: neighbours share an edge, so no seam shows. */
  pixelsOf(area: Rect): Rect {
    const [x, y] = [Math.round(this.screenX(area.x)), Math.round(this.screenY(area.y))]
    const right = Math.round(this.screenX(area.x + area.width))
    const bottom = Math.round(this.screenY(area.y + area.height))
    return { x, y, width: right - x, height: bottom - y }
  }

  private limited(scale: number): number {
    const fit = Math.min(this.width / this.mapWidth, this.height / this.mapHeight)
    const max = CELL_PIXELS_MAX * this.density
    return Math.min(max, Math.max(Math.min(FIT_SHARE_MIN * fit, max), scale))
  }

  /** Keeps some of the map in view: its edge comes to the middle of the canvas at most. */
  private keepOnMap(): void {
    const halfWidth = this.width / 2 / this.scale
    const halfHeight = this.height / 2 / this.scale
    this.x = Math.min(this.mapWidth - halfWidth, Math.max(-halfWidth, this.x))
    this.y = Math.min(this.mapHeight - halfHeight, Math.max(-halfHeight, this.y))
  }
}

/** The middle of a window that is moved onto the map; the middle of the map, where the map is smaller. */
function keptInside(middle: number, windowCells: number, mapCells: number): number {
  if (windowCells >= mapCells) return mapCells / 2
  return Math.min(mapCells - windowCells / 2, Math.max(windowCells / 2, middle))
}
