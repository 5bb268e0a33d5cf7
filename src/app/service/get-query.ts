/**
 * Turns the query of a GET into the body of the same question by POST: `start=3,4&goals=1,2;3,4&cells=true`, with
 * objects as JSON. It only changes the form; the schema checks the values.
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
  if (schema.anyOf === undefined) return text
  // A cell, an object as JSON, a word, or a boolean.
  if (/^-?\d+,-?\d+$/.test(text)) return text.split(',').map(Number)
  return text.startsWith('{') ? objectOr(text) : wordOr(text)
}

function arrayOf({ items }: TSchema, text: string): unknown[] {
  if (items.type === 'array') return text === '' ? [] : text.split(';').map(part => arrayOf(items, part))
  return text === '' ? [] : text.split(',').map(part => formed(items, part))
}

function numberOr(text: string): unknown {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text
}

function objectOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function wordOr(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text
}
