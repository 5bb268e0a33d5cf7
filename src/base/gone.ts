/**
 * Names removed since the last release. A program that still uses one gets an error with the new name. The next release drops
 * this list.
 */
import { refuse } from './given.ts'

/** Makes each old name on a class or answer throw a sentence that says what to use. */
export function gone(prototype: object, sentences: Readonly<Record<string, string>>): void {
  for (const [name, sentence] of Object.entries(sentences)) {
    Object.defineProperty(prototype, name, { get: () => refuse(`${name} is gone: ${sentence}.`), configurable: true })
  }
}

/** The finders of an atlas and of a live map. */
export const GONE_OF_FINDERS = {
  approachTo: 'a field(goal) keeps what cells cost to a goal',
  costsBy: 'ask costs(starts, goals), or a field(goal) many times',
  findBy: 'ask find(start, goal), or follow a field(goal)',
}
