/**
 * Finds the place of each piece of a map from its file name: by a pattern with {x} and {y}, or by one of the usual
 * forms.
 */
import { inputProblem, usageProblem } from '../../cli/problem.ts'

export interface PieceName {
  readonly name: string
  readonly column: number
  readonly row: number
}

/** `14/8800/5370.png` of map servers, `8800/5370.png`, and `3_12.png`: row, then column. */
const USUAL = [
  { form: 'Z/X/Y', pattern: /^(?<zoom>\d{1,3})\/(?<x>\d{1,9})\/(?<y>\d{1,9})\.\w+$/ },
  { form: 'X/Y', pattern: /^(?<x>\d{1,9})\/(?<y>\d{1,9})\.\w+$/ },
  { form: 'ROW_COLUMN', pattern: /^(?<y>\d{1,9})_(?<x>\d{1,9})\.\w+$/ },
]

/** The names that are pieces, by rows and columns. */
export function listedNames(names: readonly string[], at: string, pattern?: string): PieceName[] {
  const found = pattern === undefined ? guessed(names, at) : matching(names, expressionOf(pattern))
  if (found.length === 0) {
    const wanted = pattern === undefined ? 'Z/X/Y, X/Y or ROW_COLUMN' : pattern
    throw inputProblem(`${at} has no piece of a map: none of its ${names.length} names is of the form ${wanted}`)
  }
  found.sort((a, b) => a.row - b.row || a.column - b.column)
  const twice = found.find(({ row, column }, i) => i > 0 && found[i - 1].row === row && found[i - 1].column === column)
  if (twice !== undefined) {
    throw inputProblem(
      `${at} has two pieces for column ${twice.column}, row ${twice.row}: say with --names which ones count`,
    )
  }
  return found
}

function guessed(names: readonly string[], at: string): PieceName[] {
  for (const { form, pattern } of USUAL) {
    const zooms = new Set(names.flatMap(name => pattern.exec(name)?.groups?.zoom ?? []))
    if (zooms.size > 1) {
      throw inputProblem(
        `${at} has pieces of ${zooms.size} zooms (${form}): choose one, as --names ${Math.max(...[...zooms].map(Number))}/{x}/{y}.png`,
      )
    }
    const found = matching(names, pattern)
    if (found.length > 0) return found
  }
  return []
}

function matching(names: readonly string[], pattern: RegExp): PieceName[] {
  return names.flatMap(name => {
    const { x, y } = pattern.exec(name)?.groups ?? {}
    return x === undefined ? [] : [{ name, column: Number(x), row: Number(y) }]
  })
}

function expressionOf(pattern: string): RegExp {
  if (pattern.split('{x}').length !== 2 || pattern.split('{y}').length !== 2) {
    throw usageProblem(`--names is ${pattern}: it must have {x} and {y} once each, as 14/{x}/{y}.png.`)
  }
  const literal = pattern.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace('{x}', '(?<x>\\d{1,9})').replace('{y}', '(?<y>\\d{1,9})')}$`)
}
