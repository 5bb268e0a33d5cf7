/**
 * `isthmus verify`: proves that an atlas belongs to a map, check by check.
 */

import type { Check, Finding, Subject } from '../../verify/finding.ts'
import { entriesCheck } from '../../verify/verify-entries.ts'
import { pathsCheck } from '../../verify/verify-paths.ts'
import { islandsCheck, regionsCheck } from '../../verify/verify-regions.ts'
import { tablesCheck } from '../../verify/verify-tables.ts'
import { terrainCheck } from '../../verify/verify-terrain.ts'
import { type Arguments, isGiven, textOf } from '../arguments.ts'
import { type Command, JSON_OPTION } from '../command.ts'
import { type Io, printJson } from '../io.ts'
import { loadAtlas, loadMap } from '../load.ts'
import { MAP_OPTIONS, mapOptionsOf } from '../map-options.ts'
import { usageProblem } from '../problem.ts'
import { withProgress } from '../progress.ts'
import { wholeNumber } from '../values.ts'

/** Each rests on those before it: what comes after a failure would only repeat it. */
const CHECKS: readonly Check[] = [terrainCheck, regionsCheck, islandsCheck, entriesCheck, tablesCheck, pathsCheck]

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'prove that an atlas belongs to a map',
  usage: 'FILE.atlas --map MAP [options]',
  operands: [{ name: 'FILE.atlas', about: 'the atlas in question' }],
  options: [
    { name: 'map', values: ['MAP'], about: 'the map it should be baked from' },
    { name: 'samples', values: ['N'], about: 'how many tables and how many paths to hold against the oracle (200)' },
    { name: 'seed', values: ['S'], about: 'another seed takes another sample (1)' },
    ...MAP_OPTIONS,
    JSON_OPTION,
  ],
  details: [
    'Terrain, regions, islands and entries are checked in full, against the map and plain floods of it; tables and ' +
      'paths in a sample, against a plain Dijkstra over the cells. The exit status is 1 if any check fails.',
  ],
  json: [
    ['atlas, map', 'the files, as they were named'],
    ['ok', 'whether every check holds'],
    ['samples, seed', 'as given'],
    ['checks[].name', 'what was checked'],
    ['checks[].ok', 'whether it holds'],
    ['checks[].looked', 'at what, and at how much of it'],
    ['checks[].problem', 'the first contradiction; empty where there is none'],
  ],
  examples: [{ line: 'isthmus verify world.atlas --map world.map', about: 'Prints a line for each check.' }],
  run: runVerify,
}

async function runVerify(args: Arguments, io: Io): Promise<0 | 1> {
  const [atlasPath] = args.operands
  const map = textOf(args, 'map')
  if (map === undefined) throw usageProblem('The map is missing: add --map MAP.')
  const samples = wholeNumber('--samples', textOf(args, 'samples') ?? '200', 1, 1_000_000)
  const seed = wholeNumber('--seed', textOf(args, 'seed') ?? '1', 0, 0xffffffff)
  const grid = await loadMap(map, mapOptionsOf(args, io))
  const subject: Subject = { grid, atlas: await loadAtlas(atlasPath), samples, seed }
  const isJson = isGiven(args, 'json')

  const results: object[] = []
  let isProven = true
  for (const check of CHECKS) {
    const finding = await withProgress(io, progress =>
      check.run(subject, fraction => progress.update(`checking ${check.name}`, fraction)),
    )
    isProven = finding.problem === ''
    results.push({ name: check.name, ok: isProven, ...finding })
    if (!isJson) io.out(findingText(check.name, finding))
    if (!isProven) break
  }
  if (isJson) printJson(io, { atlas: atlasPath, map, ok: isProven, samples, seed, checks: results })
  if (!isProven) io.err(`isthmus verify: ${atlasPath} does not belong to ${map}. Bake the map again.\n`)
  return isProven ? 0 : 1
}

function findingText(name: string, { looked, problem }: Finding): string {
  const line = `${problem === '' ? '✓' : '✗'} ${name.padEnd(8)} ${looked}\n`
  return problem === '' ? line : `${line}  ${problem}\n`
}
