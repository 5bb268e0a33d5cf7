/**
 * `isthmus verify`: proves, check by check, that an atlas belongs to a map; without a map, that it agrees with its own
 * cells.
 */

import { Random } from '../../../base/random.ts'
import { exactCost } from '../../../exact.ts'
import { type Atlas, checkPath, type Finder, type Grid } from '../../../index.ts'
import type { Finding } from '../../../proof/file-proofs.ts'
import { proofsOf } from '../../../prove.ts'
import type { Arguments } from '../arguments.ts'
import { type Command, pageOf } from '../command.ts'
import { type Io, printJson } from '../io.ts'
import { MAP_OPTIONS, ONLY_OPTION } from '../map-options.ts'
import { withProgress } from '../progress.ts'
import { gridOf, loadAtlas, loadSource } from '../source.ts'
import { counted, countText, percentText } from '../words.ts'

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'prove that an atlas is true, to itself or to a map',
  run: runVerify,
  ...pageOf(`
    FILE.atlas [--map MAP] [options]

    Without a map, verify proves an atlas from its own cells: regions, levels, each cost and each way. A forged file
    does not pass; in a file of travellers each is checked. Only the map can tell whether the cells are those of the
    map.

    With a map, each cell is checked against the map first, and at last a sample of paths against a plain Dijkstra
    over the cells of the map. The exit status is 1 if anything fails.

    Arguments:
      FILE.atlas  the atlas in question

    Options:
      --map MAP  the map it should be baked from; without it the atlas is checked against its own cells
      --samples N  how many paths to compare with the oracle (200)
      --seed S  another seed takes another sample (1)
      ${MAP_OPTIONS}
      ${ONLY_OPTION}

    JSON:
      atlas, map  the files, as they were named; map is null where none was
      ok  whether every check holds
      samples, seed  as given
      checks[].name  what was checked
      checks[].ok  whether it holds
      checks[].looked  at what, and at how much of it
      checks[].problem  the first contradiction; empty where there is none

    Examples:
      isthmus verify world.atlas --map world.map  Prints a line for each check.
      isthmus verify world.atlas  For a file from a stranger, before it is used.
  `),
}

async function runVerify(args: Arguments, io: Io): Promise<0 | 1> {
  const [atlasPath] = args.operands
  const map = args.text('map')
  const samples = args.whole('samples', 1, 1_000_000, 200)
  const seed = args.whole('seed', 0, 0xffffffff, 1)
  const grid = map === undefined ? undefined : gridOf(await loadSource(map, args, io), map, args.text('only'), io)
  const atlas = await loadAtlas(atlasPath)
  const proofs = proofSteps(atlas)
  const steps = grid === undefined ? proofs : withChecks(proofs, { grid, atlas, samples, seed })
  const isJson = args.has('json')

  const results: object[] = []
  let isProven = true
  for (const { name, run } of steps) {
    const finding = await withProgress(io, progress => run(fraction => progress.update(`checking ${name}`, fraction)))
    isProven = finding.problem === ''
    results.push({ name, ok: isProven, ...finding })
    if (!isJson) io.out(findingText(name, finding))
    if (!isProven) break
  }
  if (isJson) printJson(io, { atlas: atlasPath, map: map ?? null, ok: isProven, samples, seed, checks: results })
  const verdict = map === undefined ? 'is damaged or forged' : `does not belong to ${map}`
  if (!isProven) io.err(`isthmus verify: ${atlasPath} ${verdict}. Bake the map again.\n`)
  return isProven ? 0 : 1
}

interface Step {
  readonly name: string
  readonly run: (onProgress: (fraction: number) => void) => Finding
}

/** Each check relies on those before it: checks after a failure would only repeat it. */
function withChecks(proofs: readonly Step[], subject: Subject): Step[] {
  const terrain: Step = { name: 'terrain', run: onProgress => checkTerrain(subject, onProgress) }
  return [terrain, ...proofs, { name: 'paths', run: onProgress => checkPaths(subject, onProgress) }]
}

/** The checks of an atlas; in a file of travellers, those of each traveller. */
function proofSteps(atlas: Atlas): Step[] {
  const names = atlas.travellers.map(({ name }) => name)
  const proofs = (columns: Atlas['columns'], of: string): Step[] =>
    proofsOf(columns).map(proof => ({ name: `${proof.name}${of}`, run: onProgress => proof.run(columns, onProgress) }))
  if (names.length === 0) return proofs(atlas.columns, '')
  return names.flatMap(name => proofs(atlas.as(name).columns, ` of ${name}`))
}

