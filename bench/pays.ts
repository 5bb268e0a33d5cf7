/**
 * `npm run bench:pays`: what each mechanism buys. The library is bundled once whole and once without each mechanism, and both
 * answer the same questions by turns in one process. No question is asked twice of an opened atlas, and others come before.
 */
import { Random } from '../src/base/random.ts'
import type { Atlas, Grid, Quality } from '../src/index.ts'
import { argumentsOf } from './arguments.ts'
import { bundleWithout, type Isthmus } from './pays/bundle.ts'
import { type Setting, settingsOf } from './pays/grounds.ts'
import { MECHANISMS, type Mechanism } from './pays/mechanisms.ts'
import { beginResults, saveResults } from './report/saved-results.ts'
import { column, type Table, terminalText } from './report/table.ts'
import { orTell, tell } from './session.ts'

const HELP = `npm run bench:pays -- [options]      half an hour and more
  --only WORDS    mechanisms whose names have one of these, by commas
  --on WORDS      the same for maps; "all" has those with hubs and 4 directions, else they are left out
  --size N        side of the generated maps (1024)
  --maps DIR      public maps below this folder as well
  --rows          tell each map as it is measured
  --json FILE     save the results, for npm run bench:results FILE
`

const { values: given } = argumentsOf(HELP, {
  only: { type: 'string' },
  on: { type: 'string' },
  size: { type: 'string', default: '1024' },
  maps: { type: 'string' },
  rows: { type: 'boolean', default: false },
  json: { type: 'string' },
})

/** Ends of near questions are at most so many cells apart, those of far ones at least half of a side. */
const NEAR_CELLS = 150
const PASSES = 2
/** Each library first answers others for so long: the compiler comes to each of them anew. */
const WARM_UP_MS = 250
const CHUNK = 10
/** Of each list of questions as many are asked as take about so long. */
const LIST_MS = 50
const QUESTIONS_MIN = 30
const QUESTIONS_MAX = 250
const BAKES = 2

/** The library as it is and without a mechanism, both as new to the compiler. */
type Pair = readonly [own: Isthmus, other: Isthmus]

interface Question {
  readonly ends: readonly [number, number, number, number]
  /** What the cheapest path costs. */
  readonly cost: number
}

interface Measured {
  readonly p50Us: number
  readonly p95Us: number
  readonly meanPercent: number
  readonly p99Percent: number
  readonly maxPercent: number
}

/** What leaving a mechanism out does on one map: times and sizes as ratios, excess as a difference. */
interface Difference extends Measured {
  readonly map: string
  readonly bytes: number
  readonly bake: number
}

interface Lists {
  readonly name: string
  readonly before: readonly Question[]
  readonly timed: readonly Question[]
}

await orTell(async () => {
  const { only = '', on = '', size, maps } = given
  const has = (words: string, name: string) => words.split(',').some(word => name.includes(word))
  const mechanisms = MECHANISMS.filter(({ name }) => has(only, name))
  const settings = settingsOf(Number(size), maps).filter(({ name }) => has(on, name))
  if (mechanisms.length === 0 || settings.length === 0) throw new Error('No mechanism or no map has that name.')
  const begun = beginResults(`npm run bench:pays`)
  const whole = await bundleWithout({ name: 'whole', cuts: [] })
  const pairs = new Map<Mechanism, Pair>()
  for (const mechanism of mechanisms) {
    pairs.set(mechanism, [await bundleWithout({ name: 'whole', cuts: [] }), await bundleWithout(mechanism)])
  }
  const found = new Map<Mechanism, Difference[]>(mechanisms.map(mechanism => [mechanism, []]))
  for (const setting of settings) {
    const startMs = performance.now()
    await measureOn(setting, whole, pairs, found)
    tell(`${setting.name}: ${((performance.now() - startMs) / 1000).toFixed(0)} s`)
    const table = paysTable(found)
    if (given.json !== undefined) saveResults(given.json, { ...begun, tables: [table], summary: [table] })
  }
  process.stdout.write(`\n${terminalText(paysTable(found))}`)
})

