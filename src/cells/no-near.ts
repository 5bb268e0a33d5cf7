/**
 * What rooms above ask of the exact search over cells (near-search.ts), and its place where it is left out: a finder that must be
 * small to load goes without. Whoever asks lives with "not soon found" anyway, and has another way.
 */
import { GAVE_UP } from './near-window.ts'

export interface Near {
  find(x0: number, y0: number, x1: number, y1: number, limitUnits: number, expansionsMax: number): number
}

export const NO_NEAR: Near = {
  find: () => GAVE_UP,
}
