/**
 * Shared by all runs: it measures worlds in processes of their own, shows progress on stderr, prints tables and saves
 * them. A run never judges: it prints what it measured and names what it did not. It fails only for a wrong argument or
 * file.
 */
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { type Ending, runJob } from './job.ts'
import type { PeerPlan } from './measure/peer-report.ts'
import type { WorldPlan, WorldReport } from './measure/world-report.ts'
import { type PeerReport, runPeer } from './peer-run.ts'
import { peers } from './peers/index.ts'
import { beginResults, saveResults } from './report/saved-results.ts'
import { type Table, terminalText } from './report/table.ts'
import { type Failure, failuresTable } from './tables/failures.ts'
import type { Measured } from './tables/measured.ts'
import type { WorldSource } from './world.ts'

export function tell(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Runs what a command does; what is wrong with its arguments or files is told in one line. */
export async function orTell(work: () => void | Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    tell(`bench: ${(error as Error).message}`)
    process.exitCode = 1
  }
}

interface WorldRun {
  /** Null if the process ended before its first report. */
  readonly report: WorldReport | null
  readonly ending: Ending
}

async function runWorld(title: string, source: WorldSource, plan: WorldPlan): Promise<WorldRun> {
  const startMs = performance.now()
  const restMs = () => plan.limitMs - (performance.now() - startMs)
  let report: WorldReport | null = null as WorldReport | null
  const ending = await runJob({ task: 'world', source, plan }, plan.limitMs, message => {
    if (message.type === 'world') report = message.report
    return restMs()
  })
  tell(`${title}: ${((performance.now() - startMs) / 1000).toFixed(0)} s${ending === 'done' ? '' : `, ${ending}`}`)
  const problem = report?.answers.firstProblem ?? ''
  if (problem !== '') tell(`  ${report?.answers.illegal} illegal; the first: ${problem}`)
  return { report, ending }
}

export async function measurePeers({ name, source, report }: Measured, plan: PeerPlan): Promise<PeerReport[]> {
  const reports: PeerReport[] = []
  for (const peer of peers) reports.push(await runPeer(peer.name, source, report, plan))
  const missing = reports.filter(({ end }) => end === 'missing').map(peer => peer.name)
  const hint = missing.length === 0 ? '' : `; not installed: ${missing.join(', ')} (npm ci --prefix bench/peers)`
  tell(`${name} ${report.width} x ${report.height}: ${peers.length - missing.length} other packages${hint}`)
  return reports
}

export interface Session {
  /** Null where nothing was measured, because the world's process ended too early; the tables will say so. */
  readonly measure: (name: string, source: WorldSource, plan: WorldPlan) => Promise<Measured | null>
  /** What a part of a run returns; an earlier run of the same command and code may have made it. */
  readonly part: <Made>(name: string, make: () => Promise<Made>) => Promise<Made>
  /** All tables, and those that the README shows. */
  readonly finish: (tables: readonly (Table | null)[], summary: readonly (Table | null)[]) => void
}

/** Tables are made of at least one world. */
export function someOf(worlds: Measured[]): Measured[] {
  if (worlds.length === 0) throw new Error('No world could be measured.')
  return worlds
}

/** The options of a run as they were given; `json` names the file of results, `seconds` ends the run early. */
type Given = Readonly<Record<string, string | boolean | undefined>> & {
  readonly json?: string | undefined
  readonly seconds?: string | undefined
}

export function beginSession(script: string, given: Given): Session {
  const { json: jsonFile, seconds = Infinity } = given
  // Fails now rather than after half an hour.
  if (jsonFile !== undefined) accessSync(dirname(jsonFile), constants.W_OK)
  const runs = keptRuns(jsonFile, beginResults(commandText(script, given)))
  const { begun } = runs
  const { cpu, cores, node } = begun.machine
  tell(`${begun.command}: ${cpu}, ${cores} cores, Node ${node}, load ${begun.loadBefore.toFixed(1)}`)
  const failures: Failure[] = []
  const keep = () => {
    if (jsonFile !== undefined) writeFileSync(partsOf(jsonFile), serialize(runs))
  }
  return {
    async part<Made>(name: string, make: () => Promise<Made>) {
      if (!runs.parts.has(name)) {
        runs.parts.set(name, await make())
        keep()
      }
      return runs.parts.get(name) as Made
    },
    async measure(name, source, plan) {
      const size = 'kind' in source ? `${source.side} x ${source.side}` : ''
      const title = `${name} ${size}`.trim()
      if (!runs.done.has(title)) {
        if (performance.now() > 1000 * Number(seconds)) throw new Error('The time is over; the same command goes on.')
        runs.done.set(title, await runWorld(title, source, plan))
        keep()
      }
      const { report, ending } = runs.done.get(title)!
      if (ending !== 'done') failures.push({ name, size, ending, limitMs: plan.limitMs, hasReport: report !== null })
      return report && { name, source, report }
    },
    finish(measured, shown) {
      const withFailures = (tables: readonly (Table | null)[]) =>
        [...tables, failuresTable(failures)].filter(table => table !== null)
      const tables = withFailures(measured)
      for (const table of tables) process.stdout.write(`\n${terminalText(table)}`)
      if (jsonFile === undefined) return
      saveResults(jsonFile, { ...begun, tables, summary: withFailures(shown) })
      rmSync(partsOf(jsonFile), { force: true })
    },
  }
}

/** What a run has measured so far. It lies beside the results until they are whole, so that a run can go on. */
interface Runs {
  readonly begun: ReturnType<typeof beginResults>
  readonly done: Map<string, WorldRun>
  readonly parts: Map<string, unknown>
}

const partsOf = (jsonFile: string) => `${jsonFile}.parts`

/** The worlds that an earlier run of the same command and code has measured. */
function keptRuns(jsonFile: string | undefined, begun: Runs['begun']): Runs {
  if (jsonFile === undefined || !existsSync(partsOf(jsonFile))) return { begun, done: new Map(), parts: new Map() }
  const kept = deserialize(readFileSync(partsOf(jsonFile))) as Runs
  if (kept.begun.command === begun.command && kept.begun.version === begun.version) return kept
  throw new Error(`${partsOf(jsonFile)} is of "${kept.begun.command}" at ${kept.begun.version}: move it away.`)
}

/** What to type for the same tables; where they were saved makes no difference to them. */
export function commandText(script: string, given: Given): string {
  const words = Object.entries(given)
    .filter(([name, value]) => name !== 'json' && name !== 'seconds' && value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? `--${name}` : `--${name} ${value}`))
  return [`npm run ${script}`, ...(words.length === 0 ? [] : ['--', ...words])].join(' ')
}
