/**
 * What a value from outside may be: a test, and words for a refusal. A table of kinds by name describes the options of a call
 * (`optionsOf`) or a record of a file (`checkFields`). Kinds are the one way to check options and JSON.
 */
import { type Kind, nameOf, nearestName, quotedOf } from './given.ts'

/** A number; Infinity only where it is given as `most`. */
export function number(least = -Number.MAX_VALUE, most = Number.MAX_VALUE, what = 'a number'): Kind {
  const hasLeast = least > -Number.MAX_VALUE && least !== Number.MIN_VALUE
  const low = hasLeast ? ` from ${least}` : least === Number.MIN_VALUE ? ' above 0' : ''
  const high = most < Number.MAX_VALUE ? ` to ${most}` : hasLeast ? ' on' : ''
  const wanted = `${what}${low}${high}`
  return { wanted, is: value => typeof value === 'number' && value >= least && value <= most }
}

export function whole(least?: number, most?: number): Kind {
  const { wanted, is } = number(least, most, 'a whole number')
  return { wanted, is: value => is(value) && (Number.isSafeInteger(value) || value === Infinity) }
}

export function oneOf(...words: readonly (string | number)[]): Kind {
  const quoted = words.map(word => (typeof word === 'string' ? `'${word}'` : String(word)))
  const last = quoted.pop()
  return { wanted: `${quoted.join(', ')} or ${last}`, is: value => words.includes(value as string) }
}

export const FLAG: Kind = { wanted: 'true or false', is: value => typeof value === 'boolean' }
export const CALLBACK: Kind = { wanted: 'a function', is: value => typeof value === 'function' }
export const TEXT: Kind = { wanted: 'a text', is: value => typeof value === 'string' }
export const LIST: Kind = { wanted: 'a list', is: Array.isArray }
export const TABLE: Kind = {
  wanted: 'an object',
  is: value => typeof value === 'object' && value !== null && !Array.isArray(value),
}

export function listOf(kind: Kind, what: string): Kind {
  return { wanted: `a list of ${what}`, is: value => Array.isArray(value) && value.every(kind.is) }
}

/** The same, or nothing. */
export function maybe({ wanted, is }: Kind): Kind {
  return { wanted, is: value => value === undefined || value === null || is(value) }
}

const SIGNAL: Kind = {
  wanted: 'the signal of an AbortController',
  is: value => typeof (value as { throwIfAborted?: unknown } | null | undefined)?.throwIfAborted === 'function',
}
/** The options that watch and abort long work. */
export const WATCH = { onProgress: maybe(CALLBACK), signal: maybe(SIGNAL) }

/** Makes an error of a sentence: the caller's fault, or damage in a file. */
export type Fail = (sentence: string) => Error

/** Checks all fields of the table; `what` names the record. */
export function checkFields(record: unknown, kinds: Readonly<Record<string, Kind>>, what: string, fail: Fail): void {
  if (!TABLE.is(record)) throw fail(`${what} is ${nameOf(record)}: an object was expected.`)
  for (const [name, { wanted, is }] of Object.entries(kinds)) {
    const value = (record as Record<string, unknown>)[name]
    if (!is(value)) throw fail(`${name} of ${what} is ${quotedOf(value)}: ${wanted} was expected.`)
  }
}

/** Checks that all values of a table are of one kind. */
export function checkEach(table: object, kind: Kind, what: string, fail: Fail): void {
  checkFields(table, Object.fromEntries(Object.keys(table).map(name => [name, kind])), what, fail)
}

/** As `checkFields`, and refuses names that look like slips of the keyboard. Programs may keep other names there. */
export function checkRecord(record: unknown, kinds: Readonly<Record<string, Kind>>, what: string, fail: Fail): void {
  checkFields(record, kinds, what, fail)
  const known = Object.keys(kinds)
  for (const name of Object.keys(record as object)) {
    const meant = known.includes(name) ? undefined : nearestName(name, known)
    if (meant !== undefined) throw fail(`${what} has no ${name}. Did you mean ${meant}?`)
  }
}

/** Parses JSON; `fail` receives why it is none. Bytes that are no UTF-8 are refused, or read as strange letters. */
export function parseJson(bytes: Uint8Array, fail: Fail, fatal = true): unknown {
  try {
    // A copy, since browsers refuse to decode memory shared by threads.
    return JSON.parse(new TextDecoder('utf-8', { fatal }).decode(bytes.slice()))
  } catch (error) {
    throw fail((error as Error).message)
  }
}
