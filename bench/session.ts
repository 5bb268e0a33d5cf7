/**
 * What all runs share: measuring worlds in processes of their own, telling on stderr how far they are, printing tables and
 * saving them. A run never judges: whatever was measured is printed, and only a wrong argument or file makes it fail.
 */
import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { runJob } from './job.ts'
import type { PeerPlan } from './measure/peer-report.ts'
import type { WorldPlan, WorldReport } from './measure/world-report.ts'
import { type PeerReport, runPeer } from './peer-run.ts'
import { peers } from './peers/index.ts'
import { beginResults, saveResults } from './report/results.ts'
import { type Table, terminalText } from './report/table.ts'
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

/** Null, and a word on stderr, where the world's process broke off. */
export async function measure(name: string, source: WorldSource, plan: WorldPlan): Promise<Measured | null> {
  const startMs = performance.now()
  const reports: WorldReport[] = []
  const ending = await runJob({ task: 'world', source, plan }, plan.limitMs, message => {
    if (message.type === 'world') reports.push(message.report)
    return plan.limitMs
  })
  const title = 'kind' in source ? `${name} ${source.side} x ${source.side}` : name
  if (reports.length === 0) {
    tell(`${title}: ${ending}`)
    return null
  }
  const { answers } = reports[0]
  tell(`${title}: ${((performance.now() - startMs) / 1000).toFixed(0)} s`)
  if (answers.firstProblem !== '') tell(`  ${answers.illegal} illegal; the first: ${answers.firstProblem}`)
  return { name, source, report: reports[0] }
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
  readonly finish: (tables: readonly (Table | null)[]) => void
}

/** The options of a run as they were given; `json` names the file that results are saved in. */
type Given = Readonly<Record<string, string | boolean | undefined>> & { readonly json?: string | undefined }

export function beginSession(script: string, given: Given): Session {
  const { json: jsonFile } = given
  // Better now than after half an hour.
  if (jsonFile !== undefined) accessSync(dirname(jsonFile), constants.W_OK)
  const begun = beginResults(commandText(script, given))
  const { cpu, cores, node } = begun.machine
  tell(`${begun.command}: ${cpu}, ${cores} cores, Node ${node}, load ${begun.loadBefore.toFixed(1)}`)
  return {
    finish(measured) {
      const tables = measured.filter(table => table !== null)
      for (const table of tables) process.stdout.write(`\n${terminalText(table)}`)
      if (jsonFile !== undefined) saveResults(jsonFile, { ...begun, tables })
    },
  }
}

/** What to type for the same tables; where they were saved makes no difference to them. */
export function commandText(script: string, given: Given): string {
  const words = Object.entries(given)
    .filter(([name, value]) => name !== 'json' && value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? `--${name}` : `--${name} ${value}`))
  return [`npm run ${script}`, ...(words.length === 0 ? [] : ['--', ...words])].join(' ')
}
