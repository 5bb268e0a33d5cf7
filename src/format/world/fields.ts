/**
 * Objects of parsed JSON from outside. The caller names the kind of a field; a field of another kind is refused with the
 * place of its object.
 */
import { type Kind, quotedOf, refuseMap } from '../../base/given.ts'
import { LIST, number, parseJson, TABLE, TEXT, whole } from '../../base/kinds.ts'

export type Fields = Readonly<Record<string, unknown>>

export function failMap(where: string, sentence: string): never {
  refuseMap(`${where}: ${sentence}`)
}

const NO_OBJECT = 'an object was expected here.'

export class Item {
  readonly fields: Fields
  /** Its place, for messages. */
  readonly where: string

  constructor(value: unknown, where: string) {
    if (!TABLE.is(value)) failMap(where, NO_OBJECT)
    this.fields = value as Fields
    this.where = where
  }

  static ofJson(bytes: Uint8Array, where: string): Item {
    const fail = (why: string) => failMap(where, `it is no JSON (${why}).`)
    return new Item(parseJson(bytes, fail, false), where)
  }

  fail(sentence: string): never {
    failMap(this.where, sentence)
  }

  /** The same, at a place that is told more closely. */
  at(place: string): Item {
    return new Item(this.fields, `${this.where}, ${place}`)
  }

  /** The objects of a list, at the place of this one. */
  list(name: string): Item[] {
    const values = this.field<readonly unknown[]>(name, LIST, [])
    return values.map((value, i) => this.inner(value, `${name}[${i}]`))
  }

  /** The object of a field, at the place of this one. */
  item(name: string): Item {
    return this.inner(this.fields[name], name)
  }

  text(name: string): string {
    return this.field(name, TEXT, '')
  }

  number(name: string, otherwise?: number): number {
    return this.field(name, number(), otherwise)
  }

  whole(name: string, otherwise?: number): number {
    return this.field(name, whole(), otherwise)
  }

  private inner(value: unknown, name: string): Item {
    return TABLE.is(value) ? new Item(value, this.where) : this.at(name).fail(NO_OBJECT)
  }

  /** A field of the kind; `otherwise` where it is missing or null. */
  private field<T>(name: string, kind: Kind, otherwise?: T): T {
    const value = this.fields[name] ?? otherwise
    if (!kind.is(value)) this.fail(`"${name}" is ${quotedOf(value)}: ${kind.wanted} was expected.`)
    return value as T
  }
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
