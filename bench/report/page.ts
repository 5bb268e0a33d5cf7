/**
 * The tables of RESULTS.md, written from the results of runs and from nothing else, so that they cannot drift from what was
 * measured. They lie between two marks; the rest of the page is not touched.
 */
import { bytesText } from '../../src/app/cli/words.ts'
import type { Results } from './saved-results.ts'
import { markdownText } from './table.ts'

export const BEGIN = '<!-- performance:begin -->'
export const END = '<!-- performance:end -->'

/** The page with the tables of these runs; those of other commands stay as they are. */
export function withPerformance(page: string, runs: readonly Results[]): string {
  const begin = page.indexOf(BEGIN) + BEGIN.length
  const end = page.indexOf(END)
  if (begin < BEGIN.length || end < begin) {
    throw new Error(`The page has no place for the figures: it needs the lines ${BEGIN} and ${END}, in this order.`)
  }
  const blocks = page
    .slice(begin, end)
    .split(/^(?=Measured on )/m)
    .slice(1)
  for (const run of runs) {
    const at = blocks.findIndex(block => block.split('\n', 1)[0].includes(` with ${commandOf(run)}`))
    const place = at < 0 ? blocks.length : at
    blocks[place] = blockOf(run, blocks.slice(0, place).join(''))
  }
  return `${page.slice(0, begin)}\n${blocks.map(block => `${block.trimEnd()}\n`).join('\n')}${page.slice(end)}`
}

/** What a table is about is said once, however many runs have one of its kind. */
function blockOf(run: Results, before: string): string {
  const tables = run.summary.map(table => markdownText(before.includes(table.about) ? { ...table, about: '' } : table))
  return [provenance(run), ...tables].join('\n')
}

const commandOf = ({ command }: Results) => `\`${command}\`:`

function provenance(run: Results): string {
  const { date, machine, loadBefore, version } = run
  const { cpu, cores, memoryBytes, node, system } = machine
  const state = version === '' ? '' : ` at ${version}`
  const load = loadBefore < 0.5 ? 'else idle' : `busy with other work (load ${loadBefore.toFixed(1)})`
  return (
    `Measured on ${date}${state} with ${commandOf(run)} ${cpu}, ${cores} cores, ${bytesText(memoryBytes)} of memory, ` +
    `${system}, Node ${node}, ${load}.\n`
  )
}
