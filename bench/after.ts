/**
 * `npm run bench:after`: the cost of new questions after others, and the memory that a finder keeps. Files with hubs
 * compute and store what a question first needs. So first questions take longer than later ones, and memory grows.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Random } from '../src/base/random.ts'
import { type Atlas, bake, openAtlas, readMap } from '../src/index.ts'
import { argumentsOf } from './arguments.ts'
import { column, type Table } from './report/table.ts'
import { beginSession, orTell, tell } from './session.ts'
import { percentiles } from './tables/measured.ts'
import { checkKind, checkSide, makeGrid } from './world.ts'

const HELP = `npm run bench:after -- [options] [MAP ..]      some minutes
  --kinds LIST    generated maps (terrain,rooms,elevation)
  --size N        their side in cells (1024)
  --json FILE     save the results, for npm run bench:results FILE
MAP               maps from files as well
`
const { values: given, positionals: files } = argumentsOf(
  HELP,
  {
    kinds: { type: 'string', default: 'terrain,rooms,elevation' },
    size: { type: 'string', default: '1024' },
    json: { type: 'string' },
    one: { type: 'string' },
  },
  true,
)

/** Questions before those that are timed. */
const OTHERS = [0, 100, 1000, 10_000]
const TIMED = 100

interface Step {
  readonly p50Us: number
  readonly p95Us: number
  readonly bytes: number
}

await orTell(async () => {
  if (given.one !== undefined) {
    process.stdout.write(JSON.stringify(await measure(given.one)))
    return
  }
  const { one: _, ...told } = given
  const session = beginSession('bench:after', told)
  const names = [...given.kinds.split(',').map(checkKind), ...files]
  const rows = names.flatMap(name => {
    const [plain, hubs] = [`${name}`, `${name}+hubs`].map(one => {
      const [program, ...rest] = [
        ...process.execArgv,
        fileURLToPath(import.meta.url),
        '--size',
        given.size,
        '--one',
        one,
      ]
      return JSON.parse(execFileSync(process.execPath, [program, ...rest]).toString()) as Step[]
    })
    tell(name)
    return OTHERS.map((others, i) => {
      const cells = ({ p50Us, p95Us, bytes }: Step) => [p50Us, p95Us, bytes]
      return [basename(name, '.map'), others, ...cells(plain[i]), ...cells(hubs[i])]
    })
  })
  session.finish([tableOf(rows)], [tableOf(rows)])
})

async function measure(one: string): Promise<Step[]> {
  const [name, hubs] = one.split('+')
  const grid = name.endsWith('.map')
    ? readMap(readFileSync(name))
    : makeGrid({ kind: checkKind(name), side: checkSide(given.size) })
  const file = await bake(grid, hubs === undefined ? {} : { hubs: true })
  const random = new Random(7)
  // Another atlas of the same map is queried first, so that the code is compiled.
  const warm = openAtlas(file)
  ask(warm, warm.finder(), random, 1000)
  const atlas = openAtlas(file)
  const finder = atlas.finder()
  let asked = 0
  return OTHERS.map(others => {
    ask(atlas, finder, random, others - asked)
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    const [p50Us, p95Us] = percentiles(ask(atlas, finder, random, TIMED)) as number[]
    asked = others + TIMED
    return { p50Us, p95Us, bytes: heapUsed + arrayBuffers }
  })
}

/** Asks for the cells of paths between random cells; each question is a new one. */
function ask(atlas: Atlas, finder: ReturnType<Atlas['finder']>, random: Random, count: number): Float64Array {
  const usOfQuery: number[] = []
  while (usOfQuery.length < count) {
    const [x0, x1] = [random.below(atlas.width), random.below(atlas.width)]
    const [y0, y1] = [random.below(atlas.height), random.below(atlas.height)]
    if (!atlas.isReachable(x0, y0, x1, y1)) continue
    const startMs = performance.now()
    finder.find(x0, y0, x1, y1).cells()
    usOfQuery.push((performance.now() - startMs) * 1000)
  }
  return Float64Array.from(usOfQuery)
}

function tableOf(rows: (string | number)[][]): Table {
  const figures = (group: string) => [
    column('p50', 'us', group),
    column('p95', 'us', group),
    column('memory', 'bytes', group),
  ]
  return {
    title: 'New questions after others',
    about:
      'The cells of 100 new paths between random cells, after the given number of other questions to the same ' +
      'finder; the code is compiled before. Memory is that of the process, with its map file and grid.',
    columns: [column('map'), column('after', 'count'), ...figures('plain'), ...figures('with hubs')],
    rows,
  }
}
