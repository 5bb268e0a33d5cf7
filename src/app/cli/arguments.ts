/**
 * Reads a command's arguments against what the command declares.
 *
 * `util.parseArgs` takes the coordinates -3,4 for options and knows no option with two values, and `cac` turns a file
 * named 007 into the number 7; both word their refusals for programmers. This reader is strict and says what to do
 * instead: unknown, repeated and incomplete options are refused, as are missing and surplus operands.
 */
import { nearestName } from '../../base/nearest-name.ts'
import { usageProblem } from './problem.ts'

export interface OptionDeclaration {
  /** Without the dashes: `out` for --out. */
  readonly name: string
  /** One letter, for -o. */
  readonly short?: string
  /** What the help calls each value; none for a switch. */
  readonly values?: readonly string[]
  readonly about: string
  /** Takes one value or more, up to the next option, and may be given again. */
  readonly isMany?: boolean
}

export interface OperandDeclaration {
  readonly name: string
  readonly about: string
  /** May be left out; so may all that follow it. */
  readonly isOptional?: boolean
  /** Takes one or more; only the last operand may. */
  readonly isMany?: boolean
}

export interface Arguments {
  readonly operands: readonly string[]
  /** The values of each option that was given; none for a switch. */
  readonly valuesOf: ReadonlyMap<string, readonly string[]>
}

/** Whether an option was given. */
export function isGiven(args: Arguments, name: string): boolean {
  return args.valuesOf.has(name)
}

/** The first value of an option, or undefined where it was not given. */
export function textOf(args: Arguments, name: string): string | undefined {
  return args.valuesOf.get(name)?.[0]
}

export function readArguments(
  argv: readonly string[],
  operands: readonly OperandDeclaration[],
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
    const { option, inlineValue } = optionOf(text, options)
    if (valuesOf.has(option.name) && option.isMany !== true)
      throw usageProblem(`--${option.name} is given twice. Give it once.`)
    const values = inlineValue === undefined ? [] : [inlineValue]
    const names = option.values ?? []
    if (values.length > names.length)
      throw usageProblem(`--${option.name} takes no value: write just --${option.name}.`)
    while (values.length < names.length) {
      values.push(optionValue(option, names[values.length], argv[next++]))
    }
    while (option.isMany === true && next < argv.length && !looksLikeOption(argv[next])) values.push(argv[next++])
    valuesOf.set(option.name, [...(valuesOf.get(option.name) ?? []), ...values])
  }
  checkOperands(found, operands)
  return { operands: found, valuesOf }
}

/** A lone dash and a negative number or coordinate are not options. */
export function looksLikeOption(text: string): boolean {
  return /^-[^\d.]/.test(text) && !/^-,/.test(text)
}

function optionOf(text: string, options: readonly OptionDeclaration[]) {
  if (text.startsWith('--')) {
    const equals = text.indexOf('=')
    const name = equals < 0 ? text.slice(2) : text.slice(2, equals)
    const option = options.find(candidate => candidate.name === name)
    if (option === undefined) throw unknownOption(`--${name}`, options)
    return { option, inlineValue: equals < 0 ? undefined : text.slice(equals + 1) }
  }
  const option = options.find(candidate => candidate.short === text[1])
  if (option === undefined || (text.length > 2 && option.values === undefined)) throw unknownOption(text, options)
  return { option, inlineValue: text.length > 2 ? text.slice(2).replace(/^=/, '') : undefined }
}

function unknownOption(text: string, options: readonly OptionDeclaration[]) {
  const names = options.map(option => option.name)
  const near = nearestName(text.replace(/^-+/, ''), names)
  const hint = near === undefined ? `For a file of this name write ./${text}.` : `Did you mean --${near}?`
  return usageProblem(`There is no option ${text}. ${hint}`)
}

function optionValue(option: OptionDeclaration, valueName: string, text: string | undefined): string {
  const wanted = option.values?.join(' ')
  if (text === undefined) throw usageProblem(`--${option.name} needs ${valueName}: write --${option.name} ${wanted}.`)
  if (looksLikeOption(text)) {
    throw usageProblem(`--${option.name} needs ${valueName}, but ${text} follows. Write --${option.name} ${wanted}.`)
  }
  return text
}

function checkOperands(found: readonly string[], declared: readonly OperandDeclaration[]): void {
  const missing = declared[found.length]
  if (missing !== undefined && missing.isOptional !== true) {
    throw usageProblem(`${missing.name} is missing: ${missing.about}.`)
  }
  const last = declared.at(-1)
  if (found.length > declared.length && last?.isMany !== true) {
    throw usageProblem(`${found[declared.length]} is one argument too many.`)
  }
}
