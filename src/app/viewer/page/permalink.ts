/**
 * The address of the page tells what it shows: ends, layers, level, quality, and where it looks from. So a link brings others to
 * the very same picture, and going back and forth in the browser works.
 */

import { QUALITIES, type Quality } from '../../../base/answer.ts'
import { LAYERS, type Layer } from '../../draw/layers.ts'
import type { Cell } from '../protocol.ts'
import { DEFAULT_LAYERS } from './shown-layers.ts'

export interface Link {
  readonly start: Cell | null
  readonly goal: Cell | null
  readonly layers: readonly Layer[]
  readonly level: number | null
  readonly quality: Quality
  readonly look: Look | null
}

/** The place on the map in the middle of the page, and pixels of the page to the side of a cell. */
export interface Look {
  readonly x: number
  readonly y: number
  readonly cellPixels: number
}

export function linkText({ start, goal, layers, level, quality, look }: Link): string {
  const parts: string[] = []
  if (start !== null) parts.push(`from=${start.x},${start.y}`)
  if (goal !== null) parts.push(`to=${goal.x},${goal.y}`)
  if (look !== null) parts.push(`at=${short(look.x)},${short(look.y)},${Number(look.cellPixels.toPrecision(5))}`)
  if (!isDefault(layers)) parts.push(`layers=${LAYERS.filter(name => layers.includes(name)).join(',')}`)
  if (level !== null) parts.push(`level=${level}`)
  if (quality !== 'default') parts.push(`quality=${quality}`)
  return `#${parts.join('&')}`
}

/** The ends alone, as the address has them. */
export function endsText(start: Cell | null, goal: Cell | null): string {
  return linkText({ start, goal, layers: DEFAULT_LAYERS, level: null, quality: 'default', look: null })
}

/** What an address says that means nothing on this map, as it says it. */
export function strangeIn(text: string, width: number, height: number, levelCount: number): string[] {
  const said = new URLSearchParams(text.replace(/^#/, ''))
  const link = readLink(text, width, height, levelCount)
  const isKnown: Readonly<Record<string, (value: string) => boolean>> = {
    from: () => link.start !== null,
    to: () => link.goal !== null,
    at: () => link.look !== null,
    layers: value => value === '' || value.split(',').every(name => LAYERS.some(layer => layer === name)),
    level: () => link.level !== null,
    quality: value => link.quality === value,
  }
  return [...said]
    .filter(([name, value]) => !(Object.hasOwn(isKnown, name) && isKnown[name](value)))
    .map(([name, value]) => `${name}=${value}`.slice(0, 40))
}

/** Reads any text; what makes no sense counts as not said. */
export function readLink(text: string, width: number, height: number, levelCount: number): Link {
  const said = new URLSearchParams(text.replace(/^#/, ''))
  const cellOf = (name: string): Cell | null => {
    const match = /^(\d{1,5}),(\d{1,5})$/.exec(said.get(name) ?? '')
    const [x, y] = match === null ? [width, height] : [Number(match[1]), Number(match[2])]
    return x < width && y < height ? { x, y } : null
  }
  const layersText = said.get('layers')
  const names = new Set(layersText?.split(','))
  const level = /^\d{1,2}$/.test(said.get('level') ?? '') ? Number(said.get('level')) : levelCount
  return {
    start: cellOf('from'),
    goal: cellOf('to'),
    layers: layersText === null ? DEFAULT_LAYERS : LAYERS.filter(name => names.has(name)),
    level: level < levelCount ? level : null,
    quality: QUALITIES.find(name => name === said.get('quality')) ?? 'default',
    look: readLook(said.get('at')),
  }
}

export function readLook(text: string | null): Look | null {
  const numbers = (text ?? '').split(',').map(Number)
  const [x, y, cellPixels] = numbers
  if (numbers.length !== 3 || !numbers.every(Number.isFinite) || !(cellPixels > 0)) return null
  return { x, y, cellPixels }
}

function short(value: number): number {
  return Math.round(value * 10) / 10
}

function isDefault(layers: readonly Layer[]): boolean {
  return layers.length === DEFAULT_LAYERS.length && DEFAULT_LAYERS.every(name => layers.includes(name))
}
