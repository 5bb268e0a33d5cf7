/**
 * A thread of the service: what a thread of a pool does, and two things that only a server is asked for, what a cell is and
 * pictures of the map.
 */
import { parentPort } from 'node:worker_threads'
import { listener, OPERATIONS } from '../../pool/pool-program.ts'
import { locate } from './locate.ts'
import { drawTile } from './tile.ts'

const port = parentPort!
const operations = {
  ...OPERATIONS,
  locate,
  tile: drawTile,
}

port.on(
  'message',
  listener(operations, (message, moved) => port.postMessage(message, moved)),
)
