/**
 * Names of the release before this one: a program that still uses one gets a sentence with the new name. They go with the
 * next release.
 */
import { refuse } from './given.ts'

/** Lets each old name of a class, or of plain answers, throw what to do now. */
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
