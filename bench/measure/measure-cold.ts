/**
 * What the first answers of a process cost, before anything is compiled: an atlas is asked in processes of their own, several
 * times. Processor time is told, threads that compile included; medians.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface ColdReport {
  readonly openMs: number
  readonly firstMs: number
  readonly firstTenMs: number
  readonly allMs: number
}

export const COLD_QUERIES = 100
const CHILD = fileURLToPath(new URL(`../cold-child${extname(import.meta.url)}`, import.meta.url))

/** Asks up to 100 of these queries, after `warmUpMs` of warming up. */
export function measureCold(file: Uint8Array, queries: Int32Array, runs: number, warmUpMs: number): ColdReport {
  const folder = mkdtempSync(join(tmpdir(), 'isthmus-cold-'))
  const path = join(folder, 'map.atlas')
  const input = JSON.stringify([...queries.subarray(0, 4 * COLD_QUERIES)])
  try {
    writeFileSync(path, file)
    const reports = Array.from({ length: runs }, (): ColdReport => {
      const report = execFileSync(process.execPath, [...process.execArgv, CHILD, path, String(warmUpMs)], { input })
      return JSON.parse(report.toString())
    })
    const medianOf = (what: keyof ColdReport) => median(reports.map(report => report[what]))
    const [openMs, firstMs] = [medianOf('openMs'), medianOf('firstMs')]
    return { openMs, firstMs, firstTenMs: medianOf('firstTenMs'), allMs: medianOf('allMs') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}
