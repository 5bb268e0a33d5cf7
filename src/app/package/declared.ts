/**
 * Reads the compiler's declarations as data: the exports of a file, each with its comment, its text and its members. It knows
 * only the part of the language that occurs in declarations.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Member {
  /** Without comments, on one line. */
  readonly text: string
  readonly about: string
}

export interface Declared extends Member {
  readonly name: string
  readonly kind: string
  readonly file: string
  /** The members of a class or an interface. */
  readonly members: readonly Member[]
}

const HEAD =
  /^(?:export )?(?:declare )?(?:abstract )?(class|function|interface|type|const|enum|import|export) ?([\w$]+)?/

/** The exports of a file, by their outer names. */
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
export function overloadsOf({ file, name, kind }: Declared): string[] {
  return declaredIn(file)
    .filter(one => one.name === name && one.kind === kind)
    .map(({ text }) => text)
}

/** The comment at the top of a file. */
export function aboutFile(source: string): string {
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
