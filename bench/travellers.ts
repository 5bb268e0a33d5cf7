/**
 * `npm run bench:travellers [MAP ..]`: a file of eight travellers (four kinds, two sizes) beside eight atlases, paths with few
 * turns, and surveys of maps. The characters of a MovingAI map name its grounds. Generated maps have the side `--size`.
 */
import { readFileSync } from 'node:fs'
import { bake, type Grounds, generate, groundFromTiles, openAtlas, readMap } from '../src/index.ts'
import { argumentsOf } from './arguments.ts'
import { fileRows, type Kinds, type Row, surveyRow, turningRow } from './measure/measure-travellers.ts'
import { column, type Table } from './report/table.ts'
import { beginSession, orTell, tell } from './session.ts'

/** The costs of each kind on grass, forest, swamp, road and water; rock is a wall for all. */
const KINDS = { soldier: [2, 3, 6, 1, 20], rider: [2, 9, 12, 1, 30], elf: [4, 3, 5, 3, 20], bird: [1, 1, 2, 1, 1] }
const NAMES = ['grass', 'forest', 'swamp', 'road', 'water', 'rock']
const SIZES = [1, 2]
const GROUND_OF_CHARACTER = {
  '.': 'grass',
  G: 'grass',
  T: 'forest',
  S: 'swamp',
  W: 'water',
  '=': 'road',
  '@': 'rock',
  O: 'rock',
}

const HELP = `npm run bench:travellers -- [MAP ..] [options]
  MAP             maps in the characters of MovingAI, beside the generated ones
  --size CELLS    side of those that are generated (1024)
  --json FILE     save the results, for npm run bench:results FILE
`

const { values, positionals } = argumentsOf(
  HELP,
  { json: { type: 'string' }, size: { type: 'string', default: '1024' } },
  true,
)

await orTell(async () => {
  const session = beginSession('bench:travellers', values)
  const side = Number(values.size)
  const generated = [1, 2].map(seed => [`patches ${seed}`, patches(side, seed)] as const)
  // Results do not name other people's maps.
  const given = positionals.map((path, i) => [`map ${i + 1}`, drawn(readFileSync(path, 'latin1'))] as const)
  await fileRows('', patches(256, 9), kindsOn(patches(256, 9))) // warms up
  const [files, answers, turning, surveys]: Row[][] = [[], [], [], []]
  for (const [name, grounds] of [...given, ...generated]) {
    const rows = await fileRows(`${name}, ${grounds.width} wide`, grounds, kindsOn(grounds))
    files.push(rows.file)
    answers.push(rows.answers)
    for (const how of [{ turn: 45 }, { turn: 90, size: 2 }] as const) {
      turning.push(await turningRow(name, copyOf(grounds), { ...kindsOn(grounds)['soldier-1'], ...how }))
    }
    tell(name)
  }
  for (const [name, grid] of [
    ['maze', generate('maze', { width: side, height: side, seed: 7 })],
    ['maze, halls of 8', generate('maze', { width: side, height: side, seed: 7, corridorCells: 8 })],
    ['scatter', generate('scatter', { width: side, height: side, seed: 7 })],
  ] as const) {
    const grounds = groundFromTiles(grid.cost, side, ['rock', 'grass'])
    for (const turn of [45, 90] as const) {
      turning.push(await turningRow(name, copyOf(grounds), { costs: { grass: 1 }, turn }))
    }
  }
  for (const kind of ['terrain', 'rooms', 'caves'] as const) {
    surveys.push(await surveyRow(kind, openAtlas(await bake(generate(kind, { width: side, height: side, seed: 7 })))))
  }
  for (const [i, path] of positionals.entries()) {
    surveys.push(await surveyRow(`map ${i + 1}`, openAtlas(await bake(readMap(readFileSync(path))))))
  }
  const tables = tablesOf(files, answers, turning, surveys)
  session.finish(tables, tables)
})

