/**
 * A thread of a bake in Node.
 */
import { parentPort } from 'node:worker_threads'
import { listener } from './program.ts'

const port = parentPort!

port.on(
  'message',
  listener((value, moved) => port.postMessage(value, moved)),
)
