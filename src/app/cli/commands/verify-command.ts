/**
 * `isthmus verify`: proves, check by check, that an atlas belongs to a map; without a map, that it agrees with its own
 * cells.
 */
import type { Atlas } from '../../../index.ts'
import type { Finding } from '../../../proof/truth/finding.ts'
import { proofsOf } from '../../../prove.ts'
import { checkPaths, checkTerrain, type Subject } from '../../verify/verify-paths.ts'
import type { Arguments } from '../arguments.ts'
import { type Command, JSON_OPTION, pageOf } from '../command.ts'
import { type Io, printJson } from '../io.ts'
import { MAP_OPTIONS, ONLY_OPTION } from '../map-options.ts'
import { withProgress } from '../progress.ts'
import { gridOf, loadAtlas, loadSource } from '../source.ts'

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
      ${JSON_OPTION}

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
