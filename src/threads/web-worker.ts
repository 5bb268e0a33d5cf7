/**
 * A thread of a bake in a browser.
 */
import { listener } from './program.ts'
import type { BakeRequest } from './request.ts'

/** Of a worker's global scope: a page's scope, whose types are at hand, sends messages in another way. */
interface Scope {
  onmessage: (event: { readonly data: BakeRequest }) => void
  postMessage(value: unknown, moved: ArrayBuffer[]): void
}

const scope = globalThis as unknown as Scope
const hear = listener((value, moved) => scope.postMessage(value, moved))

scope.onmessage = ({ data }) => hear(data)
