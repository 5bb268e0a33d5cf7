/**
 * Paints the tiles that the page wants, one at a time and the most wanted first, and hands each over as a bitmap.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import { Narrows } from '../../../traveller/narrows.ts'
import { type GroundArea, GroundPainter } from '../../draw/ground-painter.ts'
import { mainlandOf } from '../../draw/mainland.ts'
import { drawBorders, drawChokes, drawEntries } from '../../draw/marks.ts'
import { type CostRange, SCHEMES } from '../../draw/palette.ts'
import { canvasSurface } from '../canvas-surface.ts'
import { type GroundJob, MARKS_PIXELS, type MarksJob, TILE_PIXELS, type TileJob } from '../protocol.ts'
import type { Work } from './turns.ts'

export class TileQueue {
  private readonly columns: AtlasColumns
  private readonly narrows: Narrows
  private readonly painter: GroundPainter
  private readonly onTile: (key: string, bitmap: ImageBitmap) => void
  private readonly ground = contextOf(TILE_PIXELS)
  private readonly marks = contextOf(MARKS_PIXELS)
  private readonly image = new ImageData(TILE_PIXELS, TILE_PIXELS)
  private jobs: readonly TileJob[] = []
  private nextJob = 0

  constructor(columns: AtlasColumns, range: CostRange, onTile: (key: string, bitmap: ImageBitmap) => void) {
    this.columns = columns
    this.narrows = new Narrows(columns.terrain)
    this.painter = new GroundPainter(columns, mainlandOf(columns), range, this.narrows)
    this.onTile = onTile
  }

  want(jobs: readonly TileJob[]): void {
    this.jobs = jobs
    this.nextJob = 0
  }

  next(): Work | null {
    const job = this.jobs[this.nextJob]
    if (job === undefined) return null
    this.nextJob++
    return () => this.onTile(job.key, job.kind === 'ground' ? this.paintGround(job) : this.drawMarks(job))
  }

  private paintGround(job: GroundJob): ImageBitmap {
    this.painter.paint(areaOf(job), job.look, new Uint32Array(this.image.data.buffer))
    this.ground.putImageData(this.image, 0, 0)
    return this.ground.canvas.transferToImageBitmap()
  }

  private drawMarks({ look, tileX, tileY, scale, density }: MarksJob): ImageBitmap {
    const cells = MARKS_PIXELS / scale
    const side = { width: MARKS_PIXELS, height: MARKS_PIXELS, scale, density }
    const tile = { x: tileX * cells, y: tileY * cells, ...side }
    const surface = canvasSurface(this.marks, tile, SCHEMES[look.scheme])
    if (look.showsBorders) drawBorders(surface, this.columns, look.level)
    if (look.showsEntries) drawEntries(surface, this.columns, look.level)
    if (look.showsChokes) drawChokes(surface, this.narrows)
    return this.marks.canvas.transferToImageBitmap()
  }
}

export function areaOf({ shrink, tileX, tileY }: Pick<GroundJob, 'shrink' | 'tileX' | 'tileY'>): GroundArea {
  const cells = 1 << shrink
  const side = TILE_PIXELS * cells
  return { cells, left: tileX * side, top: tileY * side, width: TILE_PIXELS, height: TILE_PIXELS }
}

function contextOf(sidePixels: number): OffscreenCanvasRenderingContext2D {
  return new OffscreenCanvas(sidePixels, sidePixels).getContext('2d')!
}
