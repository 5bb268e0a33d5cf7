/**
 * `isthmus render`: draws an atlas as a PNG.
 */
import { syntaxOf } from '../../../format/syntax.ts'
import type { Atlas, Finder, Point, Route } from '../../../index.ts'
import { makeCurve } from '../../../shape/curve.ts'
import { WaypointShaper } from '../../../shape/waypoints.ts'
import { drawIslandsOnTiled, drawPathOnTiled } from '../../../world.ts'
import { LAYERS, type Layer, levelThatShows } from '../../draw/layers.ts'
import { drawAtlas } from '../../draw/picture.ts'
import type { QueryTraces } from '../../draw/query-marks.ts'
import type { Raster } from '../../draw/raster.ts'
import { cellPixelsOf, frameAtScale, frameWithin, PICTURE_SIDE_MAX_PIXELS } from '../../draw/surface.ts'
import { type Arguments, coordinates, someOf } from '../arguments.ts'
import { type Command, pageOf } from '../command.ts'
import { readBytes } from '../files.ts'
import { type Io, type Output, outputOf } from '../io.ts'
import { inFile, inputProblem, noLevel, usageProblem } from '../problem.ts'
import { withProgress } from '../progress.ts'
import { loadAtlas } from '../source.ts'
import { bytesText, countText } from '../words.ts'
import { routeText } from './path-command.ts'

const DEFAULT_SIDE_PIXELS = 2048
const DEFAULT_LAYERS: readonly Layer[] = ['terrain', 'islands', 'regions', 'path']

export const renderCommand: Command = {
  name: 'render',
  summary: 'draw an atlas, and a path on it, as a PNG',
  run: runRender,
  ...pageOf(`
    FILE.atlas -o FILE.png [options]

    Walls are dark. The largest island is plain, all others are tinted. The start of a path is a disc, its goal a
    diamond. Where a map has more cells than the picture has pixels, a pixel mixes the cells below it.

    Arguments:
      FILE.atlas  an atlas, made by isthmus bake; - for standard input

    Options:
      -o, --out FILE  the picture to write, - for standard output
      --path X,Y X,Y  draw the path between these two cells
      --layers LIST  what to draw, with commas: ${LAYERS.join(', ')} (${DEFAULT_LAYERS.join(',')})
      --level N  draw regions and entries of this level (the lowest that is not too fine)
      --max-side PIXELS  pixels of the longer side at most (${DEFAULT_SIDE_PIXELS})
      --scale N  pixels to the side of a cell, instead of --max-side
      --tiled MAP  draw no picture, but layers into this Tiled map (TMX or TMJ) of the same cells: the path, or the
        islands

    JSON:
      picture  the file, as it was named
      width, height  of the picture, in pixels; of a Tiled map, in cells
      level  the level of the regions and entries; null for a Tiled map
      layers[]  what is drawn
      bytes  size of the file
      status  the answer of --path, as in isthmus path; null without one

    Examples:
      isthmus render world.atlas -o world.png --path 10,20 900,700  Islands, regions and a path.
      isthmus render village.atlas -o drawn.tmx --tiled village.tmx --path 1,1 40,30  The path as a line in a copy of
        the Tiled map, for its designer.
      isthmus render maze.atlas -o maze.png --layers terrain,entries --level 0 --scale 8  The lowest entries, 8 pixels
        to a cell.
  `),
}

