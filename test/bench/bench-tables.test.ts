/**
 * What the benches tell: tables for terminal and README, what could not be measured, and the README's figures with where
 * they come from.
 */
import { describe, expect, it, vi } from 'vitest'
import { quickPlan } from '../../bench/plan.ts'
import { BEGIN, END, withPerformance } from '../../bench/report/page.ts'
import type { Results } from '../../bench/report/saved-results.ts'
import { cellText, column, markdownText, type Table, terminalText } from '../../bench/report/table.ts'
import { beginSession, commandText } from '../../bench/session.ts'
import { failuresTable } from '../../bench/tables/failures.ts'
import { temporaryFolder } from '../support/cli.ts'

const { path } = temporaryFolder()

const table: Table = {
  title: 'Speed',
  about: 'How quick.',
  columns: [
    column('map'),
    column('p50', 'us', 'route'),
    column('p95', 'us', 'route'),
    column('mean', '%', 'excess'),
    column('sample', 'count', 'excess'),
    column('gain', 'times'),
  ],
  rows: [
    ['rooms', 12.345, 1234.5, 0.0456, 1000, 78.9],
    ['maze', 5, null, Number.NaN, 20, 1500],
  ],
}

describe('a table', () => {
  it.each([
    [0, 'us', '0'],
    [0.0123, 'us', '0.01'],
    [999.4, 'us', '999'],
    [123456, 'ns', '123,456'],
    [-0.00001, '%', '0.000'],
    [12.34, '%', '12.3'],
    [1234, 'bytes', '1.23 kB'],
    [1499.6, 'count', '1,500'],
    ['done', 'text', 'done'],
    [Infinity, 's', '-'],
  ] as const)('writes %s as %s: %s', (value, unit, text) => {
    expect(cellText(value, unit)).toBe(text)
  })

  it('lines up in a terminal, groups and shared units named once', () => {
    expect(terminalText(table)).toBe(
      [
        'Speed',
        'How quick.',
        '',
        '         route us         excess',
        '  map         p50    p95  mean %  sample    gain',
        '  rooms      12.3  1,235   0.046   1,000   78.9x',
        '  maze       5.00      -       -      20  1,500x',
        '',
      ].join('\n'),
    )
  })

  it('is markdown for a README', () => {
    expect(markdownText(table)).toBe(
      [
        '### Speed',
        '',
        'How quick.',
        '',
        '| map | route p50 us | route p95 us | excess mean % | excess sample | gain |',
        '| --- | ---: | ---: | ---: | ---: | ---: |',
        '| rooms | 12.3 | 1,235 | 0.046 | 1,000 | 78.9x |',
        '| maze | 5.00 | - | - | 20 | 1,500x |',
        '',
      ].join('\n'),
    )
  })
})

describe('what could not be measured', () => {
  it('has a table of its own, and none where there is nothing to tell', () => {
    expect(failuresTable([])).toBeNull()
    const cut = { name: 'maze', size: '64 x 64', ending: 'cut off', limitMs: 120_000, hasReport: false } as const
    const text = terminalText(failuresTable([cut, { ...cut, ending: 'broke off', hasReport: true }])!)
    expect(text).toContain('cut off after 2 min')
    expect(text).toContain('broke off')
    expect(text).toContain('exact A*')
  })
})

describe('the command that is told with results', () => {
  it('is what to type for the same ones, wherever they were saved', () => {
    expect(commandText('bench', { json: 'a.json' })).toBe('npm run bench')
    expect(commandText('bench', { quick: true, 'skip-peers': false, sizes: '64', kinds: undefined })).toBe(
      'npm run bench -- --quick --sizes 64',
    )
  })
})

describe('the performance section of the README', () => {
  const results: Results = {
    format: 2,
    date: '2025-01-31',
    machine: { cpu: 'A Processor', cores: 2, memoryBytes: 8e9, node: 'v20.1.0', system: 'linux x64' },
    loadBefore: 0.1,
    version: 'abc1234',
    command: 'npm run bench',
    tables: [table, { ...table, title: 'Secret' }],
    summary: [table],
  }
  const old = 'Measured on 2024-01-31 with `npm run bench`: old.\n'
  const readme = `# Title\n\n${BEGIN}\n${old}${END}\n\nThe end.\n`

  it('says when, where and by what it was measured, and shows the tables of the summary', () => {
    const text = withPerformance(readme, [results])
    for (const part of ['2025-01-31', 'abc1234', '`npm run bench`', 'A Processor', '2 cores', 'v20.1.0', 'else idle']) {
      expect(text).toContain(part)
    }
    expect(text).toContain(markdownText(table))
    expect(text).not.toContain('Secret')
    expect(text).not.toContain('old')
  })

  it('says once what tables of several runs are about', () => {
    const text = withPerformance(readme, [results, { ...results, command: 'npm run bench:scale' }])
    expect(text.split('### Speed').length).toBe(3)
    expect(text.split('How quick.').length).toBe(2)
    expect(text).toContain('`npm run bench:scale`')
  })

  it('says that the machine was busy', () => {
    expect(withPerformance(readme, [{ ...results, loadBefore: 3.21 }])).toContain('load 3.2')
  })

  it('replaces what lies between the marks and nothing else, however often', () => {
    const once = withPerformance(readme, [results])
    expect(once.startsWith(`# Title\n\n${BEGIN}\n`)).toBe(true)
    expect(once.endsWith(`${END}\n\nThe end.\n`)).toBe(true)
    expect(withPerformance(once, [results])).toBe(once)
  })

  it('keeps the tables of other commands', () => {
    const of = (command: string) => ({ ...results, command })
    const page = withPerformance(readme, [
      of('npm run bench'),
      of('npm run bench:scale'),
      of('npm run bench -- --sizes 9'),
    ])
    expect(withPerformance(page, [of('npm run bench:scale')])).toBe(page)
    const newer = withPerformance(page, [{ ...of('npm run bench:scale'), date: '2025-02-01' }])
    expect(newer).toBe(page.replace(/2025-01-31(?=[^\n]*bench:scale)/, '2025-02-01'))
  })

  it.each(['# Title\n', `${END}\n${BEGIN}\n`, `${BEGIN}\n`])('is refused a README without its marks', text => {
    expect(() => withPerformance(text, [results])).toThrow(BEGIN)
  })
})

describe('a run that was stopped', () => {
  it('goes on: what is measured is not measured again, and no other world begins after its time', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const given = { json: path('results.json'), seconds: '0' }
    const plan = { ...quickPlan.world, limitMs: 1 }
    const first = beginSession('bench', { ...given, seconds: 'Infinity' })
    expect(await first.measure('open', { kind: 'open', side: 8 }, plan)).toBeNull()
    const next = beginSession('bench', given)
    expect(await next.measure('open', { kind: 'open', side: 8 }, plan)).toBeNull()
    await expect(next.measure('rooms', { kind: 'rooms', side: 8 }, plan)).rejects.toThrow('The time is over')
    expect(() => beginSession('bench', { ...given, quick: true })).toThrow('results.json.parts is of "npm run bench"')
    vi.restoreAllMocks()
  })
})