async function measureOn(
  setting: Setting,
  whole: Isthmus,
  pairs: Map<Mechanism, Pair>,
  found: Map<Mechanism, Difference[]>,
): Promise<void> {
  const grid = setting.make()
  const file = await whole.bake(grid, optionsOf(setting))
  const atlas = whole.openAtlas(file)
  const lists = [listsOf(atlas, 'near', false), listsOf(atlas, 'far', true)]
  for (const [mechanism, [own, other]] of pairs) {
    const { isOfBake, suits, quality = 'default' } = mechanism
    if (suits?.(atlas.stats().uniform, setting.hubs, setting.directions) === false) continue
    const baked = isOfBake ? await bakeBoth(setting, grid, own, other) : { file, bake: 1 }
    for (const list of lists) {
      if (list.timed.length === 0) continue
      const [ours, theirs] = askBoth(
        () => own.openAtlas(file),
        () => other.openAtlas(baked.file),
        list,
        quality,
      )
      const difference: Difference = {
        map: `${setting.name}, ${list.name}`,
        p50Us: theirs.p50Us / ours.p50Us,
        p95Us: theirs.p95Us / ours.p95Us,
        meanPercent: theirs.meanPercent - ours.meanPercent,
        p99Percent: theirs.p99Percent - ours.p99Percent,
        maxPercent: theirs.maxPercent - ours.maxPercent,
        bytes: baked.file.length / file.length,
        bake: baked.bake,
      }
      found.get(mechanism)!.push(difference)
      if (given.rows)
        tell(`${mechanism.name} | ${JSON.stringify(difference, (_, v) => (typeof v === 'number' ? +v.toFixed(3) : v))}`)
    }
  }
}

function optionsOf({ directions, hubs }: Setting) {
  return { directions, ...(hubs ? { hubs } : {}) }
}

/** What both bake of a map, by turns, and how many times as long the other takes. */
async function bakeBoth(setting: Setting, grid: Grid, whole: Isthmus, other: Isthmus) {
  const least = [Infinity, Infinity]
  let file: Uint8Array = new Uint8Array(0)
  for (let round = 0; round < BAKES; round++) {
    for (const [i, library] of [whole, other].entries()) {
      const before = process.cpuUsage()
      file = await library.bake(grid, optionsOf(setting))
      const { user, system } = process.cpuUsage(before)
      least[i] = Math.min(least[i], user + system)
    }
  }
  return { file, bake: least[1] / least[0] }
}

/** Questions that are as far apart, as many as are soon asked; half of them come before those that are timed. */
function listsOf(atlas: Atlas, name: string, isFar: boolean): Lists {
  const finder = atlas.finder()
  const random = new Random(7)
  const { width, height } = atlas
  const reach = isFar ? Math.max(width, height) : NEAR_CELLS
  const apart = isFar ? Math.max(width, height) / 2 : 10
  const questions: Question[] = []
  const startMs = performance.now()
  let countMax = QUESTIONS_MAX
  for (let draws = 0; draws < 2_000_000 && questions.length < 2 * countMax; draws++) {
    const x0 = random.below(width)
    const y0 = random.below(height)
    const x1 = Math.max(0, Math.min(width - 1, isFar ? random.below(width) : x0 - reach + random.below(2 * reach)))
    const y1 = Math.max(0, Math.min(height - 1, isFar ? random.below(height) : y0 - reach + random.below(2 * reach)))
    if (Math.max(Math.abs(x0 - x1), Math.abs(y0 - y1)) < apart || !atlas.isReachable(x0, y0, x1, y1)) continue
    if (questions.length === QUESTIONS_MIN) {
      const us = askAll(() => finder, questions, 'default').us.toSorted((a, b) => a - b)[QUESTIONS_MIN >> 1]
      countMax = Math.max(QUESTIONS_MIN, Math.min(QUESTIONS_MAX, Math.round((1000 * LIST_MS) / us)))
      if (performance.now() - startMs > 10_000) countMax = QUESTIONS_MIN
    }
    questions.push({ ends: [x0, y0, x1, y1], cost: finder.find(x0, y0, x1, y1, { quality: 'exact' }).cost })
  }
  const half = questions.length >> 1
  return { name, before: questions.slice(0, half), timed: questions.slice(half, 2 * half) }
}

type Asked = { find: ReturnType<Atlas['finder']>['find'] }

