/**
 * `npm run demo`: isthmus in a few seconds. It makes a world of many islands, bakes it, finds a path from corner to
 * corner and one to another island, explains the results in plain words, and draws a picture.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { exactCost } from '../../exact.ts'
import type { Atlas, Finder } from '../../index.ts'
import { bake, checkPath, generate, openAtlas } from '../../index.ts'
import { type Layer, levelThatShows } from '../draw/layers.ts'
import { mainlandOf } from '../draw/mainland.ts'
import { drawAtlas } from '../draw/picture.ts'
import { cellPixelsOf, frameWithin } from '../draw/picture-frame.ts'
import { writeBytes } from './files.ts'
import { guardStreams } from './io.ts'
import { problemOf } from './problem.ts'
import { statisticsOf } from './statistics.ts'
import { bytesText, counted, countText, digits, durationText, percentText } from './words.ts'

const SIDE_CELLS = 2048
const SEED = 25
const FOLDER = 'demo'
const TIMED_QUERIES = 1000
const LAYERS: ReadonlySet<Layer> = new Set(['terrain', 'islands', 'regions', 'path'])

type Place = readonly [x: number, y: number]

guardStreams()
try {
  await demo()
} catch (error) {
  process.stderr.write(`demo: ${problemOf(error).message}\n`)
  process.exitCode = 1
}

async function demo(): Promise<void> {
  const startMs = performance.now()
  say('isthmus bakes a map once, and then finds long paths in microseconds.\n')
  const grid = generate('terrain', { width: SIDE_CELLS, height: SIDE_CELLS, seed: SEED })
  tell('The world', `${countText(SIDE_CELLS)} x ${countText(SIDE_CELLS)} cells, made in ${since(startMs)}.`)

  const bakeMs = performance.now()
  const file = await bake(grid)
  const atlas = openAtlas(file)
  const { islands, levels, bytesPerCell } = atlas.stats()
  tell(
    'The bake',
    `done in ${since(bakeMs)}: ${counted(islands, 'island')}, ${counted(levels.length, 'level')} of regions.`,
  )
  tell(
    '',
    `The atlas takes ${bytesText(file.length)}, ${digits(bytesPerCell)} bytes a cell, and answers everything below.`,
  )

  const mainland = mainlandOf(atlas.columns)
  const isMainland = (island: number) => island === mainland
  const from = nearestOf(atlas, isMainland, 0, 0)
  const to = nearestOf(atlas, isMainland, SIDE_CELLS, SIDE_CELLS)
  const path = longPath(atlas, from, to)
  const isOther = (island: number) => island >= 0 && !isMainland(island)
  refusal(atlas, from, nearestOf(atlas, isOther, SIDE_CELLS / 2, SIDE_CELLS / 2))
  await picture(atlas, path)
  say(`\nAll of it took ${since(startMs)}. Next: npm run isthmus -- --help`)
}

function longPath(atlas: Atlas, from: Place, to: Place): Int32Array {
  const finder = atlas.finder()
  const route = finder.find(...from, ...to)
  const cells = route.cells()
  const check = checkPath(atlas.terrain, cells, ...from, ...to, atlas.directions)
  if (check.status !== 'legal') throw new Error(check.message)
  const { p50 } = timesOf(() => finder.find(...from, ...to).cells())
  const steps = counted(cells.length / 2 - 1, 'step')
  tell('A long path', `from ${from} to ${to}: ${route.cost.toFixed(1)} cell lengths, ${steps}, each checked.`)
  tell('', `It takes ${durationText(p50)} with every cell (median of ${countText(TIMED_QUERIES)} queries).`)

  const exactMs = performance.now()
  const optimum = exactCost(atlas.terrain, ...from, ...to)
  const elapsedMs = performance.now() - exactMs
  const excess = percentText((route.cost / optimum - 1) * 100)
  tell('', `A plain Dijkstra over the cells takes ${durationText(elapsedMs)}, ${times(elapsedMs / p50)} as long.`)
  tell('', excess === percentText(0) ? 'Our path is as short as its.' : `Our path costs ${excess} more than its.`)
  return cells
}

function refusal(atlas: Atlas, from: Place, to: Place): void {
  const finder: Finder = atlas.finder()
  const route = finder.find(...from, ...to)
  if (route.status === 'found') throw new Error('A path leads to another island.')
  // One call is too short for a clock.
  const calls = 1000
  const { p50 } = timesOf(() => {
    let reachable = 0
    for (let call = 0; call < calls; call++) if (atlas.isReachable(...from, ...to)) reachable++
    return reachable
  })
  tell('An island', `from ${from} to ${to}: ${route.status}. ${route.message}`)
  tell('', `The refusal takes ${digits((p50 / calls) * 1e6)} ns, and nothing is searched.`)
}

async function picture(atlas: Atlas, path: Int32Array): Promise<void> {
  const frame = frameWithin(atlas.width, atlas.height, SIDE_CELLS)
  const png = drawAtlas(atlas, {
    frame,
    layers: LAYERS,
    level: levelThatShows(atlas.levelCount, cellPixelsOf(frame)),
    path,
  }).toPng()
  mkdirSync(FOLDER, { recursive: true })
  const name = join(FOLDER, 'world.png')
  await writeBytes(name, png)
  tell('A picture', `${name} shows the world, its islands in colours, the borders of regions, and the path.`)
}

/** The cell closest to (x, y) in a straight line whose island passes `isMeant`. */
function nearestOf(atlas: Atlas, isMeant: (island: number) => boolean, x: number, y: number): Place {
  let nearest: Place = [0, 0]
  let best = Number.POSITIVE_INFINITY
  for (let cellY = 0; cellY < atlas.height; cellY++) {
    for (let cellX = 0; cellX < atlas.width; cellX++) {
      const distance = (cellX - x) ** 2 + (cellY - y) ** 2
      if (distance >= best || !isMeant(atlas.islandOf(cellX, cellY))) continue
      best = distance
      nearest = [cellX, cellY]
    }
  }
  return nearest
}

/** Milliseconds per call, after a warm-up of equally many calls. */
function timesOf(work: () => unknown) {
  const msOfCall = new Float64Array(TIMED_QUERIES)
  for (let round = 0; round < 2; round++) {
    for (let call = 0; call < TIMED_QUERIES; call++) {
      const startMs = performance.now()
      work()
      msOfCall[call] = performance.now() - startMs
    }
  }
  return statisticsOf(msOfCall)!
}

function times(ratio: number): string {
  return `${countText(Number(ratio.toPrecision(2)))} times`
}

function since(startMs: number): string {
  return durationText(performance.now() - startMs)
}

function tell(topic: string, sentence: string): void {
  say(`${topic.padEnd(12)} ${sentence}`)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