async function runRender(args: Arguments, io: Io): Promise<0> {
  const output = outputOf(args, io, 'FILE.png')
  const ends = args.has('path') ? args.all('path').map(text => coordinates('--path', text)) : undefined
  const layersText = args.text('layers')
  const layers = layersText === undefined ? new Set(DEFAULT_LAYERS) : someOf('--layers', layersText, LAYERS)
  const sizing = sizingOf(args)
  const levelGiven = args.whole('level', 0, 31, undefined)
  const tiledPath = args.text('tiled')
  await output.check(tiledPath === undefined ? [args.operands[0]] : [args.operands[0], tiledPath])

  const atlas = await loadAtlas(args.operands[0])
  if (tiledPath !== undefined) return drawOnTiled(atlas, tiledPath, ends, output, io)
  if (levelGiven !== undefined && levelGiven >= atlas.levelCount) throw noLevel(levelGiven, atlas.levelCount)
  const frame = sizing(atlas.width, atlas.height)
  const level = levelGiven ?? levelThatShows(atlas.levelCount, cellPixelsOf(frame))
  const finder = atlas.finder()
  const route = ends && finder.find(ends[0].x, ends[0].y, ends[1].x, ends[1].y)
  const path = route?.status === 'found' ? route.cells() : undefined
  const traces = path && route && tracesOf(atlas, finder, route)
  const draw = (onProgress: OnShare) => drawAtlas(atlas, { frame, layers, level, path, traces, onProgress })
  const answer = route && { status: route.status, text: routeText(atlas, route) }
  return writePicture(output, io, draw, answer, { level, layers: [...layers] })
}

type OnShare = (share: number) => void

/** Draws a picture, writes it and tells of it; `answer` is that of the query on it. */
export async function writePicture(
  output: Output,
  io: Io,
  draw: (onProgress: OnShare) => Raster,
  answer: { readonly status: string; readonly text: string } | undefined,
  shown: { readonly level?: number; readonly layers?: readonly Layer[] } = {},
): Promise<0> {
  const { width, height, png } = await withProgress(io, progress => {
    const raster = draw(share => progress.update('drawing', 0.8 * share))
    return { width: raster.width, height: raster.height, png: raster.toPng() }
  })
  await output.write(png)
  if (answer !== undefined) io.err(answer.text)
  const ofLevel = shown.level === undefined ? '' : `, level ${shown.level}`
  const status = answer?.status ?? null
  output.tell(
    `${output.path}: ${countText(width)} x ${countText(height)} pixels${ofLevel}, ${bytesText(png.length)}.\n`,
    { picture: output.path, width, height, ...shown, bytes: png.length, status },
  )
  return 0
}

/** The map as its designer drew it, with the results in layers on top. */
async function drawOnTiled(
  atlas: Atlas,
  mapPath: string,
  ends: Point[] | undefined,
  output: Output,
  io: Io,
): Promise<0> {
  const map = await readBytes(mapPath)
  if (syntaxOf(map) === null) throw inputProblem(`${mapPath} is no map of Tiled: name a .tmx or .tmj file.`)
  const route = ends && atlas.finder().find(ends[0], ends[1])
  if (route !== undefined && route.status !== 'found') throw inputProblem(`There is no path to draw. ${route.message}`)
  const drawn = inFile(mapPath, () =>
    route === undefined ? drawIslandsOnTiled(map, (x, y) => atlas.islandOf(x, y)) : drawPathOnTiled(map, route.cells()),
  )
  await output.write(drawn)
  if (route !== undefined) io.err(routeText(atlas, route))
  const layers = route === undefined ? ['islands'] : ['path']
  output.tell(`${output.path}: ${layers[0]} drawn into ${mapPath}, ${bytesText(drawn.length)}.\n`, {
    ...{ picture: output.path, width: atlas.width, height: atlas.height, level: null, layers },
    ...{ bytes: drawn.length, status: route?.status ?? null },
  })
  return 0
}

function tracesOf(atlas: Atlas, finder: Finder, route: Route): QueryTraces {
  const { start, goal } = route
  const waypoints = new WaypointShaper(atlas.terrain).shape(route.cells())
  return {
    footprint: finder.footprint(),
    route: Int32Array.of(start.x, start.y, ...route.entries(), goal.x, goal.y),
    curve: makeCurve(atlas.terrain, waypoints),
  }
}

function sizingOf(args: Arguments): (width: number, height: number) => ReturnType<typeof frameWithin> {
  const scale = args.whole('scale', 1, 64, undefined)
  if (scale !== undefined && args.has('max-side')) throw usageProblem('Give --scale or --max-side, not both.')
  if (scale !== undefined) return (width, height) => frameAtScale(width, height, scale)
  const sidePixels = args.whole('max-side', 1, PICTURE_SIDE_MAX_PIXELS, DEFAULT_SIDE_PIXELS)
  return (width, height) => frameWithin(width, height, sidePixels)
}
