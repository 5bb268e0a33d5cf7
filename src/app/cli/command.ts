/**
 * The parts of a command: a page, and the function that runs it. Help text and reader of arguments follow from the
 * page. A page is text. It begins with the usage and paragraphs that teach the command. Then come lists under
 * `Arguments:`, `Options:`, `JSON:`, `Examples:` and titles of its own; titles such as `Options of view:` list options
 * too. A row of a list is a term, two or more spaces, and the meaning. A line without such a gap continues the row
 * before it. A page with a list of JSON fields has the option --json.
 */
import { type Arguments, type OptionDeclaration, optionOf } from './arguments.ts'
import { type Io, JSON_VERSION } from './io.ts'

/** A row of pages. */
export const DIRECTIONS_OPTION = '--directions 4|8  how a unit moves: 8 with diagonals (the default), or 4'

/** A term, and what it means. */
export type Row = readonly [term: string, about: string]

export interface Section {
  readonly title: string
  readonly rows: readonly Row[]
}

export interface Page {
  /** The usage, without the command's name. */
  readonly usage: string
  /** Paragraphs that teach the purpose of the command and how to read its answer. */
  readonly details: readonly string[]
  /** A row per operand. `[MAP]` may be omitted, and then all that follow; a last `MAP ..` takes one or more. */
  readonly operands: readonly Row[]
  readonly options: readonly Row[]
  /** All options: of `options`, and of sections whose titles begin with `Options`. */
  readonly declared: readonly OptionDeclaration[]
  readonly sections: readonly Section[]
  /** The fields of its JSON document, such as `levels[].entries`, without the version; none if it prints no JSON. */
  readonly json: readonly Row[]
  /** Command lines. */
  readonly examples: readonly Row[]
}

export interface Command extends Page {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** Runs the command. The exit status is 0 for an answer, 1 for a problem with the input. */
  run(args: Arguments, io: Io): Promise<0 | 1>
}

export function pageOf(text: string): Page {
  const [usage, ...details] = paragraphsOf(text.slice(0, text.search(/^ *\w+:$/m)))
  const sections = [...text.matchAll(/^ *([A-Z][\w ]*):\n((?:.+\n)+)/gm)].map(([, title, rows]) => ({
    title,
    rows: rowsOf(rows),
  }))
  const take = (title: string) => {
    const at = sections.findIndex(section => section.title === title)
    return at < 0 ? [] : sections.splice(at, 1)[0].rows
  }
  const [operands, options, json, examples] = ['Arguments', 'Options', 'JSON', 'Examples'].map(take)
  const listed = json.length > 0 ? [...options, JSON_ROW] : options
  const special = sections.filter(({ title }) => title.startsWith('Options of ')).flatMap(({ rows }) => rows)
  return {
    usage,
    details,
    operands,
    options: listed,
    declared: [...listed, ...special].map(optionOf),
    json,
    examples,
    sections,
  }
}

function paragraphsOf(text: string): string[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map(joined)
}

function rowsOf(text: string): Row[] {
  const rows: [term: string, about: string][] = []
  for (const line of text.trim().split('\n')) {
    const row = /^\s*(\S.*?) {2,}(\S.*)$/.exec(line)
    if (row !== null) rows.push([row[1], row[2]])
    else rows[rows.length - 1][1] += ` ${line.trim()}`
  }
  return rows
}

function joined(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ')
}

const LINE_CHARS_MAX = 88
const JSON_ROW: Row = ['--json', 'print one JSON document on standard output instead of words']
const HELP_ROW: Row = ['-h, --help', 'print this page']
const VERSION_ROW: Row = ['version', `${JSON_VERSION}; grows when a field goes away or changes its meaning`]

export function programHelp(commands: readonly Command[]): string {
  const rows = commands.map(command => [command.name, command.summary] as const)
  return [
    'isthmus: long paths on huge grid maps in microseconds, and a "no" at once where there is none.\n',
    'A map is baked once into an atlas (one file); the atlas answers all queries.\n\n',
    'Usage: isthmus COMMAND ...\n\n',
    listText('Commands', rows),
    '\nTry it:\n',
    '  isthmus generate terrain --size 1024 --seed 1 -o world.map\n',
    '  isthmus bake world.map -o world.atlas\n',
    '  isthmus info world.atlas\n',
    '  isthmus render world.atlas -o world.png\n\n',
    'isthmus COMMAND --help tells more about one of them. isthmus --version prints the version.\n',
    'Exit status: 0 an answer ("unreachable" is one), 1 a problem with the input, 2 wrong usage.\n',
  ].join('')
}

export function commandHelp(command: Command): string {
  const { name, summary, usage, details, operands, options, sections, json, examples } = command
  const shown = examples.map(([line, about]) => `  ${line}\n${wrap(about, '      ')}`)
  return [
    `isthmus ${name}: ${summary}.\n\nUsage: isthmus ${name} ${usage}\n\n`,
    details.map(paragraph => `${wrap(paragraph, '')}\n`).join(''),
    operands.length === 0 ? '' : `${listText('Arguments', operands)}\n`,
    listText('Options', [...options, HELP_ROW]),
    sections.map(({ title, rows }) => `\n${listText(title, rows)}`).join(''),
    json.length === 0 ? '' : `\n${listText('Fields of the JSON document', [VERSION_ROW, ...json])}`,
    `\n${shown.length === 1 ? 'Example' : 'Examples'}:\n${shown.join('')}`,
  ].join('')
}

/** Terms on the left, what they mean beside them. */
function listText(title: string, rows: readonly Row[]): string {
  const widthChars = Math.max(...rows.map(([term]) => term.length))
  const indent = ' '.repeat(widthChars + 4)
  const lines = rows.map(([term, about]) => `  ${term.padEnd(widthChars)}  ${wrap(about, indent).trimStart()}`)
  return `${title}:\n${lines.join('')}`
}

function wrap(text: string, indent: string): string {
  const lines: string[] = []
  let line = indent
  for (const word of text.split(' ')) {
    if (line.length + word.length > LINE_CHARS_MAX && line !== indent) {
      lines.push(line.trimEnd())
      line = indent
    }
    line += `${word} `
  }
  lines.push(line.trimEnd())
  return `${lines.join('\n')}\n`
}
