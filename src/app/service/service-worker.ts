/**
 * A thread of the service: a thread of a pool with two more operations, facts about a cell and pictures of the map.
 */
import { OPERATIONS, poolProgram } from '../../pool/pool-program.ts'
import { runInThread } from '../../threads/start-program.ts'
import { drawTile, locate } from './tile.ts'

runInThread(poolProgram({ ...OPERATIONS, locate, tile: drawTile }))
