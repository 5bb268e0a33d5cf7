/**
 * A thread of a pool in a browser.
 */
import { runInWorker } from '../threads/web-port.ts'
import { poolProgram } from './pool-program.ts'

runInWorker(poolProgram())
