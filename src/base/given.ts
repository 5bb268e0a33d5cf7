/**
 * Checks of callers' values. Without them a wrong value would cause a TypeError deep inside, or a wrong answer.
 */
import { IsthmusError } from './errors.ts'

export function refuse(sentence: string): never {
  throw new IsthmusError('BAD_ARGUMENT', sentence)
}

/** The bytes or numbers of a map cannot be read. */
export function refuseMap(sentence: string): never {
  throw new IsthmusError('BAD_MAP', sentence)
}

/** Something exceeds a limit of size. */
export function refuseSize(sentence: string): never {
  throw new IsthmusError('TOO_LARGE', sentence)
}

/** Cells and points come as flat x, y pairs: a typed array, or an array of numbers. */
export function checkPairs(pairs: unknown, what: string): void {
  const isFlat = ArrayBuffer.isView(pairs) ? !(pairs instanceof DataView) : isNumbers(pairs)
  if (!isFlat) refuse(`${what} are ${nameOf(pairs)}: flat x, y pairs were expected, such as route.cells() returns.`)
}

export function checkDirections(directions: unknown): void {
  if (directions !== 4 && directions !== 8) refuse(`The directions are ${nameOf(directions)}: they are 4 or 8.`)
}

/**
 * Checks that options are an object with only `known` names, values of their kinds, and all that is `needed`. null and undefined
 * stand for none.
 */
export function optionsOf<Options extends object>(
  options: Options | null | undefined,
  known?: AllOf<Options>,
  needed: readonly (keyof Options & string)[] = [],
): Partial<Options> {
  const given = options ?? ({} as Options)
  if (typeof given !== 'object') refuse(`The options are ${nameOf(given)}: an object was expected.`)
  if (known === undefined) return given
  for (const name in given) if (!Object.hasOwn(known, name)) refuseOption(name, Object.keys(known))
  // By the known names, since getters of a class are not among the names of its objects.
  for (const name in known) {
    const kind = known[name]
    if (kind !== true && given[name] !== undefined) checkValue(given[name], kind, name)
  }
  for (const name of needed) if (given[name] === undefined) checkValue(undefined, known[name] as Kind, name)
  return given
}

/** Refuses a value of another kind. */
export function checkValue(value: unknown, { wanted, is }: Kind, what: string): void {
  if (!is(value)) refuse(`${what} is ${quotedOf(value)}: ${wanted} was expected.`)
}

/** What a value may be; kinds.ts makes them. */
export interface Kind {
  /** Begins the end of a refusal: "... was expected." */
  readonly wanted: string
  is(value: unknown): boolean
}

/** A table of all options of a call: their kinds, or true for those checked elsewhere. The compiler refuses a missing or unknown name. */
export type AllOf<Options> = Readonly<Record<keyof Options, Kind | true>>

function refuseOption(name: string, known: readonly string[]): never {
  refuse(`There is no option ${name}. ${hintOf(name, known)}`)
}

/** Checks that a map has `costAt`, which the judges and the oracle read. */
export function checkCosts(map: unknown): void {
  const isMap = typeof (map as { costAt?: unknown } | null | undefined)?.costAt === 'function'
  if (!isMap) refuse(`The map is ${nameOf(map)}: an atlas or its terrain was expected.`)
}

/** Checks the terrain on which shapes are made. */
export function checkTerrain(terrain: unknown): void {
  const { rowBits } = (terrain ?? {}) as { rowBits?: unknown }
  if (!ArrayBuffer.isView(rowBits)) refuse(`The map is ${nameOf(terrain)}: atlas.terrain was expected.`)
}

export function checkWhole(x: unknown, y: unknown, what: string): void {
  if (Number.isInteger(x) && Number.isInteger(y)) return
  refuse(`${what} is ${textOf(x)},${textOf(y)}: coordinates are whole numbers of cells.`)
}

function isNumbers(values: unknown): boolean {
  return Array.isArray(values) && values.every(value => typeof value === 'number')
}

/** A value as text for messages; for objects, their type. */
export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? nameOf(value) : String(value)
}

const QUOTED_MAX = 80

/** As `textOf`, with strings in quotes, and cut if they are long. */
export function quotedOf(value: unknown): string {
  if (typeof value !== 'string') return textOf(value)
  return value.length > QUOTED_MAX ? `${JSON.stringify(value.slice(0, QUOTED_MAX))}..` : JSON.stringify(value)
}

/** A value in a few words, for messages. */
export function nameOf(value: unknown): string {
  if (value === null || typeof value === 'number' || value === undefined) return String(value)
  if (Array.isArray(value)) return 'an array of other things than numbers'
  return `a value of type ${typeof value}`
}

/**
 * Finds the name that a person meant, within two slips of the keyboard, one in short names (letters added, lost, changed or
 * swapped).
 */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  // Two slips make too many words of short ones, such as `kind` of `id`.
  const slipsMax = text.length <= 4 ? 1 : 2
  let nearest: string | undefined
  let fewest = slipsMax + 1
  for (const name of names) {
    const slips = slipsBetween(text, name)
    if (slips < fewest) {
      fewest = slips
      nearest = name
    }
  }
  return nearest
}

/** Ends a refusal of a name: the one that was meant, or else all that there are. */
export function hintOf(text: string, names: readonly string[], otherwise = `There are ${names.join(', ')}.`): string {
  const near = nearestName(text, names)
  return near === undefined ? otherwise : `Did you mean ${near}?`
}

/** The Damerau-Levenshtein distance (restricted): three rows of the usual table are enough. */
function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + change)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) row[j] = Math.min(row[j], beforeLast[j - 2] + 1)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]
}
