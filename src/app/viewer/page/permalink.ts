/**
 * The address of a page holds what it shows: ends, layers, the place of the view. So a link shows others the same picture.
 * The page shows what its address says, then the address follows the page. The browser's "back" returns to the ends that a
 * person chose before, not to random pairs or earlier views.
 */
import { QUALITIES, type Quality } from '../../../base/answer.ts'
import { DEFAULT_LAYERS, LAYERS, type Layer } from '../../draw/layers.ts'
import type { Cell } from '../protocol.ts'
import { notify } from './loading-cover.ts'
import type { MapView } from './map-view.ts'

/** Browsers allow a hundred changes of the address in half a minute. */
const REST_MS = 350

export interface Addressed {
  /** Shows what an address says; returns the parts that mean nothing here. */
  read(text: string): readonly string[]
  write(): string
  /** Whether a person chose both ends. */
  readonly hasChosenEnds: boolean
  /** While an end is dragged the address stays as it is. */
  readonly isDragging: boolean
}

export function followAddress(view: MapView, shown: Addressed, place: string, signal: AbortSignal): void {
  let writtenEnds = ''
  /** The hash that was read or written last. */
  let known = ''
  const read = () => {
    known = location.hash
    const strange = shown.read(location.hash)
    if (strange.length > 0) notify(`This link says ${strange.join(', ')}, which means nothing ${place}.`)
    writtenEnds = endsIn(shown.write())
    view.invalidate()
  }
  const write = () => {
    // A hash that changed from outside is about to be read.
    if (signal.aborted || shown.isDragging || location.hash !== known) return
    const address = shown.write()
    if (address === location.hash) return
    const ends = endsIn(address)
    if (ends !== writtenEnds && shown.hasChosenEnds) history.pushState(null, '', address)
    else history.replaceState(null, '', address)
    writtenEnds = ends
    known = location.hash
  }
  read()
  window.addEventListener('hashchange', read, { signal })
  let timer = 0
  view.onFrame(() => {
    window.clearTimeout(timer)
    timer = window.setTimeout(write, REST_MS)
  })
}

/** The part of an address that names the ends. */
function endsIn(address: string): string {
  return (address.match(/\b(from|to)=[^&]*/g) ?? []).join()
}

export function lookOf(view: MapView): Look {
  return { ...view.camera.middle(), cellPixels: view.cellPixels }
}

/** Without a look, shows the whole map. */
export function lookAt(view: MapView, look: Look | null): void {
  if (look === null) view.showMap(false)
  else {
    view.land()
    view.camera.lookAt(look.x, look.y, look.cellPixels * view.camera.density)
  }
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

/** What the address of a map's page holds. */
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
