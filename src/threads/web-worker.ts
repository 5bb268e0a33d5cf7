/**
 * A thread of a bake in a browser.
 */
import { type BakeRequest, listener } from './program.ts'

/** A part of a worker's global scope: the types at hand are of a page's scope, which sends messages in another way. */
interface Scope {
  onmessage: (event: { readonly data: BakeRequest }) => void
  postMessage(value: unknown, moved: ArrayBuffer[]): void
}

const scope = globalThis as unknown as Scope
const hear = listener((value, moved) => scope.postMessage(value, moved))

scope.onmessage = ({ data }) => hear(data)
