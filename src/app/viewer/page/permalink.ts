/**
 * The address of a map's page holds what it shows: ends, layers, level, quality and the place of the view. So a link shows
 * others the same picture.
 */
import { QUALITIES, type Quality } from '../../../base/answer.ts'
import { DEFAULT_LAYERS, LAYERS, type Layer } from '../../draw/layers.ts'
import type { Cell } from '../protocol.ts'

export interface Link {
  readonly start: Cell | null
  readonly goal: Cell | null
  readonly layers: readonly Layer[]
  readonly level: number | null
  readonly quality: Quality
  readonly look: Look | null
}

export function linkText({ start, goal, layers, level, quality, look }: Link): string {
  const isDefault = layers.length === DEFAULT_LAYERS.length && DEFAULT_LAYERS.every(name => layers.includes(name))
  return addressOf({
    from: start && `${start.x},${start.y}`,
    to: goal && `${goal.x},${goal.y}`,
    layers: isDefault ? null : LAYERS.filter(name => layers.includes(name)).join(),
    level: level === null ? null : String(level),
    quality: quality === 'default' ? null : quality,
    at: look && lookText(look),
  })
}

/** Reads any text; `strange` are the parts that mean nothing on this map. */
export function readLink(
  text: string,
  width: number,
  height: number,
  levelCount: number,
): Link & { readonly strange: readonly string[] } {
  const readCell = (value: string): Cell | undefined => {
    const match = /^(\d{1,5}),(\d{1,5})$/.exec(value)
    if (match === null) return undefined
    const [x, y] = [Number(match[1]), Number(match[2])]
    return x < width && y < height ? { x, y } : undefined
  }
  const readLayers = (value: string) => {
    const names = value === '' ? [] : value.split(',')
    const layers = LAYERS.filter(name => names.includes(name))
    return names.length > layers.length ? undefined : layers
  }
  const { values, strange } = readAddress(text, {
    from: readCell,
    to: readCell,
    layers: readLayers,
    level: value => (/^\d{1,2}$/.test(value) && Number(value) < levelCount ? Number(value) : undefined),
    quality: value => QUALITIES.find(name => name === value),
    at: readLook,
  })
  const { from = null, to = null, layers = DEFAULT_LAYERS, level = null, quality = 'default', at = null } = values
  return { start: from, goal: to, layers, level, quality, look: at, strange }
}

/** The place in the middle of the page, and pixels of the page to the side of a cell. */
export interface Look {
  readonly x: number
  readonly y: number
  readonly cellPixels: number
}

/** A reader for the value of each name; it returns undefined for a value that means nothing. */
export type Readers<Values> = { readonly [Name in keyof Values]: (value: string) => Values[Name] | undefined }

/** Reads any text: `values` by name, and the `strange` parts that mean nothing, as they were written. */
export function readAddress<Values>(
  text: string,
  readers: Readers<Values>,
): { values: Partial<Values>; strange: string[] } {
  const values: Partial<Values> = {}
  const strange: string[] = []
  for (const [name, value] of new URLSearchParams(text.replace(/^#/, ''))) {
    const read = Object.hasOwn(readers, name) ? readers[name as keyof Values](value) : undefined
    if (read === undefined) strange.push(`${name}=${value}`.slice(0, 40))
    else values[name as keyof Values] = read
  }
  return { values, strange }
}

/** Leaves out values that are null. Commas stay as they are: a hash may hold them, and is easier to read. */
export function addressOf(values: Readonly<Record<string, readonly string[] | string | null>>): string {
  const pairs = Object.entries(values).flatMap(([name, given]) => [given ?? []].flat().map(value => [name, value]))
  return `#${new URLSearchParams(pairs).toString().replaceAll('%2C', ',')}`
}

export function readLook(text: string): Look | undefined {
  const numbers = text.split(',').map(Number)
  const [x, y, cellPixels] = numbers
  const isLook = numbers.length === 3 && numbers.every(Number.isFinite) && cellPixels > 0
  return isLook ? { x, y, cellPixels } : undefined
}

export function lookText({ x, y, cellPixels }: Look): string {
  const tenth = (value: number) => Math.round(value * 10) / 10
  return [tenth(x), tenth(y), Number(cellPixels.toPrecision(5))].join()
}
