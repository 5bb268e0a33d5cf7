/**
 * Which entries the last query of a finder settled, in order, as x,y pairs.
 */
import type { Finder } from '../query.ts'

export function footprintOf(finder: Finder): Int32Array {
  return (finder as Partial<{ footprint(): Int32Array }>).footprint?.() ?? new Int32Array(0)
}
