/**
 * The address of a map's page holds what it shows: ends, layers, level, quality and the place of the view. So a link shows
 * others the same picture.
 */
import { QUALITIES, type Quality } from '../../../base/answer.ts'
import { LAYERS, type Layer } from '../../draw/layers.ts'
import type { Cell } from '../protocol.ts'
import { addressOf, type Look, lookText, readAddress, readLook } from './hash.ts'
import { DEFAULT_LAYERS } from './shown-layers.ts'

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
