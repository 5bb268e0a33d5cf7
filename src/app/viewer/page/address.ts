/**
 * Keeps page and address alike: the page shows what its address says, then the address follows the page. The browser's
 * "back" returns to the ends that a person chose before, not to random pairs or earlier views.
 */
import { notify } from './loading-cover.ts'
import type { MapView } from './map-view.ts'
import type { Look } from './permalink.ts'

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

export function lookAt(view: MapView, { x, y, cellPixels }: Look): void {
  view.land()
  view.camera.lookAt(x, y, cellPixels * view.camera.density)
}
