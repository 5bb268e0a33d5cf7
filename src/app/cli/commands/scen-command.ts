/**
 * `isthmus scen`: runs MovingAI scenario files and reports the quality and the speed of the answers.
 */
import { type Atlas, checkPath, type Finder } from '../../../index.ts'
import type { Scenario } from '../../../maps.ts'
import type { Arguments } from '../arguments.ts'
import { type Command, pageOf } from '../command.ts'
import { type Io, printAnswer } from '../io.ts'
import { inputProblem } from '../problem.ts'
import { withProgress } from '../progress.ts'
import { loadAtlas, loadScenarios } from '../source.ts'
import { counted, countText, percentText, type Statistics, statisticsOf, table } from '../words.ts'

export const scenCommand: Command = {
  name: 'scen',
  summary: 'run scenario files: are answers right, how near the optimum, how fast',
  run: runScen,
  ...pageOf(`
    FILE.atlas FILE.scen... [--json]

    Every path is checked step by step against the movement rule. A path is illegal if it breaks it, if it costs less
    than the optimal length in the file, or if the file says there is no way (-1). Cost over optimal is the mean, and
    the percentiles, of each path found. Times are of single queries after a warm-up, on one thread.

    The exit status is 1 if any path is illegal or any reachable goal was missed.

    Arguments:
      FILE.atlas  an atlas, made by isthmus bake from the map of the scenarios
      FILE.scen ..  one or more scenario files of the MovingAI benchmarks

    JSON:
      atlas, scenarios[]  the files, as they were named
      queries  how many were asked
      found, refused  how many were answered with a path, and how many with a no
      missed  reachable by the file, and refused
      illegal  paths that break the rule, are too cheap or should not be
      problems[]  what is wrong with the first few of them
      excessPercent  cost over optimal: mean, p50, p95, p99, max; null where the lengths do not apply
      routeUs  microseconds a query for the route alone, with the same parts
      routeAndCellsUs  microseconds for the route and all its cells
      cells  of all paths

    Examples:
      isthmus scen arena.atlas arena.map.scen  Runs all queries of one file, and sums them up.
  `),
}

async function runScen(args: Arguments, io: Io): Promise<0 | 1> {
  const [atlasPath, ...paths] = args.operands
  const atlas = await loadAtlas(atlasPath)
  const scenarios: Scenario[] = []
  for (const path of paths) {
    const loaded = await loadScenarios(path)
    checkSize(atlas, loaded, path, atlasPath)
    scenarios.push(...loaded)
  }
  const report = await withProgress(io, progress =>
    runScenarios(atlas, scenarios, io.nowMs, done => progress.update('queries', done / (3 * scenarios.length))),
  )
  for (const problem of report.problems) io.err(`isthmus scen: ${problem}\n`)
  const document = { atlas: atlasPath, scenarios: paths, ...report }
  printAnswer(args, io, document, () => reportText(report, hasOctileLengths(atlas)))
  return report.illegal + report.missed === 0 ? 0 : 1
}

function checkSize(atlas: Atlas, scenarios: readonly Scenario[], path: string, atlasPath: string): void {
  const other = scenarios.find(scenario => scenario.width !== atlas.width || scenario.height !== atlas.height)
  if (other === undefined) return
  throw inputProblem(
    `${path} is for a map of ${other.width} x ${other.height} (${other.map}), but ${atlasPath} has ` +
      `${atlas.width} x ${atlas.height} cells: name the atlas of that map.`,
  )
}

function reportText(report: ScenarioReport, isComparable: boolean): string {
  const lines = [
    `${counted(report.queries, 'query', 'queries')}: ${countText(report.found)} found, ` +
      `${countText(report.refused)} refused, ${countText(report.missed)} missed, ` +
      `${countText(report.illegal)} illegal; ${counted(report.cells, 'cell')} in all paths.\n`,
  ]
  if (!isComparable) {
    lines.push('The optimal lengths of the file do not apply: they are for 8 directions and ground of cost 1.\n')
  }
  const rows = [
    ['', 'mean', 'p50', 'p95', 'p99', 'max'],
    row('cost over optimal', report.excessPercent, percentText),
    row('us a query, route', report.routeUs, microseconds),
    row('us a query, route and cells', report.routeAndCellsUs, microseconds),
  ]
  return lines.join('') + table(rows)
}

function row(name: string, statistics: Statistics | null, text: (value: number) => string): string[] {
  if (statistics === null) return [name, '-', '-', '-', '-', '-']
  const { mean, p50, p95, p99, max } = statistics
  return [name, ...[mean, p50, p95, p99, max].map(text)]
}

function microseconds(us: number): string {
  return us.toFixed(1)
}

interface ScenarioReport {
  readonly queries: number
  readonly found: number
  /** Queries answered "no". If the scenario has a path, they count as missed as well. */
  readonly refused: number
  /** Reachable in the scenario, refused by the atlas. */
  readonly missed: number
  /**
   * Paths that break the movement rule, cost less than the optimum, or exist although the scenario says there is none.
   */
  readonly illegal: number
  /** The faults of the first few illegal paths. */
  readonly problems: readonly string[]
  /** Cost over the optimum in percent, of the paths found; null if the optimal lengths do not apply. */
  readonly excessPercent: Statistics | null
  /** Microseconds a query. */
  readonly routeUs: Statistics | null
  readonly routeAndCellsUs: Statistics | null
  /** Cells of all paths found, ends included. */
  readonly cells: number
}

const PROBLEMS_TOLD_MAX = 5
const WARM_UP_MS_MAX = 1000
const WARM_UP_QUERIES_MAX = 4000

