/**
 * A thread of a pool in a browser.
 */
import type { FromThread, Post, ToThread } from './messages.ts'
import { listener, OPERATIONS } from './pool-program.ts'

/** The global scope of a worker. The types at hand are those of a page, which sends messages in another way. */
interface Scope {
  onmessage: (event: { readonly data: ToThread }) => void
  postMessage: Post<FromThread>
}

const scope = globalThis as unknown as Scope
const hear = listener(OPERATIONS, (message, moved) => scope.postMessage(message, moved))

scope.onmessage = ({ data }) => hear(data)
