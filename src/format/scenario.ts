/**
 * Scenario files of the MovingAI benchmarks: queries with their optimal lengths. After the line `version 1`, each line
 * has nine columns: bucket, map, map width, map height, start x, start y, goal x, goal y, optimal length.
 */
import { IsthmusError } from '../base/errors.ts'
import { refuse } from '../base/given.ts'

export interface Scenario {
  /** Groups queries of similar length: optimal length / 4, rounded down. */
  readonly bucket: number
  /** The map's name, as the file gives it. */
  readonly map: string
  readonly width: number
  readonly height: number
  readonly startX: number
  readonly startY: number
  readonly goalX: number
  readonly goalY: number
  /** The length of the shortest path in cell lengths, with sqrt 2 for diagonals; -1 if the goal cannot be reached. */
  readonly optimalLength: number
}

/** Columns after the map's name. */
const LAST_COLUMNS = 7
const COLUMNS = 'nine columns: bucket, map, width, height, start x, start y, goal x, goal y, optimal length'

function fail(lineNumber: number, sentence: string): never {
  throw new IsthmusError('BAD_SCENARIO', `Line ${lineNumber}: ${sentence}`)
}

function shorten(line: string): string {
  return line.length > 80 ? `${line.slice(0, 80)}...` : line
}

/** Reads a scenario file. */
export function readScenarios(text: string): Scenario[] {
  if (typeof text !== 'string') refuse('readScenarios reads text: of bytes, new TextDecoder().decode(bytes).')
  const lines = text.replace(/^\ufeff/, '').split('\n')
  if (!/^version\s+1(\.0*)?\s*$/.test(lines[0])) {
    fail(1, `'${shorten(lines[0].trimEnd())}' was found, 'version 1' expected.`)
  }
  const scenarios: Scenario[] = []
  for (let i = 1; i < lines.length; i++) {
    if (lines[i].trim() !== '') scenarios.push(readLine(lines[i], i + 1))
  }
  return scenarios
}

function readLine(line: string, lineNumber: number): Scenario {
  const found = () => `'${shorten(line.trimEnd())}' was found`
  const columns = line.trim().split(/\s+/)
  if (columns.length < 2 + LAST_COLUMNS) fail(lineNumber, `${found()}, but a scenario has ${COLUMNS}.`)
  const last = columns.slice(-LAST_COLUMNS)
  const whole = [columns[0], ...last.slice(0, -1)]
  const wrong = whole.find(column => !/^\d{1,9}$/.test(column))
  if (wrong !== undefined) fail(lineNumber, `'${shorten(wrong)}' is no whole number; a scenario has ${COLUMNS}.`)
  const optimalLength = readLength(last[LAST_COLUMNS - 1])
  if (optimalLength === undefined) {
    fail(lineNumber, `'${shorten(last[LAST_COLUMNS - 1])}' is no length; -1 says that the goal cannot be reached.`)
  }
  const [bucket, width, height, startX, startY, goalX, goalY] = whole.map(Number)
  for (const [end, x, y] of [['start', startX, startY] as const, ['goal', goalX, goalY] as const]) {
    const isInside = x < width && y < height
    if (!isInside) fail(lineNumber, `the ${end} (${x}, ${y}) lies outside the map of ${width} x ${height}.`)
  }
  // The name is all between the numbers, so it may hold spaces.
  const map = columns.slice(1, -LAST_COLUMNS).join(' ')
  return { bucket, map, width, height, startX, startY, goalX, goalY, optimalLength }
}

/** Reads a decimal number as programs print one; refuses other bases and infinity. */
function readLength(text: string): number | undefined {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined
  const length = Number(text)
  return Number.isFinite(length) && (length >= 0 || length === -1) ? length : undefined
}
