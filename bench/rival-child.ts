/**
 * isthmus as one of the programs that `npm run bench:rivals` runs by turns, with their protocol. The first argument picks the
 * mode: plain, hubs, exact, or repeated questions.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bake, openAtlas, readMap } from '../src/index.ts'

const OTHERS = 300
const [mode, mapFile, queryFile, folder] = process.argv.slice(2)
const ends = readFileSync(queryFile, 'utf8').trim().split(/\s+/).map(Number)
const grid = readMap(readFileSync(mapFile))

const startMs = performance.now()
const file = await bake(grid, { hubs: mode === 'hubs' || mode === 'again' })
const prepareS = (performance.now() - startMs) / 1000
writeFileSync(join(folder, 'map.atlas'), file)
const quality = mode === 'exact' ? 'exact' : 'default'
process.stdout.write(`${prepareS}\n`)

/** Warm-up queries for the newly opened atlas of each pass. Only the mode `again` keeps the finder and repeats questions. */
const others = Array.from({ length: OTHERS }, (_, i) => {
  const [a, b] = [4 * ((7 * i) % (ends.length / 4)), 4 * ((11 * i + 1) % (ends.length / 4))]
  return [ends[a], ends[a + 1], ends[b + 2], ends[b + 3]] as const
})
let finder = openAtlas(file).finder()

for await (const _ of createInterface({ input: process.stdin })) {
  if (mode !== 'again') {
    finder = openAtlas(file).finder()
    for (const [x0, y0, x1, y1] of others) finder.find(x0, y0, x1, y1, { quality }).cells()
  }
  const nanoseconds: number[] = []
  for (let i = 0; i < ends.length; i += 4) {
    const from = process.hrtime.bigint()
    finder.find(ends[i], ends[i + 1], ends[i + 2], ends[i + 3], { quality }).cells()
    nanoseconds.push(Number(process.hrtime.bigint() - from))
  }
  process.stdout.write(`${JSON.stringify(nanoseconds)}\n`)
}
