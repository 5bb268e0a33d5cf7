/**
 * `isthmus render`: draws an atlas as a PNG.
 */
import type { Atlas, Finder, Point, Route } from '../../../index.ts'
import { makeCurve } from '../../../shape/curve.ts'
import { WaypointShaper } from '../../../shape/waypoints.ts'
import { drawIslandsOnTiled, drawPathOnTiled } from '../../../world.ts'
import { LAYERS, type Layer, levelThatShows } from '../../draw/layers.ts'
import { drawAtlas } from '../../draw/picture.ts'
import { cellPixelsOf, frameAtScale, frameWithin, PICTURE_SIDE_MAX_PIXELS } from '../../draw/picture-frame.ts'
import type { QueryTraces } from '../../draw/query-marks.ts'
import { type Arguments, textOf } from '../arguments.ts'
import { type Command, JSON_OPTION } from '../command.ts'
import { checkWritable, readBytes, writeBytes } from '../files.ts'
import type { Io } from '../io.ts'
import { loadAtlas } from '../load.ts'
import { type Output, outputOf } from '../output.ts'
import { inFile, inputProblem, usageProblem } from '../problem.ts'
import { withProgress } from '../progress.ts'
import { coordinates, someOf, wholeNumber } from '../values.ts'
import { bytesText, countText } from '../words.ts'
import { routeText } from './path-command.ts'

const DEFAULT_SIDE_PIXELS = 2048
const DEFAULT_LAYERS: readonly Layer[] = ['terrain', 'islands', 'regions', 'path']

export const renderCommand: Command = {
  name: 'render',
  summary: 'draw an atlas, and a path on it, as a PNG',
  usage: 'FILE.atlas -o FILE.png [options]',
  operands: [{ name: 'FILE.atlas', about: 'an atlas, made by isthmus bake; - for standard input' }],
  options: [
    { name: 'out', short: 'o', values: ['FILE'], about: 'the picture to write, - for standard output' },
    { name: 'path', values: ['X,Y', 'X,Y'], about: 'draw the path between these two cells' },
    {
      name: 'layers',
      values: ['LIST'],
      about: `what to draw, with commas: ${LAYERS.join(', ')} (${DEFAULT_LAYERS.join(',')})`,
    },
    { name: 'level', values: ['N'], about: 'draw regions and entries of this level (the lowest that is not too fine)' },
    { name: 'max-side', values: ['PIXELS'], about: `pixels of the longer side at most (${DEFAULT_SIDE_PIXELS})` },
    { name: 'scale', values: ['N'], about: 'pixels to the side of a cell, instead of --max-side' },
    {
      name: 'tiled',
      values: ['MAP'],
      about: 'draw no picture, but layers into this Tiled map (TMX or TMJ) of the same cells: the path, or the islands',
    },
    JSON_OPTION,
  ],
  details: [
    'Walls are dark. The largest island is plain, all others are tinted. The start of a path is a disc, its goal a ' +
      'diamond. Where a map has more cells than the picture has pixels, a pixel mixes the cells below it.',
  ],
  json: [
    ['picture', 'the file, as it was named'],
    ['width, height', 'of the picture, in pixels; of a Tiled map, in cells'],
    ['level', 'the level of the regions and entries; null for a Tiled map'],
    ['layers[]', 'what is drawn'],
    ['bytes', 'size of the file'],
    ['status', 'the answer of --path, as in isthmus path; null without one'],
  ],
  examples: [
    { line: 'isthmus render world.atlas -o world.png --path 10,20 900,700', about: 'Islands, regions and a path.' },
    {
      line: 'isthmus render village.atlas -o drawn.tmx --tiled village.tmx --path 1,1 40,30',
      about: 'The path as a line in a copy of the Tiled map, for its designer.',
    },
    {
      line: 'isthmus render maze.atlas -o maze.png --layers terrain,entries --level 0 --scale 8',
      about: 'The lowest entries, 8 pixels to a cell.',
    },
  ],
  run: runRender,
}

async function runRender(args: Arguments, io: Io): Promise<0> {
  const output = outputOf(args, io, 'The name of the picture is missing: add -o FILE.png.')
  const out = output.path
  const ends = args.valuesOf.get('path')?.map((text, i) => coordinates(i === 0 ? 'The start' : 'The goal', text))
  const layersText = textOf(args, 'layers')
  const layers = layersText === undefined ? new Set(DEFAULT_LAYERS) : someOf('--layers', layersText, LAYERS)
  const sizing = sizingOf(args)
  const levelText = textOf(args, 'level')
  const levelGiven = levelText === undefined ? undefined : wholeNumber('--level', levelText, 0, 31)
  const tiledPath = textOf(args, 'tiled')
  await checkWritable(out, tiledPath === undefined ? [args.operands[0]] : [args.operands[0], tiledPath])

  const atlas = await loadAtlas(args.operands[0])
  if (tiledPath !== undefined) return drawOnTiled(atlas, tiledPath, ends, output, io)
  if (levelGiven !== undefined && levelGiven >= atlas.levelCount) {
    throw usageProblem(`--level is ${levelGiven}, but the levels of this atlas are 0 to ${atlas.levelCount - 1}.`)
  }
  const frame = sizing(atlas.width, atlas.height)
  const level = levelGiven ?? levelThatShows(atlas.levelCount, cellPixelsOf(frame))
  const finder = atlas.finder()
  const route = ends && finder.find(ends[0].x, ends[0].y, ends[1].x, ends[1].y)
  const path = route?.status === 'found' ? route.cells() : undefined
  const traces = path && route && tracesOf(atlas, finder, route)
  const { raster, png } = await withProgress(io, progress => {
    const onProgress = (fraction: number) => progress.update('drawing', 0.8 * fraction)
    const raster = drawAtlas(atlas, { frame, layers, level, path, traces, onProgress })
    return { raster, png: raster.toPng() }
  })
  await writeBytes(out, png)

  if (route !== undefined) io.err(routeText(atlas, route))
  const { width, height } = raster
  output.tell(
    `${out}: ${countText(width)} x ${countText(height)} pixels, level ${level}, ${bytesText(png.length)}.\n`,
    { picture: out, width, height, level, layers: [...layers], bytes: png.length, status: route?.status ?? null },
  )
  return 0
}

/** The map as its designer drew it, with what was found in layers on top. */
async function drawOnTiled(
  atlas: Atlas,
  mapPath: string,
  ends: Point[] | undefined,
  output: Output,
  io: Io,
): Promise<0> {
  const map = await readBytes(mapPath)
  const route = ends && atlas.finder().find(ends[0], ends[1])
  if (route !== undefined && route.status !== 'found') throw inputProblem(`There is no path to draw. ${route.message}`)
  const drawn = inFile(mapPath, () =>
    route === undefined ? drawIslandsOnTiled(map, (x, y) => atlas.islandOf(x, y)) : drawPathOnTiled(map, route.cells()),
  )
  await writeBytes(output.path, drawn)
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
  const scale = textOf(args, 'scale')
  const maxSide = textOf(args, 'max-side')
  if (scale !== undefined && maxSide !== undefined) throw usageProblem('Give --scale or --max-side, not both.')
  if (scale !== undefined) {
    const pixelsPerCell = wholeNumber('--scale', scale, 1, 64)
    return (width, height) => frameAtScale(width, height, pixelsPerCell)
  }
  const sidePixels = wholeNumber('--max-side', maxSide ?? String(DEFAULT_SIDE_PIXELS), 1, PICTURE_SIDE_MAX_PIXELS)
  return (width, height) => frameWithin(width, height, sidePixels)
}
