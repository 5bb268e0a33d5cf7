/**
 * What owns scratch of the size of a map, for the maps that were asked about last: of the others it is let go and made
 * again when they are asked about.
 */
import type { WorldPart } from './part.ts'

export interface Awake<T> {
  of(part: WorldPart): T
  forget(part: WorldPart): void
}

export function keptAwake<T>(countMax: number, make: (part: WorldPart) => T): Awake<T> {
  // That asked for last at the end.
  const ofPart = new Map<WorldPart, T>()
  const forget = (part: WorldPart) => {
    ofPart.delete(part)
  }
  const of = (part: WorldPart) => {
    const known = ofPart.get(part) ?? make(part)
    ofPart.delete(part)
    ofPart.set(part, known)
    if (ofPart.size > countMax) forget(ofPart.keys().next().value!)
    return known
  }
  return { of, forget }
}
