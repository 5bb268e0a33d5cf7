/**
 * The address of the page of a map tells what it shows: ends, layers, level, quality, and where it looks from. So a link
 * brings others to the very same picture.
 */
import { QUALITIES, type Quality } from '../../../base/answer.ts'
import { LAYERS, type Layer } from '../../draw/layers.ts'
import type { Cell } from '../protocol.ts'
import { addressOf, type Look, readLook, strangeParts } from './hash.ts'
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
  const said: [string, string][] = []
  if (start !== null) said.push(['from', `${start.x},${start.y}`])
  if (goal !== null) said.push(['to', `${goal.x},${goal.y}`])
  const isDefault = layers.length === DEFAULT_LAYERS.length && DEFAULT_LAYERS.every(name => layers.includes(name))
  if (!isDefault) said.push(['layers', LAYERS.filter(name => layers.includes(name)).join()])
  if (level !== null) said.push(['level', String(level)])
  if (quality !== 'default') said.push(['quality', quality])
  return addressOf(said, look)
}

/** The ends alone, as the address has them. */
export function endsText(start: Cell | null, goal: Cell | null): string {
  return linkText({ start, goal, layers: DEFAULT_LAYERS, level: null, quality: 'default', look: null })
}

/** What an address says that means nothing on this map, as it says it. */
export function strangeIn(text: string, width: number, height: number, levelCount: number): string[] {
  const link = readLink(text, width, height, levelCount)
  return strangeParts(text, {
    from: () => link.start !== null,
    to: () => link.goal !== null,
    at: () => link.look !== null,
    layers: value => value === '' || value.split(',').every(name => LAYERS.some(layer => layer === name)),
    level: () => link.level !== null,
    quality: value => link.quality === value,
  })
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
    look: readLook(said.get('at') ?? ''),
  }
}
