/**
 * A thread of a bake in a browser.
 */
import { bakeProgram } from './program.ts'
import { runInWorker } from './web-port.ts'

runInWorker(bakeProgram)
