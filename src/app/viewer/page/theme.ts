/**
 * Light or dark: that of the system until the person chooses. The style sheet gets the colours of the map, for the swatches
 * in the panel.
 */
import {
  cssOf,
  DEAD_END,
  DEAD_END_OPACITY,
  MARKS,
  mix,
  NARROW,
  NARROW_OPACITY,
  SCHEMES,
  type SchemeName,
} from '../../draw/palette.ts'

const REMEMBERED_AS = 'isthmus-theme'
const DARK = matchMedia('(prefers-color-scheme: dark)')

/** The scheme of the page, which the map shares. */
export function schemeName(): SchemeName {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

/** Calls `onChange` when the system turns light or dark. */
export function applyTheme(onChange: () => void): void {
  setTheme(remembered() ?? (DARK.matches ? 'dark' : 'light'))
  DARK.addEventListener('change', () => {
    if (remembered() !== null) return
    setTheme(DARK.matches ? 'dark' : 'light')
    onChange()
  })
}

export function toggleTheme(): void {
  setTheme(schemeName() === 'dark' ? 'light' : 'dark')
  try {
    localStorage.setItem(REMEMBERED_AS, schemeName())
  } catch {
    // A browser without storage forgets the choice.
  }
}

function setTheme(theme: string): void {
  const { style, dataset } = document.documentElement
  dataset.theme = theme
  const { islands, ...areas } = SCHEMES[schemeName()]
  const colours = {
    ...areas,
    ...MARKS,
    narrow: mix(areas.ground, NARROW, NARROW_OPACITY),
    'dead-end': mix(areas.ground, DEAD_END, DEAD_END_OPACITY),
    ...Object.fromEntries(islands.map((colour, i) => [`island-${i}`, colour])),
  }
  for (const [name, colour] of Object.entries(colours)) style.setProperty(`--${name}`, cssOf(colour))
}

function remembered(): string | null {
  try {
    return localStorage.getItem(REMEMBERED_AS)
  } catch {
    return null
  }
}
