/**
 * `isthmus info`: what is inside an atlas, in words or in numbers.
 */
import type { Atlas, AtlasStats } from '../../../index.ts'
import { bakedTiles, IsthmusError, openTiles, tileCountOf } from '../../../tiled.ts'
import { type ChokePoint, chokePoints, type DeadEnd, deadEnds } from '../../../travellers.ts'
import { openPlan } from '../../farm/open-plan.ts'
import { isPlan } from '../../farm/plan-place.ts'
import type { Arguments } from '../arguments.ts'
import { type Command, pageOf } from '../command.ts'
import { type Io, printAnswer } from '../io.ts'
import { usageProblem } from '../problem.ts'
import { loadAtlas } from '../source.ts'
import { bytesText, counted, countText, digits, percentText, table } from '../words.ts'

/** The most choke points and dead ends that the words list. */
const SURVEY_ROWS = 5

/** Rows of a page. A test fails if a printed field is not declared, or a declared one is never printed. */
export const STATS_FIELDS = `
      width, height  of the map, in cells
      directions  8 or 4: to how many neighbours steps go
      uniform  whether all ground costs the same
      costBytes  bytes of a cell's cost where ground differs: 2 where a cost exceeds 255
      freeCells  cells that are no walls
      islands  connected pieces of the map
      levels[].level  0 is the finest
      levels[].blockSideCells  side of a block of this level
      levels[].regions  connected pieces inside the blocks
      levels[].entries  pairs of cells where a path may cross a border
      levels[].pairs  pairs of entries of one region, each with its cost
      byteLength  size of the atlas
      bytesPerCell  that size over the cells of the map
`.trim()

export const infoCommand: Command = {
  name: 'info',
  summary: 'list what is inside an atlas',
  run: runInfo,
  ...pageOf(`
    FILE.atlas [--survey] [--json]

    A region is a connected piece of ground inside one square block; four blocks of one level make a block of the
    next. An entry is a pair of cells where a path may cross a border between regions. A pair is two entries of one
    region with the cost of the best way between them.

    Arguments:
      FILE.atlas  an atlas, made by isthmus bake; - for standard input; or a plan

    Options:
      --survey  list choke points and dead ends too: a walk over all cells

    JSON:
      plan  for a plan, instead of all that follows: its place and shape, how many tiles are baked, the crown
      atlas  the file, as it was named
      ${STATS_FIELDS}
      travellers[]  those it was baked for: name, costs, size, turn; the numbers above are of the first
      chokePoints[]  with --survey only: x, y, and the cells that each part of the island has without it; largest first
      deadEnds[]  with --survey only: door, inside as {x, y}; cells; box as {x, y, width, height}; largest first

    Examples:
      isthmus info world.atlas  Size, islands, levels, and where the bytes go.
  `),
}

async function runInfo(args: Arguments, io: Io): Promise<0> {
  const [name] = args.operands
  if (await isPlan(name)) return runPlanInfo(args, io)
  const atlas = await loadAtlas(name)
  const stats = atlas.stats()
  const { travellers } = atlas
  const survey = args.has('survey') ? { chokePoints: chokePoints(atlas), deadEnds: deadEnds(atlas) } : null
  printAnswer(args, io, { atlas: name, ...statsDocument(stats), travellers, ...survey }, () => {
    return statsText(name, stats) + travellersText(atlas) + surveyText(survey, stats.freeCells)
  })
  return 0
}

async function runPlanInfo(args: Arguments, io: Io): Promise<0> {
  const [place] = args.operands
  if (args.has('survey')) throw usageProblem('--survey is for atlases, not for plans.')
  const { plan, store } = await openPlan(place)
  const { width, height, directions, tileSide, columns, rows } = plan
  const tiles = tileCountOf(plan)
  const atlas = await openTiles(store).catch(error => {
    if (error instanceof IsthmusError && error.code === 'TILE_MISSING') return null
    throw error
  })
  const { entries, islands, tileBytes } = atlas?.stats() ?? {}
  const baked = atlas === null ? (await bakedTiles(plan, store)).reduce((sum, flag) => sum + flag, 0) : tiles
  const shape = { place, width, height, directions, tileSide, columns, rows, tiles }
  const document = { plan: { ...shape, baked, isJoined: atlas !== null, entries, islands, tileBytes } }
  printAnswer(args, io, document, () => {
    const size = `a map of ${countText(width)} x ${countText(height)} cells in ${counted(tiles, 'tile')}`
    const sides = `${columns} x ${rows} of ${countText(tileSide)} cells a side; units move in ${directions} directions.\n`
    const next = `isthmus ${baked === tiles ? 'join' : 'farm'} ${place}`
    const state =
      atlas === null
        ? `${countText(baked)} of ${countText(tiles)} tiles are baked, and they are not joined. Next: ${next}\n`
        : `All tiles are baked and joined: ${bytesText(tileBytes!)}, ${counted(entries!, 'entry', 'entries')} between ` +
          `tiles, ${counted(islands!, 'island')} on more than one of them.\n`
    return `${place}: ${size}, ${sides}${state}`
  })
  return 0
}

