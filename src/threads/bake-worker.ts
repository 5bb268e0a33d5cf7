/**
 * A thread of a bake in Node.
 */
import { bakeProgram } from './program.ts'
import { runInThread } from './start-program.ts'

runInThread(bakeProgram)
