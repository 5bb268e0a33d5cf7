/**
 * `npm run reference` writes src/REFERENCE.md: one page for all doors, from the compiler's declarations and their
 * comments. It lists the functions, classes, options and other types of each door; a name that an earlier door has too is
 * only named. Error codes come last.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** `declared` is the folder of the declarations, `root` that of the project. */
export function referencePage(declared: string, root: string): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const exports: Record<string, string | { readonly types: string }> = manifest.exports
  const firstDoorOf = new Map<string, string>()
  const doors = Object.entries(exports).flatMap(([door, at]) =>
    typeof at === 'string' ? [] : [{ name: `isthmus${door.slice(1)}`, file: at.types.replace('./dist/', '') }],
  )
  const aboutDoor = (file: string) => aboutFile(join(root, 'src', file.replace(/\.d\.ts$/, '.ts')))
  const sections = doors.map(({ name, file }) => {
    return [`## ${name}`, aboutDoor(file), ...doorText(name, exportsOf(join(declared, file)), firstDoorOf)].join('\n\n')
  })
  const choice = doors.map(({ name, file }) => {
    const [firstSentence] = /^.*?\.(?= |$)/.exec(aboutDoor(file))!
    return `| [\`${name}\`](#${name.replace(/[^\w-]/g, '')}) | ${firstSentence} |`
  })
  const head = `# Reference

Every door of the package with all that it exports, written from the source by \`npm run reference\`. [The guide](GUIDE.md) explains
it chapter by chapter.

## Which door do I need?

| import | what it is |
|---|---|
${choice.join('\n')}

Calls throw an \`IsthmusError\` with one of the [error codes](#error-codes). "No" is an answer and has a [status](#statuses).`
  const files = doors.map(({ file }) => exportsOf(join(declared, file)))
  return `${[head, ...sections, statuses(files), errorCodes(join(root, 'src/base/errors.ts'))].join('\n\n')}\n`
}

function doorText(door: string, exported: Map<string, Declared>, firstDoorOf: Map<string, string>): string[] {
  const elsewhere = new Map<string, string[]>()
  const here: [string, Declared][] = []
  for (const [name, one] of [...exported].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const id = `${one.file} ${one.name}`
    const first = firstDoorOf.get(id)
    if (first === undefined) {
      firstDoorOf.set(id, door)
      here.push([name, one])
    } else elsewhere.set(first, [...(elsewhere.get(first) ?? []), `\`${name}\``])
  }
  const isOptions = ({ kind, name }: Declared) => kind === 'interface' && name.endsWith('Options')
  const groups: [string, (one: Declared) => boolean][] = [
    ['Functions', ({ kind }) => kind === 'function' || kind === 'const'],
    ['Classes', ({ kind }) => kind === 'class'],
    ['Options', isOptions],
    [
      'Answers and other types',
      one => (one.kind === 'interface' || one.kind === 'type') && !isOptions(one) && !isStatus(one),
    ],
  ]
  const texts = groups.flatMap(([title, isOf]) => {
    const ones = here.filter(([, one]) => isOf(one))
    return ones.length === 0 ? [] : [`### ${title}`, ...ones.map(([name, one]) => textOf(name, one, isOptions(one)))]
  })
  const also = [...elsewhere].map(([first, names]) => `As at \`${first}\`: ${names.join(', ')}.`)
  return [...texts, ...also]
}

function textOf(name: string, one: Declared, isOptions: boolean): string {
  const parts = [`#### ${name}`, one.about]
  if (one.kind === 'class' || one.kind === 'interface') {
    if (one.members.length > 0) parts.push(isOptions ? optionsTable(one.members) : membersTable(one.members))
  } else {
    const texts = one.kind === 'function' ? overloadsOf(one) : [one.text]
    parts.push(`\`\`\`ts\n${texts.map(text => signature(text, name, one.name)).join('\n')}\n\`\`\``)
  }
  return parts.filter(part => part !== '').join('\n\n')
}

const signature = (text: string, outer: string, inner: string) =>
  simple(text.replace(/^export /, '').replace(/^declare /, '')).replace(inner, outer)

