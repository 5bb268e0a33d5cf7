/**
 * `npm run bench:pays`: the benefit of each mechanism. The library is bundled whole and without each mechanism, and
 * both versions answer the same questions by turns in one process. An opened atlas gets no question twice, and other
 * questions come first.
 */
import { existsSync } from 'node:fs'
import { Random } from '../src/base/random.ts'
import type { Atlas, Grid, Quality } from '../src/index.ts'
import { argumentsOf } from './arguments.ts'
import { bundleWithout, type Isthmus } from './pays/bundle.ts'
import { type Setting, settingsOf } from './pays/grounds.ts'
import { MECHANISMS, type Mechanism } from './pays/mechanisms.ts'
import { beginResults, loadResults, type Results, saveResults } from './report/saved-results.ts'
import { column, type Table, terminalText } from './report/table.ts'
import { commandText, orTell, tell } from './session.ts'

const HELP = `npm run bench:pays -- [options]      an hour and more; with --only and --on some minutes
  --only WORDS    mechanisms whose names have one of these, by commas
  --on WORDS      the same for maps
  --size N        side of the generated maps (1024)
  --maps DIR      public maps below this folder as well
  --json FILE     save the results, for npm run bench:results FILE; maps that FILE has already are not measured again
  --seconds N     begin no other map after this time: the same command with the same FILE goes on
`

const { values: given } = argumentsOf(HELP, {
  only: { type: 'string' },
  on: { type: 'string' },
  size: { type: 'string', default: '1024' },
  maps: { type: 'string' },
  json: { type: 'string' },
  seconds: { type: 'string', default: 'Infinity' },
})

const QUESTIONS_MAX = 400
const QUESTIONS_MIN = 60
/** One question in NEAR_SHARE has ends at most NEAR_CELLS apart; the others lead across half of the map. */
const NEAR_SHARE = 4
const NEAR_CELLS = 150
/** The count of questions is the count of optima found in this time. */
const OPTIMA_MS = 6000
/** Before each library is timed it answers other questions for this time, so that its code is compiled. */
const WARM_UP_MS = 200
const PASSES = 2
/** The count of questions for one library before the other gets the same. */
const TURN = 10

interface Question {
  readonly ends: readonly [number, number, number, number]
  /** The cost of the cheapest path. */
  readonly cost: number
}

/** p50 and p95 in us; mean, p99 and max of the excess in percent; pairs that searches examined; bytes; bake in us. */
const FIGURES = ['p50', 'p95', 'mean', 'p99', 'max', 'work', 'bytes', 'bake'] as const
type Figures = Record<(typeof FIGURES)[number], number>
/** The effect of leaving a mechanism out on one map: ratios; for excess, differences. */
type Difference = Figures & { readonly map: string }
/** What a file of results keeps to go on with: the settings done, and the differences of each mechanism. */
type Saved = Results & { readonly done: string[]; readonly found: readonly (readonly [string, Difference[]])[] }
type Begun = Omit<Saved, 'tables' | 'summary'>
/** The library as it is, and without a mechanism; both are loaded anew. */
type Pair = readonly [own: Isthmus, other: Isthmus]

await orTell(async () => {
  const { only = '', on = '', size, maps, json, seconds } = given
  const has = (words: string, name: string) => words.split(',').some(word => name.includes(word))
  const mechanisms = MECHANISMS.filter(({ name, cuts }) => has(only, name) || cuts.length === 0)
  const settings = settingsOf(Number(size), maps).filter(({ name }) => has(on, name))
  if (settings.length === 0) throw new Error('No map has that name.')
  const command = commandText('bench:pays', { ...given, ...(maps && { maps: 'DIR' }) })
  const begun: Begun = { ...beginResults(command), done: [], found: [] }
  const { done, found: before, ...results } = json !== undefined && existsSync(json) ? goOn(json, begun) : begun
  const found = new Map(mechanisms.map(mechanism => [mechanism, new Map(before).get(mechanism.name) ?? []]))
  const pairs = new Map<Mechanism, Pair>()
  for (const mechanism of mechanisms)
    pairs.set(mechanism, [await bundleWithout(MECHANISMS[0]), await bundleWithout(mechanism)])
  for (const setting of settings.filter(({ name }) => !done.includes(name))) {
    const startMs = performance.now()
    if (startMs > 1000 * Number(seconds)) throw new Error('The time is over; the same command goes on.')
    await measureOn(setting, pairs, found)
    done.push(setting.name)
    tell(`${setting.name}: ${((performance.now() - startMs) / 1000).toFixed(0)} s`)
    if (json !== undefined) {
      const tables = [paysTable(found)]
      const kept = [...found].map(([{ name }, all]) => [name, all] as const)
      saveResults(json, { ...results, tables, summary: tables, done, found: kept } as Saved)
    }
  }
  process.stdout.write(`\n${terminalText(paysTable(found))}`)
})

