/**
 * `isthmus info`: what is inside an atlas, in words or in numbers.
 */
import type { Atlas, AtlasStats } from '../../../index.ts'
import { type Arguments, isGiven } from '../arguments.ts'
import { type Command, JSON_OPTION } from '../command.ts'
import { type Io, printJson } from '../io.ts'
import { STATS_FIELDS, statsDocument } from '../json.ts'
import { loadAtlas } from '../load.ts'
import { bytesText, counted, countText, digits, percentText, table } from '../words.ts'

export const infoCommand: Command = {
  name: 'info',
  summary: 'tell what is inside an atlas',
  usage: 'FILE.atlas [--json]',
  operands: [{ name: 'FILE.atlas', about: 'an atlas, made by isthmus bake; - for standard input' }],
  options: [JSON_OPTION],
  details: [
    'A region is a connected piece of ground inside one square block; four blocks of one level make a block of ' +
      'the next. An entry is a pair of cells where a path may cross a border between regions. A pair is two entries ' +
      'of one region with the cost of the best way between them.',
  ],
  json: [
    ['atlas', 'the file, as it was named'],
    ...STATS_FIELDS,
    ['travellers[]', 'who it was baked for: name, costs, size, turn; the numbers above are of the first'],
  ],
  examples: [{ line: 'isthmus info world.atlas', about: 'Size, islands, levels, and where the bytes go.' }],
  run: runInfo,
}

async function runInfo(args: Arguments, io: Io): Promise<0> {
  const atlas = await loadAtlas(args.operands[0])
  const stats = atlas.stats()
  const { travellers } = atlas
  if (isGiven(args, 'json')) printJson(io, { atlas: args.operands[0], ...statsDocument(stats), travellers })
  else io.out(statsText(args.operands[0], stats) + travellersText(atlas))
  return 0
}

function statsText(name: string, stats: AtlasStats): string {
  const cells = stats.width * stats.height
  const free = percentText((100 * stats.freeCells) / cells)
  const costs = stats.uniform ? 'all ground costs the same' : 'ground of different costs'
  return [
    `${name}: an atlas of ${countText(stats.width)} x ${countText(stats.height)} cells, `,
    `${bytesText(stats.byteLength)} (${digits(stats.bytesPerCell)} bytes a cell).\n`,
    `${counted(stats.freeCells, 'cell')} of ${countText(cells)} are free (${free}), `,
    `on ${counted(stats.islands, 'island')}; ${costs}; units move in ${stats.directions} directions.\n\n`,
    levelsText(stats),
    columnsText(stats),
  ].join('')
}

/** What each of them can do, where the atlas was baked for several; what stands above is of the first. */
function travellersText(atlas: Atlas): string {
  if (atlas.travellers.length === 0) return ''
  const rows = atlas.travellers.map(({ name, size, turn, costs }) => {
    const paid = Object.entries(costs).map(([ground, cost]) => `${ground} ${cost}`)
    return [
      name,
      String(size),
      turn === null ? 'any' : String(turn),
      String(atlas.as(name).islandCount),
      paid.join(', '),
    ]
  })
  return `\nTravellers, the first of whom is told above:\n${table([['name', 'size', 'turn', 'islands', 'costs'], ...rows])}`
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
