/**
 * Parses the values of options and operands strictly. `12abc`, `1e3`, an empty text and a number out of range are
 * refused, and the message gives the valid range.
 */
import { usageProblem } from './problem.ts'

/** A whole number from `min` to `max`; `what` names it in the refusal. */
export function wholeNumber(what: string, text: string, min: number, max: number): number {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) {
    throw usageProblem(`${what} is ${quoted(text)}: it must be a whole number from ${min} to ${max}.`)
  }
  return value
}

/** A plain number from `min` to `max`, whole or with a point. */
export function plainNumber(what: string, text: string, min: number, max: number): number {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) {
    throw usageProblem(`${what} is ${quoted(text)}: it must be a number from ${min} to ${max}.`)
  }
  return value
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Parses `X,Y`, both whole numbers. A place outside every map is valid, too. */
export function coordinates(what: string, text: string): Point {
  const match = /^([+-]?\d{1,9}),([+-]?\d{1,9})$/.exec(text)
  if (match === null) {
    throw usageProblem(`${what} is ${quoted(text)}: write it as X,Y, two whole numbers and a comma, such as 12,34.`)
  }
  // Adding 0 turns -0 into 0.
  return { x: Number(match[1]) + 0, y: Number(match[2]) + 0 }
}

/** One of a few words. */
export function oneOf<T extends string>(what: string, text: string, choices: readonly T[]): T {
  const choice = choices.find(candidate => candidate === text)
  if (choice === undefined) throw usageProblem(`${what} is ${quoted(text)}: it must be ${orList(choices)}.`)
  return choice
}

/** A comma-separated list of words out of `choices`, each counted once. */
export function someOf<T extends string>(what: string, text: string, choices: readonly T[]): ReadonlySet<T> {
  return new Set(text.split(',').map(part => oneOf(what, part.trim(), choices)))
}

function orList(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join('') : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
}

function quoted(text: string): string {
  return text === '' ? 'empty' : `"${text}"`
}
