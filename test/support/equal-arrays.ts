/**
 * Makes expectations cheap. Arrays of numbers with the same bytes are equal at once: vitest compares them number by number,
 * seconds for a megabyte. The proxies of chai, a third of each expectation's time, catch misspelt names: the types do too.
 */
import { chai, expect } from 'vitest'

const ADDED = Symbol.for('isthmus: arrays are compared by bytes')

function bytesOf(value: unknown): Buffer | undefined {
  if (value instanceof ArrayBuffer) return value.byteLength > 0 ? Buffer.from(value) : undefined
  if (!ArrayBuffer.isView(value) || value.byteLength === 0) return undefined
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
}

/** Where bytes differ, vitest decides, and shows the difference. */
function areSameBytes(one: unknown, other: unknown): true | undefined {
  const left = bytesOf(one)
  if (left === undefined || Object(one).constructor !== Object(other).constructor) return undefined
  return left.equals(bytesOf(other) ?? new Uint8Array()) || undefined
}

// This runs before each file of tests, and a worker that runs many files keeps what the first one added.
if (!(ADDED in globalThis)) {
  Object.defineProperty(globalThis, ADDED, { value: true })
  expect.addEqualityTesters([areSameBytes])
  chai.config.useProxy = false
}
