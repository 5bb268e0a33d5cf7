/**
 * What a piece of work takes of the machine: its peak of resident memory, its processor time, the heap it leaves behind.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface Cost {
  readonly wallMs: number
  /** Of all threads of the process. */
  readonly cpuMs: number
  /** The most resident memory during the work over what was resident before it. */
  readonly peakBytes: number
}

export async function costOf<Result>(work: () => Result | Promise<Result>): Promise<{ result: Result; cost: Cost }> {
  collectGarbage()
  resetPeak()
  const residentBytes = process.memoryUsage.rss()
  const cpuBefore = process.cpuUsage()
  const startMs = performance.now()
  const result = await work()
  const wallMs = performance.now() - startMs
  const { user, system } = process.cpuUsage(cpuBefore)
  return { result, cost: { wallMs, cpuMs: (user + system) / 1000, peakBytes: peakBytes() - residentBytes } }
}

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

/** Heap in use after a collection. */
export function heapBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Linux can forget the peak of a process; elsewhere it is the peak since the start, never too low. */
function resetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // Not on this system.
  }
}

function peakBytes(): number {
  try {
    const line = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))
    if (line !== null) return Number(line[1]) * 1024
  } catch {
    // Not on this system.
  }
  return process.resourceUsage().maxRSS * 1024
}