function findingText(name: string, { looked, problem }: Finding): string {
  const line = `${problem === '' ? '✓' : '✗'} ${name.padEnd(8)} ${looked}\n`
  return problem === '' ? line : `${line}  ${problem}\n`
}

const NEAR_CELLS = 60
const WINDOW_CELLS_MAX = 4_000_000
/** Sums of square roots of 2 in another order differ in the last digits. */
const ROUNDING = 1e-9

const REACHES = ['far', 'near', 'far', 'near', 'island'] as const

export interface Subject {
  readonly grid: Grid
  readonly atlas: Atlas
  /** The count of pairs of cells to try. */
  readonly samples: number
  readonly seed: number
}

interface Tally {
  found: number
  refused: number
  /** The count of found paths that were compared with the optimum. */
  compared: number
  excessSum: number
}

/**
 * A sample of queries against the oracle. Queries between islands are refused, no others. Each path is legal and never
 * beats the optimum. No estimate is below the cost.
 *
 * The sample goes across the map, to the neighbourhood, where queries take other ways through the code, and to other
 * islands. The oracle looks at a window that holds every path as cheap as the answer, and leaves out what would take it
 * minutes. `onProgress` gets the finished share, 0..1. The first contradiction ends it.
 */
export function checkPaths(subject: Subject, onProgress: (fraction: number) => void): Finding {
  const { samples, seed, atlas } = subject
  const random = new Random(seed)
  const finder = atlas.finder()
  const tally: Tally = { found: 0, refused: 0, compared: 0, excessSum: 0 }
  let problem = ''
  for (let sample = 0; sample < samples && problem === ''; sample++) {
    onProgress(sample / samples)
    const pair = samplePair(subject, random, REACHES[sample % REACHES.length])
    if (pair !== undefined) problem = problemOfPair(subject, finder, pair, tally)
  }
  const { found, refused, compared, excessSum } = tally
  const excess = compared === 0 ? '' : `, ${percentText((100 * excessSum) / compared)} over it on average`
  const paths = `${counted(found, 'path')}, ${compared} of them against the optimum${excess}`
  return { looked: `${paths}; ${counted(refused, 'refusal')}`, problem }
}

type Pair = readonly [x0: number, y0: number, x1: number, y1: number]
type Box = readonly [left: number, top: number, right: number, bottom: number]

function problemOfPair(subject: Subject, finder: Finder, pair: Pair, tally: Tally): string {
  const { atlas, grid } = subject
  const [x0, y0, x1, y1] = pair
  const name = `The path from ${x0},${y0} to ${x1},${y1}`
  const isSame = atlas.islandOf(x0, y0) === atlas.islandOf(x1, y1)
  if (atlas.isReachable(x0, y0, x1, y1) !== isSame) return `${name} should ${isSame ? '' : 'not '}exist by the islands.`
  const route = finder.find(x0, y0, x1, y1)
  if (!isSame) {
    tally.refused++
    return route.status === 'unreachable' ? '' : `${name} is ${route.status}, but leads to another island.`
  }
  if (route.status !== 'found') return `${name} is ${route.status}, though both ends are on one island.`
  const map = { costAt: (x: number, y: number) => costInGrid(grid, x, y) }
  const { message, cost } = checkPath(map, route.cells(), x0, y0, x1, y1, atlas.directions)
  if (message !== '') return `${name} is not legal: ${message}`
  if (Math.abs(cost - route.cost) > cost * ROUNDING) return `${name} costs ${cost}, but the route says ${route.cost}.`
  if (route.estimate < cost * (1 - ROUNDING))
    return `${name} costs ${cost}, more than the estimate of ${route.estimate}.`
  tally.found++
  return compareWithOptimum(subject, pair, cost, tally)
}

