/**
 * Reads a command's arguments according to its page. `util.parseArgs` takes the coordinates -3,4 for options and has no
 * options with two values. `cac` turns a file named 007 into the number 7. The messages of both are for programmers.
 * This reader is strict, and its messages name the remedy: it refuses unknown, repeated and incomplete options, and
 * missing and surplus operands.
 */
import type { Point } from '../../base/answer.ts'
import { hintOf, type Kind } from '../../base/given.ts'
import { number, whole } from '../../base/kinds.ts'
import { usageProblem } from './problem.ts'

export interface OptionDeclaration {
  /** The term on the page: `-o, --out FILE`. */
  readonly term: string
  readonly about: string
  /** The name without dashes: `out`. */
  readonly name: string
  /** The letter of the short form -o; empty if there is none. */
  readonly short: string
  /** The page's names of its values; none for a switch. */
  readonly values: readonly string[]
  /** Takes one value or more, up to the next option, and may be given again: its term ends in `..`. */
  readonly isMany: boolean
}

export function optionOf([term, about]: readonly [term: string, about: string]): OptionDeclaration {
  const [, short = '', name, rest] = /^(?:-(\w), )?--([\w-]+)(.*)$/.exec(term)!
  const values = rest.split(' ').filter(value => value !== '' && value !== '..')
  return { term, about, name, short, values, isMany: term.endsWith(' ..') }
}

/** The given arguments: operands in order, and options by name. */
export class Arguments {
  readonly operands: readonly string[]
  private readonly valuesOf: ReadonlyMap<string, readonly string[]>

  constructor(operands: readonly string[], valuesOf: ReadonlyMap<string, readonly string[]>) {
    this.operands = operands
    this.valuesOf = valuesOf
  }

  get optionNames(): string[] {
    return [...this.valuesOf.keys()]
  }

  has(name: string): boolean {
    return this.valuesOf.has(name)
  }

  /** The first value of an option, or undefined where it was not given. */
  text(name: string): string | undefined {
    return this.valuesOf.get(name)?.[0]
  }

  /** All values of an option; none where it was not given. */
  all(name: string): readonly string[] {
    return this.valuesOf.get(name) ?? []
  }

  /** The whole number that an option gives, from `min` to `max`; `preset` where it was not given. */
  whole<Preset extends number | undefined>(name: string, min: number, max: number, preset: Preset): number | Preset {
    const text = this.text(name)
    return text === undefined ? preset : wholeNumber(`--${name}`, text, min, max)
  }

  /** As `whole`, for any plain number. */
  plain(name: string, min: number, max: number, preset: number): number {
    const text = this.text(name)
    return text === undefined ? preset : plainNumber(`--${name}`, text, min, max)
  }

  /** The word that an option gives, one of a few; the first of them where it was not given. */
  choice<Word extends string>(name: string, words: readonly Word[]): Word {
    return oneOf(`--${name}`, this.text(name) ?? words[0], words)
  }

  /** The directions of movement, from the option of commands that bake. */
  directions(): 4 | 8 {
    return this.choice('directions', ['8', '4']) === '4' ? 4 : 8
  }
}

export function readArguments(
  argv: readonly string[],
  operands: readonly (readonly [term: string, about: string])[],
  options: readonly OptionDeclaration[],
): Arguments {
  const found: string[] = []
  const valuesOf = new Map<string, readonly string[]>()
  let next = 0
  while (next < argv.length) {
    const text = argv[next++]
    if (text === '--') {
      found.push(...argv.slice(next))
      break
    }
    if (!looksLikeOption(text)) {
      found.push(text)
      continue
    }
    const { option, inlineValue } = optionAt(text, options)
    const { name, values: names, isMany } = option
    if (valuesOf.has(name) && !isMany) throw usageProblem(`--${name} is given twice. Give it once.`)
    const values = inlineValue === undefined ? [] : [inlineValue]
    if (values.length > names.length) throw usageProblem(`--${name} takes no value: write just --${name}.`)
    while (values.length < names.length) values.push(optionValue(option, names[values.length], argv[next++]))
    while (isMany && next < argv.length && !looksLikeOption(argv[next])) values.push(argv[next++])
    valuesOf.set(name, [...(valuesOf.get(name) ?? []), ...values])
  }
  checkOperands(found, operands)
  return new Arguments(found, valuesOf)
}

/** A lone dash and a negative number or coordinate are not options. */
export function looksLikeOption(text: string): boolean {
  return /^-[^\d.]/.test(text) && !/^-,/.test(text)
}

function optionAt(text: string, options: readonly OptionDeclaration[]) {
  if (text.startsWith('--')) {
    const equals = text.indexOf('=')
    const name = equals < 0 ? text.slice(2) : text.slice(2, equals)
    const option = options.find(candidate => candidate.name === name)
    if (option === undefined) throw unknownOption(`--${name}`, options)
    return { option, inlineValue: equals < 0 ? undefined : text.slice(equals + 1) }
  }
  const option = options.find(({ short }) => short === text[1])
  if (option === undefined || (text.length > 2 && option.values.length === 0)) throw unknownOption(text, options)
  return { option, inlineValue: text.length > 2 ? text.slice(2).replace(/^=/, '') : undefined }
}

function unknownOption(text: string, options: readonly OptionDeclaration[]) {
  const names = options.map(({ name }) => `--${name}`)
  const asked = `--${text.replace(/^-+/, '')}`
  return usageProblem(`There is no option ${text}. ${hintOf(asked, names, `For a file of this name write ./${text}.`)}`)
}

function optionValue({ name, values }: OptionDeclaration, valueName: string, text: string | undefined): string {
  const wanted = `--${name} ${values.join(' ')}`
  if (text === undefined) throw usageProblem(`--${name} needs ${valueName}: write ${wanted}.`)
  if (looksLikeOption(text)) throw usageProblem(`--${name} needs ${valueName}, but ${text} follows. Write ${wanted}.`)
  return text
}

function checkOperands(found: readonly string[], declared: readonly (readonly [string, string])[]): void {
  const [term, about] = declared[found.length] ?? ['[]']
  if (!term.startsWith('[')) throw usageProblem(`${term.replace(' ..', '')} is missing: ${about}.`)
  if (found.length <= declared.length || declared.at(-1)?.[0].endsWith(' ..')) return
  throw usageProblem(`${found[declared.length]} is one argument too many.`)
}

/** A whole number from `min` to `max`; `what` names it in the refusal. */
export function wholeNumber(what: string, text: string, min: number, max: number): number {
  return numberIn(what, text, /^[+-]?\d+$/, whole(min, max))
}

/** A plain number from `min` to `max`, whole or with a point. */
export function plainNumber(what: string, text: string, min: number, max: number): number {
  return numberIn(what, text, /^[+-]?(\d+\.?\d*|\.\d+)$/, number(min, max))
}

function numberIn(what: string, text: string, form: RegExp, { wanted, is }: Kind): number {
  if (!form.test(text) || !is(Number(text))) throw usageProblem(`${what} is ${quoted(text)}: it must be ${wanted}.`)
  return Number(text)
}

/** Parses `X,Y`, both whole numbers. A place outside every map is valid, too. */
export function coordinates(what: string, text: string): Point {
  const match = /^([+-]?\d{1,15}),([+-]?\d{1,15})$/.exec(text)
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
