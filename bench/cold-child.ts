/**
 * A process that opens an atlas and queries it at once, so it reports the cold state. It imports only the query half.
 */
import { readFileSync } from 'node:fs'
import { openAtlas } from '../src/query.ts'
import type { ColdReport } from './measure/measure-cold.ts'

const [path, warmUpMs] = process.argv.slice(2)
const queries: number[] = JSON.parse(readFileSync(0, 'utf8'))
const bytes = new Uint8Array(readFileSync(path))

/** Processor time of this process, compiling threads included. */
const nowMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const startMs = nowMs()
const finder = openAtlas(bytes).finder()
const openedMs = nowMs()
if (Number(warmUpMs) > 0) finder.warmUp(Number(warmUpMs))

const fromMs = nowMs()
const untilMs: number[] = []
let startToFirstMs = 0
for (let i = 0; i < queries.length; i += 4) {
  finder.find(queries[i], queries[i + 1], queries[i + 2], queries[i + 3]).cells()
  untilMs.push(nowMs() - fromMs)
  if (i === 0) startToFirstMs = performance.now()
}
const report: ColdReport = {
  openMs: openedMs - startMs,
  firstMs: untilMs[0],
  firstTenMs: untilMs[Math.min(10, untilMs.length) - 1],
  firstHundredMs: untilMs[Math.min(100, untilMs.length) - 1],
  startToFirstMs,
  startToAllMs: performance.now(),
}
process.stdout.write(JSON.stringify(report))
