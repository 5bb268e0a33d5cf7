#!/usr/bin/env node
/**
 * The program `isthmus`: lends the process's streams and clock to one run of the command line.
 */
import { guardStreams, processIo } from './io.ts'
import { run } from './run.ts'

guardStreams()
process.exitCode = await run(process.argv.slice(2), processIo)
