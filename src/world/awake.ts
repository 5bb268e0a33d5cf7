/**
 * What owns scratch of the size of a map, for the maps that were asked about last: of the others it is let go and made
 * again when they are asked about.
 */
import type { WorldPart } from './part.ts'

export class Awake<T> {
  /** That asked for last at the end. */
  private readonly ofPart = new Map<WorldPart, T>()
  private readonly make: (part: WorldPart) => T
  private readonly countMax: number

  constructor(countMax: number, make: (part: WorldPart) => T) {
    this.countMax = countMax
    this.make = make
  }

  of(part: WorldPart): T {
    const known = this.ofPart.get(part) ?? this.make(part)
    this.ofPart.delete(part)
    this.ofPart.set(part, known)
    if (this.ofPart.size > this.countMax) this.forget(this.ofPart.keys().next().value!)
    return known
  }

  forget(part: WorldPart): void {
    this.ofPart.delete(part)
  }
}
