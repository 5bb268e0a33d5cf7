/** The cells of a map, and what the address of its page holds. */
import { QUALITIES, type Quality } from '../../../base/answer.ts'
import { DEFAULT_LAYERS, LAYERS, type Layer } from '../../draw/layers.ts'
import type { Cell, WorldFacts } from '../protocol.ts'
import type { AddressFields } from './address.ts'
import type { Cells } from './ends.ts'
import { LOOK, type Look } from './permalink.ts'

export function cellsOfMap({ width, height }: Pick<WorldFacts, 'width' | 'height'>): Cells<Cell> {
  const cellOf = (match: RegExpExecArray | null): Cell | null => {
    if (match === null) return null
    const [x, y] = [Number(match[1]), Number(match[2])]
    return x < width && y < height ? { x, y } : null
  }
  return {
    /** The closest cell where the place is off the map. */
    at: ({ x, y }) => ({ x: Math.min(width - 1, Math.max(0, x)), y: Math.min(height - 1, Math.max(0, y)) }),
    shown: cell => cell,
    textOf: ({ x, y }) => `${x}, ${y}`,
    /** Takes two whole numbers with anything between them. */
    ofText: text => cellOf(text.includes('-') ? null : /^\D*(\d{1,5})\D+(\d{1,5})\D*$/.exec(text)),
    wanted: `a cell: type x, y from 0, 0 to ${width - 1}, ${height - 1}`,
    address: {
      initial: null,
      read: text => cellOf(/^(\d{1,5}),(\d{1,5})$/.exec(text)) ?? undefined,
      write: cell => cell && `${cell.x},${cell.y}`,
    },
  }
}

/** What the address of a map's page holds. */
export interface MapLink {
  readonly from: Cell | null
  readonly to: Cell | null
  readonly layers: readonly Layer[]
  readonly level: number | null
  readonly quality: Quality
  readonly at: Look | null
}

export function mapFields({ address }: Cells<Cell>, levelCount: number): AddressFields<MapLink> {
  return {
    from: address,
    to: address,
    layers: {
      initial: DEFAULT_LAYERS,
      read(text) {
        const names = text === '' ? [] : text.split(',')
        const layers = LAYERS.filter(name => names.includes(name))
        return names.length > layers.length ? undefined : layers
      },
      write: layers => LAYERS.filter(name => layers.includes(name)).join(),
    },
    level: {
      initial: null,
      read: text => (/^\d{1,2}$/.test(text) && Number(text) < levelCount ? Number(text) : undefined),
      write: level => (level === null ? null : String(level)),
    },
    quality: { initial: 'default', read: text => QUALITIES.find(name => name === text), write: quality => quality },
    at: LOOK,
  }
}
