/**
 * Help texts, made from what the commands declare: a page for the program and one for each command.
 */
import type { Command, Row } from './command.ts'
import { JSON_VERSION } from './io.ts'

const LINE_CHARS_MAX = 88
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
