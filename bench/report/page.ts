/**
 * The tables of RESULTS.md, written from the results of runs and from nothing else, so that they cannot drift from what was
 * measured. They lie between two marks; the rest of the page is not touched.
 */
import { bytesText } from '../../src/app/cli/words.ts'
import type { Results } from './saved-results.ts'
import { markdownText, type Table } from './table.ts'

export const BEGIN = '<!-- performance:begin -->'
export const END = '<!-- performance:end -->'

/** The page with its tables replaced. */
export function withPerformance(page: string, runs: readonly Results[]): string {
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  if (begin < 0 || end < begin) {
    throw new Error(`The page has no place for the figures: it needs the lines ${BEGIN} and ${END}, in this order.`)
  }
  return `${page.slice(0, begin + BEGIN.length)}\n${performanceSection(runs)}${page.slice(end)}`
}

export function performanceSection(runs: readonly Results[]): string {
  const told = new Set<string>()
  return runs.map(run => [provenance(run), ...run.summary.map(table => textOnce(table, told))].join('\n')).join('\n')
}

/** What a table is about is said once, however many runs have one of its kind. */
function textOnce(table: Table, told: Set<string>): string {
  const isTold = told.has(table.about)
  told.add(table.about)
  return markdownText(isTold ? { ...table, about: '' } : table)
}

function provenance({ date, machine, loadBefore, version, command }: Results): string {
  const { cpu, cores, memoryBytes, node, system } = machine
  const state = version === '' ? '' : ` at ${version}`
  const load = loadBefore < 0.5 ? 'else idle' : `busy with other work (load ${loadBefore.toFixed(1)})`
  return (
    `Measured on ${date}${state} with \`${command}\`: ${cpu}, ${cores} cores, ${bytesText(memoryBytes)} of memory, ` +
    `${system}, Node ${node}, ${load}.\n`
  )
}
