/**
 * `isthmus world render` and `view`: a world as a picture, and as a page.
 */
import { frameWithin, PICTURE_SIDE_MAX_PIXELS } from '../draw/picture-frame.ts'
import { drawWorld } from '../draw/world-picture.ts'
import { planOf } from '../draw/world-plan.ts'
import { type Arguments, textOf } from './arguments.ts'
import { checkWritable, writeBytes } from './files.ts'
import type { Io } from './io.ts'
import { outputOf } from './output.ts'
import { withProgress } from './progress.ts'
import { showFile, showSite } from './show-site.ts'
import { wholeNumber } from './values.ts'
import { bytesText, countText } from './words.ts'
import { endOf } from './world-ends.ts'
import { loadWorld } from './world-files.ts'
import { tripOptions, tripText } from './world-trips.ts'

export const DEFAULT_SIDE_PIXELS = 2048

export async function runRender(args: Arguments, io: Io): Promise<0> {
  const [, path] = args.operands
  const output = outputOf(args, io, 'The name of the picture is missing: add -o FILE.png.')
  const sideText = textOf(args, 'max-side') ?? String(DEFAULT_SIDE_PIXELS)
  const sideMax = wholeNumber('--max-side', sideText, 1, PICTURE_SIDE_MAX_PIXELS)
  const options = tripOptions(args)
  await checkWritable(output.path, [path])
  const { world } = await loadWorld(path)
  const ends = args.valuesOf.get('path')?.map((text, i) => endOf(i === 0 ? 'The start' : 'The goal', text, world))
  const trip = ends && world.finder().find(ends[0], ends[1], options)
  const plan = planOf(world)
  const frame = frameWithin(plan.width, plan.height, sideMax)
  const { raster, png } = await withProgress(io, progress => {
    const onProgress = (share: number) => progress.update('drawing', 0.8 * share)
    const raster = drawWorld(world, plan, frame, options.has ?? [], trip, onProgress)
    return { raster, png: raster.toPng() }
  })
  await writeBytes(output.path, png)
  if (trip !== undefined) io.err(tripText(trip))
  const { width, height } = raster
  output.tell(`${output.path}: ${countText(width)} x ${countText(height)} pixels, ${bytesText(png.length)}.\n`, {
    ...{ picture: output.path, width, height, bytes: png.length, status: trip?.status ?? null },
  })
  return 0
}

/** Shows what the file is: a world or an atlas as it stands; maps that are not baked yet are baked first. */
export function runView(args: Arguments, io: Io): Promise<0> {
  return showSite(() => showFile(args.operands[1], args, io), args, io)
}
