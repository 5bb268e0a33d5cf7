import { describe, expect, it } from 'vitest'
import { lowestCostOf } from '../../src/app/cli/commands/scen-command.ts'
import type { Io } from '../../src/app/cli/io.ts'
import { bakeFraction, Progress, progressLine, withProgress } from '../../src/app/cli/progress.ts'
import { bytesText, counted, durationText, percentText, statisticsOf, table } from '../../src/app/cli/words.ts'

describe('numbers for people', () => {
  it.each([
    [bytesText(0), '0 bytes'],
    [bytesText(1), '1 byte'],
    [bytesText(999), '999 bytes'],
    [bytesText(1234), '1.23 kB'],
    [bytesText(34_567_890), '34.6 MB'],
    [bytesText(4_294_967_296), '4.29 GB'],
    [durationText(0.0423), '42.3 us'],
    [durationText(0.99949), '999 us'],
    [durationText(0.9999), '1.00 ms'],
    [durationText(12.34), '12.3 ms'],
    [durationText(999.9), '1.00 s'],
    [durationText(99_400), '99.4 s'],
    [durationText(99_600), '1 min 40 s'],
    [durationText(3_599_600), '1 h 0 min'],
    [durationText(7_322_000), '2 h 2 min'],
    [percentText(0), '0.000 %'],
    [percentText(-0.0001), '0.000 %'],
    [percentText(0.0123), '0.012 %'],
    [percentText(12.345), '12.35 %'],
    [counted(1, 'entry', 'entries'), '1 entry'],
    [counted(1_234_567, 'island'), '1,234,567 islands'],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected)
  })

  it('line up in tables', () => {
    const rows = [
      ['name', 'bytes'],
      ['a', '1'],
      ['long name', '12345'],
    ]
    expect(table(rows)).toBe('  name       bytes\n  a              1\n  long name  12345\n')
  })
})

describe('statistics', () => {
  it('are mean and nearest ranks, in whatever order the values come', () => {
    const values = Array.from({ length: 200 }, (_, i) => ((i * 37) % 200) + 1)
    expect(statisticsOf(values)).toEqual({ mean: 100.5, p50: 100, p95: 190, p99: 198, max: 200 })
  })

  it('of one value are that value, and of none are null', () => {
    expect(statisticsOf([7])).toEqual({ mean: 7, p50: 7, p95: 7, p99: 7, max: 7 })
    expect(statisticsOf([])).toBeNull()
  })
})

describe('the lowest cost that a printed optimal length stands for', () => {
  it.each([
    ['2.41421', 1 + Math.SQRT2],
    ['1544.72', 1544.715],
    ['12345.6', 12345.55],
    ['70.12345678', 70.123456775],
    ['3', 3],
    ['0', 0],
  ])('of %s is not above %f', (text, cost) => {
    expect(lowestCostOf(Number(text))).toBeLessThanOrEqual(cost)
  })

  it.each([
    ['2.41421', 2.4141],
    ['1544.72', 1544.71],
    ['70.12345678', 70.1233],
    ['3', 2.99],
  ])('of %s is above %f', (text, cost) => {
    expect(lowestCostOf(Number(text))).toBeGreaterThan(cost)
  })
})

describe('progress', () => {
  function fakeIo(isErrTerminal: boolean) {
    const io = { text: '', clockMs: 0, isErrTerminal, errColumns: 80, nowMs: () => io.clockMs, out: () => {}, err }
    function err(text: string) {
      io.text += text
    }
    return io satisfies Io
  }

  it('appears after a second, ten times a second at most, and is erased', async () => {
    const io = fakeIo(true)
    const seen: string[] = []
    await withProgress(io, progress => {
      for (io.clockMs = 0; io.clockMs < 2000; io.clockMs += 10) {
        io.text = ''
        progress.update('cost', io.clockMs / 4000)
        if (io.text !== '') seen.push(io.text)
      }
      io.text = ''
    })
    expect(seen).toHaveLength(10)
    expect(seen[0]).toBe('\r\x1b[Kcost [########......................]  25 %  3 s left')
    expect(io.text).toBe('\r\x1b[K')
  })

  it('is erased when the work fails', async () => {
    const io = fakeIo(true)
    const work = withProgress(io, progress => {
      io.clockMs = 5000
      progress.update('cost', 0.5)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(io.text.endsWith('\r\x1b[K')).toBe(true)
  })

  it('says nothing where nobody watches, or where it was quick', () => {
    const piped = fakeIo(false)
    const unseen = new Progress(piped)
    piped.clockMs = 60_000
    unseen.update('cost', 0.5)
    unseen.end()
    expect(piped.text).toBe('')
    const quick = fakeIo(true)
    const short = new Progress(quick)
    quick.clockMs = 900
    short.update('cost', 0.9)
    short.end()
    expect(quick.text).toBe('')
  })

  it('fits the width of the terminal', () => {
    for (const columns of [10, 20, 40, 80, 200]) {
      expect(progressLine('a stage', 0.4, 90_000, columns).length).toBeLessThan(columns)
    }
  })
})

describe('the progress of a bake', () => {
  it('runs from nothing to all and never back', async () => {
    const seen: number[] = []
    const report = (
      stage: 'label' | 'border' | 'cost' | 'lift' | 'landmarks' | 'hubs',
      stageIndex: number,
      total: number,
    ) => {
      for (let done = 0; done <= total; done++)
        seen.push(bakeFraction({ stage, stageIndex, stageCount: 5, done, total, travellerIndex: 0, travellerCount: 1 }))
    }
    report('label', 0, 64)
    report('border', 1, 8)
    report('cost', 2, 64)
    report('lift', 3, 138)
    // On the largest maps, where a bar stands longest, landmarks take two fifths of the time.
    expect(seen.at(-1)).toBeCloseTo(0.62, 1)
    report('landmarks', 4, 17)
    expect(seen[0]).toBe(0)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(seen.at(-1)).toBeGreaterThan(0.95)
    expect(seen.at(-1)).toBeLessThanOrEqual(1)
  })
})
