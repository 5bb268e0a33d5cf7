/**
 * What all runs share: measuring worlds in processes of their own, telling on stderr how far they are, printing tables and
 * saving them. A run never judges: whatever was measured is printed, and the exit status is 0.
 */
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

/** `jsonFile` is where results are saved, if anywhere. */
export function beginSession(command: string, jsonFile: string | undefined): Session {
  const begun = beginResults(command)
  const { cpu, cores, node } = begun.machine
  tell(`${command}: ${cpu}, ${cores} cores, Node ${node}, load ${begun.loadBefore.toFixed(1)}`)
  return {
    finish(given) {
      const tables = given.filter(table => table !== null)
      for (const table of tables) process.stdout.write(`\n${terminalText(table)}`)
      if (jsonFile !== undefined) saveResults(jsonFile, { ...begun, tables })
    },
  }
}