interface Survey {
  readonly chokePoints: readonly ChokePoint[]
  readonly deadEnds: readonly DeadEnd[]
}

/** The counts of choke points and dead ends, and the largest of each. */
function surveyText(survey: Survey | null, freeCells: number): string {
  if (survey === null) return ''
  const { chokePoints: chokes, deadEnds: ends } = survey
  const cells = ends.reduce((sum, end) => sum + end.cells, 0)
  const chokeRows = chokes
    .slice(0, SURVEY_ROWS)
    .map(({ x, y, parts }) => [`${x},${y}`, parts.map(countText).join(' | ')])
  const endRows = ends
    .slice(0, SURVEY_ROWS)
    .map(end => [`${end.door.x},${end.door.y}`, countText(end.cells), `${end.box.width} x ${end.box.height}`])
  return [
    `\n${counted(chokes.length, 'choke point')}${chokes.length === 0 ? '.\n' : '; those that part most:\n'}`,
    chokes.length === 0 ? '' : table([['cell', 'parts in cells'], ...chokeRows]),
    `\n${counted(ends.length, 'dead end')}, ${percentText((100 * cells) / Math.max(1, freeCells))} of all free cells`,
    ends.length === 0 ? '.\n' : `; the largest:\n${table([['door', 'cells', 'size'], ...endRows])}`,
  ].join('')
}

function statsText(name: string, stats: AtlasStats): string {
  const cells = stats.width * stats.height
  const free = percentText((100 * stats.freeCells) / cells)
  const bits = 8 * stats.costBytes
  const costs = stats.uniform ? 'all ground costs the same' : `ground of different costs, ${bits} bits each`
  return [
    `${name}: an atlas of ${countText(stats.width)} x ${countText(stats.height)} cells, `,
    `${bytesText(stats.byteLength)} (${digits(stats.bytesPerCell)} bytes a cell).\n`,
    `${counted(stats.freeCells, 'cell')} of ${countText(cells)} are free (${free}), `,
    `on ${counted(stats.islands, 'island')}; ${costs}; units move in ${stats.directions} directions.\n\n`,
    levelsText(stats),
    columnsText(stats),
  ].join('')
}

/** The facts of each traveller, if the atlas was baked for several; the lines above are about the first. */
function travellersText(atlas: Atlas): string {
  if (atlas.travellers.length === 0) return ''
  const rows = atlas.travellers.map(({ name, size, turn, costs }) => {
    const paid = Object.entries(costs).map(([ground, cost]) => `${ground} ${cost}`)
    return [name, `${size}`, `${turn ?? 'any'}`, `${atlas.as(name).islandCount}`, paid.join(', ')]
  })
  return `\nTravellers. The figures above are of the first:\n${table([['name', 'size', 'turn', 'islands', 'costs'], ...rows])}`
}

function levelsText(stats: AtlasStats): string {
  const rows = stats.levels.map(level =>
    [level.level, level.blockSideCells, level.regions, level.entries, level.pairs].map(countText),
  )
  return `Levels:\n${table([['level', 'block side', 'regions', 'entries', 'pairs'], ...rows])}\n`
}

/** The columns of all levels together, the largest first. */
function columnsText(stats: AtlasStats): string {
  const bytesOfColumn = new Map<string, number>()
  for (const { name, bytes } of stats.columns) {
    if (bytes > 0) bytesOfColumn.set(name, (bytesOfColumn.get(name) ?? 0) + bytes)
  }
  const rows = [...bytesOfColumn]
    .sort(([, a], [, b]) => b - a)
    .map(([name, bytes]) => [name, bytesText(bytes), percentText((100 * bytes) / stats.byteLength)])
  return `Where the bytes are, all levels together:\n${table([['column', 'size', 'share'], ...rows])}`
}

/** The numbers of an atlas, without those that concern only its file format. */
export function statsDocument({ columns: _, ...facts }: AtlasStats): object {
  return { ...facts, levels: facts.levels.map(({ tableWords: _, ...level }) => level) }
}
