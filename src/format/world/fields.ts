/**
 * Reads fields of parsed JSON from outside. The caller names the kind of a field; a field of another kind is refused
 * with its place.
 */
import { refuseMap, textOf as shown } from '../../base/given.ts'

export type Fields = Readonly<Record<string, unknown>>

export function failMap(where: string, sentence: string): never {
  refuseMap(`${where}: ${sentence}`)
}

export function parseJson(bytes: Uint8Array, where: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    failMap(where, `it is no JSON (${(error as Error).message}).`)
  }
  return fieldsOf(value, where)
}

export function fieldsOf(value: unknown, where: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    failMap(where, 'an object was expected here.')
  return value as Fields
}

export function listOf(fields: Fields, name: string, where: string): readonly Fields[] {
  const value = fields[name]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) failMap(where, `"${name}" is no list.`)
  return value.map((item, i) => fieldsOf(item, `${where}, ${name}[${i}]`))
}

export function textOf(fields: Fields, name: string, where: string, otherwise = ''): string {
  const value = fields[name]
  if (value === undefined || value === null) return otherwise
  if (typeof value !== 'string') failMap(where, `"${name}" is no text.`)
  return value
}

export function numberOf(fields: Fields, name: string, where: string, otherwise?: number): number {
  const value = fields[name] ?? otherwise
  if (typeof value !== 'number' || !Number.isFinite(value)) failMap(where, `"${name}" is ${shown(value)}, no number.`)
  return value
}

export function wholeOf(fields: Fields, name: string, where: string, otherwise?: number): number {
  const value = numberOf(fields, name, where, otherwise)
  if (!Number.isSafeInteger(value)) failMap(where, `"${name}" is ${value}, no whole number.`)
  return value
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
      failMap(base, `it names the file "${named}", which lies outside the world's folder.`)
  }
  return parts.join('/')
}

/** The name of a map, from its file name. */
export function nameOfFile(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1)
  const dot = last.indexOf('.')
  return dot > 0 ? last.slice(0, dot) : last
}