/** Reads the file of an earlier run, which must be of the same command and code. */
function goOn(json: string, { command, version }: Begun): Saved {
  const saved = loadResults(json) as Saved
  if (saved.command === command && saved.version === version && saved.done !== undefined) return saved
  throw new Error(`${json} is of "${saved.command}" at ${saved.version}, this is "${command}" at ${version}.`)
}

async function measureOn(setting: Setting, pairs: Map<Mechanism, Pair>, found: Map<Mechanism, Difference[]>) {
  const { directions, hubs, name } = setting
  const options = { directions, ...(hubs && { hubs }) }
  const grid = setting.make()
  const [[whole]] = pairs.values()
  const file = await whole.bake(grid, options)
  const atlas = whole.openAtlas(file)
  const questions = questionsOf(atlas)
  const { uniform } = atlas.stats()
  for (const [mechanism, libraries] of pairs) {
    if (mechanism.suits?.(uniform, hubs, directions) === false) continue
    const files = mechanism.isOfBake
      ? await bakeBoth(libraries, grid, options)
      : [file, file].map(of => ({ file: of, us: 1 }))
    const [own, other] = askBoth(libraries, files, questions, mechanism.quality)
    const ratio = Object.fromEntries(FIGURES.map(of => [of, other[of] / Math.max(1e-9, own[of])])) as Figures
    const [mean, p99, max] = (['mean', 'p99', 'max'] as const).map(of => other[of] - own[of])
    found.get(mechanism)!.push({ ...ratio, mean, p99, max, map: name })
  }
}

async function bakeBoth(libraries: Pair, grid: Grid, options: object) {
  const baked = libraries.map(() => ({ file: new Uint8Array(0), us: Infinity }))
  for (let round = 0; round < 2; round++) {
    for (const [i, library] of libraries.entries()) {
      const before = process.cpuUsage()
      baked[i].file = await library.bake(grid, options)
      const { user, system } = process.cpuUsage(before)
      baked[i].us = Math.min(baked[i].us, user + system)
    }
  }
  return baked
}

function questionsOf(atlas: Atlas): Question[] {
  const finder = atlas.finder()
  const random = new Random(7)
  const { width, height } = atlas
  const apart = Math.max(width, height) / 2
  const questions: Question[] = []
  const endMs = performance.now() + OPTIMA_MS
  for (let draws = 0; questions.length < QUESTIONS_MAX && draws < 1_000_000; draws++) {
    if (questions.length >= QUESTIONS_MIN && performance.now() > endMs) break
    const isNear = questions.length % NEAR_SHARE === 0
    const to = (from: number, side: number) =>
      isNear ? Math.max(0, Math.min(side - 1, from - NEAR_CELLS + random.below(2 * NEAR_CELLS))) : random.below(side)
    const [x0, y0] = [random.below(width), random.below(height)]
    const [x1, y1] = [to(x0, width), to(y0, height)]
    const cells = Math.max(Math.abs(x0 - x1), Math.abs(y0 - y1))
    if (cells === 0 || (!isNear && cells < apart) || !atlas.isReachable(x0, y0, x1, y1)) continue
    questions.push({ ends: [x0, y0, x1, y1], cost: finder.find(x0, y0, x1, y1, { quality: 'exact' }).cost })
  }
  return questions
}

