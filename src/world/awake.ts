/**
 * Keeps map-sized scratch for the maps used last. That of other maps is dropped, and made again when they are used.
 */
import type { WorldPart } from './part.ts'

export interface Awake<T> {
  of(part: WorldPart): T
  forget(part: WorldPart): void
}

export function keptAwake<T>(countMax: number, make: (part: WorldPart) => T): Awake<T> {
  // In order of use: the last one used comes last.
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
