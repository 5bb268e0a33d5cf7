/**
 * A thread of a pool in Node.
 */
import { parentPort } from 'node:worker_threads'
import { listener, OPERATIONS } from './pool-program.ts'

const port = parentPort!

port.on(
  'message',
  listener(OPERATIONS, (message, moved) => port.postMessage(message, moved)),
)
