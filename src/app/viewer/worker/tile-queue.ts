/**
 * Paints the tiles that the page wants, one at a time and the most wanted first, and hands each over as a bitmap.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import { Narrows } from '../../../traveller/narrows.ts'
import type { CostRange } from '../../draw/palette.ts'
import type { GroundJob, MarksJob, TileJob } from '../protocol.ts'
import type { DeskWork } from './desk.ts'
import { GroundPainter, TILE_PIXELS } from './ground-painter.ts'
import { mainlandOf } from './mainland.ts'
import { drawMarks, MARKS_PIXELS } from './marks-tile.ts'

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

  next(): DeskWork | undefined {
    const job = this.jobs[this.nextJob]
    if (job === undefined) return undefined
    this.nextJob++
    return () => this.onTile(job.key, job.kind === 'ground' ? this.paintGround(job) : this.drawMarks(job))
  }

  private paintGround(job: GroundJob): ImageBitmap {
    this.painter.paint(job.shrink, job.tileX, job.tileY, job, new Uint32Array(this.image.data.buffer))
    this.ground.putImageData(this.image, 0, 0)
    return this.ground.canvas.transferToImageBitmap()
  }

  private drawMarks(job: MarksJob): ImageBitmap {
    drawMarks(this.columns, job, job, this.marks, this.narrows)
    return this.marks.canvas.transferToImageBitmap()
  }
}

function contextOf(sidePixels: number): OffscreenCanvasRenderingContext2D {
  return new OffscreenCanvas(sidePixels, sidePixels).getContext('2d')!
}
