/**
 * Reads fields of parsed JSON from outside. The caller names the kind of a field; a field of another kind is refused
 * with its place.
 */
import { type Kind, quotedOf, refuseMap } from '../../base/given.ts'
import { LIST, number, parseJson, TABLE, TEXT, whole } from '../../base/kinds.ts'

export type Fields = Readonly<Record<string, unknown>>

export function failMap(where: string, sentence: string): never {
  refuseMap(`${where}: ${sentence}`)
}

export function jsonOf(bytes: Uint8Array, where: string): Fields {
  const fail = (why: string) => failMap(where, `it is no JSON (${why}).`)
  return fieldsOf(parseJson(bytes, fail, false), where)
}

export function fieldsOf(value: unknown, where: string): Fields {
  if (!TABLE.is(value)) failMap(where, 'an object was expected here.')
  return value as Fields
}

/** A field of the kind; `otherwise` where it is missing or null. */
function fieldOf<T>(fields: Fields, name: string, kind: Kind, where: string, otherwise?: T): T {
  const value = fields[name] ?? otherwise
  if (!kind.is(value)) failMap(where, `"${name}" is ${quotedOf(value)}: ${kind.wanted} was expected.`)
  return value as T
}

export function listOf(fields: Fields, name: string, where: string): readonly Fields[] {
  const items = fieldOf<readonly unknown[]>(fields, name, LIST, where, [])
  return items.map((item, i) => fieldsOf(item, `${where}, ${name}[${i}]`))
}

export function textOf(fields: Fields, name: string, where: string): string {
  return fieldOf(fields, name, TEXT, where, '')
}

export function numberOf(fields: Fields, name: string, where: string, otherwise?: number): number {
  return fieldOf(fields, name, number(), where, otherwise)
}

export function wholeOf(fields: Fields, name: string, where: string, otherwise?: number): number {
  return fieldOf(fields, name, whole(), where, otherwise)
}

/** The path below the world's folder, for the path `named` in the file `base`. */
export function pathFrom(base: string, named: string): string {
  const path = named.replaceAll('\\', '/')
  if (path === '' || path.includes('\0') || path.startsWith('/') || /^[a-z][a-z0-9+.-]*:/i.test(path)) {
    failMap(base, `it names the file "${named}": a path below the world's folder was expected.`)
  }
  const parts = base.split('/').slice(0, -1)
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined)
      failMap(
        base,
        `it names the file "${named}", which lies outside the world's folder: name the map by its path from a folder that holds both (--root FOLDER).`,
      )
  }
  return parts.join('/')
}

/** The name of a map, from its file name. */
export function nameOfFile(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1)
  const dot = last.indexOf('.')
  return dot > 0 ? last.slice(0, dot) : last
}
