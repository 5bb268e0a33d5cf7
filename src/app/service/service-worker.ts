/**
 * A thread of the service: a thread of a pool with two more operations, facts about a cell and pictures of the map.
 */
import { parentPort } from 'node:worker_threads'
import { listener, OPERATIONS } from '../../pool/pool-program.ts'
import { drawTile, locate } from './tile.ts'

const port = parentPort!
const operations = { ...OPERATIONS, locate, tile: drawTile }

port.on(
  'message',
  listener(operations, (message, moved) => port.postMessage(message, moved)),
)
