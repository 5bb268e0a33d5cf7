/**
 * The results of a run: its tables, and what it takes to read them rightly, which is when, on what machine and by what
 * command they were measured. Saved as JSON, they are all that the README's performance section is written from.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import type { Table } from './table.ts'

const FORMAT = 2

export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryBytes: number
  readonly node: string
  readonly system: string
}

export interface Results {
  readonly format: typeof FORMAT
  /** Day of the run, as 2025-01-31. */
  readonly date: string
  readonly machine: Machine
  /** Processes that ran or waited for a core in the minute before the run, on average: the work of others. */
  readonly loadBefore: number
  /** The state of the code, as git describes it; empty where that is not known. */
  readonly version: string
  readonly command: string
  readonly tables: readonly Table[]
  /** What the README shows of them: shorter, and without the names of somebody else's maps. */
  readonly summary: readonly Table[]
}

/** Taken before a run, so that the load is that of others. */
export function beginResults(command: string): Omit<Results, 'tables' | 'summary'> {
  return {
    format: FORMAT,
    date: new Date().toISOString().slice(0, 10),
    machine: {
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      cores: availableParallelism(),
      memoryBytes: totalmem(),
      node: process.version,
      system: `${process.platform} ${process.arch}`,
    },
    loadBefore: loadavg()[0],
    version: describeVersion(),
    command,
  }
}

function describeVersion(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return ''
  }
}

export function saveResults(file: string, results: Results): void {
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}

export function loadResults(file: string): Results {
  const results = JSON.parse(readFileSync(file, 'utf8')) as Results
  if (results.format !== FORMAT) {
    throw new Error(`${file} holds results of format ${results.format}, known is ${FORMAT}: run the benches again.`)
  }
  return results
}
