/**
 * For what must be true if the code is right. A failed check is a fault of isthmus, never of what it was given.
 */
export function check(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`isthmus is broken here: it should be that ${what}. Please report this.`)
}
