/**
 * The address of a page holds what it shows: ends, layers, the place of the view. So a link shows others the same picture.
 * The page shows what its address says, then the address follows the page. The browser's "back" returns to the ends that a
 * person chose before, not to random pairs or earlier views.
 */
import { type AddressField, type AddressFields, addressOf, readAddress } from './address.ts'
import type { EndCell, Ends } from './ends.ts'
import { notify } from './loading-cover.ts'
import type { MapView } from './map-view.ts'

/** Browsers allow a hundred changes of the address in half a minute. */
const REST_MS = 350

/** The ends of a page, and what else its address holds. */
interface Addressed<Values> {
  readonly ends: Ends<EndCell>
  readonly fields: AddressFields<Values>
  now(): Values
  show(values: Values): void
}

export function followAddress<Values>(
  view: MapView,
  { ends, fields, now, show }: Addressed<Values>,
  place: string,
): void {
  const { signal } = view
  let writtenEnds = ''
  /** The hash that was read or written last. */
  let known = ''
  const addressNow = () => addressOf(now(), fields)
  const read = () => {
    known = location.hash
    const { values, strange } = readAddress(known, fields)
    show(values)
    if (strange.length > 0) notify(`This link says ${strange.join(', ')}, which means nothing ${place}.`)
    writtenEnds = endsIn(addressNow())
    view.invalidate()
  }
  const write = () => {
    // A hash that changed from outside is about to be read. While an end is dragged the address stays as it is.
    if (signal.aborted || ends.isDragging || location.hash !== known) return
    const address = addressNow()
    if (address === location.hash) return
    const written = endsIn(address)
    const areChosen = !ends.isByChance && ends.list().length === 2
    if (written !== writtenEnds && areChosen) history.pushState(null, '', address)
    else history.replaceState(null, '', address)
    writtenEnds = written
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

/** The place in the middle of the page, and pixels of the page to the side of a cell. */
export interface Look {
  readonly x: number
  readonly y: number
  readonly cellPixels: number
}

/** Where the view looks; null shows the whole map. */
export const LOOK: AddressField<Look | null> = {
  initial: null,
  read(text) {
    const numbers = text.split(',').map(Number)
    const [x, y, cellPixels] = numbers
    const isLook = numbers.length === 3 && numbers.every(Number.isFinite) && cellPixels > 0
    return isLook ? { x, y, cellPixels } : undefined
  },
  write(look) {
    const tenth = (value: number) => Math.round(value * 10) / 10
    return look && [tenth(look.x), tenth(look.y), Number(look.cellPixels.toPrecision(5))].join()
  },
}

export function lookOf(view: MapView): Look {
  return { ...view.camera.middle(), cellPixels: view.cellPixels }
}

export function lookAt(view: MapView, look: Look | null): void {
  if (look === null) view.showMap(false)
  else {
    view.land()
    view.camera.lookAt(look.x, look.y, look.cellPixels * view.camera.density)
  }
}
