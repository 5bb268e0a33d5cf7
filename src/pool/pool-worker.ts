/**
 * A thread of a pool in Node.
 */
import { runInThread } from '../threads/start-program.ts'
import { poolProgram } from './pool-program.ts'

runInThread(poolProgram())