function compareWithOptimum({ atlas, grid }: Subject, pair: Pair, cost: number, tally: Tally): string {
  const window = windowWithin(grid, atlas.directions, atlas.terrain.costMin, pair, cost)
  if (window.width * window.height > WINDOW_CELLS_MAX) return ''
  const [x0, y0, x1, y1] = pair
  const optimum = exactCost(window, x0 - window.left, y0 - window.top, x1 - window.left, y1 - window.top)
  tally.compared++
  if (optimum > 0) tally.excessSum += cost / optimum - 1
  return cost >= optimum * (1 - ROUNDING)
    ? ''
    : `The path from ${x0},${y0} to ${x1},${y1} costs ${cost}, less than the optimum of ${optimum}.`
}

/** Two free cells of the wanted kind, or nothing where the map seems to have none. */
function samplePair({ atlas, grid }: Subject, random: Random, reach: (typeof REACHES)[number]): Pair | undefined {
  const { width, height } = grid
  const start = sampleCell(grid, random, [0, 0, width, height])
  if (start === undefined) return undefined
  const [x, y] = start
  const box: Box =
    reach === 'near' ? [x - NEAR_CELLS, y - NEAR_CELLS, x + NEAR_CELLS + 1, y + NEAR_CELLS + 1] : [0, 0, width, height]
  const isMeant = (goalX: number, goalY: number) => atlas.islandOf(goalX, goalY) !== atlas.islandOf(x, y)
  const goal = sampleCell(grid, random, box, reach === 'island' ? isMeant : undefined)
  return goal && [...start, ...goal]
}

/** A free cell of the box, right and bottom excluded; none after many tries. */
function sampleCell(
  grid: Grid,
  random: Random,
  [left, top, right, bottom]: Box,
  isMeant: (x: number, y: number) => boolean = () => true,
): readonly [number, number] | undefined {
  const fromX = Math.max(0, left)
  const fromY = Math.max(0, top)
  const width = Math.min(grid.width, right) - fromX
  const height = Math.min(grid.height, bottom) - fromY
  for (let attempt = 0; attempt < 10_000; attempt++) {
    const x = fromX + random.below(width)
    const y = fromY + random.below(height)
    if (grid.cost[y * grid.width + x] !== 0 && isMeant(x, y)) return [x, y]
  }
  return undefined
}

function costInGrid(grid: Grid, x: number, y: number): number {
  return x >= 0 && y >= 0 && x < grid.width && y < grid.height ? grid.cost[y * grid.width + x] : 0
}

/**
 * A cut-out of a map for the oracle, which floods all cells that it gets. It holds every path between two cells of at most
 * this cost: for two near cells the rest of a huge map is not needed. A path that leaves the box of its ends takes two more
 * steps for each column outside: there and back. The same holds for rows.
 */
export function windowWithin(
  grid: Grid,
  directions: 4 | 8,
  costMin: number,
  ends: readonly [x0: number, y0: number, x1: number, y1: number],
  costMax: number,
) {
  const [x0, y0, x1, y1] = ends
  const reachX = Math.ceil((costMax / costMin - Math.abs(x0 - x1)) / 2) + 1
  const reachY = Math.ceil((costMax / costMin - Math.abs(y0 - y1)) / 2) + 1
  const left = Math.max(0, Math.min(x0, x1) - reachX)
  const top = Math.max(0, Math.min(y0, y1) - reachY)
  const width = Math.min(grid.width - 1, Math.max(x0, x1) + reachX) - left + 1
  const height = Math.min(grid.height - 1, Math.max(y0, y1) + reachY) - top + 1
  const costAt = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : grid.cost[(y + top) * grid.width + x + left]
  return { left, top, width, height, directions, costAt }
}

/** Compares the cost of every cell in the map and in the atlas. */
export function checkTerrain({ grid, atlas }: Subject, onProgress: (fraction: number) => void): Finding {
  const { width, height, cost } = grid
  if (atlas.width !== width || atlas.height !== height) {
    const problem = `The map has ${width} x ${height} cells, the atlas ${atlas.width} x ${atlas.height}.`
    return { looked: 'the size of the map', problem }
  }
  const looked = `the cost of all ${countText(cost.length)} cells`
  for (let y = 0, cell = 0; y < height; y++) {
    onProgress(y / height)
    for (let x = 0; x < width; x++, cell++) {
      const inAtlas = atlas.costAt(x, y)
      if (inAtlas === cost[cell]) continue
      const problem = `Cell ${x},${y} costs ${cost[cell]} in the map and ${inAtlas} in the atlas (0 is a wall).`
      return { looked, problem }
    }
  }
  return { looked, problem: '' }
}
