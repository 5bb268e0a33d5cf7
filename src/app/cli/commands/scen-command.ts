/**
 * `isthmus scen`: runs MovingAI scenario files and reports the quality and the speed of the answers.
 */
import type { Atlas } from '../../../index.ts'
import type { Scenario } from '../../../maps.ts'
import type { Arguments } from '../arguments.ts'
import { type Command, JSON_OPTION, pageOf } from '../command.ts'
import { type Io, printAnswer } from '../io.ts'
import { inputProblem } from '../problem.ts'
import { withProgress } from '../progress.ts'
import { hasOctileLengths, runScenarios, type ScenarioReport } from '../scenario-run.ts'
import { loadAtlas, loadScenarios } from '../source.ts'
import type { Statistics } from '../statistics.ts'
import { counted, countText, percentText, table } from '../words.ts'

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

    Options:
      ${JSON_OPTION}

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
