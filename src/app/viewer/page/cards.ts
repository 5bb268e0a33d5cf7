/**
 * What the cards cover of the map. Whatever the page brings into view by itself lies beside them: an end below a card is
 * an end that nobody sees.
 */
import type { Insets } from './camera.ts'
import { division } from './elements.ts'

const NARROW = matchMedia('(max-width: 720px)')
/** An end's mark, with its shadow. */
const END_PIXELS = 14

/** For a map: beside the panel and above, or on a telephone below, the scale. In pixels of the page. */
export function insetsForMap(marginPixels: number): Insets {
  const { panel, place } = rects()
  const insets = { left: 0, top: 0, right: 0, bottom: 0 }
  if (NARROW.matches) {
    insets.top = place.bottom
    insets.bottom = innerHeight - panel.top
  } else {
    insets.left = panel.right
    insets.bottom = innerHeight - place.top
  }
  return widened(insets, marginPixels)
}

/** For ends: beside the buttons that zoom as well. */
export function insetsForEnds(marginPixels: number): Insets {
  const insets = insetsForMap(0)
  return widened({ ...insets, right: innerWidth - rects().zoom.left }, marginPixels)
}

/** Whether an end's mark around a place of the page can be seen whole. */
export function isInSight(x: number, y: number): boolean {
  if (x < END_PIXELS || y < END_PIXELS || x > innerWidth - END_PIXELS || y > innerHeight - END_PIXELS) return false
  return Object.values(rects()).every(
    ({ left, top, right, bottom }) =>
      x < left - END_PIXELS || x > right + END_PIXELS || y < top - END_PIXELS || y > bottom + END_PIXELS,
  )
}

function rects() {
  return {
    panel: division('panel').getBoundingClientRect(),
    zoom: division('zoom').getBoundingClientRect(),
    place: division('place-card').getBoundingClientRect(),
  }
}

function widened({ left, top, right, bottom }: Insets, pixels: number): Insets {
  return { left: left + pixels, top: top + pixels, right: right + pixels, bottom: bottom + pixels }
}
