/**
 * Paints the tiles that a page wants, in their order, as bitmaps.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import { Narrows } from '../../../traveller/narrows.ts'
import { type GroundArea, GroundPainter } from '../../draw/ground-painter.ts'
import { drawBorders, drawChokes, drawEntries } from '../../draw/marks.ts'
import { type CostRange, SCHEMES } from '../../draw/palette.ts'
import { canvasSurface } from '../canvas-surface.ts'
import { type GroundJob, MARKS_PIXELS, type MarksJob, TILE_PIXELS, type TileJob } from '../protocol.ts'

/** Yields before each tile. */
export type PaintTiles = (jobs: readonly TileJob[]) => Generator<void>

export function tilePainter(
  columns: AtlasColumns,
  range: CostRange,
  onTile: (key: string, bitmap: ImageBitmap) => void,
): PaintTiles {
  const narrows = new Narrows(columns.terrain)
  const painter = new GroundPainter(columns, range, narrows)
  const ground = contextOf(TILE_PIXELS)
  const marks = contextOf(MARKS_PIXELS)
  const image = new ImageData(TILE_PIXELS, TILE_PIXELS)
  const paintGround = (job: GroundJob) => {
    painter.paint(areaOf(job), job.look, new Uint32Array(image.data.buffer))
    ground.putImageData(image, 0, 0)
    return ground.canvas.transferToImageBitmap()
  }
  const drawMarks = ({ look, tileX, tileY, scale, density }: MarksJob) => {
    const cells = MARKS_PIXELS / scale
    const side = { width: MARKS_PIXELS, height: MARKS_PIXELS, scale, density }
    const surface = canvasSurface(marks, { x: tileX * cells, y: tileY * cells, ...side }, SCHEMES[look.scheme])
    if (look.layers.includes('regions')) drawBorders(surface, columns, look.level)
    if (look.layers.includes('entries')) drawEntries(surface, columns, look.level)
    if (look.layers.includes('chokes')) drawChokes(surface, narrows)
    return marks.canvas.transferToImageBitmap()
  }
  return function* (jobs) {
    for (const job of jobs) {
      yield
      onTile(job.key, job.kind === 'ground' ? paintGround(job) : drawMarks(job))
    }
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
