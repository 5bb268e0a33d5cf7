/**
 * What `isthmus path` and `isthmus info` print for a plan: the words for an atlas, from a map that is read tile by
 * tile.
 */
import type { Point } from '../../base/answer.ts'
import { bakedTiles, IsthmusError, openTiles, type TiledAtlas, type TiledRoute, tileCountOf } from '../../tiled.ts'
import { type Arguments, coordinates } from '../cli/arguments.ts'
import { type Io, printJson } from '../cli/io.ts'
import { answerPairs } from '../cli/pair-lines.ts'
import { usageProblem } from '../cli/problem.ts'
import { bytesText, counted, countText } from '../cli/words.ts'
import { openPlan } from './open-plan.ts'
import { openPlace } from './plan-place.ts'

const PATH_OPTIONS = ['nearest', 'quality', 'cells', 'pairs', 'json']

export async function runTiledPath(args: Arguments, io: Io): Promise<0 | 1> {
  const [place, ...ends] = args.operands
  for (const name of args.optionNames) {
    if (PATH_OPTIONS.includes(name)) continue
    throw usageProblem(`--${name} is for atlases: of plans, isthmus path knows --${PATH_OPTIONS.join(', --')}.`)
  }
  const quality = args.choice('quality', ['default', 'fast'])
  const pairs = args.text('pairs')
  if (pairs === undefined && ends.length < 2) throw usageProblem('START and GOAL are missing: give both as X,Y.')
  const [start, goal] = ['START', 'GOAL'].map((name, i) => coordinates(name, ends[i] ?? '0,0'))
  const atlas = await openTiles(await openPlace(place))
  const options = { quality, nearest: args.has('nearest') }
  const find = (from: Point, to: Point) => atlas.find(from, to, options)
  if (pairs !== undefined)
    return answerPairs(pairs, io, async ({ start, goal }) => documentOf(await find(start, goal), args.has('cells')))
  const route = await find(start, goal)
  if (args.has('json')) printJson(io, await documentOf(route, true))
  else if (args.has('cells')) await streamCells(route, io)
  else io.out(await routeText(atlas, route))
  return 0
}

async function documentOf(route: TiledRoute, withCells: boolean): Promise<object> {
  const { status, message, start, goal, isReplaced } = route
  const isFound = status === 'found'
  const estimate = isFound ? route.estimate : null
  const cost = isFound ? await route.cost() : null
  const answer = { status, message, start, goal, isReplaced, cost, estimate, tiles: route.tiles }
  if (!withCells) return answer
  const flat = await route.cells()
  return { ...answer, cells: Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]) }
}

/** The first cells are printed before the last tiles are read. */
async function streamCells(route: TiledRoute, io: Io): Promise<void> {
  if (route.status !== 'found') io.err(`${route.status}: ${route.message}\n`)
  let isFirst = true
  for await (const piece of route.stream()) {
    let text = ''
    for (let i = isFirst ? 0 : 2; i < piece.length; i += 2) text += `${piece[i]},${piece[i + 1]}\n`
    isFirst = false
    io.out(text)
  }
}

async function routeText(atlas: TiledAtlas, route: TiledRoute): Promise<string> {
  const { start, goal, isReplaced, status, message, tiles } = route
  const where = `${start.x},${start.y} to ${goal.x},${goal.y}`
  if (status !== 'found') return `${status}: ${where}. ${message}\n`
  const [cost, cells] = [await route.cost(), await route.cells()]
  return [
    `found: ${where}${isReplaced ? ', the closest cells that a path can have' : ''}\n`,
    `  cost      ${cost.toFixed(2)} cell lengths, ${counted(cells.length / 2 - 1, 'step')} in ${atlas.directions} directions\n`,
    `  estimate  ${route.estimate.toFixed(2)} through ${counted(tiles.length, 'tile')}\n`,
  ].join('')
}

export async function runTiledInfo(args: Arguments, io: Io): Promise<0> {
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
  if (args.has('json')) {
    const shape = { place, width, height, directions, tileSide, columns, rows, tiles }
    printJson(io, { plan: { ...shape, baked, isJoined: atlas !== null, entries, islands, tileBytes } })
    return 0
  }
  io.out(
    `${place}: a map of ${countText(width)} x ${countText(height)} cells in ${counted(tiles, 'tile')}, ${columns} x ${rows} ` +
      `of ${countText(tileSide)} cells a side; units move in ${directions} directions.\n`,
  )
  if (atlas === null) {
    const next = baked === tiles ? `isthmus join ${place}` : `isthmus farm ${place}`
    io.out(`${countText(baked)} of ${countText(tiles)} tiles are baked, and they are not joined. Next: ${next}\n`)
  } else {
    io.out(
      `All tiles are baked and joined: ${bytesText(tileBytes!)}, ${counted(entries!, 'entry', 'entries')} between tiles, ` +
        `${counted(islands!, 'island')} on more than one of them.\n`,
    )
  }
  return 0
}
