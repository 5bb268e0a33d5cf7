/**
 * `npm run demo`: isthmus in a few seconds. It makes a world of many islands, bakes it, and finds a path from corner
 * to corner. It is refused a path to another island, explains both results in plain words, and draws a picture.
 */
import { mkdirSync } from 'node:fs'
import { exactCost } from '../../exact.ts'
import { type Atlas, bake, checkPath, generate, openAtlas } from '../../index.ts'
import { writeBytes } from './files.ts'
import { guardStreams, processIo } from './io.ts'
import { run } from './run.ts'
import { bytesText, counted, countText, digits, durationText, percentText, statisticsOf } from './words.ts'

const SIDE_CELLS = 2048
const SEED = 25
/** Cells of this world: near two corners of the largest island, and on another island. */
const [FROM, TO, ISLAND] = [
  [152, 96],
  [2013, 2033],
  [982, 1089],
] as const
const ATLAS = 'demo/world.atlas'
const TIMED_CALLS = 1000

guardStreams()
const startMs = performance.now()
tell('isthmus', 'bakes a map once, and then finds long paths in microseconds.')
const grid = generate('terrain', { width: SIDE_CELLS, height: SIDE_CELLS, seed: SEED })
tell('The world', `${countText(SIDE_CELLS)} x ${countText(SIDE_CELLS)} cells, made in ${since(startMs)}.`)
const bakeMs = performance.now()
const file = await bake(grid)
const atlas = openAtlas(file)
const { islands, levels, bytesPerCell } = atlas.stats()
const parts = `${counted(islands, 'island')}, ${counted(levels.length, 'level')} of regions`
tell('The bake', `done in ${since(bakeMs)}: ${parts}.`)
tell(
  '',
  `The atlas takes ${bytesText(file.length)}, ${digits(bytesPerCell)} bytes a cell, and answers everything below.`,
)
tellPath(atlas)
tellRefusal(atlas)
mkdirSync('demo', { recursive: true })
await writeBytes(ATLAS, file)
tell('A picture', 'of the world, its islands in colours, the borders of regions, and the path:')
process.exitCode = await run(['render', ATLAS, '-o', 'demo/world.png', '--path', FROM.join(), TO.join()], processIo)
tell('All of it', `took ${since(startMs)}. Next: npm run isthmus -- --help`)

function tellPath(atlas: Atlas): void {
  const finder = atlas.finder()
  const route = finder.find(...FROM, ...TO)
  const cells = route.cells()
  const check = checkPath(atlas.terrain, cells, ...FROM, ...TO, atlas.directions)
  if (check.status !== 'legal') throw new Error(check.message)
  const pathMs = medianMs(() => finder.find(...FROM, ...TO).cells())
  const steps = counted(cells.length / 2 - 1, 'step')
  tell('A long path', `from ${FROM} to ${TO}: ${route.cost.toFixed(1)} cell lengths, ${steps}, each checked.`)
  tell('', `It takes ${durationText(pathMs)} with every cell (median of ${countText(TIMED_CALLS)} queries).`)
  const startMs = performance.now()
  const optimum = exactCost(atlas.terrain, ...FROM, ...TO)
  const times = countText(Number(((performance.now() - startMs) / pathMs).toPrecision(2)))
  tell('', `A plain Dijkstra over the cells takes ${since(startMs)}, ${times} times as long.`)
  tell('', `Our path costs ${percentText((route.cost / optimum - 1) * 100)} more than its.`)
}

function tellRefusal(atlas: Atlas): void {
  const { status, message } = atlas.finder().find(...FROM, ...ISLAND)
  // One call is too short for a clock.
  const refusalMs = medianMs(() => {
    for (let call = 0; call < TIMED_CALLS; call++) atlas.isReachable(...FROM, ...ISLAND)
  })
  tell('An island', `from ${FROM} to ${ISLAND}: ${status}. ${message}`)
  tell('', `The refusal takes ${digits((refusalMs / TIMED_CALLS) * 1e6)} ns, and nothing is searched.`)
}

/** Milliseconds of a call, after a warm-up of equally many. */
function medianMs(work: () => unknown): number {
  const msOfCall = Array.from({ length: 2 * TIMED_CALLS }, () => {
    const startMs = performance.now()
    work()
    return performance.now() - startMs
  })
  return statisticsOf(msOfCall.slice(TIMED_CALLS))!.p50
}

function since(startMs: number): string {
  return durationText(performance.now() - startMs)
}

function tell(topic: string, sentence: string): void {
  process.stdout.write(`${topic.padEnd(12)} ${sentence}\n`)
}