/** Half of the questions are a warm-up. Each other question counts with its least time of all passes. */
function askBoth(
  libraries: Pair,
  files: readonly { file: Uint8Array; us: number }[],
  questions: readonly Question[],
  quality: Quality = 'default',
): Figures[] {
  const half = questions.length >> 1
  const asked = libraries.map((library, i) => {
    const us = questions.map(() => Infinity)
    const excess = questions.map(() => 0)
    const open = () => library.openAtlas(files[i].file).finder()
    let work = 0
    const ask = (finder: ReturnType<typeof open>, from: number, end: number) => {
      for (let n = from; n < end; n++) {
        const { ends, cost } = questions[n]
        const startMs = performance.now()
        const route = finder.find(...ends, { quality })
        route.cells()
        us[n] = Math.min(us[n], 1000 * (performance.now() - startMs))
        excess[n] = 100 * (route.cost / cost - 1)
        work += finder.effort.relaxedCount
      }
    }
    for (const endMs = performance.now() + WARM_UP_MS; performance.now() < endMs; ) ask(open(), 0, half)
    work = 0
    return { open, ask, us, excess, work: () => 1 + work, finder: open() }
  })
  for (let pass = 0; pass < PASSES; pass++) {
    for (const one of asked) {
      one.finder = one.open()
      one.ask(one.finder, 0, half)
    }
    // Each goes first every other time: what comes second finds caches warm.
    for (let from = half, order = asked; from < questions.length; from += TURN, order = order.toReversed())
      for (const one of order) one.ask(one.finder, from, Math.min(questions.length, from + TURN))
  }
  return asked.map(({ us, excess, work }, i) => {
    const at = (values: readonly number[], share: number) =>
      values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))]
    const timed = us.slice(half)
    const mean = excess.reduce((sum, value) => sum + value, 0) / excess.length
    const [p99, max] = [at(excess, 0.99), at(excess, 1)]
    return {
      p50: at(timed, 0.5),
      p95: at(timed, 0.95),
      mean,
      p99,
      max,
      work: work(),
      bytes: files[i].file.length,
      bake: files[i].us,
    }
  })
}

/** For times, the median of all maps and the map with the largest effect; for other figures, the largest. */
function paysTable(found: Map<Mechanism, Difference[]>): Table {
  const rows = [...found].flatMap(([{ name }, all]) => {
    if (all.length === 0) return []
    const sorted = (of: keyof Figures) => all.toSorted((a, b) => a[of] - b[of])
    const most = (of: keyof Figures) => sorted(of)[all.length - 1]
    const spread = (of: keyof Figures) => [sorted(of)[all.length >> 1][of], most(of)[of], most(of).map]
    const rest = [most('max').max, most('work').work, most('bytes').bytes, most('bake').bake]
    return [
      [
        name,
        all.length,
        ...spread('p50'),
        ...spread('p95'),
        most('mean').mean,
        most('mean').map,
        most('p99').p99,
        ...rest,
      ],
    ]
  })
  const times = (group: string) => [
    column('middle', 'times', group),
    column('most', 'times', group),
    column('on', 'text', group),
  ]
  return {
    title: 'What each mechanism buys',
    about:
      'What happens without one mechanism, on the maps that it matters to: times of queries with cells as ' +
      'multiples at p50 and p95, on the middle map and on the map where the change is largest; the most points ' +
      'by which excess rises; and the largest multiples of searched pairs of entries, file size and bake time. ' +
      'Both versions answer the same questions by turns, after a warm-up of others. The row that leaves nothing ' +
      'out shows how far times differ from 1 by chance.',
    columns: [
      ...[column('left out'), column('maps', 'count'), ...times('p50'), ...times('p95')],
      ...[
        column('mean', '%', 'excess'),
        column('on', 'text', 'excess'),
        column('p99', '%', 'excess'),
        column('max', '%', 'excess'),
      ],
      ...[column('pairs', 'times'), column('bytes', 'times'), column('bake', 'times')],
    ],
    rows,
  }
}
