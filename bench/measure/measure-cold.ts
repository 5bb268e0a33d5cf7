/**
 * What the first answers of a process cost, before anything is compiled: an atlas is asked in processes of their own, several
 * times, by the query half in one file, as a bundler makes it. Reports medians.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

export interface ColdReport {
  /** Processor time, threads that compile included. */
  readonly openMs: number
  readonly firstMs: number
  readonly firstTenMs: number
  readonly firstHundredMs: number
  /** Time on the clock since the process started. */
  readonly startToFirstMs: number
  readonly startToAllMs: number
}

export const COLD_QUERIES = 300
const CHILD = fileURLToPath(new URL(`../cold-child${extname(import.meta.url)}`, import.meta.url))

/** Asks up to 300 of these queries, after `warmUpMs` of warming up. */
export function measureCold(file: Uint8Array, queries: Int32Array, runs: number, warmUpMs: number): ColdReport {
  const folder = mkdtempSync(join(tmpdir(), 'isthmus-cold-'))
  const path = join(folder, 'map.atlas')
  const input = JSON.stringify([...queries.subarray(0, 4 * COLD_QUERIES)])
  try {
    writeFileSync(path, file)
    const outfile = join(folder, 'child.mjs')
    buildSync({ entryPoints: [CHILD], outfile, bundle: true, format: 'esm', platform: 'node', minifySyntax: true })
    const reports = Array.from({ length: runs }, (): ColdReport => {
      const report = execFileSync(process.execPath, [outfile, path, String(warmUpMs)], { input })
      return JSON.parse(report.toString())
    })
    const medianOf = (what: keyof ColdReport) => median(reports.map(report => report[what]))
    return {
      openMs: medianOf('openMs'),
      firstMs: medianOf('firstMs'),
      firstTenMs: medianOf('firstTenMs'),
      firstHundredMs: medianOf('firstHundredMs'),
      startToFirstMs: medianOf('startToFirstMs'),
      startToAllMs: medianOf('startToAllMs'),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}
