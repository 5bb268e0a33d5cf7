/**
 * Custom properties in a Tiled file. A list of names, types and values becomes an object, and references are collected.
 */
import { type Fields, listOf, textOf } from '../world/fields.ts'

export function propertiesOf(owner: Fields, where: string): Fields {
  const properties: Record<string, unknown> = Object.create(null)
  for (const property of listOf(owner, 'properties', where))
    properties[textOf(property, 'name', where)] = property.value
  return properties
}

/**
 * The numbers of the objects that its properties refer to, with the name of the property; a list of objects gives
 * several.
 */
export function referencesOf(owner: Fields, where: string): { by: string; number: number }[] {
  return listOf(owner, 'properties', where).flatMap(property => {
    const items = property.type === 'list' && Array.isArray(property.value) ? property.value : [property]
    return (items as Fields[])
      .filter(item => item?.type === 'object' && typeof item.value === 'number' && item.value !== 0)
      .map(item => ({ by: textOf(property, 'name', where), number: item.value as number }))
  })
}

/** The class of a thing; older versions call it `type`. */
export function classOf(owner: Fields, where: string): string {
  return textOf(owner, 'class', where) || textOf(owner, 'type', where)
}