function membersTable(members: readonly Member[]): string {
  const rows = members.map(({ text, about }) => `| ${code(text.replace(/^readonly /, ''))} | ${cell(about)} |`)
  return ['| | |', '|---|---|', ...rows].join('\n')
}

function optionsTable(members: readonly Member[]): string {
  const rows = members.map(({ text, about }) => {
    const [, name = text, optional = '', type = ''] = /^(?:readonly )?([\w$]+)(\??)(?:: ?(.*))?$/s.exec(text) ?? []
    const value =
      optional === '' && /^(?:readonly )?[\w$]+:/.test(text)
        ? 'must be given'
        : defaultIn(about) || (type === 'boolean' ? 'false' : '')
    return `| \`${name}\` | ${code(type.replace(/ \| undefined$/, ''))} | ${cell(value)} | ${cell(about)} |`
  })
  return ['| option | type | unless given | |', '|---|---|---|---|', ...rows].join('\n')
}

/** "5 unless given", "Default 0.05." */
function defaultIn(about: string): string {
  const [, before] = /(?:^|[:;,.] )((?:[^:;,.]|[,.](?=\d))*) (?:unless (?:given|said)|when not given)/.exec(about) ?? []
  const [, after] = /Default:? ([^.:]+(?:\.\d+)?)/.exec(about) ?? []
  const [, named] = /(`[^`]+`) \(the default\)/.exec(about) ?? []
  return before ?? after ?? named ?? ''
}

const simple = (text: string) =>
  text.replace(/ReturnType<(\w+)\['slice'\]>/g, '$1').replace(/Array<ArrayBuffer(?:Like)?>/g, 'Array')
const cell = (text: string) => text.replace(/\|/g, '\\|')
const code = (text: string) => (text === '' ? '' : `\`${cell(simple(text))}\``)

const isStatus = ({ kind, name }: Declared) => kind === 'type' && name.endsWith('Status')

function statuses(doors: readonly Map<string, Declared>[]): string {
  const all = new Map(doors.flatMap(exported => [...exported].filter(([, one]) => isStatus(one))))
  const rows = [...all].map(([name, { text, about }]) => {
    const values = [...text.slice(text.indexOf('=')).matchAll(/(\w+)/g)].map(([value]) => `\`${value}\``)
    return `| \`${name}\` | ${values.join(' ')} | ${cell(about)} |`
  })
  return ['## Statuses', ['| type | one of | |', '|---|---|---|', ...rows].join('\n')].join('\n\n')
}

function errorCodes(file: string): string {
  const codes = [...readFileSync(file, 'utf8').matchAll(/^ {2}\| '([A-Z_]+)' \/\/ (.*)$/gm)]
  const rows = codes.map(([, name, when]) => `| \`${name}\` | ${when} |`)
  return ['## Error codes', ['| `error.code` | when |', '|---|---|', ...rows].join('\n')].join('\n\n')
}

export interface Member {
  /** Without comments, on one line. */
  readonly text: string
  readonly about: string
}

interface Declared extends Member {
  readonly name: string
  readonly kind: string
  readonly file: string
  /** The members of a class or an interface. */
  readonly members: readonly Member[]
}

const HEAD =
  /^(?:export )?(?:declare )?(?:abstract )?(class|function|interface|type|const|enum|import|export) ?([\w$]+)?/

/** The exports of a file of declarations, by their outer names. It knows only what occurs in such files. */
export function exportsOf(file: string): Map<string, Declared> {
  const exported = new Map<string, Declared>()
  const own = declaredIn(file)
  for (const { text, name } of own) {
    const all = /^export \* from ['"]([^'"]+)['"]/.exec(text)
    if (all !== null) for (const [outer, one] of exportsOf(beside(file, all[1]))) exported.set(outer, one)
    else if (text.startsWith('export ') && name !== '')
      exported.set(name, own.find(one => one.name === name && one.text.startsWith('export '))!)
    const list = /^export (?:type )?\{([^}]*)\}(?: from ['"]([^'"]+)['"])?/.exec(text)
    for (const part of list === null ? [] : list[1].split(',').filter(part => part.trim() !== '')) {
      const [, local, outer = local] = /^\s*(?:type )?([\w$]+)(?: as ([\w$]+))?\s*$/.exec(part)!
      const from = list![2] ?? importedFrom(own, local)
      const one = from === undefined ? own.find(({ name }) => name === local) : exportsOf(beside(file, from)).get(local)
      if (one === undefined) throw new Error(`${file} exports ${local}, which is declared nowhere`)
      exported.set(outer, one)
    }
  }
  return exported
}

