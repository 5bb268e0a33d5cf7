/**
 * Problems on the command line and their messages: one line that names the problem and the remedy. Exit status 1 is a
 * problem with the input, 2 is wrong usage. A "no" as the answer is neither.
 */
import { IsthmusError, shortened } from '../../base/errors.ts'

export class Problem extends Error {
  readonly status: 1 | 2

  constructor(status: 1 | 2, message: string) {
    super(shortened(message))
    this.name = 'Problem'
    this.status = status
  }
}

export function inputProblem(message: string): Problem {
  return new Problem(1, message)
}

export function usageProblem(message: string): Problem {
  return new Problem(2, message)
}

export function noLevel(level: number, count: number): Problem {
  return usageProblem(`--level is ${level}, but the levels of this atlas are 0 to ${count - 1}.`)
}

/** Any error, as a problem. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof IsthmusError)
    return new Problem(error.code === 'BAD_ARGUMENT' ? 2 : 1, optionWords(error.message))
  if (error instanceof RangeError && /allocation|array length|array buffer/i.test(error.message)) {
    return inputProblem('There is not enough memory for this map. Take a smaller one, or a machine with more memory.')
  }
  return inputProblem(
    `Something went wrong inside isthmus itself: ${firstLine(textOf(error))}. Please report it with the command.`,
  )
}

const OPTION_WORDS: readonly (readonly [inLibrary: string, onCommandLine: string])[] = [
  ['option width', '--raw-width'],
  ['greyIsCost', '--grey-is-cost'],
  ['wallBelow', '--wall-below'],
  ['explain() tells', '--explain tells'],
  ['readWorld (isthmus/world) reads those', 'isthmus bake, world bake and view read those'],
]

/** Replaces the library's option names in a sentence by those of the command line. */
export function optionWords(sentence: string): string {
  return OPTION_WORDS.reduce((text, [inLibrary, here]) => text.replace(inLibrary, here), sentence)
}

/** Makes any message one printable line that ends like a sentence. */
export function oneLine(message: string): string {
  const line = message
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[\p{Cc}\uFFFD]+/gu, '?')
    .trim()
  return /[.?!]$/.test(line) ? line : `${line}.`
}

/** Reads the content of a file, at once or in a promise; the library's errors get the file's name. */
export function inFile<T>(path: string, read: () => T): T {
  return retelling(read, error =>
    error instanceof IsthmusError ? new IsthmusError(error.code, `${path}: ${error.message}`) : error,
  )
}

/** As `inFile`, where any error is a problem of the file, not of the command's usage. */
export function blamingFile<T>(path: string, read: () => T): T {
  return retelling(read, error => (error instanceof Problem ? error : inputProblem(`${path}: ${textOf(error)}`)))
}

function retelling<T>(read: () => T, told: (error: unknown) => unknown): T {
  const fail = (error: unknown): never => {
    throw told(error)
  }
  try {
    const made = read()
    return made instanceof Promise ? (made.catch(fail) as T) : made
  } catch (error) {
    return fail(error)
  }
}

/** By the code of an error of the file system. */
const FILE_ERRORS: Record<string, { readonly what: string; readonly read?: string; readonly write?: string }> = {
  EACCES: {
    what: 'permission is denied',
    read: 'Allow reading it.',
    write: 'Choose another folder, or allow writing there.',
  },
  EDQUOT: { what: 'the disk quota is used up', write: 'Make room, or choose another disk.' },
  EISDIR: { what: 'it is a folder', read: 'Name a file inside it.', write: 'Add a file name to it.' },
  ELOOP: { what: 'its links lead in a circle' },
  EMFILE: { what: 'too many files are open' },
  ENAMETOOLONG: { what: 'the name is too long' },
  ENOENT: {
    what: 'it does not exist',
    read: 'Check the name and the current folder.',
    write: 'Create its folder first.',
  },
  ENOSPC: { what: 'no space is left on the disk', write: 'Make room, or choose another disk.' },
  ENOTDIR: { what: 'a part of its path is not a folder', read: 'Check the path.', write: 'Check the path.' },
  EPERM: { what: 'the operation is not permitted', write: 'Choose another folder.' },
  EROFS: { what: 'the disk is read-only', write: 'Choose another disk.' },
}

/** An error of the file system, as a sentence. */
export function fileProblem(intent: 'read' | 'write', path: string, error: unknown): Problem {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? ''
  const unknown = { what: firstLine(textOf(error)) }
  const { what, [intent]: remedy } = FILE_ERRORS[code] ?? unknown
  return inputProblem(`Cannot ${intent} ${path}: ${what}.${remedy === undefined ? '' : ` ${remedy}`}`)
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0].replace(/\.$/, '')
}