type OnQuery = (done: number) => void

/**
 * Runs every query of a scenario. The first run is for the answers: found or refused, legal, length over the optimum. Two
 * more are for the times: the route alone, and the route with all cells. Each query is timed alone, on one finder. A
 * warm-up over the same scenario leaves compiler and caches as in a running game. The time never includes reading
 * answers or judging paths.
 *
 * `onQuery` receives the number of queries done, out of 3 * scenarios.length.
 */
function runScenarios(
  atlas: Atlas,
  scenarios: readonly Scenario[],
  nowMs: () => number,
  onQuery: OnQuery,
): ScenarioReport {
  const finder = atlas.finder()
  const answers = judgeAnswers(atlas, finder, scenarios, onQuery)
  warmUp(finder, scenarios, nowMs)
  const timed = (withCells: boolean, before: number) => {
    const usOfQuery = new Float64Array(scenarios.length)
    for (const [i, scenario] of scenarios.entries()) {
      onQuery(before + i)
      usOfQuery[i] = timeQuery(finder, scenario, withCells, nowMs)
    }
    return statisticsOf(usOfQuery)
  }
  return {
    ...answers,
    routeUs: timed(false, scenarios.length),
    routeAndCellsUs: timed(true, 2 * scenarios.length),
  }
}

/** The optimal lengths of scenario files are for 8 directions and cells of cost 1. */
export function hasOctileLengths(atlas: Atlas): boolean {
  return atlas.directions === 8 && atlas.stats().uniform && atlas.terrain.costMin === 1
}

function judgeAnswers(atlas: Atlas, finder: Finder, scenarios: readonly Scenario[], onQuery: OnQuery) {
  const isComparable = hasOctileLengths(atlas)
  const excessPercents: number[] = []
  const problems: string[] = []
  let found = 0
  let missed = 0
  let illegal = 0
  let cells = 0
  for (const [index, scenario] of scenarios.entries()) {
    onQuery(index)
    const { startX, startY, goalX, goalY, optimalLength } = scenario
    const route = finder.find(startX, startY, goalX, goalY)
    if (route.status !== 'found') {
      if (hasPath(scenario)) missed++
      continue
    }
    found++
    const path = route.cells()
    cells += path.length / 2
    const check = checkPath(atlas.terrain, path, startX, startY, goalX, goalY, atlas.directions)
    const problem = check.message || problemOfAnswer(check.cost, scenario, isComparable)
    if (problem === '') {
      if (isComparable) excessPercents.push(excessOf(check.cost, optimalLength))
      continue
    }
    illegal++
    if (problems.length < PROBLEMS_TOLD_MAX) {
      problems.push(`Query ${index + 1}, ${startX},${startY} to ${goalX},${goalY}: ${problem}`)
    }
  }
  const refused = scenarios.length - found
  const excessPercent = statisticsOf(excessPercents)
  return { queries: scenarios.length, found, refused, missed, illegal, problems, excessPercent, cells }
}

function problemOfAnswer(cost: number, scenario: Scenario, isComparable: boolean): string {
  const { optimalLength } = scenario
  if (!hasPath(scenario)) return 'A path was found where the scenario says there is none.'
  if (!isComparable || cost >= lowestCostOf(optimalLength)) return ''
  return `The path costs ${cost}, less than the optimum of ${optimalLength}: the scenario belongs to another map.`
}

/** Most files give -1 if there is no path; some old ones give 0 for two different cells. */
function hasPath({ startX, startY, goalX, goalY, optimalLength }: Scenario): boolean {
  return optimalLength > 0 || (optimalLength === 0 && startX === goalX && startY === goalY)
}

/** The lowest cost that a printed optimal length can stand for. */
export function lowestCostOf(optimalLength: number): number {
  return optimalLength - roundingOf(optimalLength)
}

/**
 * The largest rounding error of a printed length. Files print two decimals, or six digits, or more, without zeros at
 * the end. The error is up to half of the last digit, plus the error of the sum itself.
 */
export function roundingOf(optimalLength: number): number {
  if (optimalLength === 0) return 0
  const printed = (/\.(\d+)$/.exec(String(optimalLength))?.[1] ?? '').length
  const decimals = Math.max(printed, Math.min(2, 5 - Math.floor(Math.log10(optimalLength))))
  return optimalLength * 1e-6 + 0.5 * 10 ** -decimals
}

/** The excess in percent. The rounding of a printed length goes both ways, so it cancels out in the mean. */
function excessOf(cost: number, optimalLength: number): number {
  return optimalLength === 0 ? 0 : (cost / optimalLength - 1) * 100
}

/** Some thousand queries are enough for the compiler; a time limit ends the warm-up on slow machines. */
function warmUp(finder: Finder, scenarios: readonly Scenario[], nowMs: () => number): void {
  const endMs = nowMs() + WARM_UP_MS_MAX
  const step = Math.max(1, Math.floor(scenarios.length / WARM_UP_QUERIES_MAX))
  for (let i = 0; i < scenarios.length && nowMs() < endMs; i += step) timeQuery(finder, scenarios[i], true, nowMs)
}

function timeQuery(finder: Finder, scenario: Scenario, withCells: boolean, nowMs: () => number): number {
  const { startX, startY, goalX, goalY } = scenario
  const startMs = nowMs()
  const route = finder.find(startX, startY, goalX, goalY)
  // The compiler might skip an unused answer, so its length is read.
  const size = withCells ? route.cells().length : route.estimate
  const endMs = nowMs()
  return size < 0 ? Number.NaN : (endMs - startMs) * 1000
}
