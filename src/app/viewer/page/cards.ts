/**
 * The part of the map that no card covers, in pixels of the page. The page brings ends into view there, because an end
 * below a card cannot be seen.
 */
import type { Insets } from './camera.ts'
import { division } from './elements.ts'

const NARROW = matchMedia('(max-width: 720px)')
/** The radius of an end's mark, with its shadow. */
const END_PIXELS = 14
/** A margin around ends, so that none lies under a card's edge. */
const ENDS_MARGIN_PIXELS = 28
const MAP_MARGIN_PIXELS = 16

/** For a map: beside the panel and above the scale, which lies above the map on a telephone. */
export function insetsForMap(margin = MAP_MARGIN_PIXELS): Insets {
  const { panel, place } = rects()
  const [top, left, bottom] = NARROW.matches
    ? [place.bottom, 0, innerHeight - panel.top]
    : [0, panel.right, innerHeight - place.top]
  return { left: left + margin, top: top + margin, right: margin, bottom: bottom + margin }
}

/** For ends: beside the buttons that zoom as well. */
export function insetsForEnds(): Insets {
  const insets = insetsForMap(ENDS_MARGIN_PIXELS)
  return { ...insets, right: insets.right + innerWidth - rects().zoom.left }
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
  const rectOf = (id: string) => division(id).getBoundingClientRect()
  return { panel: rectOf('panel'), zoom: rectOf('zoom'), place: rectOf('place-card') }
}
