/**
 * Many queries from one text. A line has four whole numbers, x and y of start and goal, between commas, semicolons or
 * blanks. Each line is answered as it arrives, so a program can send a query and wait for its answer.
 */
import type { CellPair } from '../../route/nearest.ts'
import { linesOf } from './files.ts'
import { type Io, printJson } from './io.ts'
import { oneLine } from './problem.ts'
import { counted } from './words.ts'

const COLUMNS = 4
const BAD_LINES_TOLD_MAX = 20
/** As for coordinates on the command line, a place outside every map is valid. */
const WHOLE = /^[+-]?\d{1,15}$/

/**
 * Answers each pair with a line of JSON before it reads the next. It reports a line that is no pair and goes on; then
 * the exit status is 1.
 */
export async function answerPairs(
  path: string,
  io: Io,
  answer: (pair: CellPair) => object | Promise<object>,
): Promise<0 | 1> {
  let badLines = 0
  const onBadLine = (problem: string) => {
    badLines++
    if (badLines <= BAD_LINES_TOLD_MAX) io.err(`isthmus path: ${oneLine(problem)}\n`)
  }
  for await (const pair of readPairs(path, onBadLine)) printJson(io, await answer(pair))
  const untold = badLines - BAD_LINES_TOLD_MAX
  if (untold > 0) io.err(`isthmus path: ${path}: ${counted(untold, 'more line is', 'more lines are')} no pair.\n`)
  return badLines === 0 ? 0 : 1
}

/** `onBadLine` gets a message for each line that is no pair; the line is skipped. */
async function* readPairs(path: string, onBadLine: (problem: string) => void): AsyncGenerator<CellPair> {
  let lineNumber = 0
  let isFirst = true
  for await (const line of linesOf(path)) {
    lineNumber++
    const text = line.replace(/^\ufeff/, '').trim()
    if (text === '' || text.startsWith('#')) continue
    const columns = text.split(/\s*[,;]\s*|\s+/)
    const isHeading = isFirst && columns.every(column => !/^[+-]?\.?\d/.test(column))
    isFirst = false
    if (isHeading) continue
    if (columns.length === COLUMNS && columns.every(column => WHOLE.test(column))) yield pairOf(columns)
    else onBadLine(badLine(text, path, lineNumber))
  }
}

function badLine(text: string, path: string, lineNumber: number): string {
  const found = text.length > 80 ? `${text.slice(0, 80)}...` : text
  return `${path}: Line ${lineNumber} is "${found}": write four whole numbers, the start's x and y and the goal's.`
}

function pairOf(columns: readonly string[]): CellPair {
  // Adding 0 turns -0 into 0.
  const [x0, y0, x1, y1] = columns.map(column => Number(column) + 0)
  return { start: { x: x0, y: y0 }, goal: { x: x1, y: y1 } }
}
