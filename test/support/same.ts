/** Expectations of loops: where thousands hold, only one that fails is worth the time that vitest takes for each. */
import { expect } from 'vitest'

/** Expects the same number, text or truth as `toBe` does. */
export function expectSame<T extends number | string | boolean>(actual: T, expected: T, about = ''): void {
  if (!Object.is(actual, expected)) expect(actual, about).toBe(expected)
}
