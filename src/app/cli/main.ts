#!/usr/bin/env node
/**
 * The program `isthmus`: lends the process's streams and clock to one run of the command line.
 */
import { guardStreams, type Io } from './io.ts'
import { run } from './run.ts'

const io: Io = {
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
  isErrTerminal: process.stderr.isTTY === true,
  // Windows change their size, and some terminals say 0.
  get errColumns() {
    return process.stderr.columns || 80
  },
  nowMs: () => performance.now(),
}

guardStreams()
process.exitCode = await run(process.argv.slice(2), io)
