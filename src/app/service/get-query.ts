/**
 * The query of a GET as what the same question is in the body of a POST: `start=3,4&goals=1,2;3,4&cells=true`. It only changes
 * the form; whether it makes sense is for the schema to say.
 */
import type { TObject, TSchema } from '@sinclair/typebox'

export function askedByQuery(schema: TObject, query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
      return [name, typeof value === 'string' && property !== undefined ? formed(property, value) : value]
    }),
  )
}

function formed(schema: TSchema, text: string): unknown {
  if (schema.type === 'integer' || schema.type === 'number') return numberOr(text)
  if (schema.type === 'boolean') return wordOr(text)
  if (schema.type === 'array') return arrayOf(schema, text)
  // A cell, a word, or true and false.
  if (schema.anyOf !== undefined) return /^-?\d+,-?\d+$/.test(text) ? text.split(',').map(Number) : wordOr(text)
  return text
}

function arrayOf({ items }: TSchema, text: string): unknown[] {
  // Of a cell the items are a list of two.
  if (Array.isArray(items)) return text.split(',').map(numberOr)
  if (items.type === 'array') return text === '' ? [] : text.split(';').map(part => arrayOf(items, part))
  return text === '' ? [] : text.split(',').map(part => formed(items, part))
}

function numberOr(text: string): unknown {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function wordOr(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text
}