function tablesOf(files: Row[], answers: Row[], turning: Row[], surveys: Row[]): Table[] {
  return [filesTable(files), answersTable(answers), turningTable(turning), surveysTable(surveys)]
}

function filesTable(rows: Row[]): Table {
  const sizes = [column('file', 'bytes'), column('eight atlases', 'bytes'), column('bytes', 'times')]
  const times = [column('bake', 's'), column('eight bakes', 's'), column('time', 'times')]
  return {
    title: 'Eight travellers in one file',
    about: 'Four kinds of two sizes, in one file and in an atlas each; bake times are of the processor.',
    columns: [column('map'), ...sizes, ...times],
    rows,
  }
}

function answersTable(rows: Row[]): Table {
  const of = (group: string) => [
    column('excess mean', '%', group),
    column('p99', '%', group),
    column('p50', 'us', group),
  ]
  return {
    title: 'Answers of travellers in one file',
    about: 'Long queries with all cells, of each of the eight, beside the same asked of an atlas of its own.',
    columns: [column('map'), column('queries', 'count'), ...of('in the file'), ...of('alone'), column('time', 'times')],
    rows,
  }
}

function turningTable(rows: Row[]): Table {
  const ways = [column('map'), column('degrees'), column('size', 'count'), column('found', 'count')]
  const found = [...['p50', 'p95', 'max'].map(name => column(name, 'ms')), column('over', '%')]
  const none = (group: string) => [column('', 'count', group), column('p50', 'ms', group), column('max', 'ms', group)]
  return {
    title: 'Travellers that turn little',
    about:
      'Long queries with a random heading at the start: the time of those that have a path, and what it costs over that of ' +
      'one that turns as it likes; then of those that have none; and of queries to a cell behind a bend of 90 degrees.',
    columns: [...ways, ...found, ...none('none'), ...none('behind a bend')],
    rows,
  }
}

function surveysTable(rows: Row[]): Table {
  const places = ['choke points', 'dead ends']
  const whatIf = [column('p50', 'ms', 'whatIf'), column('max', 'ms', 'whatIf')]
  return {
    title: 'What a map tells of itself',
    about:
      'Choke points and dead ends of the whole map; what follows from closing 8 x 8 cells, with the detours of ten pairs.',
    columns: [
      column('map'),
      column('size'),
      ...places.map(name => column(name, 'count')),
      ...places.map(name => column(name, 'ms')),
      ...whatIf,
    ],
    rows,
  }
}

/** All kinds in both sizes, with costs for the grounds of this map. */
function kindsOn({ names }: Grounds): Kinds {
  const travellers: Record<string, Kinds[string]> = {}
  for (const size of SIZES) {
    for (const [kind, paid] of Object.entries(KINDS)) {
      const costs = Object.fromEntries(
        paid.map((cost, i) => [NAMES[i], cost]).filter(([name]) => names.includes(`${name}`)),
      )
      travellers[`${kind}-${size}`] = { costs, size }
    }
  }
  return travellers
}

function copyOf(grounds: Grounds): Grounds {
  return { ...grounds, groundOfCell: grounds.groundOfCell.slice() }
}

function patches(side: number, seed: number): Grounds {
  const [walls, swamp, heights] = (['terrain', 'terrain', 'elevation'] as const).map(
    (kind, i) => generate(kind, { width: side, height: side, seed: seed + 10 * i }).cost,
  )
  const tiles = Array.from(walls, (wall, cell) => {
    if (wall === 0) return 'rock'
    if (swamp[cell] === 0) return 'swamp'
    return heights[cell] > 6 ? 'forest' : cell % 97 === 0 ? 'road' : 'grass'
  })
  return groundFromTiles(tiles, side, NAMES)
}

function drawn(text: string): Grounds {
  const lines = text.split(/\r?\n/)
  const rows = lines.slice(lines.indexOf('map') + 1).filter(row => row !== '')
  return groundFromTiles([...rows.join('')], rows[0].length, GROUND_OF_CHARACTER)
}
