/**
 * Custom properties of anything in a Tiled file: a list of names, types and values -> an object, and the reference among
 * them.
 */
import { type Fields, listOf, textOf } from '../world/fields.ts'

export function propertiesOf(owner: Fields, where: string): Fields {
  const properties: Record<string, unknown> = Object.create(null)
  for (const property of listOf(owner, 'properties', where))
    properties[textOf(property, 'name', where)] = property.value
  return properties
}

/** The number of the object that one of the properties refers to; 0 for none. */
export function referenceOf(owner: Fields, where: string): number {
  const references = listOf(owner, 'properties', where).filter(({ type, value }) => type === 'object' && value !== 0)
  const [first] = references
  return typeof first?.value === 'number' ? first.value : 0
}

/** A class is called `type` in files of older versions. */
export function classOf(owner: Fields, where: string): string {
  return textOf(owner, 'class', where) || textOf(owner, 'type', where)
}
