/**
 * Custom properties of anything in a Tiled file: a list of names, types and values -> an object, and the references
 * among them.
 */
import { type Fields, listOf, textOf } from '../world/fields.ts'

export function propertiesOf(owner: Fields, where: string): Fields {
  const properties: Record<string, unknown> = Object.create(null)
  for (const property of listOf(owner, 'properties', where))
    properties[textOf(property, 'name', where)] = property.value
  return properties
}

/** The numbers of the objects that its properties refer to, and by which property; lists of objects have several. */
export function referencesOf(owner: Fields, where: string): { by: string; number: number }[] {
  return listOf(owner, 'properties', where).flatMap(property => {
    const items = property.type === 'list' && Array.isArray(property.value) ? property.value : [property]
    return (items as Fields[])
      .filter(item => item?.type === 'object' && typeof item.value === 'number' && item.value !== 0)
      .map(item => ({ by: textOf(property, 'name', where), number: item.value as number }))
  })
}

/** A class is called `type` in files of older versions. */
export function classOf(owner: Fields, where: string): string {
  return textOf(owner, 'class', where) || textOf(owner, 'type', where)
}
