/** Programs that benches run beside ours: what they answer is measured, and one that fails is a dash, not an end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RivalProcess } from '../../bench/measure/rival-process.ts'
import { terminalText } from '../../bench/report/table.ts'
import { OURS, rivalSizesTable, rivalsTable } from '../../bench/tables/rivals-table.ts'

const LIMIT_MS = 20_000

/** Ready in half a second, as it says; keeps three bytes; its second pass is slower, except for the last query. */
const WELL = `
  require('node:fs').writeFileSync(process.argv[4] + '/index', 'abc')
  console.log('0.5')
  let pass = 0
  require('node:readline').createInterface({ input: process.stdin }).on('line', () => {
    pass++
    console.log(JSON.stringify([1000 * pass, 2000 * pass, 9000 / pass]))
  })`

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isthmus-rivals-test-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

function rivalOf(code: string): RivalProcess {
  const own = mkdtempSync(join(folder, 'own-'))
  const program = join(folder, 'program.cjs')
  writeFileSync(program, code)
  const rival = { name: 'one', command: [process.execPath, program] }
  return new RivalProcess(rival, { mapFile: 'a.map', queryFile: 'queries', folder: own })
}

describe('a rival', () => {
  it('is measured by the least time of each query, of the passes that count', async () => {
    const rival = rivalOf(WELL)
    expect(await rival.prepare(LIMIT_MS)).toBe(true)
    expect(rival.times()).toBeNull()
    expect(await rival.pass(3, LIMIT_MS, false)).toBe(true)
    for (let pass = 0; pass < 2; pass++) expect(await rival.pass(3, LIMIT_MS, true)).toBe(true)
    rival.end()
    expect(rival.times()).toEqual({ prepareS: 0.5, indexBytes: 3, usOfQuery: Float64Array.of(2, 4, 3) })
  })

  it.each([
    ['ends at once', ''],
    ['says what is no number', "console.log('ready')"],
    ['breaks off', "throw new Error('no')"],
  ])('that %s is not ready', async (_, code) => {
    const rival = rivalOf(code)
    expect(await rival.prepare(LIMIT_MS)).toBe(false)
    rival.end()
  })

  it('that says nothing is given up', async () => {
    const rival = rivalOf('setInterval(() => {}, 1000)')
    expect(await rival.prepare(100)).toBe(false)
    rival.end()
  })

  it('that does not exist is not ready', async () => {
    const rival = new RivalProcess(
      { name: 'none', command: [join(folder, 'none')] },
      { mapFile: '', queryFile: '', folder },
    )
    expect(await rival.prepare(LIMIT_MS)).toBe(false)
    rival.end()
  })

  it('that answers other queries than it was asked has no times', async () => {
    const rival = rivalOf(WELL)
    await rival.prepare(LIMIT_MS)
    expect(await rival.pass(4, LIMIT_MS, true)).toBe(false)
    expect(rival.times()).toBeNull()
    rival.end()
  })
})

describe('the tables of rivals', () => {
  const timesOf = (us: number, prepareS: number) => ({
    prepareS,
    indexBytes: 50,
    usOfQuery: Float64Array.of(us, us, us),
  })
  const mapOf = (map: string, theirs: number | null) => ({
    map,
    side: 1024,
    cellCount: 100,
    queryCount: 3,
    timesOf: new Map([
      ['rival', theirs === null ? null : timesOf(theirs, 2)],
      [OURS, timesOf(10, 1)],
    ]),
  })

  it('hold each program against ours with hubs', () => {
    const rows = rivalsTable([mapOf('a.map', 25), mapOf('b.map', null)]).rows
    expect(rows[0]).toEqual(['a.map', 3, 'rival', 25, 25, 25, 2.5, 2.5, 2.5, 2, 0.5])
    expect(rows[1].slice(6, 9)).toEqual([1, 1, 1])
    expect(rows[2].slice(3).every(cell => cell === null)).toBe(true)
  })

  it('tell the middle over maps, and where a program does best, without those it was not ready for', () => {
    const table = rivalSizesTable([mapOf('a.map', 25), mapOf('b.map', null), mapOf('c.map', 5), mapOf('d.map', 20)])
    expect(table.rows[0]).toEqual(['about 1024', 4, 'rival', 20, 20, 20, 2, 2, 2, 2, 0.5, 0.5, 0.5])
    expect(terminalText(table)).not.toContain('a.map')
  })
})
