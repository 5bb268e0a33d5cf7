/**
 * What a command is: a declaration that the help text and the argument reader follow from, and the function that does
 * it.
 */
import type { Arguments, OperandDeclaration, OptionDeclaration } from './arguments.ts'
import type { Io } from './io.ts'
import type { JsonField } from './json.ts'

export interface Command {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** How it is called, without the command's name. */
  readonly usage: string
  readonly operands: readonly OperandDeclaration[]
  readonly options: readonly OptionDeclaration[]
  /** Paragraphs that teach what it is for and how to read its answer. */
  readonly details: readonly string[]
  /** Options that its page lists in sections of their own. */
  readonly specialOptions?: readonly OptionDeclaration[]
  readonly sections?: readonly Section[]
  /** What its JSON document holds, beside its version. */
  readonly json?: readonly JsonField[]
  readonly examples: readonly Example[]
  /** Does it, and tells the exit status: 0 for an answer, 1 for a problem with the input. */
  run(args: Arguments, io: Io): Promise<0 | 1>
}

export interface Section {
  readonly title: string
  readonly rows: readonly (readonly [term: string, about: string])[]
}

export interface Example {
  readonly line: string
  readonly about: string
}

export const JSON_OPTION: OptionDeclaration = {
  name: 'json',
  about: 'print one JSON document on standard output instead of words',
}
