/**
 * Help texts, made from what the commands declare: a page for the program and one for each command.
 */
import type { OptionDeclaration } from './arguments.ts'
import type { Command } from './command.ts'
import { JSON_VERSION, type JsonField } from './json.ts'

const LINE_CHARS_MAX = 88

export function programHelp(commands: readonly Command[]): string {
  const rows = commands.map(command => [command.name, command.summary] as const)
  return [
    'isthmus: long paths on huge grid maps in microseconds, and a "no" at once where there is none.\n',
    'A map is baked once into an atlas (one file); the atlas answers all queries.\n\n',
    'Usage: isthmus COMMAND ...\n\n',
    'Commands:\n',
    definitions(rows),
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
  const options = [...command.options, HELP_OPTION].map(option => [optionText(option), option.about] as const)
  const operands = command.operands.map(operand => [operand.name, operand.about] as const)
  const examples = command.examples.map(example => `  ${example.line}\n${wrap(example.about, '      ')}`)
  return [
    `isthmus ${command.name}: ${command.summary}.\n\n`,
    `Usage: isthmus ${command.name} ${command.usage}\n\n`,
    command.details.map(paragraph => `${wrap(paragraph, '')}\n`).join(''),
    operands.length === 0 ? '' : `Arguments:\n${definitions(operands)}\n`,
    `Options:\n${definitions(options)}`,
    (command.sections ?? []).map(section => `\n${section.title}:\n${definitions(section.rows)}`).join(''),
    command.json === undefined
      ? ''
      : `\nFields of the JSON document:\n${definitions([VERSION_FIELD, ...command.json])}`,
    `\n${examples.length === 1 ? 'Example' : 'Examples'}:\n${examples.join('')}`,
  ].join('')
}

const VERSION_FIELD: JsonField = ['version', `${JSON_VERSION}; grows when a field goes away or changes its meaning`]
const HELP_OPTION: OptionDeclaration = { name: 'help', short: 'h', about: 'print this page' }

/** `-o, --out FILE` */
export function optionText(option: OptionDeclaration): string {
  const values = option.values === undefined ? '' : ` ${option.values.join(' ')}${option.isMany === true ? ' ..' : ''}`
  return `${option.short === undefined ? '' : `-${option.short}, `}--${option.name}${values}`
}

/** Terms on the left, what they mean beside them. */
function definitions(rows: readonly (readonly [string, string])[]): string {
  const widthChars = Math.max(...rows.map(([term]) => term.length))
  const indent = ' '.repeat(widthChars + 4)
  return rows.map(([term, about]) => `  ${term.padEnd(widthChars)}  ${wrap(about, indent).trimStart()}`).join('')
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
