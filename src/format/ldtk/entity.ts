/**
 * Turns an LDtk entity into a spot. A field of type EntityRef, or of several of them, refers to other entities; other
 * fields are its properties.
 */
import { type Fields, failMap, listOf, textOf } from '../world/fields.ts'
import type { Reference, Spot } from '../world/links.ts'

export function spotOf(entity: Fields, number: number, map: string, cellPixels: number, levelWhere: string): Spot {
  // Before LDtk 1.0, entities have no iid, so nothing can refer to them.
  const key = textOf(entity, 'iid', levelWhere) || `${map}#${number} without iid`
  const kind = textOf(entity, '__identifier', levelWhere)
  const where = `${levelWhere}, entity "${kind}" ${key}`
  const fields = listOf(entity, 'fieldInstances', where)
  const properties = propertiesOf(fields, where)
  const name = typeof properties.name === 'string' ? properties.name : ''
  const alias = name === '' ? '' : `${map}#${name}`
  return {
    key,
    alias,
    name,
    kind,
    cell: { map, ...cellOf(entity, cellPixels, where) },
    references: referencesOf(fields, where),
    properties,
    where,
  }
}

/** The cell of the entity's middle; `px` is the place of its pivot. */
function cellOf(entity: Fields, cellPixels: number, where: string): { x: number; y: number } {
  const [x, y] = pairOf(entity.px)
  const [pivotX, pivotY] = pairOf(entity.__pivot ?? [0, 0])
  if (!Number.isFinite(x + y + pivotX + pivotY)) failMap(where, 'it has no place "px".')
  const width = typeof entity.width === 'number' ? entity.width : cellPixels
  const height = typeof entity.height === 'number' ? entity.height : cellPixels
  return {
    x: Math.floor((x + (0.5 - pivotX) * width) / cellPixels),
    y: Math.floor((y + (0.5 - pivotY) * height) / cellPixels),
  }
}

function pairOf(value: unknown): [number, number] {
  return Array.isArray(value) ? [value[0], value[1]] : [Number.NaN, Number.NaN]
}

function propertiesOf(fields: readonly Fields[], where: string): Fields {
  const properties: Record<string, unknown> = Object.create(null)
  for (const field of fields) {
    const value = field.__value
    if (value === null || value === undefined) continue
    const isTexts = Array.isArray(value) && value.every(one => typeof one === 'string')
    properties[textOf(field, '__identifier', where).toLowerCase()] = isTexts ? value.join(',') : value
  }
  return properties
}

function referencesOf(fields: readonly Fields[], where: string): Reference[] {
  return fields.flatMap(field => {
    const values = Array.isArray(field.__value) ? field.__value : [field.__value]
    return values
      .map(value => (value as { entityIid?: unknown } | null | undefined)?.entityIid)
      .filter(iid => typeof iid === 'string')
      .map(to => ({ by: textOf(field, '__identifier', where), to }))
  })
}
