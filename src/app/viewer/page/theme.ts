/**
 * Light or dark: as the system has it, until the person says otherwise; and the palette of the map, as colours for the
 * style sheet, so that a swatch in the panel has the very colour of what it stands for.
 */
import {
  cssOf,
  EDGE,
  ENTRY,
  GOAL,
  GROUND,
  HEAVY_GROUND,
  ISLANDS,
  mix,
  PATH,
  REGION_BORDER,
  ROUTE,
  SEARCH_FIRST,
  SEARCH_LAST,
  SMOOTH,
  START,
  WALL,
} from '../../draw/palette.ts'

const REMEMBERED_AS = 'isthmus-theme'
const DARK = matchMedia('(prefers-color-scheme: dark)')

export function applyTheme(): void {
  const { style, dataset } = document.documentElement
  dataset.theme = remembered() ?? (DARK.matches ? 'dark' : 'light')
  const colours = {
    wall: WALL,
    ground: GROUND,
    heavy: HEAVY_GROUND,
    border: REGION_BORDER,
    entry: ENTRY,
    edge: EDGE,
    route: ROUTE,
    path: PATH,
    smooth: SMOOTH,
    start: START,
    goal: GOAL,
    'search-first': SEARCH_FIRST,
    'search-middle': mix(SEARCH_FIRST, SEARCH_LAST, 0.5),
    'search-last': SEARCH_LAST,
    ...Object.fromEntries(ISLANDS.map((colour, i) => [`island-${i}`, colour])),
  }
  for (const [name, colour] of Object.entries(colours)) style.setProperty(`--${name}`, cssOf(colour))
  DARK.addEventListener('change', () => {
    if (remembered() === null) dataset.theme = DARK.matches ? 'dark' : 'light'
  })
}

export function toggleTheme(): void {
  const { dataset } = document.documentElement
  dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem(REMEMBERED_AS, dataset.theme)
  } catch {
    // A browser that keeps nothing forgets this too.
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(REMEMBERED_AS)
  } catch {
    return null
  }
}