/** The file that a name comes from, where it is imported. */
function importedFrom(own: readonly Declared[], name: string): string | undefined {
  const importing = own.find(({ kind, text }) => kind === 'import' && new RegExp(`[{ ]${name}[, }]`).test(text))
  return /from ['"]([^'"]+)['"]/.exec(importing?.text ?? '')?.[1]
}

/** Other texts of a function that takes its arguments in several ways. */
function overloadsOf({ file, name, kind }: Declared): string[] {
  return declaredIn(file)
    .filter(one => one.name === name && one.kind === kind)
    .map(({ text }) => text)
}

/** The comment at the top of a file. */
function aboutFile(source: string): string {
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(source, 'utf8')) ?? []
  return plain(comment)
}

const knownIn = new Map<string, Declared[]>()

function declaredIn(file: string): Declared[] {
  const known = knownIn.get(file)
  if (known !== undefined) return known
  const declared = piecesOf(readFileSync(file, 'utf8')).map(({ text, about }) => {
    const [, kind = '', name = ''] = HEAD.exec(text) ?? []
    const body =
      kind === 'class' || kind === 'interface' ? text.slice(text.indexOf('{') + 1, text.lastIndexOf('}')) : ''
    const members = piecesOf(body).filter(member => !/^(?:private|#|static \{)/.test(member.text))
    return {
      name,
      kind,
      file,
      about,
      members: members.map(oneLine),
      text: body === '' ? oneLine({ text, about }).text : text,
    }
  })
  knownIn.set(file, declared)
  return declared
}

const oneLine = ({ text, about }: Member) => ({
  text: text.replace(/\/\*\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' '),
  about,
})

/** Statements or members: each ends with its semicolon or closing bracket, and has the comment before it. */
function piecesOf(text: string): Member[] {
  const pieces: Member[] = []
  let about = ''
  let depth = 0
  let piece = ''
  const end = () => {
    if (piece.trim() !== '') {
      pieces.push({ text: piece.trim().replace(/;$/, ''), about })
      about = ''
    }
    piece = ''
  }
  for (const [line] of text.matchAll(/[ \t]*\/\*\*[\s\S]*?\*\/|[^\n]+/g)) {
    const part = line.trim()
    if (part.startsWith('/**') && depth === 0 && piece.trim() === '') {
      about = plain(part.slice(3, -2))
      continue
    }
    if (part.startsWith('/**') && piece.trim() === '') continue
    piece += `${part}\n`
    if (!part.startsWith('/**'))
      for (const sign of part) depth += '{[('.includes(sign) ? 1 : '}])'.includes(sign) ? -1 : 0
    if (depth === 0 && /[;}]$/.test(part)) end()
  }
  end()
  return pieces
}

function plain(comment: string): string {
  return comment
    .split('\n')
    .map(line => line.replace(/^\s*\* ?/, '').trim())
    .join(' ')
    .trim()
}

function beside(file: string, target: string): string {
  return join(dirname(file), target.replace(/\.[jt]s$/, '.d.ts'))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const declared = mkdtempSync(join(tmpdir(), 'isthmus-reference-'))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  spawnSync(process.execPath, [tsc, '-p', join(root, 'src'), '--emitDeclarationOnly', '--outDir', declared], {
    stdio: 'inherit',
  })
  writeFileSync(join(root, 'src/REFERENCE.md'), referencePage(declared, root))
  rmSync(declared, { recursive: true })
}
