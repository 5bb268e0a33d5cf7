/**
 * Ours as one of the programs that `npm run bench:rivals` runs in turns: the same protocol as that of the others. The first
 * argument says which of ours.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bake, openAtlas, readMap } from '../src/index.ts'

const [mode, mapFile, queryFile, folder] = process.argv.slice(2)
const ends = readFileSync(queryFile, 'utf8').trim().split(/\s+/).map(Number)
const grid = readMap(readFileSync(mapFile))

const startMs = performance.now()
const file = await bake(grid, { hubs: mode === 'hubs' })
const prepareS = (performance.now() - startMs) / 1000
writeFileSync(join(folder, 'map.atlas'), file)
const finder = openAtlas(file).finder()
const quality = mode === 'exact' ? 'exact' : 'default'
process.stdout.write(`${prepareS}\n`)

for await (const _ of createInterface({ input: process.stdin })) {
  const nanoseconds: number[] = []
  for (let i = 0; i < ends.length; i += 4) {
    const from = process.hrtime.bigint()
    finder.find(ends[i], ends[i + 1], ends[i + 2], ends[i + 3], { quality }).cells()
    nanoseconds.push(Number(process.hrtime.bigint() - from))
  }
  process.stdout.write(`${JSON.stringify(nanoseconds)}\n`)
}
