/**
 * `isthmus plan`: cuts a map of any size into tiles, for machines that bake them one by one.
 */
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { planOf, tileCountOf, writePlan } from '../../../tiled.ts'
import { TILE_SIDE } from '../../../tiles/tile-plan.ts'
import { isRemote, openPlace, PLAN_NAME } from '../../farm/plan-place.ts'
import { recipeFor } from '../../farm/sources/plan-source.ts'
import { sizeOf, writeRecipe } from '../../farm/sources/recipe.ts'
import { type Arguments, isGiven, textOf } from '../arguments.ts'
import { type Command, JSON_OPTION } from '../command.ts'
import { type Io, printJson } from '../io.ts'
import { MAP_OPTIONS, mapOptionsOf } from '../map-options.ts'
import { inputProblem, usageProblem } from '../problem.ts'
import { withProgress } from '../progress.ts'
import { oneOf, wholeNumber } from '../values.ts'
import { counted, countText } from '../words.ts'

/** Options of map files that pieces and single maps are read with; those of editors' files are not. */
const READ_OPTIONS = new Set(['raw-width', 'raw-bits', 'wall-below', 'grey-is-cost', 'colours'])

export const planCommand: Command = {
  name: 'plan',
  summary: 'cut a map of any size into tiles for many machines',
  usage: 'SOURCE -o PLAN [options]',
  operands: [
    {
      name: 'SOURCE',
      about:
        'a map file; a folder or s3://bucket/prefix of maps that are pieces of one; or generate:KIND:WIDTHxHEIGHT:SEED, ' +
        'a map that is made as it is read',
    },
  ],
  options: [
    {
      name: 'out',
      short: 'o',
      values: ['PLAN'],
      about: 'the folder or s3://bucket/prefix for the plan, and for all that is baked from it',
    },
    { name: 'tile', values: ['N'], about: `side of a tile in cells, a multiple of 32 (${TILE_SIDE})` },
    { name: 'directions', values: ['4|8'], about: 'how a unit moves: 8 with diagonals (the default), or 4' },
    {
      name: 'names',
      values: ['PATTERN'],
      about: 'names of the pieces, as 14/{x}/{y}.png; unless given, Z/X/Y, X/Y and ROW_COLUMN are known',
    },
    ...MAP_OPTIONS.filter(({ name }) => READ_OPTIONS.has(name)),
    JSON_OPTION,
  ],
  details: [
    'A plan is a folder that all machines reach. The tiles are baked into it by isthmus farm, or by isthmus bake-tile on ' +
      'any machines in any order; isthmus join makes one map of them, which isthmus path and isthmus info take by the name ' +
      'of its folder.',
    'A raw file is read by its rows and may be of any size; its width is given with --raw-width unless it has a header. ' +
      'Other files are read whole. Where a folder has no piece, all is wall.',
    'After a change of the source, plan again into the same place: only tiles that see the change are baked anew.',
  ],
  json: [
    ['plan', 'the place, as it was named'],
    ['width, height', 'of the map, in cells'],
    ['tileSide, columns, rows, tiles', 'side of a tile in cells, and how many there are'],
    ['directions', '8 or 4'],
    ['isNew', 'false where the same plan was there before'],
  ],
  examples: [
    { line: 'isthmus plan generate:terrain:65536x65536:7 -o /mnt/world', about: 'Four billion cells, never whole.' },
    { line: 'isthmus plan planet.raw --raw-width 1300000 -o s3://maps/planet', about: 'One large file of cost bytes.' },
  ],
  run: runPlan,
}

async function runPlan(args: Arguments, io: Io): Promise<0> {
  const [source] = args.operands
  const place = textOf(args, 'out')
  if (place === undefined) throw usageProblem('The place of the plan is missing: add -o PLAN.')
  const tileSide = wholeNumber('--tile', textOf(args, 'tile') ?? String(TILE_SIDE), 64, 32_768)
  const directions = oneOf('--directions', textOf(args, 'directions') ?? '8', ['4', '8']) === '4' ? 4 : 8
  await checkPlaceFor(place, source)
  const store = await openPlace(place)
  const { plan, isNew } = await withProgress(io, async progress => {
    const recipe = await recipeFor(source, {
      reading: mapOptionsOf(args, io),
      names: textOf(args, 'names'),
      place,
      onProgress: (what, share) => progress.update(what, share),
    })
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
  const document = { plan: place, width, height, tileSide, columns, rows, tiles: tileCountOf(plan), directions, isNew }
  if (isGiven(args, 'json')) printJson(io, document)
  else {
    io.out(
      `${place}: ${countText(width)} x ${countText(height)} cells in ${counted(tileCountOf(plan), 'tile')}, ` +
        `${columns} x ${rows} of ${countText(tileSide)} cells a side.\nNext: isthmus farm ${place}\n`,
    )
  }
  return 0
}

/** The plan gets a folder of its own. */
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
