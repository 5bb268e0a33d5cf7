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
  if (schema.type === 'array') return arrayOf(schema, text)
  if (schema.type === 'string') return text
  if (schema.anyOf === undefined) return parsed(text)
  // A cell, a boolean, an object, or a word.
  if (/^-?\d+,-?\d+$/.test(text)) return text.split(',').map(parsed)
  return /^(true|false|\{.*)$/s.test(text) ? parsed(text) : text
}

function arrayOf({ items }: TSchema, text: string): unknown[] {
  const parts = text === '' ? [] : text.split(items.type === 'array' ? ';' : ',')
  return parts.map(part => formed(items, part))
}

function parsed(text: string): unknown {
  // JSON has no zeros before a number.
  if (/^-?\d+$/.test(text)) return Number(text)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
