/** The public API as text: what each door of the package exports, by the compiler's declarations. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A name that a file exports: where it is declared, and how it is called there. */
interface Export {
  readonly file: string
  readonly name: string
}

const DECLARATION = /^(?:export )?(?:declare )?(?:abstract )?(?:class|function|interface|type|const|let|enum) ([\w$]+)/

/**
 * The declarations of all that `file` exports, in the order of names. `known` says behind which doors declarations were
 * told before: of those only the names are told again.
 */
export function publicApi(file: string, door: string, known: Map<string, string>): string {
  const exports = [...exportsOf(file)].sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = exports.map(([name, one]) => {
    const text = declarationOf(name, one)
    const toldAt = known.get(text)
    if (toldAt === undefined) known.set(text, door)
    return toldAt === undefined ? text : `// ${name}: as of ${toldAt}`
  })
  return lines.join('\n')
}

function exportsOf(file: string): Map<string, Export> {
  const exports = new Map<string, Export>()
  for (const statement of statementsOf(file)) {
    const [, all] = /^export \* from '([^']+)'/.exec(statement) ?? []
    const [, names, from] = /^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?/.exec(statement) ?? []
    const [, declared] = (statement.startsWith('export ') && DECLARATION.exec(statement)) || []
    if (all !== undefined) for (const [name, one] of exportsOf(fileOf(file, all))) exports.set(name, one)
    else if (declared !== undefined) exports.set(declared, { file, name: declared })
    for (const part of (names ?? '').split(',').filter(text => text.trim() !== '')) {
      const [, local, outer = local] = /^\s*(?:type )?([\w$]+)(?: as ([\w$]+))?\s*$/.exec(part)!
      const target = from === undefined ? { file, name: local } : exportsOf(fileOf(file, from)).get(local)
      if (target === undefined) throw new Error(`${file} exports ${local}, which is declared nowhere`)
      exports.set(outer, target)
    }
  }
  return exports
}

function declarationOf(outer: string, { file, name }: Export): string {
  const found = statementsOf(file).filter(statement => DECLARATION.exec(statement)?.[1] === name)
  const text = found.map(statement => statement.replace(/^export /, '').replace(/^declare /, '')).join('\n')
  return outer === name ? text : `// as ${outer}\n${text}`
}

/** A file of declarations in statements, without comments and without what is private. */
function statementsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*(?:private |#).*$/gm, '')
    .replace(/"/g, "'")
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const statements: string[] = []
  for (const line of lines) {
    const isNew = /^(?:export|declare|import|type|interface|class|const|function)\b/.test(line)
    if (isNew) statements.push(line)
    else statements.push(`${statements.pop() ?? ''}\n${line}`)
  }
  return statements
}

function fileOf(from: string, target: string): string {
  return join(dirname(from), target.replace(/\.[jt]s$/, '.d.ts'))
}