function askAll(finderOf: () => Asked, questions: readonly Question[], quality: Quality) {
  const finder = finderOf()
  const us: number[] = []
  const excess: number[] = []
  for (const { ends, cost } of questions) {
    const startMs = performance.now()
    const route = finder.find(...ends, { quality })
    const cells = route.cells()
    us.push(1000 * (performance.now() - startMs))
    excess.push(cells.length === 0 ? 100 : 100 * (route.cost / cost - 1))
  }
  return { us, excess }
}

/** Both are asked by turns, some questions each; of each question the least time of all passes counts. */
function askBoth(
  ours: () => Atlas,
  theirs: () => Atlas,
  { before, timed }: Lists,
  quality: Quality,
): [Measured, Measured] {
  const us = [timed.map(() => Infinity), timed.map(() => Infinity)]
  const excess: [number[], number[]] = [[], []]
  for (const open of [ours, theirs]) {
    const endMs = performance.now() + WARM_UP_MS
    while (performance.now() < endMs) askAll(() => open().finder(), before, quality)
  }
  for (let pass = 0; pass < PASSES; pass++) {
    const finders = [ours().finder(), theirs().finder()]
    for (const [i, finder] of finders.entries()) {
      const others = askAll(() => finder, before, quality)
      excess[i] = [...others.excess]
    }
    for (let first = 0; first < timed.length; first += CHUNK) {
      const questions = timed.slice(first, first + CHUNK)
      for (const i of (first / CHUNK + pass) % 2 === 0 ? [0, 1] : [1, 0]) {
        const asked = askAll(() => finders[i], questions, quality)
        asked.us.forEach((value, n) => {
          us[i][first + n] = Math.min(us[i][first + n], value)
        })
        excess[i].push(...asked.excess)
      }
    }
  }
  return [summary(us[0], excess[0]), summary(us[1], excess[1])]
}

function summary(us: readonly number[], excess: readonly number[]): Measured {
  const at = (values: readonly number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))]
  return {
    p50Us: at(us, 0.5),
    p95Us: at(us, 0.95),
    meanPercent: excess.reduce((sum, value) => sum + value, 0) / excess.length,
    p99Percent: at(excess, 0.99),
    maxPercent: Math.max(...excess),
  }
}

/** The map where it matters most, of each of what is measured, and the middle one of the times. */
function paysTable(found: Map<Mechanism, Difference[]>): Table {
  const rows = [...found]
    .filter(([, all]) => all.length > 0)
    .map(([{ name }, all]) => {
      const most = (of: keyof Measured | 'bytes' | 'bake') => all.reduce((a, b) => (b[of] > a[of] ? b : a))
      const middle = (of: keyof Measured) => all.map(one => one[of]).sort((a, b) => a - b)[all.length >> 1]
      const [p50, p95] = [most('p50Us'), most('p95Us')]
      const [mean, p99, max] = [most('meanPercent'), most('p99Percent'), most('maxPercent')]
      return [
        ...[name, all.length, middle('p50Us'), p50.p50Us, p50.map, middle('p95Us'), p95.p95Us, p95.map],
        ...[
          mean.meanPercent,
          mean.map,
          p99.p99Percent,
          p99.map,
          max.maxPercent,
          most('bytes').bytes,
          most('bake').bake,
        ],
      ]
    })
  return {
    title: 'What each mechanism buys',
    about:
      'What leaving one out does, on maps with near or far questions that it matters to: how many times as long queries with cells take at p50 and p95 on the middle map and on the map where that is most, by how many points excess rises at most, how many times as large files are and as long bakes take at most. Both answer the same questions by turns, after others that are not timed. The row of nothing left out tells how far such figures are from 1 by chance.',
    columns: [
      ...[
        column('left out'),
        column('lists', 'count'),
        column('middle', 'times', 'p50'),
        column('most', 'times', 'p50'),
      ],
      ...[
        column('on', 'text', 'p50'),
        column('middle', 'times', 'p95'),
        column('most', 'times', 'p95'),
        column('on', 'text', 'p95'),
      ],
      ...[
        column('mean', '%', 'excess'),
        column('on', 'text', 'excess'),
        column('p99', '%', 'excess'),
        column('on p99', 'text', 'excess'),
      ],
      ...[column('max', '%', 'excess'), column('bytes', 'times'), column('bake', 'times')],
    ],
    rows,
  }
}
