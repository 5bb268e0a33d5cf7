/**
 * What the first answers of a process cost, before anything is compiled: `npm run bench:cold`. All other tables tell the
 * warm state. Each map is baked here and asked in processes of their own, several times; processor time is told, medians.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Grid } from '../src/index.ts'
import { bake, generate, openAtlas } from '../src/index.ts'
import type { ColdReport } from './cold-child.ts'
import { longQueries } from './queries.ts'
import { column, type Table, terminalText } from './report/table.ts'

const RUNS = 5
const QUERIES = 100
const SIDE = 1024
const SEED = 7
const CHILD = fileURLToPath(new URL('./cold-child.js', import.meta.url))

const maps: readonly (readonly [string, Grid])[] = [
  ['terrain', generate('terrain', { width: SIDE, height: SIDE, seed: SEED })],
  ['weighted terrain', generate('terrain', { width: SIDE, height: SIDE, seed: SEED, weighted: true })],
  ['rooms', generate('rooms', { width: SIDE, height: SIDE, seed: SEED })],
  ['caves', generate('caves', { width: SIDE, height: SIDE, seed: SEED })],
]

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

const folder = mkdtempSync(join(tmpdir(), 'isthmus-cold-'))
const rows: (string | number)[][] = []
try {
  for (const [name, grid] of maps) {
    const file = await bake(grid)
    const path = join(folder, `${name}.atlas`)
    writeFileSync(path, file)
    const queries = JSON.stringify([...longQueries(openAtlas(file), QUERIES).reachable])
    const ask = (warmUpMs: number) =>
      Array.from({ length: RUNS }, (): ColdReport => {
        const report = execFileSync(process.execPath, [CHILD, path, String(warmUpMs)], { input: queries })
        return JSON.parse(report.toString())
      })
    const cold = ask(0)
    const warmed = ask(1000)
    const ms = (reports: ColdReport[], of: keyof ColdReport) => median(reports.map(report => report[of]))
    rows.push([
      name,
      ms(cold, 'openMs'),
      ms(cold, 'firstMs'),
      ms(cold, 'firstTenMs'),
      ms(cold, 'allMs'),
      ms(warmed, 'firstMs'),
      ms(warmed, 'firstTenMs'),
      ms(warmed, 'allMs'),
    ])
  }
} finally {
  rmSync(folder, { recursive: true })
}
const table: Table = {
  title: 'Cold',
  about: `The first queries of a process, with all cells, in processor time; maps of ${SIDE} x ${SIDE}.`,
  columns: [
    column('map'),
    column('open', 'ms', 'cold'),
    column('first', 'ms', 'cold'),
    column('first 10', 'ms', 'cold'),
    column('first 100', 'ms', 'cold'),
    column('first', 'ms', 'after warmUp(1000)'),
    column('first 10', 'ms', 'after warmUp(1000)'),
    column('first 100', 'ms', 'after warmUp(1000)'),
  ],
  rows,
}
console.log(terminalText(table))
