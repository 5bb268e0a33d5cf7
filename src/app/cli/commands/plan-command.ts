/**
 * `isthmus plan`: cuts a map of any size into tiles, for machines that bake them one by one.
 */
import { stat } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { syntaxOf } from '../../../format/syntax.ts'
import { readMap } from '../../../index.ts'
import { BLOCK_SIDE_CELLS } from '../../../map/terrain.ts'
import { SIZE_MAX } from '../../../map/traveller.ts'
import { planOf, tileCountOf, writePlan } from '../../../tiled.ts'
import { TILE_SIDE } from '../../../tiles/tile-plan.ts'
import { isRemote, openPlace, PLAN_NAME, sha256Of } from '../../farm/plan-place.ts'
import { piecesRecipe } from '../../farm/sources/pieces.ts'
import { rawRecipe } from '../../farm/sources/raw-file.ts'
import { type Recipe, readGenerated, sizeOf, writeRecipe } from '../../farm/sources/recipe.ts'
import type { Arguments } from '../arguments.ts'
import { type Command, DIRECTIONS_OPTION, pageOf } from '../command.ts'
import { readBytes } from '../files.ts'
import { type Io, printAnswer } from '../io.ts'
import { mapOptionsOf, PLAIN_MAP_OPTIONS } from '../map-options.ts'
import { fileProblem, inFile, inputProblem, usageProblem } from '../problem.ts'
import { type Progress, withProgress } from '../progress.ts'
import { counted, countText } from '../words.ts'

export const planCommand: Command = {
  name: 'plan',
  summary: 'cut a map of any size into tiles for many machines',
  run: runPlan,
  ...pageOf(`
    SOURCE -o PLAN [options]

    A plan is a folder that all machines reach. The tiles are baked into it by isthmus farm, or by isthmus bake-tile
    on any machines in any order; isthmus join makes one map of them, which isthmus path and isthmus info take by the
    name of its folder.

    A raw file is read by its rows and may be of any size; its width is given with --raw-width unless it has a header.
    Other files are read whole. Where a folder has no piece, all is wall.

    After a change of the source, plan again into the same place: only tiles that see the change are baked anew.

    Arguments:
      SOURCE  a map file; a folder or s3://bucket/prefix of maps that are pieces of one; or
        generate:KIND:WIDTHxHEIGHT:SEED, a map that is made as it is read

    Options:
      -o, --out PLAN  the folder or s3://bucket/prefix for the plan, and for all that is baked from it
      --tile N  side of a tile in cells, a multiple of 32 (${TILE_SIDE})
      ${DIRECTIONS_OPTION}
      --size N  size of the units in cells a side (1): a plan serves one size
      --names PATTERN  names of the pieces, as 14/{x}/{y}.png; unless given, Z/X/Y, X/Y and ROW_COLUMN are known
      ${PLAIN_MAP_OPTIONS}

    JSON:
      plan  the place, as it was named
      width, height  of the map, in cells
      tileSide, columns, rows, tiles  side of a tile in cells, and how many there are
      directions  8 or 4
      isNew  false where the same plan was there before

    Examples:
      isthmus plan generate:terrain:65536x65536:7 -o /mnt/world  Four billion cells, never whole.
      isthmus plan planet.raw --raw-width 1300000 -o s3://maps/planet  One large file of cost bytes.
  `),
}

async function runPlan(args: Arguments, io: Io): Promise<0> {
  const [source] = args.operands
  const place = args.text('out')
  if (place === undefined) throw usageProblem('The place of the plan is missing: add -o PLAN.')
  const tileSide = args.whole('tile', 64, 32_768, TILE_SIDE)
  if (tileSide % BLOCK_SIDE_CELLS !== 0) throw usageProblem(`--tile is ${tileSide}: it must be a multiple of 32.`)
  const directions = args.directions()
  const size = args.whole('size', 1, SIZE_MAX, 1)
  await checkPlaceFor(place, source)
  const store = await openPlace(place)
  const { plan, isNew } = await withProgress(io, async progress => {
    const ofPoints = await recipeFor(source, place, args, io, progress)
    const recipe = size === 1 ? ofPoints : { ...ofPoints, size }
    const written = writeRecipe(recipe)
    const plan = planOf({ ...sizeOf(recipe), tileSide, directions, sourceId: written.id, source: written.name })
    const text = new TextEncoder().encode(writePlan(plan))
    const before = await store.read(PLAN_NAME)
    const isNew = before === null || Buffer.compare(before, text) !== 0
    await store.write(written.name, written.bytes)
    if (isNew) await store.write(PLAN_NAME, text)
    return { plan, isNew }
  })
  const { width, height, columns, rows } = plan
  const tiles = tileCountOf(plan)
  printAnswer(args, io, { plan: place, width, height, tileSide, columns, rows, tiles, directions, isNew }, () => {
    const size = `${countText(width)} x ${countText(height)} cells in ${counted(tiles, 'tile')}`
    return `${place}: ${size}, ${columns} x ${rows} of ${countText(tileSide)} cells a side.\nNext: isthmus farm ${place}\n`
  })
  return 0
}

/** Checks the plan's place, which must be a folder of its own. */
async function checkPlaceFor(place: string, source: string): Promise<void> {
  if (/^https?:/.test(place)) throw usageProblem(`${place} cannot be written over HTTP: name a folder or a bucket.`)
  if (
    place.replace(/\/+$/, '') === source.replace(/\/+$/, '') ||
    (!isRemote(place) && resolve(place) === resolve(source))
  )
    throw usageProblem(`${place} is the source as well: choose another place for the plan.`)
  if (isRemote(place)) return
  const status = await stat(place).catch(() => undefined)
  if (status !== undefined && !status.isDirectory()) throw inputProblem(`${place} is a file: a plan is a folder`)
}

/**
 * What SOURCE is: a map to generate, a folder or bucket of pieces, or a map file. A raw file is read by rows, any other
 * as a whole.
 */
async function recipeFor(source: string, place: string, args: Arguments, io: Io, progress: Progress): Promise<Recipe> {
  const options = mapOptionsOf(args, io)
  const { onWarning: _, ...reading } = options
  const names = args.text('names')
  const generated = readGenerated(source)
  if (generated !== null) return generated
  const isFolder = isRemote(source) || (await statusOf(source)).isDirectory()
  if (names !== undefined && !isFolder) throw usageProblem(`--names is for a folder of maps: ${source} is a file.`)
  const at = pathFor(source, place)
  if (isFolder) {
    const onProgress = (share: number) => progress.update('reading pieces', share)
    return { ...(await piecesRecipe(source, { reading, names, onProgress })), at }
  }
  const found = await rawRecipe(source, reading, share => progress.update('reading the file', share))
  if (found !== null) return { ...found, at }
  const bytes = await readBytes(source)
  if (syntaxOf(bytes) !== null) {
    throw inputProblem(
      `${source} is a file of a map editor, which one machine bakes: isthmus bake ${source} -o FILE.atlas`,
    )
  }
  const { width, height } = inFile(source, () => readMap(bytes, options))
  return { kind: 'map', at, reading, width, height, sha256: sha256Of(bytes) }
}

/** The path in the recipe, relative to the plan's folder, so that both can move together. */
function pathFor(source: string, place: string): string {
  if (isRemote(source)) return source
  return isRemote(place) ? resolve(source) : relative(resolve(place), resolve(source))
}

async function statusOf(source: string) {
  return stat(source).catch(error => {
    throw fileProblem('read', source, error)
  })
}
